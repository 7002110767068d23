// Faces of models: each part's own geometry stays as its file has it, and is put in place when all
// parts become one geometry.

import * as THREE from "three";

/** Faces of one colour, and where they lie in their model. */
export interface Part { name: string; geometry: THREE.BufferGeometry; at: THREE.Matrix4; colour: THREE.Color; opacity: number }
interface Joined { geometry: THREE.BufferGeometry; parts: { part: Part; count: number }[] }

/** A colour as files have it, in sRGB. */
export const rgb = (values: number[]): THREE.Color => new THREE.Color().setRGB(values[0] ?? 0, values[1] ?? 0, values[2] ?? 0, THREE.SRGBColorSpace);
const GREY = rgb([0.7, 0.7, 0.7]);
const TRANSPARENT = 0.05;

export function part(geometry: THREE.BufferGeometry, colour: THREE.Color = GREY): Part {
  return { name: "", geometry, at: new THREE.Matrix4(), colour, opacity: 1 };
}

export function moved(parts: Part[], matrix: THREE.Matrix4): Part[] {
  return parts.map((one) => ({ ...one, at: matrix.clone().multiply(one.at) }));
}

/** The faces of a geometry from start on, as one of its own. */
export function slice(geometry: THREE.BufferGeometry, start: number, count: number): THREE.BufferGeometry {
  const made = new THREE.BufferGeometry();
  for (const name of ["position", "normal"]) {
    const from = geometry.getAttribute(name) as THREE.BufferAttribute | undefined;
    if (from) made.setAttribute(name, new THREE.BufferAttribute(from.array.slice(3 * start, 3 * (start + count)), 3));
  }
  return made;
}

const joinedBefore = new WeakMap<Part[], Joined>();

/** One geometry of all parts, with their colours at its vertices; those of one list that differ in paint, which its bodies have, share their faces. */
export function merged(parts: Part[], paint?: THREE.Color): THREE.BufferGeometry | undefined {
  let joined = joinedBefore.get(parts);
  if (!joined) joinedBefore.set(parts, (joined = join(parts.filter((one) => one.opacity > TRANSPARENT))));
  const count = joined.geometry.getAttribute("position").count;
  if (!count) return undefined;
  const colours = new Float32Array(3 * count);
  let at = 0;
  for (const one of joined.parts) {
    const { r, g, b } = paint && one.part.name === "body" ? paint : one.part.colour;
    for (const end = at + 3 * one.count; at < end; at += 3) {
      colours[at] = r;
      colours[at + 1] = g;
      colours[at + 2] = b;
    }
  }
  const made = new THREE.BufferGeometry();
  for (const name of ["position", "normal"]) made.setAttribute(name, joined.geometry.getAttribute(name));
  made.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  return made;
}

function join(parts: Part[]): Joined {
  const found = parts.map((one) => ({ part: one, faces: faces(one.geometry) }));
  const total = found.reduce((sum, one) => sum + one.faces.getAttribute("position").count, 0);
  const positions = new Float32Array(3 * total);
  const normals = new Float32Array(3 * total);
  let start = 0;
  for (const one of found) {
    put(one.faces.getAttribute("position"), one.part.at, positions, start);
    const turned = new THREE.Matrix4().setFromMatrix3(new THREE.Matrix3().getNormalMatrix(one.part.at));
    const count = put(one.faces.getAttribute("normal"), turned, normals, start);
    normalise(normals, start, count);
    start += 3 * count;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new THREE.BufferAttribute(normals, 3));
  return { geometry, parts: found.map((one) => ({ part: one.part, count: one.faces.getAttribute("position").count })) };
}

/** Triangles of their own corners, with normals. */
function faces(geometry: THREE.BufferGeometry): THREE.BufferGeometry {
  if (!geometry.index && geometry.getAttribute("normal")) return geometry;
  const found = geometry.index ? geometry.toNonIndexed() : geometry.clone();
  if (!found.getAttribute("normal")) found.computeVertexNormals();
  return found;
}

/** Writes vectors, turned and shifted by a matrix, from a place on; their number. */
function put(from: THREE.BufferAttribute | THREE.InterleavedBufferAttribute, matrix: THREE.Matrix4, to: Float32Array, start: number): number {
  const e = matrix.elements;
  for (let i = 0, at = start; i < from.count; i++, at += 3) {
    const x = from.getX(i);
    const y = from.getY(i);
    const z = from.getZ(i);
    to[at] = e[0] * x + e[4] * y + e[8] * z + e[12];
    to[at + 1] = e[1] * x + e[5] * y + e[9] * z + e[13];
    to[at + 2] = e[2] * x + e[6] * y + e[10] * z + e[14];
  }
  return from.count;
}

function normalise(vectors: Float32Array, start: number, count: number): void {
  for (let at = start; at < start + 3 * count; at += 3) {
    const length = Math.hypot(vectors[at]!, vectors[at + 1]!, vectors[at + 2]!) || 1;
    for (let k = at; k < at + 3; k++) vectors[k]! /= length;
  }
}

export const MATERIAL = new THREE.MeshLambertMaterial({ vertexColors: true, side: THREE.DoubleSide });
