// Uses what page.mjs does not, in one Chromium: the address of a monitor that shows sensors and runs
// scripts, of one that plays a recording and of one that is read-only are the arguments. Prints what it found as JSON.
import { chromium } from "playwright-core";

const [scripting, replay, looking] = process.argv.slice(2);
const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.SIM_CHROMIUM, args: ["--no-sandbox", "--enable-unsafe-swiftshader", ...quiet] });
const context = await browser.newContext({ viewport: { width: 960, height: 600 } });
await context.addInitScript(() => {
  window.sockets = [];
  // As if the server had sent it.
  window.tell = (frame) => window.sockets.at(-1).dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  window.WebSocket = class extends WebSocket {
    constructor(...words) {
      super(...words);
      window.sockets.push(this);
    }
  };
});
const page = await context.newPage();
page.setDefaultTimeout(120000);
const found = { errors: [] };
page.on("pageerror", (error) => found.errors.push(error.message));
const tile = (name) => page.locator(`section[data-panel="${name}"]`);
const show = (from, to) => tile(from).getByLabel("panel", { exact: true }).selectOption(to);

// What sensors see is there from the beginning; a script publishes for one.
await page.goto(scripting);
await page.locator('button[aria-pressed="true"]', { hasText: "sensors" }).waitFor();
await tile("picture").waitFor();
found.pictures = await tile("picture").getByLabel("pictures", { exact: true }).inputValue();
await show("plot", "script");
const script = tile("script");
const run = async (code) => {
  await script.getByLabel("Python", { exact: true }).fill(code);
  await script.getByRole("button", { name: "run this Python" }).click();
};
const ended = async () => {
  const note = script.locator(".note");
  await note.getByText(/^has ended/).waitFor();
  return [await script.getByLabel("output", { exact: true }).textContent(), await note.textContent()];
};
await run(`
from std_msgs.msg import Header
from sim.srv import SceneRespawn
rospy.set_param("/probe/robot_description", '<robot name="probe"><joint name="turns" type="continuous"/><joint name="slides" type="prismatic"><limit lower="-1" upper="2"/></joint></robot>')
rospy.Service("/probe/respawn", SceneRespawn, lambda request: {"success": request.all_or_nothing, "status_message": request.source.scenario, "seed": request.source.seed})
print("begins")
while True:
    publish("/traffic/lights", "sim/TrafficLights", light=["probe", "probe"], state=["r", "G"], program=["0", "0"], next_switch=[-1, -1])
    publish("/probe/image_raw", "sensor_msgs/Image", height=2, width=3, encoding="mono8", step=3, data=bytes(6))
    publish("/probe/range", "sensor_msgs/Range", header=Header(frame_id="world"), field_of_view=0.2, min_range=0.1, max_range=4.0, range=1.0)
    publish("/probe/joint_states", "sensor_msgs/JointState", name=["turns", "slides", "unknown"], position=[4.0, 0.0, 0.0])
    publish("/probe/command", "trajectory_msgs/JointTrajectory")
    rospy.rostime.wallsleep(0.2)
`);
found.picture = await tile("picture").locator("figure .note", { hasText: "/probe/image_raw, 3 x 2, mono8" }).textContent();
await page.waitForFunction(() => window.view.counters.layers > 0);
await tile("view").getByRole("button", { name: "topics that are drawn" }).click();
found.drawn = await tile("view").getByLabel("/probe/range").isChecked();
// The lights that there are, held by who has the traffic; a scene by who spawns it.
await show("log", "lights");
const light = tile("lights").locator('tr[data-light="probe"]');
await light.getByText("rG").waitFor();
await light.getByRole("button", { name: "hold probe" }).click();
await tile("lights").locator(".note.error").waitFor();
found.light = await tile("lights").locator(".note").textContent();
// With the topic its lights are gone.
await page.evaluate(() => {
  window.topic = monitor.connection.channels.get("/traffic/lights");
  window.tell({ op: "unadvertise", channelIds: [window.topic.id] });
});
await tile("lights").getByText("no traffic lights here").waitFor();
found.lights = await tile("lights").locator("tbody tr").count();
await page.evaluate(() => window.tell({ op: "advertise", channels: [window.topic] }));
await light.getByText("rG").waitFor();
await show("lights", "scene");
await tile("scene").getByLabel("Scenic program", { exact: false }).fill("kitchen");
await tile("scene").getByLabel("seed of the scene").fill("7");
await tile("scene").getByRole("button", { name: "turn what stands into this scene" }).click();
await tile("scene").getByText("seed: ").waitFor();
found.scene = [await tile("scene").locator(".note").textContent(), await tile("scene").locator("li", { hasText: "seed: " }).textContent()];
// A joint has its unit by its type, also where it has no limits, and its own robot's limits,
// also where another robot's description comes after them.
await page.evaluate(() => {
  const { connection } = window.monitor;
  const parameters = connection.parameters.bind(connection);
  let answered;
  const probe = new Promise((resolve) => (answered = resolve));
  connection.parameters = async (names) => {
    const found = await parameters(names);
    if (names?.[0] === "/probe/robot_description") answered();
    else await probe;
    return found;
  };
});
await show("scene", "robots");
const joints = tile("robots").locator("tbody tr");
await tile("robots").getByLabel("robot", { exact: true }).selectOption("/probe");
await joints.filter({ hasText: "turns" }).waitFor();
found.joints = await joints.evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td, input")].map((one) => one.max ?? one.textContent).filter(Boolean)));
await show("robots", "plot");
await script.getByRole("button", { name: "end it" }).click();
found.stopped = await ended();
await run('sleep(0.1)\nprint(f"at {now() > 0}")');
await script.locator("pre", { hasText: "at True" }).waitFor();
found.printed = await ended();
await run('raise ValueError("wrong")');
await script.locator("pre", { hasText: "ValueError" }).waitFor();
found.failed = await ended();
// What the user has changed stays.
await tile("view").getByRole("button", { name: "clouds, scans" }).click();
await tile("view").getByLabel("follow", { exact: true }).selectOption("");
await page.reload();
await tile("view").locator('button[aria-pressed="false"]', { hasText: "sensors" }).waitFor();

