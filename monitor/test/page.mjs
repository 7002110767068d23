// Uses the page as a person does, in Chromium, beside a running simulation: address and picture are
// the arguments. Prints what it found as one JSON object.
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const [address, picture] = process.argv.slice(2);
const quiet = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.SIM_CHROMIUM, args: ["--no-sandbox", "--enable-unsafe-swiftshader", ...quiet] });
const page = await browser.newPage({ viewport: { width: 960, height: 600 } });
page.setDefaultTimeout(120000);
const found = { hosts: [], errors: [] };
page.on("request", (request) => {
  const { host } = new URL(request.url());
  if (!found.hosts.includes(host)) found.hosts.push(host);
});
page.on("pageerror", (error) => found.errors.push(error.message));
page.on("console", (message) => message.type() === "error" && found.errors.push(message.text()));
const call = (service, request = {}) => page.evaluate(([name, value]) => monitor.connection.call(name, value), [service, request]);
const tile = (name) => page.locator(`section[data-panel="${name}"]`);
const show = (from, to) => tile(from).getByLabel("panel", { exact: true }).selectOption(to);

await page.goto(address);
const shown = () => page.evaluate(() => JSON.stringify({ ...window.view?.counters, messages: monitor.connection.messages, time: monitor.connection.time }));
await page
  .waitForFunction(() => window.view.counters.vehicles > 0 && window.view.counters.models > 4 && window.view.world.models.has("ego") && window.view.counters.complete > 0)
  .catch(async (error) => Promise.reject(new Error(`${error.message}: ${await shown()}`)));
// The arm is drawn where tf has its links.
await page.waitForFunction(() => window.view.robots.object.children.filter((link) => link.visible).length > 5);
found.models = await page.evaluate(() => [...window.view.world.models.keys()]);
await page.screenshot({ path: picture });
// Drawing without a graphics card takes all there is of the machine.
await show("view", "nodes");

// Who speaks with whom, drawn; a node that is chosen says what it has.
const arrow = tile("nodes").locator(".graph polyline", { has: page.locator("title", { hasText: /^\/gazebo → \/traffic_bridge: / }) });
await arrow.waitFor();
found.arrow = await arrow.locator("title").textContent();
await tile("nodes").getByRole("button", { name: "/traffic_bridge", exact: true }).press("Enter");
await tile("nodes").locator(".graph polyline.chosen").first().waitFor();
await tile("nodes").getByLabel("filter by node or topic").fill("nothing of this name");
await page.waitForFunction(() => document.querySelectorAll(".graph g").length === 0);
await tile("nodes").getByLabel("filter by node or topic").fill("");
await tile("nodes").getByRole("button", { name: "/traffic_bridge", exact: true }).press("Enter");
found.node = await tile("nodes").locator("details b").allTextContents();

// What a topic carries, as a tree; "the topic is there" is what the row says.
await tile("topics").getByPlaceholder("filter topics").fill("/traffic/states");
await page.locator('tr[data-topic="/traffic/states"] summary').click();
await page.locator('tr[data-topic="/traffic/states"] .tree').getByText("step: ").waitFor();

// What is plotted can be kept.
await page.waitForFunction(() => (monitor.connection.received("/ego/odom")?.count ?? 0) > 5);
const [file] = await Promise.all([page.waitForEvent("download"), tile("plot").getByRole("button", { name: "save what is plotted" }).click()]);
// A part of it is looked at, for longer than the time that is shown.
await tile("plot").getByLabel("s that are shown", { exact: true }).fill("1");
await tile("plot").getByLabel("s that are shown", { exact: true }).press("Enter");
/** Its picture, and how many of the curve's points are in it. */
const plotted = () =>
  tile("plot").locator("canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let blue = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128 && data[i + 2] > data[i] + 100) blue++;
    return [canvas.toDataURL(), blue];
  });
while ((await plotted())[1] < 20) await page.waitForTimeout(50);
const look = async () => {
  const over = await tile("plot").locator(".u-over").boundingBox();
  await page.mouse.move(over.x + 0.2 * over.width, over.y + 0.5 * over.height);
  await page.mouse.down();
  await page.mouse.move(over.x + 0.8 * over.width, over.y + 0.5 * over.height, { steps: 3 });
  await page.mouse.up();
  await page.mouse.move(0, 0);
  // It is drawn in the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
};
await look();
const zoomed = await page.evaluate(() => monitor.connection.time);
const part = await plotted();
found.csv = (await readFile(await file.path(), "utf8")).split("\n").slice(0, 2);

