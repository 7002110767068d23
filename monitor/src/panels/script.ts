// Python that runs on the monitor's machine, beside the simulation and in its time.

import type { Connection } from "../connection";
import { button, el } from "../dom";
import type { Panel, Settings } from "../panel";

const EXAMPLE = `# The ego's mean speed over 10 simulated s.
speeds, begun = [], now()
for topic, odometry in messages("/ego/odom"):
    speeds.append(odometry.twist.twist.linear.x)
    if now() > begun + 10:
        break
print(f"{sum(speeds) / len(speeds):.2f} m/s")
`;
const MOST_SHOWN = 200000;

export function script(connection: Connection, settings: Settings, changed: () => void): Panel {
  const code = el("textarea", { class: "code", spellcheck: "false", "aria-label": "Python" });
  const output = el("pre", { class: "scroll log", "aria-label": "output", "aria-live": "polite" });
  const note = el("span", { class: "note", role: "status" });
  let stop: (() => void) | undefined;
  code.value = settings.code ?? EXAMPLE;
  code.onchange = () => {
    settings.code = code.value;
    changed();
  };
  code.onkeydown = (event) => {
    if (event.key === "Enter" && event.ctrlKey) run.click();
  };
  const run = button("run", "run this Python on the monitor's machine (Ctrl+Enter)", () => {
    output.textContent = "";
    note.textContent = "runs";
    run.disabled = true;
    halt.disabled = false;
    stop = connection.runScript(code.value, (text, status) => {
      output.textContent = (output.textContent + text).slice(-MOST_SHOWN);
      output.scrollTop = output.scrollHeight;
      if (status === undefined) return;
      note.textContent = status === 0 ? "has ended" : `has ended with ${status}`;
      stop = undefined;
      show();
    });
  });
  const halt = button("stop", "end it", () => stop?.());
  const show = (): void => {
    run.disabled = connection.state !== "open" || !connection.runsScripts || stop !== undefined;
    halt.disabled = stop === undefined;
    if (connection.state === "open" && !connection.runsScripts) note.textContent = "scripts are disabled: start the monitor with scripts:=true";
  };
  const gone = connection.on("state", () => {
    if (connection.state === "closed") stop = undefined;
    show();
  });
  show();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, run, halt, note), code, output),
    close() {
      gone();
      stop?.();
    },
  };
}
