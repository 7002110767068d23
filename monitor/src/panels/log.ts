// Log messages of nodes on /rosout, with filters.

import type { Connection, Message } from "../connection";
import { button, el } from "../dom";
import type { Panel, Settings } from "../panel";

const LEVELS: [number, string][] = [[1, "debug"], [2, "info"], [4, "warning"], [8, "error"], [16, "fatal"]];
const MOST = 1000;

export function log(connection: Connection, settings: Settings, changed: () => void): Panel {
  const level = el("select", { "aria-label": "least level" }, ...LEVELS.map(([value, name]) => el("option", { value, selected: value === (settings.level ?? 2) }, value < 16 ? `${name} and worse` : name)));
  const filter = el("input", { type: "search", placeholder: "filter by node or words", "aria-label": "filter by node or words", value: settings.filter ?? "" });
  const lines = el("div", { class: "scroll log", role: "log" });
  const kept: Message[] = [];

  const fits = (one: Message): boolean => one.level >= Number(level.value) && `${one.name} ${one.msg}`.toLowerCase().includes(filter.value.toLowerCase());
  const line = (one: Message): HTMLElement => {
    const name = LEVELS.find(([value]) => value === one.level)?.[1] ?? String(one.level);
    const at = (one.header.stamp.sec + one.header.stamp.nsec / 1e9).toFixed(3);
    return el("div", { class: `line ${name}` }, el("span", { class: "time" }, at), el("b", {}, ` ${name} `), el("span", { class: "node" }, `${one.name} `), one.msg);
  };
  const show = (): void => {
    lines.replaceChildren(...kept.filter(fits).map(line));
    lines.scrollTop = lines.scrollHeight;
  };
  const add = (one: Message): void => {
    kept.push(one);
    if (kept.length > MOST) kept.shift();
    if (!fits(one)) return;
    const below = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
    lines.append(line(one));
    while (lines.childElementCount > MOST) lines.firstElementChild!.remove();
    if (below) lines.scrollTop = lines.scrollHeight;
  };
  const choose = (): void => {
    settings.level = Number(level.value);
    settings.filter = filter.value;
    changed();
    show();
  };
  level.onchange = filter.oninput = choose;
  const stop = connection.subscribe("/rosout", add);
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, level, filter, button("clear", "forget these lines", () => { kept.length = 0; show(); })), lines),
    close: stop,
  };
}