// Where nothing is followed all is seen, also what comes later; what is followed then is seen from near.
const distance = () => page.evaluate(() => window.view.camera.position.distanceTo(window.view.controls.target));
await page.waitForFunction(() => window.view.controls.target.lengthSq() > 0);
const nearer = await distance();
await page.evaluate(() => window.view.world.states.set("ground_robot", { pose: { position: { x: 900, y: 0, z: 0 } }, twist: {} }));
await page.waitForFunction((before) => window.view.camera.position.distanceTo(window.view.controls.target) > before, nearer);
await tile("view").getByLabel("follow", { exact: true }).selectOption("ground_robot");
await page.waitForFunction(() => window.view.controls.target.x === 900);
found.followed = [nearer, await distance()];

// A connection that breaks, as when the machine slept: it is said, and what was shown goes on, where a
// master that was silent meanwhile has made topics have other numbers too. Nobody says that a topic is
// not there.
const connected = page.locator("#bar .state");
await page.waitForFunction(() => monitor.connection.received("/gazebo/model_states")?.count > 0 && monitor.connection.simulator.startsWith("rosrpc://"));
await page.evaluate(() => {
  const states = monitor.connection.channels.get("/gazebo/model_states");
  window.tell({ op: "advertise", channels: [{ ...states, id: states.id + 1000000 }] });
  // The last that is told of a connection that is lost.
  monitor.connection.on("graph", () => {
    if (monitor.connection.state === "closed") window.unknown = [...document.querySelectorAll("section .note")].map((one) => one.textContent);
  });
  window.sockets.at(-1).close();
});
await connected.getByText("trying again").waitFor();
await connected.getByText(/connected$/).waitFor();
const count = await page.evaluate(() => monitor.connection.received("/gazebo/model_states").count);
await page.waitForFunction((before) => monitor.connection.received("/gazebo/model_states").count > before, count);
found.same = await page.evaluate(() => window.sockets.length > 1);
found.unknown = await page.evaluate(() => window.unknown);
// A simulator that ends, as the server tells it, and another: that is learnt from the beginning.
found.alone = await page.evaluate(() => {
  window.kept = true;
  window.service = monitor.connection.services.get("/gazebo/get_world_properties");
  window.tell({ op: "unadvertiseServices", serviceIds: [window.service.id] });
  return document.querySelector("#bar .state").textContent;
});
// After the answer, since the page opens again.
await page.evaluate(() => void setTimeout(() => window.tell({ op: "simulator", uri: "rosrpc://another:1" })));
await page.waitForFunction(() => !window.kept && window.monitor?.connection.hasSimulator);
// One that took its place while the connection was broken.
await page.waitForFunction(() => monitor.connection.simulator);
await page.evaluate(() => {
  window.kept = true;
  monitor.connection.simulator = "rosrpc://before:1";
  window.sockets.at(-1).close();
});
await page.waitForFunction(() => !window.kept && window.monitor?.connection.hasSimulator);

