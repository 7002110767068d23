// Arrows on driven cars: velocity, acceleration, and the tyre's force at each wheel.

import * as THREE from "three";
import type { Connection, Message } from "../connection";
import { poseMatrix } from "./frames";
import type { World } from "./world";

const STATE = "sim/VehicleState";
const STATE_HZ = 20;
/** m of arrow for 1 m/s, 1 m/s² and 1 kN. */
const VELOCITY = 0.3;
const ACCELERATION = 0.6;
const FORCE = 0.4;
const ABOVE = 2;
/** s over which the acceleration is a mean. */
const SMOOTH = 0.3;
const COLOURS = { velocity: 0x2f6fdb, acceleration: 0xd6336c, wheel: 0xe8590c };

interface Car { arrows: THREE.ArrowHelper[]; state?: Message; velocity?: THREE.Vector3; at: number; acceleration: THREE.Vector3; stop: () => void }

export class Arrows {
  readonly object = new THREE.Group();
  readonly #cars = new Map<string, Car>();
  readonly #stops: (() => void)[];

  constructor(private readonly connection: Connection, private readonly world: World, private readonly changed: () => void) {
    this.#stops = [connection.on("topics", () => this.#sync()), connection.on("reset", () => this.#cars.forEach((car) => (car.velocity = undefined)))];
    this.#sync();
  }

  /** Puts all arrows where the cars are at a time, s. */
  update(time: number): void {
    for (const [name, car] of this.#cars) {
      const there = this.world.states.get(name);
      for (const arrow of car.arrows) arrow.visible = there !== undefined;
      if (!there) continue;
      const at = poseMatrix(there.pose);
      const { x, y, z } = there.twist.linear;
      const velocity = new THREE.Vector3(x, y, z);
      this.#differ(car, velocity, time);
      const roof = new THREE.Vector3(0, 0, ABOVE).applyMatrix4(at);
      point(car.arrows[0]!, roof, velocity.multiplyScalar(VELOCITY));
      point(car.arrows[1]!, roof, car.acceleration.clone().multiplyScalar(ACCELERATION));
      this.#forces(car, at, this.world.wheels.get(name) ?? []);
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const name of [...this.#cars.keys()]) this.#remove(name);
    this.object.removeFromParent();
  }

  #differ(car: Car, velocity: THREE.Vector3, time: number): void {
    const passed = time - car.at;
    if (car.velocity && passed > 0) {
      const found = velocity.clone().sub(car.velocity).divideScalar(passed);
      car.acceleration.lerp(found, Math.min(1, passed / SMOOTH));
    }
    if (passed !== 0) {
      car.velocity = velocity.clone();
      car.at = time;
    }
  }

  /** Each tyre's force on the car, along and across its wheel and upwards, from where it stands. */
  #forces(car: Car, at: THREE.Matrix4, wheels: THREE.Vector3[]): void {
    const state = car.state;
    const turned = new THREE.Quaternion().setFromRotationMatrix(at);
    for (let i = 0; i < 4; i++) {
      const arrow = car.arrows[2 + i]!;
      const wheel = wheels[i];
      arrow.visible = wheel !== undefined && state !== undefined;
      if (!wheel || !state) continue;
      const steered = i < 2 ? state.steering_angle : 0;
      const force = new THREE.Vector3(state.longitudinal_force[i], state.lateral_force[i], 0)
        .applyAxisAngle(new THREE.Vector3(0, 0, 1), steered)
        .setZ(state.normal_force[i])
        .multiplyScalar(FORCE / 1000);
      point(arrow, wheel.clone().applyMatrix4(at), force.applyQuaternion(turned));
    }
  }

  #sync(): void {
    const wanted = new Map(this.connection.topicsOf(STATE).map((topic) => [topic.split("/").at(-2)!, topic]));
    for (const name of this.#cars.keys()) if (!wanted.has(name)) this.#remove(name);
    for (const [name, topic] of wanted) {
      if (this.#cars.has(name)) continue;
      const colours = [COLOURS.velocity, COLOURS.acceleration, ...Array<number>(4).fill(COLOURS.wheel)];
      const arrows = colours.map((colour) => new THREE.ArrowHelper(undefined, undefined, 1, colour));
      this.object.add(...arrows);
      const car: Car = { arrows, at: 0, acceleration: new THREE.Vector3(), stop: () => undefined };
      car.stop = this.connection.subscribe(topic, (message) => { car.state = message; this.changed(); }, STATE_HZ);
      this.#cars.set(name, car);
    }
  }

  #remove(name: string): void {
    const car = this.#cars.get(name)!;
    car.stop();
    for (const arrow of car.arrows) {
      arrow.removeFromParent();
      arrow.dispose();
    }
    this.#cars.delete(name);
  }
}

function point(arrow: THREE.ArrowHelper, from: THREE.Vector3, way: THREE.Vector3): void {
  const length = way.length();
  arrow.visible = length > 0.05;
  if (!arrow.visible) return;
  arrow.position.copy(from);
  arrow.setDirection(way.clone().divideScalar(length));
  arrow.setLength(length, Math.min(0.4, 0.3 * length), 0.2);
}
