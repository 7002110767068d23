// Scenes that are spawned: the one that stands is turned into another, or taken away.

import type { Connection, Message } from "../connection";
import { button, el, options } from "../dom";
import { tree } from "../fields";
import { absent, READ_ONLY, type Panel, type Settings } from "../panel";

const RESPAWN = "sim/SceneRespawn";
const NONE = "no scene_spawner runs here: start ./run scene";

export function scene(connection: Connection, settings: Settings, changed: () => void): Panel {
  const spawner = el("select", { "aria-label": "scene spawner" });
  const text = (name: string, placeholder: string, title: string): HTMLInputElement =>
    el("input", { type: "text", value: settings[name] ?? "", placeholder, title, "aria-label": title });
  const fields: Record<string, HTMLInputElement> = {
    scenario: text("scenario", "the one that stands", "Scenic program, on the spawner's machine"),
    models: text("models", "beside the scenario", "file with the models"),
    scene: text("scene", "", "folder of a scene that was written, instead of a scenario"),
    parameters: text("parameters", "{}", "parameters of the scenario, as YAML"),
    seed: el("input", { type: "number", step: 1, value: settings.seed ?? -1, title: "negative: the next one", "aria-label": "seed of the scene" }),
  };
  const note = el("div", { class: "note", role: "status" });
  const answer = el("div", { class: "content" });
  const opened = new Set<string>(["failures"]);
  let busy = false;

  const ask = async (service: string, request: Message): Promise<void> => {
    busy = true;
    show();
    note.textContent = "…";
    note.className = "note";
    answer.replaceChildren();
    try {
      const found = await connection.call(`${spawner.value}/${service}`, request);
      const { success, status_message: words, ...rest } = found;
      note.textContent = words || (success ? "done" : "failed");
      note.className = success ? "note" : "note error";
      answer.replaceChildren(tree(rest, opened));
    } catch (error) {
      note.textContent = (error as Error).message;
      note.className = "note error";
    }
    busy = false;
    show();
  };
  const source = (): Message => ({
    ...Object.fromEntries(["scenario", "models", "scene", "parameters"].map((name) => [name, fields[name]!.value.trim()])),
    seed: BigInt(Math.trunc(Number(fields.seed!.value))),
    manifest: "",
    mode: "",
    max_iterations: 0,
  });
  const controls = [
    button("respawn", "turn what stands into this scene", () => void ask("respawn", { source: source(), all_or_nothing: true })),
    button("as it was", "everything back to where it was spawned", () => void ask("respawn", {})),
    button("clear", "take the scene away", () => void ask("clear", {})),
  ];
  const show = (): void => {
    const there = [...connection.services.values()].filter((one) => one.type === RESPAWN).map((one) => one.name.replace(/\/respawn$/, ""));
    options(spawner, there.sort());
    for (const one of controls) one.disabled = busy || !spawner.value || !connection.canWrite;
    if (!spawner.value) note.textContent = absent(connection, connection.canWrite ? NONE : READ_ONLY);
    else if ([NONE, READ_ONLY].includes(note.textContent ?? "")) note.textContent = "";
  };
  for (const [name, field] of Object.entries(fields)) {
    field.onchange = () => {
      settings[name] = name === "seed" ? Number(field.value) : field.value;
      changed();
    };
  }
  const stops = [connection.on("services", show), connection.on("state", show)];
  show();
  return {
    element: el(
      "div",
      { class: "panel" },
      el("div", { class: "tools" }, spawner, ...controls),
      el("div", { class: "scroll pad" }, el("div", { class: "form" }, ...Object.entries(fields).map(([name, field]) => el("label", {}, el("span", {}, name), field))), note, answer),
    ),
    close() {
      for (const stop of stops) stop();
    },
  };
}
