// Traffic: instances of each type's model where SUMO has its vehicles, between two states by time.

import * as THREE from "three";
import type { Connection, Message } from "../connection";
import { litVehicle } from "./lamps";
import { LIT, MATERIAL, merged, part, rgb } from "./parts";
import type { Models } from "./sdf";

export const STATES = "/traffic/states";
/** Between two states that belong together, where some were dropped. */
const MOST_STEPS = 5;
/** SUMO's usual step, s. */
const STEP = 0.1;

interface Type { name: string; model: string; mesh: THREE.InstancedMesh; lit: THREE.InstancedBufferAttribute; ids: number[] }
export interface Vehicle { id: number; name: string; type: string; pose: THREE.Vector3; yaw: number; speed: number; acceleration: number }

export class Traffic {
  readonly object = new THREE.Group();
  /** How many vehicles are shown. */
  count = 0;
  /** Whether it is known which types there are. */
  get typed(): boolean {
    return this.#types.size > 0;
  }
  readonly #types = new Map<number, Type>();
  readonly #names = new Map<number, string>();
  readonly #stops: (() => void)[];
  #now: Message | undefined;
  #before = new Map<number, number>();
  #last: Message | undefined;

  constructor(connection: Connection, private readonly models: Models, private readonly changed: () => void) {
    this.#stops = [
      connection.subscribe("/traffic/types", (message) => void this.#takeTypes(message)),
      connection.subscribe("/traffic/vehicles", (message) => message.id.forEach((id: number, i: number) => this.#names.set(id, message.name[i]))),
      connection.subscribe(STATES, (message) => this.#takeStates(message)),
    ];
  }

  /** Simulated s between two states. */
  get step(): number {
    return this.#now ? stepOf(this.#now) : STEP;
  }

  /** Moves everything to where it is at a time, s, with the lamps that shine then. */
  update(time: number): void {
    const now = this.#now;
    if (!now) return;
    // The simulator shows a state one step after its stamp.
    const part = Math.min(1, Math.max(0, (time - seconds(now)) / stepOf(now)));
    const matrix = new THREE.Matrix4();
    const euler = new THREE.Euler(0, 0, 0, "ZYX");
    for (const type of this.#types.values()) type.ids.length = 0;
    for (let i = 0; i < now.id.length; i++) {
      const type = this.#types.get(now.type[i]);
      if (!type) continue;
      const j = this.#before.get(now.id[i]);
      const last = j === undefined ? undefined : this.#last;
      const between = (name: string): number => (last ? last[name][j!] + part * (now[name][i] - last[name][j!]) : now[name][i]);
      const yaw = last ? last.yaw[j!] + part * turn(now.yaw[i] - last.yaw[j!]) : now.yaw[i];
      matrix.makeRotationFromEuler(euler.set(now.roll[i], now.pitch[i], yaw, "ZYX")).setPosition(between("x"), between("y"), between("z"));
      const place = type.ids.length;
      if (place >= type.mesh.instanceMatrix.count) grow(type);
      type.mesh.setMatrixAt(place, matrix);
      type.lit.setX(place, litVehicle(now.signals[i], time));
      type.ids.push(now.id[i]);
    }
    this.count = 0;
    for (const type of this.#types.values()) {
      type.mesh.count = type.ids.length;
      type.mesh.instanceMatrix.needsUpdate = type.lit.needsUpdate = true;
      type.mesh.boundingSphere = null;
      this.count += type.ids.length;
    }
  }

  /** The vehicle of an instance that was clicked. */
  picked(mesh: THREE.Object3D, instance: number): number | undefined {
    for (const type of this.#types.values()) if (type.mesh === mesh) return type.ids[instance];
    return undefined;
  }

  vehicle(id: number): Vehicle | undefined {
    const now = this.#now;
    const i = now ? now.id.indexOf(id) : -1;
    if (i < 0) return undefined;
    return {
      id,
      name: this.#names.get(id) ?? String(id),
      type: this.#types.get(now.type[i])?.name ?? "",
      pose: new THREE.Vector3(now.x[i], now.y[i], now.z[i]),
      yaw: now.yaw[i],
      speed: now.speed[i],
      acceleration: now.acceleration[i],
    };
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  #takeStates(message: Message): void {
    const passed = this.#now ? seconds(message) - seconds(this.#now) : 0;
    // After a reset, or a seek in a recording, the state before is of another time.
    this.#last = passed > 0 && passed < MOST_STEPS * stepOf(message) ? this.#now : undefined;
    this.#before = new Map(this.#last ? Array.from(this.#last.id as ArrayLike<number>, (id, i) => [id, i]) : []);
    this.#now = message;
    this.changed();
  }

  async #takeTypes(message: Message): Promise<void> {
    const types: number[] = Array.from(message.type as ArrayLike<number>, (_, i) => i);
    await Promise.all(types.map((i) => this.#takeType(message, i)));
  }

  async #takeType(message: Message, i: number): Promise<void> {
    const paint = message.color[i] ? rgb(message.color[i].split(" ").map(Number)) : undefined;
    const box = new THREE.BoxGeometry(message.length[i], message.width[i], message.height[i]).translate(0, 0, message.height[i] / 2);
    this.#put(message.type[i], message.name[i], message.model[i], merged([part(box, paint ?? rgb([0.3, 0.45, 0.7]))])!);
    // A box until the model is loaded, and if it is not available.
    try {
      const geometry = merged(await this.models.partsOf(message.model[i]), paint);
      if (geometry) this.#put(message.type[i], message.name[i], message.model[i], geometry);
    } catch {
      return;
    }
  }

  #put(number: number, name: string, model: string, geometry: THREE.BufferGeometry): void {
    const old = this.#types.get(number);
    if (old) {
      this.object.remove(old.mesh);
      old.mesh.dispose();
    }
    const most = Math.max(16, old?.ids.length ?? 0);
    const mesh = new THREE.InstancedMesh(geometry, MATERIAL, most);
    mesh.frustumCulled = false;
    this.object.add(mesh);
    this.#types.set(number, { name, model, mesh, lit: litOf(geometry, most), ids: [] });
    this.changed();
  }
}

/** Which lamps of so many instances of a geometry shine: none. */
function litOf(geometry: THREE.BufferGeometry, most: number): THREE.InstancedBufferAttribute {
  const lit = new THREE.InstancedBufferAttribute(new Float32Array(most), 1);
  geometry.setAttribute(LIT, lit);
  return lit;
}

function grow(type: Type): void {
  const most = 2 * type.mesh.instanceMatrix.count;
  const mesh = new THREE.InstancedMesh(type.mesh.geometry, MATERIAL, most);
  const before = type.lit.array;
  type.lit = litOf(type.mesh.geometry, most);
  type.lit.array.set(before);
  mesh.instanceMatrix.array.set(type.mesh.instanceMatrix.array);
  mesh.frustumCulled = false;
  type.mesh.parent?.add(mesh);
  type.mesh.removeFromParent();
  type.mesh.dispose();
  type.mesh = mesh;
}

const seconds = (message: Message): number => message.header.stamp.sec + message.header.stamp.nsec / 1e9;
const stepOf = (message: Message): number => message.step || STEP;
const turn = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));
