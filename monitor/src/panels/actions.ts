// Actions: a goal by a form made from its type, the server's feedback, its result.

import { parse } from "@foxglove/rosmsg";
import type { Connection, Message } from "../connection";
import { button, el, options } from "../dom";
import { form, tree, type Form } from "../fields";
import { absent, type Panel, type Settings } from "../panel";
import { rosTime } from "../time";

const RESULT = /ActionResult$/;
const NONE = "no action server runs here";
const CANCEL = { type: "actionlib_msgs/GoalID", schema: "time stamp\nstring id" };
/** Of actionlib_msgs/GoalStatus. */
const STATES = ["pending", "active", "preempted", "succeeded", "aborted", "rejected", "preempting", "recalling", "recalled", "lost"];

export function actions(connection: Connection, settings: Settings, changed: () => void): Panel {
  const choice = el("select", { "aria-label": "actions" });
  const type = el("span", { class: "note" });
  const holder = el("div");
  const state = el("div", { class: "note", role: "status" });
  // Apart from the state, which comes again and again.
  const problem = el("div", { class: "note error", role: "alert" });
  const feedback = el("div", { class: "content" });
  const result = el("div", { class: "content", "aria-live": "polite" });
  const opened = new Set<string>();
  let goal: { form: Form; type: string; schema: string } | undefined;
  let sent = "";
  let shown: string | undefined;
  let stops: (() => void)[] = [];

  const fail = (error: unknown): void => void (problem.textContent = (error as Error).message);
  const tell = (text: string): void => void (state.textContent = text);
  const names = (): string[] =>
    [...connection.channels.values()]
      .filter((one) => RESULT.test(one.schemaName) && one.topic.endsWith("/result"))
      .map((one) => one.topic.slice(0, -"/result".length))
      .filter((name) => connection.channels.has(`${name}/status`))
      .sort();
  const describe = async (name: string): Promise<void> => {
    const found = await connection.describe(`${name}/goal`);
    const all = parse(found.schema);
    const field = all.find((one) => one.name === undefined)?.definitions.find((one) => one.name === "goal");
    const main = all.find((one) => one.name === field?.type);
    if (!main) throw new Error(`${name}/goal has the type ${found.type}, which is not the goal of an action`);
    if (name !== choice.value) return;
    goal = { form: form([{ ...main, name: undefined }, ...all.filter((one) => one.name !== undefined)]), ...found };
    type.textContent = found.type.replace(/Goal$/, "");
    holder.replaceChildren(goal.form.element);
  };
  const choose = (): void => {
    const name = choice.value;
    if (name === shown) return;
    shown = name;
    for (const stop of stops) stop();
    stops = [];
    goal = undefined;
    sent = type.textContent = problem.textContent = "";
    for (const one of [holder, feedback, result]) one.replaceChildren();
    tell("");
    if (!name) return;
    stops = [
      connection.subscribe(`${name}/status`, (message: Message) => {
        const mine = message.status_list.find((one: Message) => one.goal_id.id === sent) ?? message.status_list.at(-1);
        if (mine) tell([mine.goal_id.id === sent ? "this goal" : `a goal of another client, ${mine.goal_id.id}`, STATES[mine.status] ?? mine.status, mine.text].filter(Boolean).join(": "));
      }, 5),
      connection.subscribe(`${name}/feedback`, (message: Message) => feedback.replaceChildren(el("b", {}, "feedback"), tree(message.feedback, opened)), 5),
      connection.subscribe(`${name}/result`, (message: Message) => {
        result.replaceChildren(el("b", {}, `result: ${STATES[message.status.status] ?? message.status.status}`), ` ${message.status.text}`, tree(message.result, opened));
      }),
    ];
    void describe(name).catch(fail);
  };
  const send = (): void => {
    if (!goal) return;
    try {
      const stamp = rosTime(connection.time ?? Date.now() / 1000);
      const id = `monitor-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
      connection.publish(`${choice.value}/goal`, goal.type, goal.schema, { header: { seq: 0, stamp, frame_id: "" }, goal_id: { stamp, id }, goal: goal.form.value() });
      sent = id;
      problem.textContent = "";
      result.replaceChildren();
      feedback.replaceChildren();
      tell("this goal: sent");
    } catch (error) {
      fail(error);
    }
  };
  // Without an id and a time, all goals.
  const cancel = (): void => connection.publish(`${choice.value}/cancel`, CANCEL.type, CANCEL.schema, { stamp: { sec: 0, nsec: 0 }, id: sent });
  const controls = [button("send goal", "send this goal", send), button("cancel", "cancel this goal; all, where none was sent from here", cancel)];
  const show = (): void => {
    const there = names();
    options(choice, there);
    if (settings.name && there.includes(settings.name)) choice.value = settings.name;
    choose();
    if (!choice.value) tell(absent(connection, NONE));
    for (const one of controls) one.disabled = !connection.canWrite || !choice.value;
  };
  choice.onchange = () => {
    settings.name = choice.value;
    changed();
    show();
  };
  const watched = [connection.on("topics", show), connection.on("state", show)];
  show();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, choice, type), el("div", { class: "scroll pad" }, holder, el("div", { class: "tools" }, ...controls), problem, state, feedback, result)),
    close() {
      for (const stop of [...watched, ...stops]) stop();
    },
  };
}
