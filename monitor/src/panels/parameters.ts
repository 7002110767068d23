// The parameter server: find, look, set.

import type { Parameter } from "@foxglove/ws-protocol";
import type { Connection } from "../connection";
import { button, el } from "../dom";
import { READ_ONLY, type Panel, type Settings } from "../panel";

const LONGEST = 200;

export function parameters(connection: Connection, settings: Settings, changed: () => void): Panel {
  const filter = el("input", { type: "search", placeholder: "filter parameters", "aria-label": "filter parameters", value: settings.filter ?? "" });
  const body = el("tbody");
  const note = el("div", { class: "note", role: "status" });
  let all: Parameter[] = [];

  const show = (): void => {
    body.replaceChildren(...all.filter((one) => one.name.includes(filter.value)).map(row));
    note.textContent = connection.state !== "open" ? "not connected" : connection.canWrite ? "" : READ_ONLY;
  };
  const row = (one: Parameter): HTMLElement => {
    const value = JSON.stringify(one.value) ?? "";
    const long = value.length > LONGEST;
    const input = el("input", { type: "text", value: long ? `${value.slice(0, LONGEST)}…` : value, "aria-label": one.name, readonly: long || !connection.canWrite });
    input.onchange = () => void put(one, input.value);
    return el("tr", {}, el("td", {}, one.name), el("td", { class: "wide" }, input));
  };
  const put = async (one: Parameter, written: string): Promise<void> => {
    try {
      const [set] = await connection.setParameter({ name: one.name, value: JSON.parse(written), type: one.type });
      one.value = set?.value;
      note.textContent = `${one.name} is set; most nodes read their parameters only at their start`;
    } catch (error) {
      note.textContent = error instanceof SyntaxError ? `${one.name}: '${written}' is not valid JSON; write texts in double quotes` : (error as Error).message;
    }
  };
  const load = async (): Promise<void> => {
    try {
      all = (await connection.parameters()).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      all = [];
    }
    show();
  };
  filter.oninput = () => {
    settings.filter = filter.value;
    changed();
    show();
  };
  const state = (): void => void (connection.state === "open" && load());
  const stop = connection.on("state", state);
  state();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, filter, button("refresh", "read all again", () => void load())), el("div", { class: "scroll" }, el("table", {}, body)), note),
    close: stop,
  };
}
