// Recordings: topics to record into a file on the monitor's machine, and the progress.

import type { Connection, Message } from "../connection";
import { button, el } from "../dom";
import type { Panel, Settings } from "../panel";

const RECORD = "sim/Record";
const STATUS = "monitor: recording";
const FORMATS = { mcap: "MCAP", bag: "rosbag" };

export function record(connection: Connection, settings: Settings, changed: () => void): Panel {
  const filter = el("input", { type: "search", placeholder: "filter topics", "aria-label": "filter topics" });
  const name = el("input", { type: "text", placeholder: "name, else the time", "aria-label": "name of the file" });
  const format = el("select", { "aria-label": "format" }, ...Object.entries(FORMATS).map(([value, text]) => el("option", { value }, text)));
  const all = el("input", { type: "checkbox", checked: settings.topics === undefined });
  const list = el("div", { class: "scroll pad" });
  const state = el("div", { class: "pad", role: "status" });
  let could: boolean | undefined;
  let rows: { topic: string; box: HTMLInputElement; row: HTMLElement }[] = [];

  const service = (): string | undefined => [...connection.services.values()].find((one) => one.type === RECORD)?.name;
  const say = (text: string, wrong = false): void => {
    state.textContent = text;
    state.className = wrong ? "pad error" : "pad";
  };
  const call = async (which: string, request: object): Promise<void> => {
    try {
      const answer = await connection.call(which, request);
      say(answer.success !== false ? (answer.message ?? answer.status_message) : (answer.message || answer.status_message), !answer.success);
    } catch (error) {
      say((error as Error).message, true);
    }
  };
  const begin = button("record", "begin to record these topics", () => {
    const where = service();
    const topics = all.checked ? [] : rows.filter((one) => one.box.checked).map((one) => one.topic);
    if (!where) return say("this monitor cannot record", true);
    if (!all.checked && !topics.length) return say("choose a topic first", true);
    void call(where, { name: name.value.trim(), format: format.value, topics });
  });
  const end = button("stop", "end the recording", () => {
    const where = service();
    if (where) void call(where.replace(/record$/, "stop_recording"), {});
  });
  const save = (): void => {
    settings.topics = all.checked ? undefined : rows.filter((one) => one.box.checked).map((one) => one.topic);
    changed();
  };
  const sift = (): void => rows.forEach((one) => (one.row.hidden = !one.topic.includes(filter.value)));
  const show = (): void => {
    begin.disabled = end.disabled = !service();
    const able = service() !== undefined;
    if (able !== could) say(able ? "" : connection.span ? "a recording is played" : "this page may not record");
    could = able;
    const wanted = new Set<string>(settings.topics ?? []);
    rows = [...connection.channels.keys()].sort().map((topic) => {
      const box = el("input", { type: "checkbox", checked: wanted.has(topic), disabled: all.checked, onchange: save });
      return { topic, box, row: el("label", { class: "line" }, box, ` ${topic}`) };
    });
    list.replaceChildren(...rows.map((one) => one.row));
    sift();
  };
  all.onchange = () => {
    save();
    show();
  };
  filter.oninput = sift;
  const stops = [
    connection.on("topics", show),
    connection.on("services", show),
    connection.subscribe("/diagnostics", (message: Message) => {
      const status = message.status.find((one: Message) => one.name === STATUS);
      // A played recording contains the status of its own recording.
      if (status && !connection.span) say(status.message, status.level === 2);
    }),
  ];
  show();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, begin, end, name, format, el("label", {}, all, " all topics"), filter), state, list),
    close() {
      for (const stop of stops) stop();
    },
  };
}