// A page that may only look knows that a simulator runs, and says what it may not.
await page.goto(looking);
await connected.getByText("connected, read-only").waitFor();
await page.waitForFunction(() => monitor.connection.hasSimulator);
found.looking = await connected.textContent();
await page.waitForFunction(() => monitor.connection.received("/gazebo/model_states")?.count > 0);
const able = (name) => tile(name).locator("button:enabled:not(.tile-head button)").allTextContents();
found.able = await page.locator("#bar button:enabled").allTextContents();
for (const [from, to] of [["topics", "services"], ["services", "noise"], ["noise", "record"], ["record", "scene"]]) {
  await show(from, to);
  found.able.push(...(await able(to)));
}
found.says = await tile("scene").locator(".note").textContent();

// A recording: its time goes, stands, and goes where it is asked to.
const played = await (await browser.newContext({ viewport: { width: 960, height: 600 } })).newPage();
played.setDefaultTimeout(120000);
played.on("pageerror", (error) => found.errors.push(error.message));
await played.goto(replay);
const line = played.getByLabel("time of the recording");
const label = played.locator("#timeline output");
const play = played.getByRole("button", { name: "play or pause the recording" });
const reach = (time) => played.waitForFunction((at) => Math.abs(monitor.connection.time - at) < 0.02, time);
// It begins when the page is open.
await played.waitForFunction(() => monitor.connection.received("/ego/odom")?.count > 0);
await played.getByLabel("speed", { exact: true }).selectOption("0.1");
if (await played.evaluate(() => monitor.connection.playback.playing)) await play.click();
await played.waitForFunction(() => !monitor.connection.playback.playing);
const span = await played.evaluate(() => monitor.connection.span);
await line.fill(String(span[0] + 0.5 * (span[1] - span[0])));
await reach((span[0] + span[1]) / 2);
found.half = await label.textContent();
await played.getByRole("button", { name: "5 s back" }).click();
await reach(span[0]);
await play.click();
// At once: it may have ended before another question is answered.
const plays = await played.waitForFunction(
  ([begin]) => monitor.connection.playback.playing && monitor.connection.time > begin && document.querySelector("#timeline button").textContent,
  span,
);
found.playing = await plays.jsonValue();
await played.locator("body").press(" ");
await played.waitForFunction(() => !monitor.connection.playback.playing);
found.paused = await play.textContent();
await played.getByRole("button", { name: "5 s forward" }).click();
await reach(span[1]);
found.end = await label.textContent();
found.span = span;
console.log(JSON.stringify(found));
await browser.close();
