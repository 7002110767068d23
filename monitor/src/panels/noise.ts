// Degraded sensors: how strong the noise of each chain is, and faults that begin at once.

import type { Connection } from "../connection";
import { button, el, options } from "../dom";
import { absent, READ_ONLY, type Panel, type Settings } from "../panel";
import { rosTime } from "../time";

const FAULT = "sim/NoiseFault";
const KINDS = ["blackout", "freeze", "bias"];
const MOST = 5;

export function noise(connection: Connection, settings: Settings, changed: () => void): Panel {
  const node = el("select", { "aria-label": "noise node" });
  const rows = el("tbody");
  const note = el("div", { class: "note", role: "status" });
  const kind = el("select", { "aria-label": "fault" }, ...KINDS.map((name) => el("option", { value: name }, name)));
  const seconds = el("input", { type: "number", min: 0, step: "any", value: 2, "aria-label": "s that the fault lasts", title: "s that the fault lasts" });
  const part = el("input", { type: "text", placeholder: "angular_velocity", "aria-label": "field to add a bias to", hidden: true });
  const size = el("input", { type: "text", value: "[0.1]", "aria-label": "sizes of the bias", title: "one number, or one for each of the part's", hidden: true });
  const seed = el("input", { type: "number", step: 1, value: -1, "aria-label": "seed", title: "negative: the profile's own" });
  // By node and chain.
  const factors = new Map<string, Map<string, number>>();
  const sliders = new Map<string, HTMLInputElement>();
  let shown = "";
  let listed = "";

  const call = async (service: string, request: object): Promise<any> => {
    try {
      const answer = await connection.call(`${node.value}/${service}`, request);
      note.textContent = answer.status_message;
      note.className = answer.success ? "note" : "note error";
      return answer;
    } catch (error) {
      note.textContent = (error as Error).message;
      note.className = "note error";
      return undefined;
    }
  };
  const inject = (chain: string): void => {
    let sizes: unknown = [];
    if (kind.value === "bias") {
      try {
        sizes = JSON.parse(size.value);
      } catch {
        sizes = undefined;
      }
      if (!Array.isArray(sizes) || !sizes.every((one) => typeof one === "number")) {
        note.textContent = `'${size.value}' is not a list of numbers; write [0.1, 0, 0]`;
        note.className = "note error";
        return;
      }
    }
    const length = Number(seconds.value);
    const duration = rosTime(length);
    void call("inject_fault", { chain, kind: kind.value, part: kind.value === "bias" ? part.value : "", size: sizes, start: { sec: 0, nsec: 0 }, duration });
  };
  const factor = (chain: string): number => {
    const known = factors.get(node.value);
    return known?.get(chain) ?? known?.get("") ?? 1;
  };
  const scale = async (chain: string, wanted: number): Promise<void> => {
    const asked = node.value;
    const answer = await call("scale", { factor: wanted, chain });
    // That of all chains takes the place of each one's.
    const before = chain ? (factors.get(asked) ?? []) : [];
    if (answer?.success) factors.set(asked, new Map([...before, [chain, wanted]]));
    for (const [name, slider] of sliders) {
      if (chain && name !== chain) continue;
      slider.value = String(factor(name));
      slider.dispatchEvent(new Event("input"));
    }
  };
  const row = (chain: string): HTMLElement => {
    const value = el("output", {}, String(factor(chain)));
    const slider = el("input", { type: "range", min: 0, max: MOST, step: 0.1, value: factor(chain), "aria-label": `noise of ${chain || "all chains"}` });
    slider.oninput = () => (value.textContent = slider.value);
    slider.onchange = () => void scale(chain, Number(slider.value));
    sliders.set(chain, slider);
    return el("tr", {}, el("td", {}, chain || "all chains"), el("td", {}, slider), el("td", { class: "number" }, value), el("td", {}, button("fault", `fault of ${chain || "all chains"}`, () => inject(chain))));
  };
  const list = (): void => {
    const topics = [...connection.channels.keys()].filter((topic) => topic.startsWith("/noisy/") && !topic.endsWith("/camera_info")).map((topic) => topic.slice("/noisy".length));
    const chains = node.value ? ["", ...topics.sort()] : [];
    if (node.value !== shown || !note.textContent || !node.value) {
      const none = absent(connection, connection.canWrite ? "no sensor_noise runs here: start with noise:=car" : READ_ONLY);
      note.textContent = node.value ? "factors of the profile's sigmas; 0 is perfect sensors" : none;
      note.className = "note";
    }
    const wanted = JSON.stringify([node.value, chains]);
    shown = node.value;
    if (wanted === listed) return;
    listed = wanted;
    sliders.clear();
    rows.replaceChildren(...chains.map(row));
  };
  const show = (): void => {
    const there = [...connection.services.values()].filter((one) => one.type === FAULT).map((one) => one.name.replace(/\/inject_fault$/, ""));
    options(node, there.sort());
    if (settings.node && there.includes(settings.node)) node.value = settings.node;
    list();
    for (const one of [...tools.children, ...controls.querySelectorAll("button, input")]) (one as HTMLButtonElement).disabled = !node.value || !connection.canWrite;
  };
  node.onchange = () => {
    settings.node = node.value;
    changed();
    list();
  };
  kind.onchange = () => (part.hidden = size.hidden = kind.value !== "bias");
  const controls = el("div", { class: "scroll" }, el("table", {}, rows));
  const tools = el("div", { class: "tools" }, node, "fault:", kind, seconds, "s", part, size, el("span", {}, "seed:"), seed, button("reset seed", "all chains begin again with this seed", () => void call("reset_seed", { seed: BigInt(Math.trunc(Number(seed.value))) })));
  const stops = [connection.on("services", show), connection.on("state", show), connection.on("topics", show)];
  show();
  return {
    element: el("div", { class: "panel" }, tools, controls, note),
    close() {
      for (const stop of stops) stop();
    },
  };
}
