// The models of the world's file and spawned ones, at their poses in the simulator.

import * as THREE from "three";
import type { Connection, Message } from "../connection";
import { poseMatrix } from "./frames";
import { MATERIAL, merged, type Part } from "./parts";
import { type Models, child, document, pose } from "./sdf";

export const MODEL_STATES = "/gazebo/model_states";
const STATES_HZ = 30;
const AGAIN_MS = 2000;
const WHEELS = ["front_left_wheel", "front_right_wheel", "rear_left_wheel", "rear_right_wheel"];
const decoder = new TextDecoder();
const TRAFFIC = /^traffic_\d+$/;

/** A model of the world's file. */
interface Entry { name: string; at: THREE.Matrix4; parts: () => Promise<Part[]> }

export class World {
  readonly object = new THREE.Group();
  readonly models = new Map<string, THREE.Group>();
  readonly states = new Map<string, { pose: Message; twist: Message }>();
  /** Where a car's wheels stand, in its frame: front left, front right, rear left, rear right. */
  readonly wheels = new Map<string, THREE.Vector3[]>();
  readonly #asked = new Set<string>();
  readonly #stops: (() => void)[];
  #inFile: Set<string> | undefined;
  #named = false;
  /** Whether the world's file is shown, and why not where a simulator has one. */
  loaded = false;
  problem = "";

  constructor(private readonly connection: Connection, private readonly reader: Models, private readonly changed: () => void) {
    this.#stops = [
      connection.subscribe(MODEL_STATES, (message) => this.#take(message), STATES_HZ),
      connection.on("services", () => void this.#load()),
      connection.on("state", () => void this.#load()),
    ];
    void this.#load();
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** The world's file, whose name the simulator has as a parameter. */
  async #load(): Promise<void> {
    if (this.#inFile || this.connection.state !== "open") return;
    this.#inFile = new Set();
    try {
      const [file] = await this.connection.parameters(["/gazebo/world"]);
      if (typeof file?.value !== "string") throw new Error("");
      const world = document(await this.reader.text(`file://${file.value}`)).querySelector("world");
      const entries = await Promise.all([...(world?.children ?? [])].map((one) => this.#entry(one)));
      const models = entries.filter((one) => one !== undefined);
      // Other models of the simulator were spawned; they are requested while these are read.
      for (const one of models) this.#inFile.add(one.name);
      this.#named = true;
      await Promise.all(models.map(async (one) => this.#add(one.name, await one.parts(), one.at)));
      this.loaded = true;
      this.problem = "";
    } catch (error) {
      this.problem = (error as Error).message;
      this.#inFile = undefined;
      this.#named = false;
    }
  }

  async #entry(one: Element): Promise<Entry | undefined> {
    if (one.tagName === "model") return { name: one.getAttribute("name")!, at: pose(child(one, "pose")?.textContent), parts: () => this.reader.parts(one) };
    if (one.tagName !== "include") return undefined;
    const folder = (child(one, "uri")?.textContent ?? "").trim().replace(/^model:\/\//, "");
    const model = await this.reader.model(folder);
    const name = child(one, "name")?.textContent?.trim() ?? model.getAttribute("name")!;
    const at = child(one, "pose") ?? child(model, "pose");
    return { name, at: pose(at?.textContent), parts: () => this.reader.partsOf(folder) };
  }

  #add(name: string, parts: Part[], at: THREE.Matrix4): void {
    this.#show(name, parts);
    this.models.get(name)!.matrix.copy(at);
    this.changed();
  }

  #show(name: string, parts: Part[]): void {
    this.models.get(name)?.removeFromParent();
    const group = new THREE.Group();
    const geometry = merged(parts);
    if (geometry) group.add(new THREE.Mesh(geometry, MATERIAL));
    group.matrixAutoUpdate = false;
    group.userData.model = name;
    this.models.set(name, group);
    this.object.add(group);
  }

  #take(message: Message): void {
    const there = new Set<string>(message.name);
    message.name.forEach((name: string, i: number) => {
      if (TRAFFIC.test(name)) return;
      this.states.set(name, { pose: message.pose[i], twist: message.twist[i] });
      const group = this.models.get(name);
      if (group) {
        group.matrix.copy(poseMatrix(message.pose[i]));
        group.visible = true;
      } else if (this.#named && !this.#inFile!.has(name) && !this.#asked.has(name)) void this.#ask(name);
    });
    for (const [name, group] of this.models) {
      if (there.has(name) || this.#inFile?.has(name)) continue;
      group.removeFromParent();
      this.models.delete(name);
      this.states.delete(name);
      this.wheels.delete(name);
    }
    for (const name of this.#asked) if (!there.has(name)) this.#asked.delete(name);
    this.changed();
  }

  /** A spawned model's document. */
  async #ask(name: string): Promise<void> {
    this.#asked.add(name);
    try {
      const data = await this.reader.counted(this.connection.asset(`simulator://${name}`, true));
      const model = document(decoder.decode(data)).querySelector("model") ?? undefined;
      if (!model) return;
      this.#show(name, await this.reader.parts(model));
      this.wheels.set(name, wheels(model));
      this.changed();
    } catch {
      // The simulator's services, or the model's files, may come later; a recording stays as it is.
      if (!this.connection.span) setTimeout(() => this.#asked.delete(name), AGAIN_MS);
    }
  }
}

/** The centres of the visuals of a car's wheels, by their names; none for any other model. */
function wheels(model: Element): THREE.Vector3[] {
  return WHEELS.flatMap((name) => {
    const visual = model.querySelector(`link > visual[name="${name}"]`);
    if (!visual) return [];
    const at = pose(child(visual.parentElement!, "pose")?.textContent).multiply(pose(child(visual, "pose")?.textContent));
    return [new THREE.Vector3().setFromMatrixPosition(at)];
  });
}