// A service by its form.
await show("topics", "services");
await tile("services").getByLabel("services", { exact: true }).selectOption("/gazebo/get_model_state");
await tile("services").locator("label", { hasText: "model_name" }).locator("input").fill("ego");
await tile("services").getByRole("button", { name: "call" }).click();
await tile("services").locator(".content .tree").getByText("success: ").waitFor();
found.service = await tile("services").locator(".content > .tree > li").allTextContents();

// A parameter that is set.
await show("log", "parameters");
await tile("parameters").getByPlaceholder("filter parameters").fill("/use_sim_time");
found.parameter = await tile("parameters").getByLabel("/use_sim_time").inputValue();

// Noise and faults of the ego's sensors.
await show("parameters", "noise");
const said = async (name, words) => {
  const note = tile(name).locator(".panel > .note");
  await note.getByText(words).waitFor();
  return note.textContent();
};
await tile("noise").getByLabel("noise of all chains").fill("2");
found.noise = await said("noise", "sigmas of");
// A topic that comes leaves the sliders as they are.
await page.evaluate(() => monitor.connection.publish("/noisy/probe", "std_msgs/String", "string data", { data: "" }));
await tile("noise").getByLabel("noise of /probe").waitFor();
found.factors = [await tile("noise").getByLabel("noise of all chains").inputValue(), await tile("noise").getByLabel("noise of /ego/wheel_speeds").inputValue()];
await tile("noise").getByRole("button", { name: "fault of /ego/wheel_speeds" }).click();
found.fault = await said("noise", "blackout of");

// An arm's joint by its slider.
await show("noise", "robots");
const joint = tile("robots").locator("tbody tr").first();
await joint.getByRole("slider").fill("0.5");
await tile("robots").getByRole("button", { name: "move the joints" }).click();
await joint.locator("output").nth(1).getByText("0.500").waitFor();
found.wanted = await joint.locator("output").first().textContent();
found.crcl = await tile("robots").locator(".content").textContent();
const program = (...commands) => `<?xml version="1.0"?><CRCLProgram xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><InitCanon><CommandID>1</CommandID></InitCanon>${commands.join("")}<EndCanon><CommandID>9</CommandID></EndCanon></CRCLProgram>`;
const send = async (text) => tile("robots").locator('input[type="file"]').setInputFiles({ name: "program.xml", mimeType: "text/xml", buffer: Buffer.from(text) });
await send("<CRCLProgram>");
found.wrongProgram = await said("robots", "XML");
await send(program('<MiddleCommand xsi:type="MessageType"><CommandID>2</CommandID><Message>from the page</Message></MiddleCommand>'));
found.program = await said("robots", "is done");
if (!found.program.startsWith("program")) found.program = await said("robots", /^program/);

// The same arm by its action; what is left out of a point is zero, what does not fit is named.
await show("robots", "actions");
const action = tile("actions");
await action.locator("summary", { hasText: "trajectory" }).click();
const fill = (name, value) => action.locator("label", { hasText: name }).locator("input").fill(JSON.stringify(value));
const names = await page.evaluate(() => new Promise((resolve) => monitor.connection.subscribe("/fanuc/joint_states", (message) => resolve(message.name.filter((one) => /^joint_\d$/.test(one))))));
await fill("joint_names", names);
await fill("points", [{ position: [0] }]);
await action.getByRole("button", { name: "send this goal" }).click();
const wrong = action.getByText("no field");
await wrong.waitFor();
found.wrongGoal = await wrong.textContent();
await fill("points", [{ positions: names.map((_, i) => (i === 0 ? 0.4 : 0)), time_from_start: 3 }]);
await action.getByRole("button", { name: "send this goal" }).click();
await action.getByText(/^result: /).waitFor();
found.result = await action.locator(".content").last().locator("b").textContent();

// A topic that nobody publishes to yet.
await show("actions", "publish");
await tile("publish").getByLabel("topics", { exact: true }).selectOption("/ego/pedal_cmd");
await tile("publish").locator("label", { hasText: "throttle" }).waitFor();

// A recording, and what runs have left.
await show("publish", "record");
await tile("record").getByLabel("format").selectOption("bag");
await tile("record").getByLabel("all topics").uncheck();
for (const topic of ["/ego/odom", "/tf_static"]) await tile("record").getByLabel(topic, { exact: true }).check();
await tile("record").getByRole("button", { name: "begin to record" }).click();
await tile("record").getByText(/records .*: [1-9]\d* messages/).waitFor();
await tile("record").getByRole("button", { name: "end the recording" }).click();
found.recorded = await tile("record").getByText(/^recorded /).textContent();
await show("record", "runs");
await tile("runs").locator("select").first().locator("option").first().waitFor({ state: "attached" });
found.run = await tile("runs").locator(".content li", { hasText: "rtf: " }).first().textContent();
await show("runs", "parameters");

