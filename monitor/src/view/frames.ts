// tf: the tree of frames and their transforms.

import * as THREE from "three";
import type { Connection, Message } from "../connection";

export const FIXED = "world";
const MOST_DEPTH = 100;

export function matrix(translation: Message, rotation: Message): THREE.Matrix4 {
  return new THREE.Matrix4().compose(
    new THREE.Vector3(translation.x, translation.y, translation.z),
    new THREE.Quaternion(rotation.x, rotation.y, rotation.z, rotation.w),
    new THREE.Vector3(1, 1, 1),
  );
}

export const poseMatrix = (pose: Message): THREE.Matrix4 => matrix(pose.position, pose.orientation);

export class Frames {
  readonly parents = new Map<string, { parent: string; matrix: THREE.Matrix4 }>();
  /** Those that are said once, and hold after time has gone back too. */
  readonly #fixed = new Set<string>();
  readonly #stops: (() => void)[];

  constructor(connection: Connection, changed: () => void) {
    const take = (message: Message): void => {
      for (const one of message.transforms) {
        this.parents.set(plain(one.child_frame_id), { parent: plain(one.header.frame_id), matrix: matrix(one.transform.translation, one.transform.rotation) });
      }
      changed();
    };
    const takeFixed = (message: Message): void => {
      for (const one of message.transforms) this.#fixed.add(plain(one.child_frame_id));
      take(message);
    };
    const forget = (): void => {
      for (const frame of this.parents.keys()) if (!this.#fixed.has(frame)) this.parents.delete(frame);
    };
    this.#stops = [connection.subscribe("/tf", take), connection.subscribe("/tf_static", takeFixed), connection.on("reset", forget)];
  }

  /** Where a frame lies in the world; undefined where no chain leads there. A root that is not "world" counts as the world where that does not exist. */
  inWorld(frame: string): THREE.Matrix4 | undefined {
    const result = new THREE.Matrix4();
    let at = plain(frame);
    for (let depth = 0; depth < MOST_DEPTH; depth++) {
      const up = this.parents.get(at);
      if (!up) return at === FIXED || at === "map" || at === "" ? result : undefined;
      result.premultiply(up.matrix);
      at = up.parent;
    }
    return undefined;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }
}

const plain = (name: string): string => name.replace(/^\//, "");
