// Traffic lights: what each shows and until when; held in a state by hand, or back to its program.

import type { Connection, Message } from "../connection";
import { button, el } from "../dom";
import { absent, every, type Panel, type Settings } from "../panel";

const LIGHTS = "/traffic/lights";
const SET = "/traffic/set_light";
const NONE = "no traffic lights here, or no traffic";
/** SUMO's letters. */
const COLOURS: Record<string, string> = { r: "#d22", u: "#e70", y: "#ca0", g: "#3a5", G: "#0a3", o: "#ca0", O: "#888", s: "#d22" };

interface Light { state: string; program: string; until: number }

export function lights(connection: Connection, settings: Settings, changed: () => void): Panel {
  const rows = el("tbody");
  const note = el("div", { class: "note", role: "status" });
  const state = el("input", { type: "text", size: 8, value: settings.state ?? "r", "aria-label": "state", title: "a letter per link, or one for all: r y g G u o O s" });
  const seconds = el("input", { type: "number", min: 0, step: "any", value: settings.seconds ?? 20, "aria-label": "s that it is held", title: "s that it is held; 0: until it is released" });
  const cells = new Map<string, { state: HTMLElement; program: HTMLElement; until: HTMLElement }>();
  const known = new Map<string, Light>();

  const call = async (light: string, wanted: string): Promise<void> => {
    try {
      const answer = await connection.call(SET, { light, state: wanted, duration: wanted ? Number(seconds.value) : 0 });
      note.textContent = answer.status_message || `${light}: ${wanted ? `held at ${wanted}` : "released"} from the next step of the traffic on`;
      note.className = answer.success ? "note" : "note error";
    } catch (error) {
      note.textContent = (error as Error).message;
      note.className = "note error";
    }
  };
  const controls = (light: string): HTMLElement[] => [button("hold", `hold ${light} in this state`, () => void call(light, state.value)), button("release", `${light} back to its program`, () => void call(light, ""))];
  const row = (light: string): HTMLElement => {
    const made = { state: el("td"), program: el("td"), until: el("td", { class: "number" }) };
    cells.set(light, made);
    return el("tr", { "data-light": light }, el("td", {}, light), made.state, made.program, made.until, el("td", {}, ...controls(light)));
  };
  const paint = (): void => {
    for (const [light, { state: letters, program, until }] of known) {
      const cell = cells.get(light)!;
      const left = connection.time === undefined || until < 0 ? "" : `${Math.max(0, until - connection.time).toFixed(0)} s`;
      if (cell.until.textContent !== left) cell.until.textContent = left;
      cell.program.textContent = program === "online" ? "by hand" : program;
      if (cell.state.textContent === letters) continue;
      cell.state.replaceChildren(...[...letters].map((letter) => el("b", { style: `color: ${COLOURS[letter] ?? "inherit"}` }, letter)));
    }
  };
  const take = (message: Message): void => {
    known.clear();
    message.light.forEach((name: string, i: number) => {
      const one = known.get(name) ?? { state: "", program: message.program[i], until: message.next_switch[i] };
      known.set(name, { ...one, state: one.state + message.state[i] });
    });
    if (known.size !== cells.size || [...known.keys()].some((name) => !cells.has(name))) list();
    paint();
  };
  const list = (): void => {
    cells.clear();
    rows.replaceChildren(...[...known.keys()].sort().map(row));
    enable();
  };
  const look = (): void => {
    // With the traffic its lights are gone.
    if (!connection.channels.has(LIGHTS)) known.clear();
    if (known.size !== cells.size) list();
    else enable();
  };
  const enable = (): void => {
    const can = connection.canWrite && connection.services.has(SET);
    for (const one of rows.querySelectorAll("button")) one.disabled = !can;
    if (known.size === 0) note.textContent = absent(connection, NONE);
    else if (note.textContent === NONE) note.textContent = "";
  };
  for (const one of [state, seconds]) {
    one.onchange = () => {
      Object.assign(settings, { state: state.value, seconds: Number(seconds.value) });
      changed();
    };
  }
  const stops = [connection.subscribe(LIGHTS, take), connection.on("services", enable), connection.on("state", enable), connection.on("topics", look), every(1000, paint)];
  enable();
  return {
    element: el(
      "div",
      { class: "panel" },
      el("div", { class: "tools" }, "hold in", state, "for", seconds, "s"),
      el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {}, ...["light", "shows", "program", "switches in", ""].map((name) => el("th", { class: name === "switches in" && "number" }, name)))), rows)),
      note,
    ),
    close() {
      for (const stop of stops) stop();
    },
  };
}
