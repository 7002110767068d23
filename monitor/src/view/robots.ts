// Robots of robot_description parameters, each link where tf has it: as <prefix>/<link>, by the parameter
// tf_prefix, or by the parameter's namespace.

import * as THREE from "three";
import type { Connection } from "../connection";
import { FIXED, type Frames } from "./frames";
import { MATERIAL, merged, moved, part, type Part, rgb } from "./parts";
import { type Models, below, child, document, numbers } from "./sdf";

export class Robots {
  readonly object = new THREE.Group();
  readonly #links: { frames: string[]; group: THREE.Group }[] = [];
  readonly #stops: (() => void)[];
  #loaded = "";

  constructor(private readonly connection: Connection, private readonly reader: Models, private readonly frames: Frames, private readonly changed: () => void) {
    const load = (): void => void reader.counted(this.#load());
    this.#stops = [connection.on("services", load), connection.on("state", load)];
    load();
  }

  update(): void {
    for (const { frames, group } of this.#links) {
      const frame = frames.find((one) => this.frames.parents.has(one));
      const at = frame === undefined ? undefined : this.frames.inWorld(frame);
      group.visible = at !== undefined;
      if (at) group.matrix.copy(at);
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  async #load(): Promise<void> {
    if (this.connection.state !== "open") return;
    const all = await this.connection.parameters().catch(() => []);
    const found = all.filter((one) => /(^|\/)robot_description$/.test(one.name) && typeof one.value === "string");
    const key = JSON.stringify(found);
    if (key === this.#loaded) return;
    this.#loaded = key;
    this.object.clear();
    this.#links.length = 0;
    for (const one of found) {
      const prefix = all.find((other) => other.name === one.name.replace(/robot_description$/, "robot_state_publisher/tf_prefix"))?.value;
      const place = one.name.split("/").slice(1, -1).join("/");
      await this.#robot(document(one.value as string), typeof prefix === "string" && prefix ? [`${prefix}/`] : place ? [`${place}/`, ""] : [""]);
    }
    this.changed();
  }

  async #robot(robot: Element, prefixes: string[]): Promise<void> {
    const colours = new Map<string, THREE.Color>();
    for (const material of robot.querySelectorAll("material[name]")) {
      const rgba = child(material, "color")?.getAttribute("rgba");
      if (rgba) colours.set(material.getAttribute("name")!, rgb(numbers(rgba, 3)));
    }
    for (const link of [...robot.children].filter((one) => one.tagName === "link")) {
      const visuals = [...link.children].filter((one) => one.tagName === "visual");
      const parts = (await Promise.all(visuals.map((one) => this.#visual(one, colours).catch(() => [])))).flat();
      const geometry = merged(parts);
      const name = link.getAttribute("name") ?? "";
      if (!geometry || name === FIXED) continue;
      const group = new THREE.Group();
      group.matrixAutoUpdate = false;
      group.visible = false;
      group.add(new THREE.Mesh(geometry, MATERIAL));
      this.#links.push({ frames: prefixes.map((one) => one + name), group });
      this.object.add(group);
    }
  }

  async #visual(visual: Element, colours: Map<string, THREE.Color>): Promise<Part[]> {
    const shape = child(visual, "geometry")?.firstElementChild;
    if (!shape) return [];
    const parts = await this.#shape(shape);
    const origin = child(visual, "origin");
    const [x, y, z] = numbers(origin?.getAttribute("xyz"), 3) as [number, number, number];
    const [roll, pitch, yaw] = numbers(origin?.getAttribute("rpy"), 3) as [number, number, number];
    const at = new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(roll, pitch, yaw, "ZYX")).setPosition(x, y, z);
    const colour = colours.get(below(visual, "material")?.getAttribute("name") ?? "");
    return moved(colour ? parts.map((one) => ({ ...one, colour })) : parts, at);
  }

  async #shape(shape: Element): Promise<Part[]> {
    const value = (name: string): number => Number(shape.getAttribute(name) ?? 0);
    const made = (geometry: THREE.BufferGeometry): Part[] => [part(geometry)];
    switch (shape.tagName) {
      case "box":
        return made(new THREE.BoxGeometry(...(numbers(shape.getAttribute("size"), 3) as [number, number, number])));
      case "cylinder":
        return made(new THREE.CylinderGeometry(value("radius"), value("radius"), value("length"), 24).rotateX(Math.PI / 2));
      case "sphere":
        return made(new THREE.SphereGeometry(value("radius"), 24, 16));
      case "mesh": {
        const [x, y, z] = numbers(shape.getAttribute("scale") ?? "1 1 1", 3) as [number, number, number];
        return moved(await this.reader.mesh(shape.getAttribute("filename") ?? ""), new THREE.Matrix4().makeScale(x, y, z));
      }
      default:
        return [];
    }
  }
}
