// Results of finished runs: the figures of summary.json, and columns of their tables over time.

import uPlot from "uplot";
import type { Connection } from "../connection";
import { button, el, options } from "../dom";
import { tree } from "../fields";
import type { Panel, Settings } from "../panel";
import { range, space } from "../scales";

interface Run { name: string; files: string[] }
interface Table { columns: string[]; rows: string[][] }

const FIGURES = ["summary.json", "scenario.json", "mission.json"];
/** What is looked at first. */
const FIRST = ["speed", "speed_mps"];
const COLOURS = ["#3b82f6", "#ef4444", "#22a55b", "#d97706", "#a855f7", "#0ea5b7"];
const decoder = new TextDecoder();

export function runs(connection: Connection, settings: Settings, changed: () => void): Panel {
  const run = el("select", { "aria-label": "run" });
  const file = el("select", { "aria-label": "table" });
  const column = el("select", { "aria-label": "column" });
  const figures = el("div", { class: "content scroll" });
  const picture = el("div", { class: "chart" });
  const note = el("div", { class: "note", role: "status" });
  const opened = new Set<string>();
  let known: Run[] = [];
  let table: Table | undefined;
  let chart: uPlot | undefined;
  let shown: HTMLImageElement | undefined;

  const read = async (uri: string): Promise<Uint8Array> => connection.asset(uri, true);
  const failed = (error: Error): void => void (note.textContent = error.message);
  const chosen = (): Run | undefined => known.find((one) => one.name === run.value);

  const list = async (): Promise<void> => {
    known = JSON.parse(decoder.decode(await read("run://")));
    options(run, known.map((one) => one.name));
    if (settings.run && chosen() && known.some((one) => one.name === settings.run)) run.value = settings.run;
    note.textContent = known.length ? "" : "no finished run found in this monitor's folders";
    await open();
  };
  const open = async (): Promise<void> => {
    const one = chosen();
    figures.replaceChildren();
    options(file, (one?.files ?? []).filter((name) => !name.endsWith(".json")));
    if (!one) return;
    if (settings.file && one.files.includes(settings.file)) file.value = settings.file;
    for (const name of FIGURES.filter((found) => one.files.includes(found))) {
      const data = JSON.parse(decoder.decode(await read(`run://${one.name}/${name}`)));
      figures.append(el("b", {}, name), tree(data, opened));
    }
    await load();
  };
  const load = async (): Promise<void> => {
    const one = chosen();
    table = undefined;
    shown?.remove();
    shown = undefined;
    column.hidden = !file.value.endsWith(".csv");
    if (!one || !file.value) return draw();
    const data = await read(`run://${one.name}/${file.value}`);
    if (!column.hidden) {
      const [head, ...rows] = decoder.decode(data).trim().split(/\r?\n/).map((line) => line.split(","));
      table = { columns: head ?? [], rows };
      options(column, numeric(table));
      note.textContent = rows.length ? "" : `${file.value} has no rows yet`;
      const wanted = [settings.column, ...FIRST].find((one) => numeric(table!).includes(one));
      if (wanted) column.value = wanted;
    } else {
      const url = URL.createObjectURL(new Blob([data.slice()], { type: file.value.endsWith(".svg") ? "image/svg+xml" : "image/png" }));
      shown = el("img", { src: url, alt: file.value, onload: () => URL.revokeObjectURL(url) });
      picture.append(shown);
    }
    draw();
  };
  const draw = (): void => {
    chart?.destroy();
    chart = undefined;
    if (!table || !column.value) return;
    const lines = series(table, column.value);
    const style = getComputedStyle(document.documentElement);
    const axis = { stroke: style.getPropertyValue("--text"), grid: { stroke: style.getPropertyValue("--line"), width: 1 }, ticks: { stroke: style.getPropertyValue("--line"), width: 1 } };
    chart = new uPlot(
      {
        width: Math.max(picture.clientWidth, 50),
        height: Math.max(picture.clientHeight - 24, 50),
        scales: { x: { time: false }, y: { range } },
        axes: [{ ...axis, label: "s", size: 40, labelSize: 14 }, { ...axis, size: 60, space, label: column.value, labelSize: 14 }],
        series: [{ label: "s" }, ...lines.map((one, i) => ({ label: one.name, stroke: COLOURS[i % COLOURS.length]!, width: 1.5 }))],
      },
      lines.length ? uPlot.join(lines.map((one) => [one.times, one.values] as uPlot.AlignedData)) : [[]],
      picture,
    );
  };
  const keep = (): void => {
    Object.assign(settings, { run: run.value, file: file.value, column: column.value });
    changed();
  };
  run.onchange = () => {
    keep();
    void open().catch(failed);
  };
  file.onchange = () => {
    keep();
    void load().catch(failed);
  };
  column.onchange = () => {
    keep();
    draw();
  };
  const again = (): void => {
    if (connection.state === "open") void list().catch(failed);
  };
  const stops = [connection.on("state", again)];
  const watch = new ResizeObserver(draw);
  watch.observe(picture);
  document.addEventListener("theme", draw);
  again();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, run, button("again", "look for runs again", again), file, column), note, figures, picture),
    close() {
      for (const stop of stops) stop();
      watch.disconnect();
      document.removeEventListener("theme", draw);
      chart?.destroy();
    },
  };
}

/** The columns with numbers, but the one of time. */
function numeric(table: Table): string[] {
  return table.columns.filter((name, i) => !["time", "begin", "end"].includes(name) && table.rows.some((row) => row[i] && Number.isFinite(Number(row[i]))));
}

/** A column over time; where rows begin with names, as of detectors, one line for each. */
function series(table: Table, name: string): { name: string; times: number[]; values: (number | null)[] }[] {
  const at = table.columns.indexOf(name);
  const time = table.columns.findIndex((one) => one === "time" || one === "begin");
  const named = table.columns[0] !== "time";
  const found = new Map<string, { name: string; times: number[]; values: (number | null)[] }>();
  for (const row of table.rows) {
    const which = named ? row[0]! : name;
    const line = found.get(which) ?? { name: which, times: [], values: [] };
    found.set(which, line);
    line.times.push(Number(row[time]));
    line.values.push(row[at] ? Number(row[at]) : null);
  }
  return [...found.values()];
}
