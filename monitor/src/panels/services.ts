// Services called, and topics published to, by forms made from their types.

import { parse } from "@foxglove/rosmsg";
import type { Connection } from "../connection";
import { button, el, options } from "../dom";
import { form, tree, type Form } from "../fields";
import { READ_ONLY, type Panel, type Settings } from "../panel";

const OF_EVERY_NODE = /\/(get_loggers|set_logger_level|tf2_frames)$/;

export function services(connection: Connection, settings: Settings, changed: () => void): Panel {
  const there = (): string[] => [...connection.services.keys()].filter((name) => !OF_EVERY_NODE.test(name)).sort();
  return forms(connection, settings, changed, {
    kind: "services",
    word: "call",
    names: there,
    describe: (name) => connection.services.get(name)?.type ?? "",
    schema: async (name) => connection.services.get(name)?.request?.schema,
    send: (name, value) => connection.call(name, value),
  });
}

export function publish(connection: Connection, settings: Settings, changed: () => void): Panel {
  const types = new Map<string, string>();
  return forms(connection, settings, changed, {
    kind: "topics",
    word: "publish",
    // Includes topics that only have subscribers.
    names: () => [...new Set([...connection.channels.keys(), ...connection.graph.subscribers.keys()])].sort(),
    describe: (name) => types.get(name) ?? "",
    schema: async (name) => {
      const found = await connection.describe(name);
      types.set(name, found.type);
      return found.schema;
    },
    send: async (name, value) => {
      const { type, schema } = await connection.describe(name);
      connection.publish(name, type, schema, value);
      return { published: name };
    },
  });
}

interface Target {
  kind: "services" | "topics";
  word: string;
  names(): string[];
  describe(name: string): string;
  schema(name: string): Promise<string | undefined>;
  send(name: string, value: any): Promise<any>;
}

function forms(connection: Connection, settings: Settings, changed: () => void, target: Target): Panel {
  const choice = el("select", { "aria-label": target.kind });
  const type = el("span", { class: "note" });
  const holder = el("div");
  const answer = el("div", { class: "content", "aria-live": "polite" });
  let current: Form | undefined;
  let shown = "";
  let chosen = "";

  const choose = async (): Promise<void> => {
    const name = choice.value;
    // Another's form is not sent while this one's is awaited.
    if (name !== chosen) {
      current = undefined;
      shown = "";
      holder.replaceChildren();
    }
    chosen = name;
    let schema: string | undefined;
    let problem = "";
    try {
      schema = name ? await target.schema(name) : undefined;
    } catch (error) {
      problem = (error as Error).message;
    }
    const key = `${name}\n${schema}\n${problem}`;
    if (name !== choice.value || key === shown) return;
    shown = key;
    type.textContent = target.describe(name);
    current = schema === undefined ? undefined : form(parse(schema));
    holder.replaceChildren(...(current ? [current.element] : []));
    answer.replaceChildren(...(problem ? [el("span", { class: "error" }, problem)] : []));
  };
  const show = (): void => {
    const names = target.names();
    options(choice, names, `${target.kind} …`);
    if (settings.name && names.includes(settings.name)) choice.value = settings.name;
    void choose();
    note.textContent = connection.state === "open" && !connection.canWrite ? READ_ONLY : "";
    send.disabled = !connection.canWrite || !choice.value;
  };
  choice.onchange = () => {
    settings.name = choice.value;
    changed();
    show();
  };
  const run = async (): Promise<void> => {
    if (!current) return;
    answer.textContent = "…";
    try {
      answer.replaceChildren(tree(await target.send(choice.value, current.value()), new Set()));
      if (!answer.textContent) answer.textContent = "done";
    } catch (error) {
      answer.replaceChildren(el("span", { class: "error" }, (error as Error).message));
    }
  };
  const send = button(target.word, target.word, () => void run());
  const note = el("span", { class: "note" });
  const stop = connection.on(target.kind, show);
  const stopState = connection.on("state", show);
  const stopGraph = connection.on("graph", show);
  show();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, choice, type), el("div", { class: "scroll pad" }, holder, el("div", { class: "tools" }, send, note), answer)),
    close() {
      stop();
      stopState();
      stopGraph();
    },
  };
}
