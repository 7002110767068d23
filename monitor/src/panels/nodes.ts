// The graph of nodes, drawn, and what each publishes, subscribes to and offers.

import type { Connection } from "../connection";
import { button, el, parted } from "../dom";
import type { Panel, Settings } from "../panel";
import { arrows, drawing } from "./node_drawing";

interface Node { publishes: string[]; subscribes: string[]; offers: string[] }

const STEP = 1.25;

export function nodes(connection: Connection, settings: Settings, changed: () => void): Panel {
  const filter = el("input", { type: "search", placeholder: "filter by node or topic", "aria-label": "filter by node or topic", value: settings.filter ?? "" });
  const picture = el("div", { class: "scroll" });
  const list = el("div", { class: "scroll" });
  const open = new Set<string>();
  let chosen = "";

  const show = (): void => {
    const found = gathered();
    const fits = ([name, node]: [string, Node]): boolean => [name, ...node.publishes, ...node.subscribes].some((one) => one.includes(filter.value));
    const shown = [...found].filter(fits).sort();
    const names = new Set(shown.map(([name]) => name));
    if (!names.has(chosen)) chosen = "";
    const between = arrows(connection.graph.publishers, connection.graph.subscribers).filter(({ from, to }) => names.has(from) && names.has(to));
    const focused = document.activeElement?.closest(".graph g")?.getAttribute("aria-label");
    picture.replaceChildren(drawing([...names], between, chosen, choose));
    if (focused) picture.querySelector<SVGElement>(`g[aria-label="${CSS.escape(focused)}"]`)?.focus();
    scale();
    list.replaceChildren(...shown.filter(([name]) => !chosen || name === chosen).map(([name, node]) => describe(name, node)));
  };
  const gathered = (): Map<string, Node> => {
    const found = new Map<string, Node>();
    const gather = (map: Map<string, string[]>, kind: keyof Node): void => {
      for (const [name, ids] of map) {
        for (const id of ids) {
          if (!found.has(id)) found.set(id, { publishes: [], subscribes: [], offers: [] });
          found.get(id)![kind].push(name);
        }
      }
    };
    const { publishers, subscribers, providers } = connection.graph;
    gather(publishers, "publishes");
    gather(subscribers, "subscribes");
    gather(providers, "offers");
    return found;
  };
  const choose = (name: string): void => {
    chosen = chosen === name ? "" : name;
    if (chosen) open.add(chosen);
    show();
  };
  const scale = (): void => {
    const drawn = picture.querySelector("svg");
    if (drawn) drawn.style.width = `${100 * (settings.zoom ?? 1)}%`;
  };
  const zoom = (by: number): void => {
    settings.zoom = Math.min(Math.max((settings.zoom ?? 1) * by, 1), 8);
    changed();
    scale();
  };
  const others = (map: Map<string, string[]>, topic: string): string => (map.get(topic) ?? []).join(", ") || "none";
  const describe = (name: string, node: Node): HTMLElement => {
    const details = el(
      "details",
      { open: open.has(name) },
      el("summary", {}, el("b", {}, name), ` ${node.publishes.length} out, ${node.subscribes.length} in, ${node.offers.length} services`),
      el(
        "table",
        {},
        ...node.publishes.sort().map((topic) => el("tr", {}, el("td", { class: "arrow" }, "→"), el("td", {}, parted(topic)), el("td", {}, parted(others(connection.graph.subscribers, topic))))),
        ...node.subscribes.sort().map((topic) => el("tr", {}, el("td", { class: "arrow" }, "←"), el("td", {}, parted(topic)), el("td", {}, parted(others(connection.graph.publishers, topic))))),
      ),
    );
    details.ontoggle = () => (details.open ? open.add(name) : open.delete(name));
    return details;
  };
  filter.oninput = () => {
    settings.filter = filter.value;
    changed();
    show();
  };
  const stop = connection.on("graph", show);
  show();
  const tools = el("div", { class: "tools" }, filter, button("−", "smaller", () => zoom(1 / STEP)), button("+", "larger", () => zoom(STEP)));
  return { element: el("div", { class: "panel" }, tools, picture, list), close: stop };
}
