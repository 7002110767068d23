// The graph of nodes: what each publishes, subscribes to and offers.

import type { Connection } from "../connection";
import { el } from "../dom";
import type { Panel, Settings } from "../panel";

interface Node { publishes: string[]; subscribes: string[]; offers: string[] }

export function nodes(connection: Connection, settings: Settings, changed: () => void): Panel {
  const filter = el("input", { type: "search", placeholder: "filter by node or topic", "aria-label": "filter by node or topic", value: settings.filter ?? "" });
  const list = el("div", { class: "scroll" });
  const open = new Set<string>();

  const show = (): void => {
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
    const fits = ([name, node]: [string, Node]): boolean => [name, ...node.publishes, ...node.subscribes].some((one) => one.includes(filter.value));
    list.replaceChildren(...[...found].filter(fits).sort().map(([name, node]) => describe(name, node)));
  };
  const others = (map: Map<string, string[]>, topic: string): string => (map.get(topic) ?? []).join(", ") || "nobody";
  const describe = (name: string, node: Node): HTMLElement => {
    const details = el(
      "details",
      { open: open.has(name) },
      el("summary", {}, el("b", {}, name), ` ${node.publishes.length} out, ${node.subscribes.length} in, ${node.offers.length} services`),
      el(
        "table",
        {},
        ...node.publishes.sort().map((topic) => el("tr", {}, el("td", {}, "→"), el("td", {}, topic), el("td", {}, others(connection.graph.subscribers, topic)))),
        ...node.subscribes.sort().map((topic) => el("tr", {}, el("td", {}, "←"), el("td", {}, topic), el("td", {}, others(connection.graph.publishers, topic)))),
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
  return { element: el("div", { class: "panel" }, el("div", { class: "tools" }, filter), list), close: stop };
}
