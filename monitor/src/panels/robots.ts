// Arms with joints that take trajectories: a slider for each joint, and the arm's CRCL status.

import type { Connection, Message } from "../connection";
import { button, el, options } from "../dom";
import { fixed } from "../fields";
import { absent, every, type Panel, type Settings } from "../panel";
import { rosTime } from "../time";

const TRAJECTORY = "trajectory_msgs/JointTrajectory";
const RUN = "/monitor/run_crcl";
const NONE = "no arm runs here: start with crcl:=fanuc, or ./run robot";
const STATES = ["ready", "working", "done", "error"];
const SHOWN_MS = 200;
const SHOWN_HZ = 10;

/** Where a joint may be, in its unit. */
interface Limits { low: number; high: number; unit: string }
/** What a slider goes through where a joint has no limits. */
const TURN = { low: -Math.PI, high: Math.PI };
interface Joint { name: string; moved: boolean; unit: string; row: HTMLElement; slider: HTMLInputElement; measured: HTMLOutputElement }

export function robots(connection: Connection, settings: Settings, changed: () => void): Panel {
  const choice = el("select", { "aria-label": "robot" });
  const seconds = el("input", { type: "number", min: 0.1, step: 0.1, value: 2, "aria-label": "s for the way", title: "s in which the joints go there" });
  const rows = el("tbody");
  const crcl = el("div", { class: "content", "aria-live": "off" });
  const note = el("div", { class: "note", role: "status" });
  let joints: Joint[] = [];
  let limits = new Map<string, Limits>();
  let stops: (() => void)[] = [];
  let shown: string | undefined;
  let last: Message | undefined;

  const go = (): void => {
    const topic = `${choice.value}/command`;
    const channel = connection.channels.get(topic);
    if (!channel) return void (note.textContent = `${topic} no longer exists`);
    const length = Number(seconds.value);
    if (!(length > 0)) return void (note.textContent = "the duration must be above 0 s");
    const zero = { sec: 0, nsec: 0 };
    const time = rosTime(length);
    const moved = joints.filter((one) => one.moved);
    if (!moved.length) return void (note.textContent = "move a joint's slider first");
    const positions = moved.map((one) => Number(one.slider.value));
    connection.publish(topic, TRAJECTORY, channel.schema, {
      header: { seq: 0, stamp: zero, frame_id: "" },
      joint_names: moved.map((one) => one.name),
      points: [{ positions, velocities: [], accelerations: [], effort: [], time_from_start: time }],
    });
    for (const one of moved) one.moved = false;
    note.textContent = `sent to ${topic}; a controller that moves the arm commands it too`;
  };
  const make = (name: string, at: number): Joint => {
    const { low, high, unit } = limits.get(name) ?? { ...TURN, unit: "" };
    const slider = el("input", { type: "range", min: low, max: high, step: "any", value: at, "aria-label": name });
    const wanted = el("output", {}, place(at, unit));
    const measured = el("output", {}, place(at, unit));
    slider.oninput = () => {
      wanted.textContent = place(Number(slider.value), unit);
      made.moved = true;
    };
    const row = el("tr", {}, el("td", {}, name), el("td", {}, slider), el("td", { class: "number" }, wanted), el("td", { class: "number" }, measured));
    const made: Joint = { name, moved: false, unit, row, slider, measured };
    return made;
  };
  const take = (message: Message): void => {
    last = message;
    if (message.name.join() !== joints.map((one) => one.name).join()) {
      joints = message.name.map((name: string, i: number) => make(name, message.position[i]));
      rows.replaceChildren(...joints.map((one) => one.row));
    }
  };
  const measured = (): void => joints.forEach((one, i) => (one.measured.textContent = place(last?.position[i] ?? 0, one.unit)));
  const status = (message: Message): void => {
    const { x, y, z } = message.pose.position;
    const lines = [
      `CRCL command ${message.id}: ${STATES[message.state] ?? message.state}${message.description ? `, ${message.description}` : ""}`,
      `point x ${fixed(x, 3)}  y ${fixed(y, 3)}  z ${fixed(z, 3)} m${message.tool ? `, tool ${message.tool}` : ""}`,
      `speed ${(100 * message.override).toFixed(0)} %${message.configuration ? `, ${message.configuration}` : ""}`,
    ];
    crcl.replaceChildren(...lines.map((line) => el("div", { class: message.state === 3 ? "error" : "" }, line)));
  };
  const takeRobot = async (): Promise<void> => {
    if (choice.value === shown) return;
    shown = choice.value;
    for (const stop of stops) stop();
    stops = [];
    joints = [];
    rows.replaceChildren();
    crcl.replaceChildren();
    note.textContent = "";
    if (!shown) return;
    const robot = shown;
    const read = await limitsOf(connection, robot).catch(() => new Map<string, Limits>());
    // Another robot may have been chosen meanwhile; its limits are not these.
    if (robot !== shown) return;
    limits = read;
    stops = [connection.subscribe(`${robot}/joint_states`, take, SHOWN_HZ), connection.subscribe(`${robot}/crcl/status`, status, SHOWN_HZ)];
  };
  const show = (): void => {
    const there = connection.topicsOf(TRAJECTORY).filter((topic) => topic.endsWith("/command")).map((topic) => topic.slice(0, -"/command".length));
    options(choice, there.filter((robot) => connection.channels.has(`${robot}/joint_states`)));
    if (settings.robot && there.includes(settings.robot)) choice.value = settings.robot;
    send.disabled = hold.disabled = !connection.canWrite || !choice.value;
    program.disabled = halt.disabled = !connection.services.has(RUN) || !connection.channels.has(`${choice.value}/crcl/status`);
    void takeRobot();
    if (!choice.value) note.textContent = absent(connection, NONE);
  };
  choice.onchange = () => {
    settings.robot = choice.value;
    changed();
    void takeRobot();
  };
  const send = button("go", "move the joints whose sliders were moved", go);
  const file = el("input", { type: "file", accept: ".xml", hidden: true, onchange: () => void upload() });
  const run = async (text: string): Promise<void> => {
    try {
      note.textContent = (await connection.call(RUN, { robot: choice.value, program: text })).status_message;
    } catch (error) {
      note.textContent = (error as Error).message;
    }
  };
  const upload = async (): Promise<void> => {
    const chosen = file.files?.[0];
    if (chosen) await run(await chosen.text());
    file.value = "";
  };
  const program = button("program …", "send a CRCL program from a file, command by command", () => file.click());
  const halt = button("stop program", "stop the program that was sent from a page", () => void run(""));
  const reported = connection.subscribe("/diagnostics", (message) => {
    const status = message.status.find((one: Message) => one.name === `monitor: CRCL program of ${choice.value}`);
    if (status) note.textContent = status.message;
  });
  const hold = button("here", "sliders to where the joints are", () => {
    joints.forEach((one, i) => {
      one.slider.value = String(last?.position[i] ?? 0);
      one.slider.dispatchEvent(new Event("input"));
      one.moved = false;
    });
  });
  const ends = [reported, connection.on("topics", show), connection.on("services", show), connection.on("state", show), every(SHOWN_MS, measured)];
  show();
  const head = el("tr", {}, ...["joint", "", "wanted", "measured"].map((word, i) => el("th", { class: i > 1 && "number" }, word)));
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, choice, seconds, "s", send, hold, program, halt, file), crcl, el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), rows)), note),
    close() {
      for (const stop of [...ends, ...stops]) stop();
    },
  };
}

const place = (at: number, unit: string): string => `${fixed(at, 3)} ${unit}`;

/** Where a robot's joints may be, by the robot_description in its namespace. */
async function limitsOf(connection: Connection, robot: string): Promise<Map<string, Limits>> {
  const [found] = await connection.parameters([`${robot}/robot_description`]);
  const limits = new Map<string, Limits>();
  if (typeof found?.value !== "string") return limits;
  const urdf = new DOMParser().parseFromString(found.value, "application/xml");
  for (const joint of urdf.querySelectorAll("robot > joint")) {
    const limit = joint.querySelector("limit");
    const low = Number(limit?.getAttribute("lower") ?? NaN);
    const high = Number(limit?.getAttribute("upper") ?? NaN);
    const unit = joint.getAttribute("type") === "prismatic" ? "m" : "rad";
    limits.set(joint.getAttribute("name")!, { ...(high > low ? { low, high } : TURN), unit });
  }
  return limits;
}
