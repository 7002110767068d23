// Opens the page in Chromium: the address, topics that its 3D view draws, and a picture's topic are the
// arguments. Prints as JSON the ms until the scene is complete, each time, with when what that needs was
// there and the ms that long tasks (50 ms or more) of the page's main thread took, and the ms of scripting
// in a frame at 60 frames a second: what a drawn frame takes of the page's own time, and a 60th of what a
// second of messages takes by the browser's profiler.
import { chromium } from "playwright-core";

const OPENINGS = 3;
const HZ = 60;
const WATCHED_MS = 10000;
const [address, layers, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.SIM_CHROMIUM, args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"] });
// Drawn by the processor, so that a large picture would hide what the page itself needs.
const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
page.setDefaultTimeout(120000);
const layout = (parts) => ({ direction: "row", share: 0.7, parts });
const view = { panel: "view", settings: { layers: layers.split(",") } };
const shown = layout([view, { panel: "picture", settings: { topic: picture } }]);
const found = { openings: [], reached: [], busy: [] };
const session = await page.context().newCDPSession(page);
await session.send("Performance.enable");
const metric = async (name) => (await session.send("Performance.getMetrics")).metrics.find((one) => one.name === name).value;
await page.addInitScript(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => window.longTasks.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
});
await page.addInitScript((value) => localStorage.setItem("sim-monitor-layout", value), JSON.stringify(shown));
for (let i = 0; i < OPENINGS; i++) {
  await page.goto(address);
  await page.waitForFunction(() => window.view?.counters.complete > 0);
  found.openings.push(await page.evaluate(() => window.view.counters.complete));
  // Drawing begins after that.
  found.busy.push(await page.evaluate(() => window.longTasks.filter((one) => one.startTime < window.view.counters.complete).reduce((sum, one) => sum + Math.min(one.duration, window.view.counters.complete - one.startTime), 0)));
  found.reached.push(await page.evaluate(() => ({ page: performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd, ...window.view.reached })));
}
const look = async () => {
  const script = await metric("ScriptDuration");
  return { script, ...(await page.evaluate(() => ({ ...window.view.counters }))) };
};
// The first pictures take what they show to the graphics card.
await page.waitForFunction(() => window.view.counters.frames > 2);
const before = await look();
await page.waitForTimeout(WATCHED_MS);
const after = await look();
const frames = after.frames - before.frames;
const drawing = after.work - before.work;
const messages = 1000 * (after.script - before.script) - drawing;
found.frames = (1000 * frames) / WATCHED_MS;
found.work = drawing / frames + (messages * 1000) / WATCHED_MS / HZ;
found.vehicles = after.vehicles;
console.log(JSON.stringify(found));
await browser.close();
