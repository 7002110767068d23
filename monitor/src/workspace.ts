// Panels side by side: a tree of splits with draggable borders, stored in the browser.

import type { Connection } from "./connection";
import { button, el } from "./dom";
import type { Panel, PanelKind, Settings } from "./panel";
import { ALL } from "./sensors";

interface Leaf { panel: string; settings: Settings }
/** A panel that is open, and of what it was made. */
interface Opened { panel: Panel; kind: string; settings: Settings }
interface Split { direction: "row" | "column"; share: number; parts: [Layout, Layout] }
export type Layout = Leaf | Split;

const KEY = "sim-monitor-layout";
/** The monitor for whose sensors panels were opened. */
const SESSION = "sim-monitor-sensors";
const LEAST = 0.1;

const leaf = (panel: string, settings: Settings = {}): Leaf => ({ panel, settings });
const isSplit = (layout: Layout): layout is Split => "parts" in layout;

const leaves = (layout: Layout): Leaf[] => (isSplit(layout) ? layout.parts.flatMap(leaves) : [layout]);

export function standard(): Layout {
  return {
    direction: "row",
    share: 0.62,
    parts: [
      { direction: "column", share: 0.7, parts: [leaf("view"), leaf("plot")] },
      { direction: "column", share: 0.5, parts: [leaf("topics"), leaf("log")] },
    ],
  };
}

/** A layout from JSON; an error says what is wrong with it. */
export function checked(value: any, kinds: Record<string, PanelKind>): Layout {
  if (typeof value !== "object" || value === null) throw new Error("a layout is an object");
  if ("parts" in value) {
    if (!["row", "column"].includes(value.direction)) throw new Error("a split's direction is row or column");
    if (!(value.share >= LEAST && value.share <= 1 - LEAST)) throw new Error(`a split's share lies between ${LEAST} and ${1 - LEAST}`);
    if (!Array.isArray(value.parts) || value.parts.length !== 2) throw new Error("a split has two parts");
    return { direction: value.direction, share: value.share, parts: [checked(value.parts[0], kinds), checked(value.parts[1], kinds)] };
  }
  if (!(value.panel in kinds)) throw new Error(`a panel is one of ${Object.keys(kinds).join(", ")}, not ${value.panel}`);
  return leaf(value.panel, typeof value.settings === "object" && value.settings !== null ? value.settings : {});
}

export class Workspace {
  #layout: Layout;
  #open = new Map<Leaf, Opened>();

