// Draws vehicles and heads of traffic lights as the page's view does, in Chromium beside no simulation, and
// reads a model. Prints as JSON the colours (r, g, b) that are seen of their lamps, which of them shine by the
// page's law, and which files the model took.
import { build } from "esbuild";
import { chromium } from "playwright-core";

const contents = ["heads", "lamps", "parts", "sdf", "traffic"].map((name) => `export * from "./src/view/${name}";`).join("\n") + 'export * as THREE from "three";';
const { outputFiles } = await build({ stdin: { contents, resolveDir: process.cwd(), loader: "ts" }, bundle: true, write: false, format: "iife", globalName: "page" });
const browser = await chromium.launch({ executablePath: process.env.SIM_CHROMIUM, args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"] });
const tab = await browser.newPage();
await tab.addScriptTag({ content: outputFiles[0].text });
const found = await tab.evaluate(async () => {
  const { Heads, Models, Traffic, THREE, MATERIAL, litHead, litVehicle, merged, part } = page;
  const takers = new Map();
  const connection = { subscribe: (topic, take) => (takers.set(topic, take), () => takers.delete(topic)) };
  // Boxes of 1 m in a row along x, in the dark colours of lamps.
  const row = (...names) => names.map((name, x) => ({ ...part(new THREE.BoxGeometry(1, 1, 1), new THREE.Color(0.05, 0.05, 0.05)), name, at: new THREE.Matrix4().makeTranslation(x, 0, 0) }));
  const car = row("body", "brake_lights", "blinker_left_rear", "blinker_right_front", "blue_left");
  const traffic = new Traffic(connection, { partsOf: async () => car }, () => undefined);
  const heads = new Heads(connection, () => undefined);
  const lights = new THREE.Group();
  lights.add(new THREE.Mesh(merged(row("structure", "lamp/A/0/red", "lamp/A/0/green/2", "lamp/B/1/7/yellow", "lamp/B/1/7/red")), MATERIAL));
  lights.position.y = -10;
  const scene = new THREE.Scene();
  scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 2.2), traffic.object, lights);
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(50, 10, false);
  const camera = new THREE.OrthographicCamera(-0.5, 4.5, 0.5, -0.5, 0.1, 20);
  /** The colours of the five boxes that are in the row at y. */
  const seen = (y) => {
    camera.position.set(0, y, 10);
    renderer.render(scene, camera);
    const gl = renderer.getContext();
    return [0, 1, 2, 3, 4].map((x) => {
      const pixel = new Uint8Array(4);
      gl.readPixels(10 * x + 5, 5, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return [...pixel.slice(0, 3)];
    });
  };
  const header = (time) => ({ stamp: { sec: Math.floor(time), nsec: Math.round((time % 1) * 1e9) } });
  const zeros = (count) => new Array(count).fill(0);
  // One more than there is room for at first.
  const states = (time, signals) => {
    const none = zeros(signals.length);
    const message = { header: header(time), step: 0.1, id: signals.map((_, i) => i), type: none, x: none, y: none.map((_, i) => 2 * i), z: none, signals };
    for (const name of ["yaw", "pitch", "roll", "speed", "acceleration"]) message[name] = none;
    takers.get("/traffic/states")(message);
  };
  takers.get("/traffic/types")({ type: [0], name: ["car"], model: ["car"], length: [5], width: [1], height: [1], color: ["0.1 0.1 0.1"] });
  const geometry = () => traffic.object.children[0].geometry;
  while (!geometry().getAttribute("lamp")) await new Promise((resolve) => setTimeout(resolve, 5));
  states(2.6, [...zeros(17), 8 + 4 + 2048, 1]);
  const at = (time, y) => {
    traffic.update(time);
    heads.update(time, traffic.step, [lights]);
    return seen(y);
  };
  const result = { dark: at(2.7, 0), all: at(2.7, 34), between: at(3.05, 34), right: at(2.7, 36) };
  takers.get("/traffic/lights")({ header: header(4), light: ["A", "B/1"], link: [0, 7], state: ["G", "o"] });
  result.heads = { before: at(4.05, -10), shown: at(4.1, -10), blinks: at(4.6, -10) };
  // A run that begins again has older states.
  takers.get("/traffic/lights")({ header: header(50), light: ["A"], link: [0], state: ["r"] });
  takers.get("/traffic/lights")({ header: header(0), light: ["A"], link: [0], state: ["u"] });
  result.heads.again = at(0.1, -10);
  states(5, [8]);
  states(5.1, [0]);
  result.released = at(5.2, 0);
  const times = [0, 0.2, 0.4, 0.5, 0.9, 7.3];
  result.vehicles = [0, 1, 2, 4, 8, 13, 2048, 2063].map((signals) => times.map((time) => litVehicle(signals, time)));
  result.letters = [..."ryugGoOs"].map((letter) => times.map((time) => litHead(letter, time)));
  const triangles = (name) => `mtllib ${name}.mtl\n${"v 0 0 0\nv 1 0 0\nv 0 1 0\n"}usemtl first\nf 1 2 3\nusemtl second\nf 3 2 1\n`;
  const visual = (name, material) => `<visual name="${name}"><geometry><mesh><uri>model://car/${name}.obj</uri></mesh></geometry>${material}</visual>`;
  const files = {
    "model.config": "<model><sdf>model.sdf</sdf></model>",
    "model.sdf": `<sdf><model name="car"><link name="base">${visual("painted", "<material><diffuse>1 0 0 1</diffuse></material>")}${visual("plain", "")}</link></model></sdf>`,
    "painted.obj": triangles("painted"),
    "plain.obj": triangles("plain"),
    "plain.mtl": "newmtl first\nKd 0 1 0\nnewmtl second\nKd 0 0 1\n",
  };
  const asked = [];
  const asset = async (uri) => {
    asked.push(uri.slice("model://car/".length));
    return new TextEncoder().encode(files[asked.at(-1)]);
  };
  const parts = await new Models({ asset }).partsOf("car");
  result.model = { asked: asked.sort(), parts: parts.map((one) => [one.name, one.geometry.getAttribute("position").count, one.colour.getHexString()]) };
  return result;
});
console.log(JSON.stringify(found));
await browser.close();
