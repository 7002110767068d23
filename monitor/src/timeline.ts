// The line of time of a recording that is played: play, pause, speed, and where to.

import type { Connection } from "./connection";
import { button, el } from "./dom";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 50];
const JUMP = 5;

export function timeline(element: HTMLElement, connection: Connection): void {
  const line = el("input", { type: "range", step: "any", "aria-label": "time of the recording", title: "drag to any time; arrow keys move by small steps" });
  const speed = el("select", { "aria-label": "speed", title: "recorded s in a s" }, ...SPEEDS.map((one) => el("option", { value: one, selected: one === 1 }, `x ${one}`)));
  const at = el("output", { class: "clock" });
  let held = false;
  const playing = (): boolean => connection.playback?.playing ?? false;
  const ask = (play: boolean, seek?: number): void => connection.play(play, Number(speed.value), seek);
  const jump = (by: number): void => {
    const [begin, end] = connection.span ?? [0, 0];
    ask(playing(), Math.min(end, Math.max(begin, (connection.time ?? begin) + by)));
  };
  const go = button("play", "play or pause the recording (space)", () => ask(!playing()));
  const back = button(`−${JUMP} s`, `${JUMP} s back`, () => jump(-JUMP));
  const forth = button(`+${JUMP} s`, `${JUMP} s forward`, () => jump(JUMP));
  speed.onchange = () => ask(playing());
  line.onpointerdown = () => (held = true);
  // A slider released at its old position sends no change event.
  line.onchange = line.onpointerup = line.onpointercancel = () => (held = false);
  // A seek for each place that the slider passes would only make the server read.
  let waiting = false;
  line.oninput = () => {
    at.textContent = label(Number(line.value));
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      ask(playing(), Number(line.value));
    }, 100);
  };
  const label = (time: number): string => {
    const span = connection.span;
    return span ? `${(time - span[0]).toFixed(2)} of ${(span[1] - span[0]).toFixed(2)} s` : "";
  };
  const show = (): void => {
    const span = connection.span;
    element.hidden = span === undefined;
    if (!span) return;
    line.min = String(span[0]);
    line.max = String(span[1]);
    const state = connection.playback;
    go.textContent = state?.playing ? "pause" : "play";
    if (state) speed.value = String(SPEEDS.find((one) => Math.abs(one - state.speed) < 1e-3) ?? 1);
    move();
  };
  const move = (): void => {
    if (connection.span === undefined || held || waiting || connection.time === undefined) return;
    line.value = String(connection.time);
    at.textContent = label(connection.time);
  };
  element.append(go, back, forth, line, at, speed);
  connection.on("playback", show);
  connection.on("state", show);
  connection.on("time", move);
  connection.on("reset", move);
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (event.key !== " " || connection.span === undefined || ["BUTTON", "INPUT", "SELECT", "TEXTAREA", "SUMMARY"].includes(target.tagName)) return;
    event.preventDefault();
    go.click();
  });
  show();
}