  constructor(
    private readonly element: HTMLElement,
    private readonly connection: Connection,
    private readonly kinds: Record<string, PanelKind>,
  ) {
    this.#layout = this.#saved();
    this.#show();
    connection.on("session", () => this.#showSensors());
    if (connection.session) this.#showSensors();
  }

  /** Shows a panel with these settings: the one of its kind that is there, else beside the last. */
  open(panel: string, settings: Settings): void {
    if (!(panel in this.kinds)) return;
    const there = leaves(this.#layout).find((one) => one.panel === panel);
    if (there) there.settings = { ...there.settings, ...settings };
    else this.#layout = { direction: "row", share: 0.7, parts: [this.#layout, leaf(panel, settings)] };
    this.#show();
    this.element.querySelector<HTMLElement>(`section[data-panel="${panel}"]`)?.focus();
  }

  /** Shows what sensors see where the monitor is to begin with that; what the user then changes stays. */
  #showSensors(): void {
    if (!this.connection.showsSensors || localStorage.getItem(SESSION) === this.connection.session) return;
    localStorage.setItem(SESSION, this.connection.session);
    const panels = leaves(this.#layout);
    for (const one of panels) if (one.panel === "view") one.settings = { ...one.settings, sensors: true };
    const pictures = panels.find((one) => one.panel === "picture") ?? panels.find((one) => one.panel === "topics");
    if (!pictures) return this.open("picture", { topic: ALL });
    pictures.panel = "picture";
    pictures.settings = { topic: ALL };
    this.#show();
  }

  get layout(): Layout {
    return this.#layout;
  }

  set layout(layout: Layout) {
    this.#layout = layout;
    this.#show();
  }

  /** Moves the keyboard to the panel of this number, from 0 on. */
  focus(number: number): void {
    this.element.querySelectorAll<HTMLElement>(".tile")[number]?.focus();
  }

  #saved(): Layout {
    try {
      return checked(JSON.parse(localStorage.getItem(KEY) ?? ""), this.kinds);
    } catch {
      return standard();
    }
  }

  #save(): void {
    localStorage.setItem(KEY, JSON.stringify(this.#layout));
  }

  #show(): void {
    // Unchanged panels continue: a plot keeps its curves, a script runs.
    const there = leaves(this.#layout);
    for (const [leaf, { panel, kind, settings }] of this.#open) {
      if (there.includes(leaf) && kind === leaf.panel && settings === leaf.settings) continue;
      panel.close();
      this.#open.delete(leaf);
    }
    this.element.replaceChildren(this.#made(this.#layout, (next) => (this.layout = next), undefined));
    this.#save();
  }

  #made(layout: Layout, replace: (next: Layout) => void, remove: (() => void) | undefined): HTMLElement {
    return isSplit(layout) ? this.#split(layout, replace) : this.#tile(layout, replace, remove);
  }

  #split(split: Split, replace: (next: Layout) => void): HTMLElement {
    const parts = split.parts.map((part, i) =>
      this.#made(
        part,
        (next) => {
          split.parts[i] = next;
          this.#show();
        },
        () => replace(split.parts[1 - i]!),
      ),
    );
    const bar = el("div", { class: "splitter", role: "separator", tabindex: 0, "aria-label": "drag or use arrow keys to resize", "aria-orientation": split.direction === "row" ? "vertical" : "horizontal" });
    const box = el("div", { class: `split ${split.direction}` }, parts[0], bar, parts[1]);
    const size = (share: number): void => {
      split.share = Math.min(1 - LEAST, Math.max(LEAST, share));
      parts[0]!.style.flex = `${split.share} 1 0`;
      parts[1]!.style.flex = `${1 - split.share} 1 0`;
    };
    size(split.share);
    bar.onpointerdown = (start) => {
      bar.setPointerCapture(start.pointerId);
      bar.onpointermove = (event) => {
        const area = box.getBoundingClientRect();
        size(split.direction === "row" ? (event.clientX - area.left) / area.width : (event.clientY - area.top) / area.height);
      };
      bar.onpointerup = () => {
        bar.onpointermove = null;
        this.#save();
      };
    };
    bar.onkeydown = (event) => {
      const step = { ArrowLeft: -0.02, ArrowUp: -0.02, ArrowRight: 0.02, ArrowDown: 0.02 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      size(split.share + step);
      this.#save();
    };
    return box;
  }

  #tile(tile: Leaf, replace: (next: Layout) => void, remove: (() => void) | undefined): HTMLElement {
    const kind = this.kinds[tile.panel]!;
    const opened = this.#open.get(tile) ?? { panel: kind.make(this.connection, tile.settings, () => this.#save()), kind: tile.panel, settings: tile.settings };
    this.#open.set(tile, opened);
    const { panel } = opened;
    const choice = el("select", { "aria-label": "panel", onchange: () => replace(leaf(choice.value)) });
    choice.append(...Object.entries(this.kinds).map(([name, one]) => el("option", { value: name, selected: name === tile.panel }, one.title)));
    const divide = (direction: "row" | "column"): void =>
      replace({ direction, share: 0.5, parts: [tile, leaf(tile.panel === "topics" ? "plot" : "topics")] });
    return el(
      "section",
      { class: "tile", tabindex: -1, "aria-label": kind.title, "data-panel": tile.panel },
      el(
        "div",
        { class: "tile-head" },
        choice,
        el("span", { class: "grow" }),
        button("⬌", "add a panel to the right", () => divide("row")),
        button("⬍", "add a panel below", () => divide("column")),
        remove && button("✕", "close this panel", remove),
      ),
      panel.element,
    );
  }
}
