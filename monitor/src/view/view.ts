// The 3D view: world, traffic, models, robots and whatever topics are switched on; drawn only when
// something has changed.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Connection } from "../connection";
import { button, el } from "../dom";
import { fixed } from "../fields";
import { inspected } from "../own";
import { absent, every, type Panel, type Settings } from "../panel";
import { measured, RETURNS } from "../sensors";
import { Arrows } from "./arrows";
import { Frames } from "./frames";
import { Heads } from "./heads";
import { LAYERS, type Layer } from "./layers";
import { Robots } from "./robots";
import { Models } from "./sdf";
import { STATES, Traffic } from "./traffic";
import { MODEL_STATES, World } from "./world";

const SLOW_MS = 50;
/** For so long a picture waits for the next of the models that are being read. */
const PATIENCE_MS = 2000;
/** After so long what is missing may never come. */
const READING_MS = 10000;

/** Models that are the ground, and no things on it. */
const GROUND = /^(ground(_plane)?(_\d+)?|.*_(road|street|buildings|lights))$/;
/** From what is looked at to the camera, m. */
const OFFSET = new THREE.Vector3(-40, -40, 35);

type Chosen = { vehicle: number } | { model: string } | undefined;

export function view(connection: Connection, settings: Settings, changed: () => void): Panel {
  const holder = el("div", { class: "view" });
  const scene = new THREE.Scene();
  const camera = new THREE.PerspectiveCamera(50, 1, 0.3, 6000);
  camera.up.set(0, 0, 1);
  camera.position.copy(OFFSET);
  const renderer = new THREE.WebGLRenderer({ antialias: true });
  // Each shader would be waited for.
  renderer.debug.checkShaderErrors = false;
  const controls = new OrbitControls(camera, renderer.domElement);
  holder.append(renderer.domElement);
  renderer.domElement.tabIndex = 0;
  renderer.domElement.setAttribute("aria-label", "3D view; drag to turn, right button to shift, wheel to zoom, click for what is under it");
  scene.add(new THREE.HemisphereLight(0xffffff, 0x888888, 2.2));
  const sun = new THREE.DirectionalLight(0xffffff, 1.6);
  sun.position.set(-40, 30, 87);
  scene.add(sun);

  let stale = true;
  const touch = (): void => {
    stale = true;
  };
  const frames = new Frames(connection, touch);
  const models = new Models(connection);
  const traffic = new Traffic(connection, models, touch);
  const world = new World(connection, models, touch);
  const heads = new Heads(connection, touch);
  const robots = new Robots(connection, models, frames, touch);
  const grid = new THREE.GridHelper(200, 20).rotateX(Math.PI / 2);
  scene.add(grid, traffic.object, world.object, robots.object);
  const layers = new Map<string, { layer: Layer; stop: () => void }>();
  const counters = { frames: 0, work: 0, vehicles: 0, models: 0, layers: 0, pending: 0, complete: 0 };
  // Times at which the parts of a complete scene were loaded, ms since the page was opened.
  const reached: Record<string, number> = {};
  (window as any).view = { counters, reached, camera, controls, scene, world, robots };

  // The followed object, and its displacement since the last picture.
  let follow: string = settings.follow ?? "ego";
  const last = new THREE.Vector3();
  let near = false;
  // True until an object is followed or the user moves the camera.
  let free = true;
  const following = (): void => {
    const at = world.states.get(follow)?.pose.position;
    if (!at) return;
    const now = new THREE.Vector3(at.x, at.y, at.z);
    if (!near) {
      near = true;
      // From where all is seen, one thing is small.
      const offset = free ? OFFSET : camera.position.clone().sub(controls.target);
      free = false;
      controls.target.copy(now);
      camera.position.copy(now).add(offset);
    } else {
      const way = now.clone().sub(last);
      camera.position.add(way);
      controls.target.add(way);
    }
    last.copy(now);
  };
  // Until then the camera is placed so that it sees all objects.
  const framed = new Set<string>();
  const box = new THREE.Box3();
  const frameAll = (): void => {
    if (!free || world.states.has(follow)) return;
    const before = box.clone();
    for (const [name, { pose: { position } }] of world.states) {
      if (framed.has(name)) continue;
      framed.add(name);
      if (!GROUND.test(name)) box.expandByPoint(new THREE.Vector3(position.x, position.y, position.z));
    }
    if (box.equals(before)) return;
    const reach = Math.max(box.getSize(new THREE.Vector3()).length(), 3);
    box.getCenter(controls.target);
    camera.position.copy(controls.target).add(new THREE.Vector3(-0.5, -0.5, 1.1).multiplyScalar(reach));
  };
  const stopFraming = (): void => void (free = false);
  controls.addEventListener("start", stopFraming);
  const choice = el("select", { "aria-label": "follow", title: "the model that the camera follows" });
  const listModels = (): void => {
    const names = ["", ...world.states.keys()].filter((name) => !GROUND.test(name));
    if (names.join() === [...choice.options].map((one) => one.value).join()) return;
    choice.replaceChildren(...names.map((name) => el("option", { value: name }, name ? `follow ${name}` : "follow nothing")));
    choice.value = names.includes(follow) ? follow : "";
  };
  choice.onchange = () => {
    follow = settings.follow = choice.value;
    near = false;
    changed();
    touch();
  };
  const top = (): void => {
    stopFraming();
    const height = camera.position.distanceTo(controls.target);
    camera.position.copy(controls.target).add(new THREE.Vector3(0, -0.001, height));
    touch();
  };
  const behind = (): void => {
    stopFraming();
    camera.position.copy(controls.target).add(new THREE.Vector3(-14, -10, 9));
    touch();
  };
  controls.addEventListener("change", touch);

  const list = el("div", { class: "overlay layers", hidden: true });
  const wantedSensors = (): string[] => (settings.sensors ? measured(connection, RETURNS) : []);
  const listLayers = (): void => {
    const topics = connection.topicsOf(...Object.keys(LAYERS));
    const sensors = wantedSensors();
    list.replaceChildren(
      ...topics.map((topic) => {
        const box = el("input", { type: "checkbox", disabled: sensors.includes(topic), checked: sensors.includes(topic) || (settings.layers ?? []).includes(topic), onchange: () => {
          settings.layers = box.checked ? [...(settings.layers ?? []), topic] : settings.layers.filter((one: string) => one !== topic);
          changed();
          syncLayers();
        } });
        return el("label", { title: topic }, box, ` ${topic}`);
      }),
    );
    if (!topics.length) list.textContent = absent(connection, "no topic can be drawn");
    syncLayers();
  };
  const syncLayers = (): void => {
    const wanted = new Set<string>([...(settings.layers ?? []), ...wantedSensors()]);
    for (const [topic, one] of layers) {
      if (wanted.has(topic) && connection.channels.has(topic)) continue;
      one.stop();
      one.layer.object.removeFromParent();
      layers.delete(topic);
    }
    for (const topic of wanted) {
      const kind = LAYERS[connection.channels.get(topic)?.schemaName ?? ""];
      if (!kind || layers.has(topic)) continue;
      const layer = kind.make(frames, models);
      scene.add(layer.object);
      layers.set(topic, { layer, stop: connection.subscribe(topic, (message) => { layer.take(message); counters.layers++; touch(); }, kind.rate) });
    }
    touch();
  };

  const switchSensors = button("sensors", "clouds, scans, ranges and cameras' frustums of all sensors", () => {
    settings.sensors = !settings.sensors;
    changed();
    syncSensors();
  });
  const syncSensors = (): void => {
    switchSensors.setAttribute("aria-pressed", String(Boolean(settings.sensors)));
    listLayers();
  };

  let arrows: Arrows | undefined;
  const syncArrows = (): void => {
    arrows?.close();
    arrows = settings.arrows ? new Arrows(connection, world, touch) : undefined;
    if (arrows) scene.add(arrows.object);
    switchArrows.setAttribute("aria-pressed", String(Boolean(settings.arrows)));
    touch();
  };
  const switchArrows = button("arrows", "velocity, acceleration and wheel forces of driven cars", () => {
    settings.arrows = !settings.arrows;
    changed();
    syncArrows();
  });

  const about = el("div", { class: "overlay chosen", hidden: true });
  let chosen: Chosen;
  const describe = (): void => {
    about.hidden = chosen === undefined;
    if (!chosen) return;
    const lines: string[] = [];
    if ("vehicle" in chosen) {
      const one = traffic.vehicle(chosen.vehicle);
      if (!one) lines.push("it has left");
      else lines.push(`${one.name} (${one.type})`, `x ${fixed(one.pose.x, 2)}  y ${fixed(one.pose.y, 2)}  z ${fixed(one.pose.z, 2)} m`, `yaw ${fixed(one.yaw, 3)} rad`, `${fixed(one.speed, 2)} m/s, ${fixed(one.acceleration, 2)} m/s²`, "moved by SUMO", ...inspected({ kind: "vehicle", name: one.name, type: one.type, pose: one.pose }));
    } else {
      const state = world.states.get(chosen.model);
      lines.push(chosen.model);
      if (state) {
        const { position: p } = state.pose;
        const { linear: v, angular: w } = state.twist;
        lines.push(`x ${fixed(p.x, 2)}  y ${fixed(p.y, 2)}  z ${fixed(p.z, 2)} m`, `${fixed(Math.hypot(v.x, v.y, v.z), 2)} m/s, ${fixed(w.z, 3)} rad/s about z`);
        const commands = [...connection.graph.publishers].filter(([topic]) => topic.startsWith(`/${(chosen as any).model}/`) && /_cmd$|cmd_vel$|command$/.test(topic));
        lines.push(...inspected({ kind: "model", name: chosen.model, pose: state.pose, twist: state.twist }));
        lines.push(commands.length ? `commanded by ${[...new Set(commands.flatMap(([, ids]) => ids))].join(", ")}` : "commanded by no node");
      }
    }
    about.replaceChildren(...lines.map((line) => el("div", {}, line)));
    if ("model" in chosen && connection.canWrite) {
      const name = chosen.model;
      about.append(button("delete", `delete ${name} from the simulation`, () => {
        void connection.call("/gazebo/delete_model", { model_name: name }).then(
          (answer) => (about.textContent = answer.status_message),
          (error: Error) => (about.textContent = error.message),
        );
        chosen = undefined;
      }));
    }
    about.append(button("close", "close", () => { chosen = undefined; describe(); }));
  };
  const caster = new THREE.Raycaster();
  let pressed = { x: 0, y: 0 };
  renderer.domElement.addEventListener("pointerdown", (event) => (pressed = { x: event.clientX, y: event.clientY }));
  renderer.domElement.addEventListener("pointerup", (event) => {
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > 4) return;
    const area = renderer.domElement.getBoundingClientRect();
    caster.setFromCamera(new THREE.Vector2(((event.clientX - area.left) / area.width) * 2 - 1, 1 - ((event.clientY - area.top) / area.height) * 2), camera);
    const hit = caster.intersectObjects([traffic.object, world.object], true)[0];
    const vehicle = hit?.instanceId === undefined ? undefined : traffic.picked(hit.object, hit.instanceId);
    const model = hit?.object.parent?.userData.model as string | undefined;
    chosen = vehicle !== undefined ? { vehicle } : model ? { model } : undefined;
    describe();
  });

  // If a picture takes long, as without a graphics card, at most half of the time goes into pictures.
  let drawn = 0;
  let earliest = 0;
  const draw = (): void => {
    handle = requestAnimationFrame(draw);
    const called = performance.now();
    if (drawn && called - drawn > SLOW_MS) earliest = called + (called - drawn);
    drawn = 0;
    if (!stale || document.hidden || called < earliest) return;
    const begun = performance.now();
    if (!counters.complete && !isComplete(begun) && begun < Math.min(patient, opened + READING_MS)) return;
    patient = begun + PATIENCE_MS;
    stale = false;
    const time = connection.time ?? 0;
    traffic.update(time);
    heads.update(time, traffic.step, world.models.values());
    robots.update();
    for (const { layer } of layers.values()) layer.update?.();
    arrows?.update(time);
    frameAll();
    following();
    grid.visible = world.models.size === 0;
    scene.background = new THREE.Color(getComputedStyle(document.documentElement).getPropertyValue("--sky").trim() || "#c9dcec");
    controls.update();
    counters.work += performance.now() - begun;
    renderer.render(scene, camera);
    drawn = called;
    counters.frames++;
    counters.vehicles = traffic.count;
    counters.models = world.models.size;
    counters.pending = models.pending;
  };
  // Drawing, which takes long without a graphics card, would keep the models waiting that are being read.
  const opened = performance.now();
  let patient = opened + PATIENCE_MS;
  let done = 0;
  /** Whether all that there is has been read and is in the scene; notes when, ms since the page was opened. */
  const isComplete = (now: number): boolean => {
    const there = { connected: connection.state === "open", topics: connection.channels.size > 0, world: world.loaded, models: world.loaded && models.pending === 0, states: world.states.size > 0, types: traffic.typed };
    for (const [what, is] of Object.entries(there)) if (is) reached[what] ??= now;
    if (models.done > done) patient = now + PATIENCE_MS;
    done = models.done;
    if (!world.loaded || models.pending > 0) return false;
    if (world.states.size === 0 && connection.channels.has(MODEL_STATES)) return false;
    traffic.update(connection.time ?? 0);
    if (traffic.count > 0 || !connection.channels.has(STATES)) counters.complete = now;
    return counters.complete > 0;
  };
  let handle = requestAnimationFrame(draw);
  const watch = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = holder;
    if (!clientWidth || !clientHeight) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    touch();
  });
  watch.observe(holder);
  const stops = [
    connection.on("time", touch),
    connection.on("topics", listLayers),
    every(500, () => {
      note.textContent = world.problem;
      listModels();
      if (!about.hidden) describe();
    }),
    () => document.removeEventListener("theme", touch),
  ];
  document.addEventListener("theme", touch);
  syncSensors();
  syncArrows();
  holder.append(about, list);
  const toggle = button("layers", "topics that are drawn", () => {
    list.hidden = !list.hidden;
    toggle.setAttribute("aria-expanded", String(!list.hidden));
  });
  const note = el("span", { class: "note", role: "status" });
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, choice, button("top", "look from above", top), button("behind", "look from behind", behind), switchArrows, switchSensors, toggle, note), holder),
    close() {
      cancelAnimationFrame(handle);
      for (const stop of stops) stop();
      for (const one of layers.values()) one.stop();
      arrows?.close();
      for (const one of [frames, traffic, world, heads, robots]) one.close();
      watch.disconnect();
      controls.dispose();
      renderer.dispose();
    },
  };
}
