// Numbers of messages over simulated time; zoom by dragging, all again by a double click.

import uPlot from "uplot";
import type { Connection, Message } from "../connection";
import { button, download, el, options } from "../dom";
import { number, numberPaths } from "../fields";
import { range, space } from "../scales";
import { absent, every, type Panel, type Settings } from "../panel";

const COLOURS = ["#3b82f6", "#ef4444", "#22a55b", "#d97706", "#a855f7", "#0ea5b7", "#db2777", "#84a313"];
const MOST = 20000;
const DRAWN_MS = 150;
/** s by which stamps may be after the time that is known. */
const BACK = 0.4;

interface Series { topic: string; path: string; times: number[]; values: (number | null)[]; stop: () => void }

export function plot(connection: Connection, settings: Settings, changed: () => void): Panel {
  const series: Series[] = [];
  let paused = false;
  /** Whether a part is looked at, which stays while values come. */
  let zoomed = false;
  /** Whether time has gone back while the plot was stopped. */
  let behind = false;
  let stale = true;
  let chart: uPlot | undefined;
  const box = el("div", { class: "chart" });
  const topic = el("select", { class: "short", "aria-label": "topic" });
  const path = el("input", { type: "text", placeholder: "field, as twist.twist.linear.x", class: "field", "aria-label": "field", list: `paths-${Math.random()}` });
  const paths = el("datalist", { id: path.getAttribute("list")! });
  const span = el("input", { type: "number", min: 1, step: 1, value: settings.span ?? 60, title: "s that are shown", "aria-label": "s that are shown" });
  const legend = el("div", { class: "chips" });
  let stopLearning: (() => void) | undefined;

  const learn = (): void => {
    stopLearning?.();
    paths.replaceChildren();
    if (!topic.value) return;
    let done = false;
    stopLearning = connection.subscribe(topic.value, (message: Message) => {
      if (done) return;
      done = true;
      paths.replaceChildren(...numberPaths(message).map((one) => el("option", { value: one })));
    }, 1);
  };
  const show = (): void => {
    const there = [...connection.channels.keys()].sort();
    const before = topic.value;
    options(topic, there, "topic …");
    if (topic.value !== before) learn();
  };
  topic.onchange = learn;
  const save = (): void => {
    settings.series = series.map((one) => [one.topic, one.path]);
    settings.span = Number(span.value);
    changed();
    rebuild();
  };
  const add = (name: string, field: string): void => {
    if (!name || !field || series.some((one) => one.topic === name && one.path === field)) return;
    const one: Series = { topic: name, path: field, times: [], values: [], stop: () => undefined };
    one.stop = connection.subscribe(name, (message, time) => {
      const value = number(message, field);
      if (value === undefined || paused) return;
      const at = message.header ? message.header.stamp.sec + message.header.stamp.nsec / 1e9 || time : time;
      // A seek back in a recording removes the samples that will come again.
      while (connection.span && one.times.length && one.times.at(-1)! > at) {
        one.times.pop();
        one.values.pop();
      }
      if (one.times.length && at < one.times.at(-1)! - 1) forget(one);
      one.times.push(at);
      one.values.push(Number.isFinite(value) ? value : null);
      if (one.times.length > MOST) {
        one.times.splice(0, MOST / 10);
        one.values.splice(0, MOST / 10);
      }
      stale = true;
    });
    series.push(one);
  };
  /** Begins again, as time does. */
  const forget = (one: Series): void => {
    one.times.length = one.values.length = 0;
    zoomed = false;
    stale = true;
  };
  /** What is of before a reset would keep what comes after it out of the picture, also where no more comes of it. */
  const forgetBefore = (): void => {
    if (connection.span) return;
    if (paused) behind = true;
    else for (const one of series) if (one.times.length && one.times.at(-1)! > connection.time! + BACK) forget(one);
  };
  const rebuild = (): void => {
    chart?.destroy();
    zoomed = false;
    const style = getComputedStyle(document.documentElement);
    const axis = { stroke: style.getPropertyValue("--text"), grid: { stroke: style.getPropertyValue("--line"), width: 1 }, ticks: { stroke: style.getPropertyValue("--line"), width: 1 } };
    chart = new uPlot(
      {
        width: Math.max(box.clientWidth, 50),
        height: Math.max(box.clientHeight, 50),
        legend: { show: false },
        hooks: { setSelect: [() => void (zoomed = true)] },
        scales: { x: { time: false }, y: { range } },
        axes: [{ ...axis, label: "s", size: 40, labelSize: 14 }, { ...axis, size: 60, space }],
        series: [{}, ...series.map((one, i) => ({ label: `${one.topic}.${one.path}`, stroke: COLOURS[i % COLOURS.length]!, width: 1.5, spanGaps: true }))],
      },
      [[], ...series.map(() => [])] as uPlot.AlignedData,
      box,
    );
    legend.replaceChildren(
      ...series.map((one, i) =>
        el("span", { class: "chip" }, el("span", { style: `color:${COLOURS[i % COLOURS.length]}` }, "━ "), `${one.topic}.${one.path} `, el("span", { class: "note", "data-topic": one.topic }), button("✕", "remove", () => {
          one.stop();
          series.splice(i, 1);
          save();
        })),
      ),
    );
    markMissing();
    stale = true;
  };
  const draw = (): void => {
    if (!stale || !chart || paused || zoomed) return;
    stale = false;
    const from = Math.max(...series.map((one) => one.times.at(-1) ?? -Infinity)) - Number(span.value);
    const tables = series.map((one) => {
      const first = one.times.findIndex((time) => time >= from);
      const start = first < 0 ? one.times.length : first;
      return [one.times.slice(start), one.values.slice(start)] as uPlot.AlignedData;
    });
    chart.setData(tables.length ? uPlot.join(tables) : [[]]);
  };
  const pause = button("pause", "stop the plot, to look at it", () => {
    paused = !paused;
    // Nothing has come since the plot was stopped, so that all is of before.
    if (behind) series.forEach(forget);
    behind = false;
    pause.textContent = paused ? "go on" : "pause";
    pause.setAttribute("aria-pressed", String(paused));
  });
  const csv = button("CSV", "save what is plotted", () => {
    const lines = series.flatMap((one) => one.times.map((time, i) => `${one.topic},${one.path},${time},${one.values[i] ?? ""}`));
    download("plot.csv", ["topic,field,time,value", ...lines].join("\n") + "\n", "text/csv");
  });
  const enter = (): void => {
    add(topic.value, path.value);
    save();
  };
  box.ondblclick = () => {
    zoomed = false;
    stale = true;
  };
  path.onkeydown = (event) => event.key === "Enter" && enter();
  span.onchange = save;
  const markMissing = (): void => {
    for (const note of legend.querySelectorAll<HTMLElement>("[data-topic]")) note.textContent = connection.channels.has(note.dataset.topic!) ? "" : absent(connection, "no publisher");
  };
  const stop = connection.on("topics", () => {
    show();
    markMissing();
  });
  const stopResets = connection.on("reset", forgetBefore);
  const timer = every(DRAWN_MS, draw);
  const watch = new ResizeObserver(() => chart?.setSize({ width: Math.max(box.clientWidth, 50), height: Math.max(box.clientHeight, 50) }));
  watch.observe(box);
  show();
  for (const [name, field] of settings.series ?? [["/ego/odom", "twist.twist.linear.x"]]) add(name, field);
  queueMicrotask(rebuild);
  const theme = matchMedia("(prefers-color-scheme: dark)");
  theme.addEventListener("change", rebuild);
  document.addEventListener("theme", rebuild);
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, topic, path, paths, button("add", "plot this field", enter), span, pause, csv), legend, box),
    close() {
      stop();
      stopResets();
      timer();
      watch.disconnect();
      theme.removeEventListener("change", rebuild);
      document.removeEventListener("theme", rebuild);
      stopLearning?.();
      for (const one of series) one.stop();
      chart?.destroy();
    },
  };
}