// It goes as fast as one chooses.
const speed = page.getByLabel("speed of the simulation", { exact: true });
const pace = async (wanted) => {
  await speed.selectOption(wanted);
  for (;;) {
    const { max_update_rate: rate, time_step: step } = await call("/gazebo/get_physics_properties");
    if (Math.abs(rate * step - wanted) < 1e-6) return rate * step;
    await page.waitForTimeout(50);
  }
};
found.speeds = [await speed.inputValue(), String(await pace("0.5")), String(await pace("1"))];

// What was looked at is still there; all is seen again after a double click.
await page.waitForFunction((time) => monitor.connection.time > time + 2, zoomed);
const later = await plotted();
found.part = [part[1], later[0] === part[0]];
await tile("plot").locator(".u-over").dblclick();
while ((await plotted())[0] === later[0]) await page.waitForTimeout(50);

// Time stands, goes on by steps, and runs.
await page.getByRole("button", { name: "pause the simulation" }).click();
const physics = async (pause) => {
  while ((await call("/gazebo/get_physics_properties")).pause !== pause) await page.waitForTimeout(50);
};
await physics(true);
const before = (await call("/gazebo/get_world_properties")).sim_time;
await page.getByLabel("physics steps", { exact: true }).fill("20");
await page.getByRole("button", { name: "so many physics steps" }).click();
found.step = (await call("/gazebo/get_physics_properties")).time_step;
// Steps wait for those who take part in the lockstep.
let after = before;
for (let i = 0; i < 600 && after < before + 19.5 * found.step; i++) {
  await page.waitForTimeout(50);
  after = (await call("/gazebo/get_world_properties")).sim_time;
}
found.stepped = after - before;
await page.getByRole("button", { name: "let the simulation go on" }).click();
await physics(false);

// A reset while a part is looked at: the plot begins again, also where a topic of before is silent since.
await page.evaluate(() => monitor.connection.publish("/probe/before", "std_msgs/Float64", "float64 data", { data: 1 }));
await page.waitForFunction(() => monitor.connection.channels.has("/probe/before"));
await tile("plot").getByLabel("topic", { exact: true }).selectOption("/probe/before");
await tile("plot").getByLabel("field", { exact: true }).fill("data");
await tile("plot").getByLabel("field", { exact: true }).press("Enter");
await page.waitForFunction(() => {
  monitor.connection.publish("/probe/before", "std_msgs/Float64", "float64 data", { data: 1 });
  return monitor.connection.received("/probe/before")?.count > 0;
});
while ((await plotted())[1] < 20) await page.waitForTimeout(50);
await look();
const looked = (await plotted())[0];
const old = await page.evaluate(() => monitor.connection.time);
await page.getByRole("button", { name: "traffic and simulator back" }).click();
await page.waitForFunction((time) => monitor.connection.time < time - 0.5, old);
await page.waitForFunction(() => monitor.connection.time > 0.5);
for (let now = looked; now === looked || (await plotted())[1] < 20; now = (await plotted())[0]) await page.waitForTimeout(50);
// Who offers an action still says how its goals stand; what was latched is of before.
await page.evaluate((time) => new Promise((resolve) => monitor.connection.subscribe("/fanuc/joint_trajectory_action/status", ({ header: { stamp } }) => stamp.sec + stamp.nsec / 1e9 < time - 0.5 && resolve())), old);
const kept = page.waitForEvent("download");
await tile("plot").getByRole("button", { name: "save what is plotted" }).click();
const rows = (await readFile(await (await kept).path(), "utf8")).trim().split("\n").slice(1).map((row) => row.split(","));
found.reset = { before: old, topics: [...new Set(rows.map((row) => row[0]))], last: Math.max(...rows.map((row) => Number(row[2]))) };

// What is wrong is said where it was asked.
found.refusal = await call("/gazebo/delete_model", { model_name: "nobody" }).then((answer) => answer.status_message);
found.noTopic = await page.evaluate(() => monitor.connection.describe("/nowhere").catch((error) => error.message));
found.noAsset = await page.evaluate(() => monitor.connection.asset("package://sim/../../etc/passwd").catch((error) => error.message));

// The panels of this page are there again when it is opened again.
await page.reload();
await tile("services").waitFor();
found.panels = await page.locator("section.tile").evaluateAll((tiles) => tiles.map((one) => one.dataset.panel));
console.log(JSON.stringify(found));
await browser.close();
