// Faces of models: each part's own geometry stays as its file has it, and is put in place when all
// parts become one geometry.

import * as THREE from "three";
import { lampOf } from "./lamps";

/** Faces of one colour, and where they lie in their model. */
export interface Part { name: string; geometry: THREE.BufferGeometry; at: THREE.Matrix4; colour: THREE.Color; opacity: number }
/** The vertices of a lamp in one geometry, by its visual's name. */
export interface Span { name: string; start: number; count: number }
interface Joined { geometry: THREE.BufferGeometry; parts: { part: Part; count: number }[] }

/** A colour as files have it, in sRGB. */
export const rgb = (values: number[]): THREE.Color => new THREE.Color().setRGB(values[0] ?? 0, values[1] ?? 0, values[2] ?? 0, THREE.SRGBColorSpace);
const GREY = rgb([0.7, 0.7, 0.7]);
const TRANSPARENT = 0.05;
/** At each vertex a lamp's colour while it shines, and its bit. */
const LAMP = "lamp";
/** The sum of the bits of the lamps that shine, of an instance or at a vertex; nothing shines without it. */
export const LIT = "lit";

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
  for (const [name, values] of Object.entries(joined.geometry.attributes)) made.setAttribute(name, values);
  made.setAttribute("color", new THREE.BufferAttribute(colours, 3));
  made.userData = joined.geometry.userData;
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
  const counted = found.map((one) => ({ part: one.part, count: one.faces.getAttribute("position").count }));
  markLamps(geometry, counted, total);
  return { geometry, parts: counted };
}

/** Says of a geometry's vertices which are those of lamps, where it has some. */
function markLamps(geometry: THREE.BufferGeometry, parts: Joined["parts"], total: number): void {
  const lamps: Span[] = [];
  const values = new Float32Array(4 * total);
  let start = 0;
  for (const { part, count } of parts) {
    const lamp = lampOf(part.name);
    if (lamp) {
      const { r, g, b } = rgb(lamp.color);
      for (let i = start; i < start + count; i++) values.set([r, g, b, lamp.bit], 4 * i);
      lamps.push({ name: part.name, start, count });
    }
    start += count;
  }
  if (!lamps.length) return;
  geometry.setAttribute(LAMP, new THREE.BufferAttribute(values, 4));
  geometry.userData.lamps = lamps;
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

/** Of everything that is drawn by its vertices' colours; lamps that shine are bright from all sides. */
export const MATERIAL = new THREE.MeshLambertMaterial({ vertexColors: true, side: THREE.DoubleSide });
MATERIAL.onBeforeCompile = (shader) => {
  const vertex = `attribute vec4 ${LAMP};\nattribute float ${LIT};\nvarying vec3 shining;\n${shader.vertexShader}`;
  // Bits are whole numbers, which a division may miss by a little.
  const bit = `mod(floor(${LIT} / max(${LAMP}.w, 1.0) + 0.01), 2.0)`;
  shader.vertexShader = vertex.replace("#include <color_vertex>", `$&\nshining = ${bit} * ${LAMP}.rgb;`);
  const fragment = `varying vec3 shining;\n${shader.fragmentShader}`;
  shader.fragmentShader = fragment.replace("#include <emissivemap_fragment>", "$&\ntotalEmissiveRadiance += shining;");
};
