// All topics with their types; for opened ones also the rate, the bandwidth and the last message.

import type { Connection, Message } from "../connection";
import { el, parted } from "../dom";
import { tree } from "../fields";
import { every, type Panel, type Settings } from "../panel";

const SHOWN_HZ = 5;

interface Row { element: HTMLElement; close(): void }

export function topics(connection: Connection, settings: Settings, changed: () => void): Panel {
  const filter = el("input", { type: "search", placeholder: "filter topics", "aria-label": "filter topics", value: settings.filter ?? "" });
  const body = el("tbody");
  const rows = new Map<string, Row>();
  const open = new Set<string>(settings.open ?? []);

  const show = (): void => {
    const wanted = [...connection.channels.values()].filter((one) => one.topic.includes(filter.value)).sort((a, b) => (a.topic < b.topic ? -1 : 1));
    const keys = new Map(wanted.map((one) => [`${one.topic} ${one.schemaName}`, one]));
    for (const [key, row] of rows) {
      if (keys.has(key)) continue;
      row.close();
      rows.delete(key);
    }
    for (const [key, one] of keys) {
      if (!rows.has(key)) rows.set(key, row(connection, one.topic, one.schemaName, open, () => { settings.open = [...open]; changed(); }));
    }
    body.replaceChildren(...[...keys.keys()].map((key) => rows.get(key)!.element));
  };
  filter.oninput = () => {
    settings.filter = filter.value;
    changed();
    show();
  };
  const stop = connection.on("topics", show);
  show();
  const table = el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "topic"), el("th", {}, "type"), el("th", { class: "number" }, "Hz"), el("th", { class: "number" }, "kB/s"))), body);
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, filter), el("div", { class: "scroll" }, table)),
    close() {
      stop();
      for (const one of rows.values()) one.close();
    },
  };
}

function row(connection: Connection, topic: string, type: string, open: Set<string>, changed: () => void): Row {
  const rate = el("td", { class: "number" });
  const bandwidth = el("td", { class: "number" });
  const content = el("div", { class: "content" });
  const opened = new Set<string>();
  let last: Message;
  let stop: (() => void) | undefined;

  const start = (): void => {
    let before = { count: 0, bytes: 0, at: performance.now() };
    let next = 0;
    const end = connection.subscribe(topic, (message) => {
      last = message;
      if (performance.now() < next) return;
      next = performance.now() + 1000 / SHOWN_HZ;
      content.replaceChildren(tree(last, opened));
    });
    content.textContent = "no message yet";
    const timer = every(1000, () => {
      const at = performance.now();
      const { count, bytes } = connection.received(topic) ?? { count: 0, bytes: 0 };
      const passed = (at - before.at) / 1000;
      rate.textContent = ((count - before.count) / passed).toFixed(1);
      bandwidth.textContent = ((bytes - before.bytes) / passed / 1000).toFixed(1);
      before = { count, bytes, at };
    });
    stop = () => {
      end();
      timer();
    };
  };
  const details = el("details", { open: open.has(topic) }, el("summary", {}, parted(topic)), content);
  const toggle = (): void => {
    if (details.open && !stop) start();
    if (!details.open && stop) {
      stop();
      stop = undefined;
      rate.textContent = bandwidth.textContent = "";
      content.replaceChildren();
    }
    if (details.open !== open.has(topic)) {
      if (details.open) open.add(topic);
      else open.delete(topic);
      changed();
    }
  };
  details.ontoggle = toggle;
  toggle();
  return {
    element: el("tr", { "data-topic": topic }, el("td", {}, details), el("td", {}, parted(type)), rate, bandwidth),
    close: () => stop?.(),
  };
}
