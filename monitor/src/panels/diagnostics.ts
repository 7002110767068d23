// The newest status of everything on /diagnostics, the worst first.

import type { Connection, Message } from "../connection";
import { el } from "../dom";
import { every, type Panel, type Settings } from "../panel";

const NAMES = ["ok", "warning", "error", "stale"];
// Wall ms after which a status that was not repeated is stale.
const OLD_MS = 5000;

export function diagnostics(connection: Connection, settings: Settings, changed: () => void): Panel {
  const least = el("select", { "aria-label": "least level" }, ...NAMES.map((name, i) => el("option", { value: i, selected: i === (settings.level ?? 0) }, i === 0 ? "all" : i < 3 ? `${name} and worse` : name)));
  const list = el("div", { class: "scroll" });
  const found = new Map<string, { status: Message; at: number }>();
  const open = new Set<string>();

  const show = (): void => {
    const now = performance.now();
    const rows = [...found.values()]
      .map(({ status, at }) => ({ status, level: now - at > OLD_MS ? 3 : status.level }))
      .filter((one) => one.level >= Number(least.value))
      .sort((a, b) => b.level - a.level || (a.status.name < b.status.name ? -1 : 1));
    list.replaceChildren(
      ...rows.map(({ status, level }) => {
        const details = el(
          "details",
          { class: NAMES[level] ?? "error", open: open.has(status.name) },
          el("summary", {}, el("b", {}, `${NAMES[level] ?? level} `), `${status.name}: ${status.message}`),
          el("table", {}, ...status.values.map((one: Message) => el("tr", {}, el("td", {}, one.key), el("td", {}, one.value)))),
        );
        details.ontoggle = () => (details.open ? open.add(status.name) : open.delete(status.name));
        return details;
      }),
    );
    if (rows.length === 0) list.textContent = "nothing of this level has been reported";
  };
  least.onchange = () => {
    settings.level = Number(least.value);
    changed();
    show();
  };
  const stop = connection.subscribe("/diagnostics", (message) => {
    for (const status of message.status) found.set(status.name, { status, at: performance.now() });
  });
  const timer = every(1000, show);
  show();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, least), list),
    close() {
      stop();
      timer();
    },
  };
}
