// The heads of traffic lights: lamps are lit by SUMO's states, one step after these, together with
// the traffic of the same time.

import * as THREE from "three";
import type { Connection, Message } from "../connection";
import { amber, headOf, litHead } from "./lamps";
import { LIT, type Span } from "./parts";

const LIGHTS = "/traffic/lights";
const EPSILON = 1e-6;
/** States that wait for their time: a page that is not seen draws none of them. */
const MOST = 20;

export class Heads {
  #next: { at: number; letters: Map<string, string> }[] = [];
  /** SUMO's letters by <light>/<link>. */
  #letters = new Map<string, string>();
  #changes = 0;
  readonly #painted = new WeakMap<THREE.BufferGeometry, string>();
  readonly #stop: () => void;

  constructor(connection: Connection, private readonly changed: () => void) {
    this.#stop = connection.subscribe(LIGHTS, (message) => this.#take(message));
  }

  /** Shows on models what belongs to a time; step: SUMO's, s. */
  update(time: number, step: number, models: Iterable<THREE.Object3D>): void {
    while (this.#next[0] && this.#next[0].at + step <= time + EPSILON) this.#advance();
    if (!this.#changes) return;
    const state = `${this.#changes} ${amber(time)}`;
    for (const model of models) {
      for (const one of model.children) {
        if (!(one instanceof THREE.Mesh) || this.#painted.get(one.geometry) === state) continue;
        this.#painted.set(one.geometry, state);
        this.#paint(one.geometry, time);
      }
    }
  }

  close(): void {
    this.#stop();
  }

  #advance(): void {
    this.#letters = this.#next.shift()!.letters;
    this.#changes++;
  }

  #paint(geometry: THREE.BufferGeometry, time: number): void {
    const heads = ((geometry.userData.lamps ?? []) as Span[]).map((lamp) => ({ lamp, head: headOf(lamp.name) })).filter((one) => one.head);
    if (!heads.length) return;
    let lit = geometry.getAttribute(LIT) as THREE.BufferAttribute | undefined;
    if (!lit) geometry.setAttribute(LIT, (lit = new THREE.BufferAttribute(new Float32Array(geometry.getAttribute("position").count), 1)));
    for (const { lamp, head } of heads) {
      const shines = litHead(this.#letters.get(head!.link) ?? "O", time).includes(head!.colour);
      lit.array.fill(shines ? 1 : 0, lamp.start, lamp.start + lamp.count);
    }
    lit.needsUpdate = true;
  }

  #take(message: Message): void {
    const at = message.header.stamp.sec + message.header.stamp.nsec / 1e9;
    // An older one is of a run that has begun again, or of before a seek in a recording.
    if (this.#next.length && at < this.#next.at(-1)!.at) this.#next = [];
    const letters = new Map<string, string>(message.light.map((light: string, i: number) => [`${light}/${message.link[i]}`, message.state[i]]));
    this.#next.push({ at, letters });
    if (this.#next.length > MOST) this.#advance();
    this.changed();
  }
}
