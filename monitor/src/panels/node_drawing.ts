// The graph of nodes as a drawing: a box for each node, an arrow from one that publishes to one that subscribes.

import { Graph, layout, type Point } from "@dagrejs/dagre";

export interface Arrow { from: string; to: string; topics: string[] }

// Topics of all nodes, which carry no information in the graph.
const EVERYWHERE = new Set(["/clock", "/rosout", "/rosout_agg"]);
const LETTER = 6.6, HEIGHT = 22, MARGIN = 10;
const SVG = "http://www.w3.org/2000/svg";

/** One arrow for all topics from a node to another one. */
export function arrows(publishers: Map<string, string[]>, subscribers: Map<string, string[]>): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const [topic, from] of publishers) {
    if (EVERYWHERE.has(topic)) continue;
    for (const one of from) {
      for (const other of subscribers.get(topic) ?? []) {
        if (one === other) continue;
        const key = `${one} ${other}`;
        if (!found.has(key)) found.set(key, { from: one, to: other, topics: [] });
        found.get(key)!.topics.push(topic);
      }
    }
  }
  return [...found.values()];
}

/** From left to right, in px at a scale of 1; the chosen node and its arrows stand out. */
export function drawing(names: string[], found: Arrow[], chosen: string, choose: (name: string) => void): SVGSVGElement {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 50, marginx: MARGIN, marginy: MARGIN });
  for (const name of names) graph.setNode(name, { width: LETTER * name.length + 2 * MARGIN, height: HEIGHT });
  for (const { from, to } of found) graph.setEdge(from, to, {});
  layout(graph);
  // Without nodes dagre gives no size.
  const { width = 0, height = 0 } = names.length > 0 ? graph.graph() : {};
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "graph" });
  picture.append(head());
  // Highlighted arrows are drawn last, above the others.
  const concerns = ({ from, to }: Arrow): boolean => from === chosen || to === chosen;
  for (const arrow of [...found].sort((a, b) => Number(concerns(a)) - Number(concerns(b)))) {
    const points = graph.edge(arrow.from, arrow.to).points!.map(({ x, y }: Point) => `${x},${y}`);
    const line = svg("polyline", { points: points.join(" "), class: concerns(arrow) ? "chosen" : "", "marker-end": "url(#head)" });
    line.append(titled(`${arrow.from} → ${arrow.to}: ${arrow.topics.sort().join(", ")}`));
    picture.append(line);
  }
  for (const name of names) picture.append(box(name, graph.node(name), name === chosen, choose));
  return picture;
}

function box(name: string, place: { x?: number; y?: number; width?: number }, chosen: boolean, choose: (name: string) => void): SVGElement {
  const { x = 0, y = 0, width = 0 } = place;
  const group = svg("g", { class: chosen ? "chosen" : "", tabindex: 0, role: "button", "aria-label": name, "aria-pressed": chosen, transform: `translate(${x} ${y})` });
  const text = svg("text", { "text-anchor": "middle", "dominant-baseline": "central" });
  text.textContent = name;
  group.append(svg("rect", { x: -width / 2, y: -HEIGHT / 2, width, height: HEIGHT, rx: 4 }), text);
  group.addEventListener("click", () => choose(name));
  group.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(name);
  });
  return group;
}

function head(): SVGElement {
  const definitions = svg("defs", {}), marker = svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" });
  marker.append(svg("path", { d: "M0 0 8 4 0 8z" }));
  definitions.append(marker);
  return definitions;
}

function titled(text: string): SVGElement {
  const title = svg("title", {});
  title.textContent = text;
  return title;
}

function svg<K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string | number | boolean>): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
