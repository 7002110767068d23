// The bar above the panels: time and what changes it, the connection, layouts, colours.

import type { Connection } from "./connection";
import { button, download, el } from "./dom";
import { checked, standard, type Workspace } from "./workspace";
import type { PanelKind } from "./panel";

const THEMES = ["auto", "light", "dark"];
const GET_PHYSICS = "/gazebo/get_physics_properties";
const FASTEST = Infinity;
const FACTORS = [0.1, 0.25, 0.5, 1, 2, 5, 10, FASTEST];
const THEME_KEY = "sim-monitor-theme";

export function bar(element: HTMLElement, connection: Connection, workspace: Workspace, kinds: Record<string, PanelKind>): void {
  const clock = el("output", { class: "clock", title: "simulated time", "aria-label": "simulated time" }, "–");
  const factor = el("output", { class: "note", title: "simulated s in a s" });
  const state = el("span", { class: "state", role: "status" });
  const steps = el("input", { type: "number", min: 1, step: 1, value: 1, title: "physics steps of one 'step'", "aria-label": "physics steps" });
  const call = async (service: string, request: object = {}): Promise<void> => {
    try {
      const answer = await connection.call(service, request);
      if (answer.success === false) throw new Error(answer.status_message);
      say("");
    } catch (error) {
      say((error as Error).message);
    }
  };
  const note = el("span", { class: "error", role: "alert" });
  const say = (text: string): void => {
    note.textContent = note.title = text;
  };
  const pace = el("select", { title: "simulated s in a s, at most", "aria-label": "speed of the simulation", onchange: () => void setPace() });
  const paces = (factor?: number): void => {
    const known = factor === undefined || FACTORS.includes(factor) ? FACTORS : [...FACTORS, factor].sort((a, b) => a - b);
    pace.replaceChildren(...known.map((one) => el("option", { value: one, selected: one === factor }, one === FASTEST ? "fastest" : `x ${one}`)));
    if (factor === undefined) pace.selectedIndex = -1;
  };
  const readPace = async (): Promise<void> => {
    if (!connection.services.has(GET_PHYSICS)) return paces();
    const { max_update_rate: rate, time_step: step } = await connection.call(GET_PHYSICS, {});
    paces(rate ? Number((rate * step).toPrecision(3)) : FASTEST);
  };
  const setPace = async (): Promise<void> => {
    const factor = Number(pace.value);
    try {
      const found = await connection.call(GET_PHYSICS, {});
      await call("/gazebo/set_physics_properties", { ...found, max_update_rate: factor === FASTEST ? 0 : factor / found.time_step });
      await readPace();
    } catch (error) {
      say((error as Error).message);
    }
  };
  paces();
  const control = [
    button("pause", "pause the simulation (p)", () => void call("/gazebo/pause_physics")),
    button("run", "let the simulation go on (r)", () => void call("/gazebo/unpause_physics")),
    button("step", "so many physics steps while it is paused (s)", () => void call("/gazebo/step_world", { steps: Number(steps.value) })),
    steps,
    pace,
    button("reset", "traffic and simulator back to their beginning", () => void reset()),
  ];
  const reset = (): Promise<void> => call(["/traffic_bridge/reset", "/gazebo/reset_simulation"].find((name) => connection.services.has(name)) ?? "/gazebo/reset_simulation");
  const show = (): void => {
    const alone = connection.state === "open" && !connection.hasSimulator && connection.span === undefined;
    const only = connection.state === "open" && !connection.canWrite && connection.span === undefined;
    state.textContent = { open: `● connected${only ? ", read-only" : ""}${alone ? ", no simulator runs" : ""}`, connecting: "○ connecting", closed: "○ connection lost, trying again" }[connection.state];
    state.className = `state ${connection.state}`;
    for (const one of control) one.disabled = connection.state !== "open" || !connection.canWrite;
    // A recording has its own line of time.
    for (const one of control) one.hidden = connection.span !== undefined;
  };
  connection.on("playback", show);
  connection.on("state", show);
  connection.on("services", show);
  connection.on("graph", show);
  let paced = false;
  const lookForPace = (): void => {
    const there = connection.services.has(GET_PHYSICS);
    if (there !== paced) void readPace().catch((error: Error) => say(error.message));
    paced = there;
  };
  connection.on("services", lookForPace);
  connection.on("time", () => (clock.textContent = connection.time === undefined ? "–" : `${connection.time.toFixed(2)} s`));
  connection.on("pace", () => (factor.textContent = connection.pace === undefined ? "" : `x ${connection.pace.toFixed(2)}`));

  const file = el("input", { type: "file", accept: ".json", hidden: true, onchange: () => void open() });
  const open = async (): Promise<void> => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      workspace.layout = checked(JSON.parse(await chosen.text()), kinds);
      say("");
    } catch (error) {
      say(`${chosen.name}: ${(error as Error).message}`);
    }
    file.value = "";
  };
  const theme = el("select", { "aria-label": "colours", title: "colours" }, ...THEMES.map((name) => el("option", { value: name }, name)));
  const paint = (): void => {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(THEME_KEY, theme.value);
    document.dispatchEvent(new Event("theme"));
  };
  theme.value = localStorage.getItem(THEME_KEY) ?? "auto";
  theme.onchange = paint;
  paint();
  element.append(
    el("b", {}, "sim monitor"),
    clock,
    factor,
    ...control,
    note,
    el("span", { class: "grow" }),
    state,
    button("save layout", "save the panels to a file", () => download("layout.json", JSON.stringify(workspace.layout, null, 2), "application/json")),
    button("open layout", "open panels from a file", () => file.click()),
    file,
    button("standard", "the panels of the beginning", () => (workspace.layout = standard())),
    theme,
  );
  show();
  lookForPace();
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    const key = { p: 0, r: 1, s: 2 }[event.key];
    if (key !== undefined) (control[key] as HTMLButtonElement).click();
    else if (/^[1-9]$/.test(event.key)) workspace.focus(Number(event.key) - 1);
  });
}

/** What the server says beside messages: what is dropped, missing or wrong. */
export function statusLine(element: HTMLElement, connection: Connection): void {
  const show = (): void => {
    const shown = [...connection.statuses.entries()].map(([id, one]) => {
      const line = el("div", { class: ["info", "warning", "error"][one.level] ?? "error" }, one.message);
      if (!id) line.append(" ", button("✕", "dismiss", () => { connection.statuses.delete(id); show(); }));
      return line;
    });
    element.replaceChildren(...shown);
  };
  connection.on("status", show);
}
