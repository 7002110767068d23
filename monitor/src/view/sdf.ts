// Models as Gazebo describes them: the visuals of an SDF or URDF document as meshes of three.js.
// Meshes and their materials come from the monitor; what cannot be had is left out.

import * as THREE from "three";
import { ColladaLoader } from "three/addons/loaders/ColladaLoader.js";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import type { Connection } from "../connection";
import { moved, part, type Part, rgb, slice } from "./parts";

const decoder = new TextDecoder();

const child = (element: Element, name: string): Element | undefined => [...element.children].find((one) => one.tagName === name);
const below = (element: Element, ...names: string[]): Element | undefined =>
  names.reduce<Element | undefined>((at, name) => at && child(at, name), element);
const numbers = (text: string | null | undefined, count: number): number[] => {
  const found = (text ?? "").trim().split(/\s+/).map(Number);
  return Array.from({ length: count }, (_, i) => (Number.isFinite(found[i]) ? found[i]! : 0));
};

/** x y z roll pitch yaw as a matrix. */
export function pose(text: string | null | undefined): THREE.Matrix4 {
  const [x, y, z, roll, pitch, yaw] = numbers(text, 6) as [number, number, number, number, number, number];
  return new THREE.Matrix4().makeRotationFromEuler(new THREE.Euler(roll, pitch, yaw, "ZYX")).setPosition(x, y, z);
}

export function document(text: string): Element {
  return new DOMParser().parseFromString(text, "application/xml").documentElement;
}

/** What was made for a name before, else made; what fails is tried again by who asks next. */
function once<T>(made: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  let found = made.get(name);
  if (!found) {
    found = make();
    found.catch(() => made.delete(name));
    made.set(name, found);
  }
  return found;
}

/** Reads models, each file once. */
export class Models {
  readonly #files = new Map<string, Promise<Part[]>>();
  readonly #means = new Map<string, Promise<THREE.Color>>();
  readonly #documents = new Map<string, Promise<Element>>();
  readonly #parts = new Map<string, Promise<Part[]>>();

  /** How many files and models are being read. */
  pending = 0;
  /** How many have been read, or could not be. */
  done = 0;

  constructor(private readonly connection: Connection) {}

  text(uri: string): Promise<string> {
    return this.counted(this.connection.asset(uri).then((data) => decoder.decode(data)));
  }

  /** Counts work as pending until it is done. */
  async counted<T>(work: Promise<T>): Promise<T> {
    this.pending++;
    try {
      return await work;
    } finally {
      this.pending--;
      this.done++;
    }
  }

  /** The document of a model's folder, by its model.config; read once. */
  model(name: string): Promise<Element> {
    return once(this.#documents, name, () => this.#document(name));
  }

  /** All visuals of a model's folder, in the model's frame; one list for all who ask. */
  partsOf(name: string): Promise<Part[]> {
    return once(this.#parts, name, async () => this.parts(await this.model(name)));
  }

  async #document(name: string): Promise<Element> {
    const config = document(await this.text(`model://${name}/model.config`));
    const files = [...config.querySelectorAll("sdf")].map((one) => one.textContent!.trim());
    const root = document(await this.text(`model://${name}/${files.at(-1) ?? "model.sdf"}`));
    const found = root.querySelector("model");
    if (!found) throw new Error(`model://${name} has no <model>`);
    return found;
  }

  /** All visuals of a <model>, those of nested and included models too, in its frame. */
  parts(model: Element): Promise<Part[]> {
    return this.counted(this.#read(model));
  }

  async #read(model: Element): Promise<Part[]> {
    const found = await Promise.all([
      ...[...model.children].filter((one) => one.tagName === "link").map((link) => this.#link(link)),
      ...[...model.children].filter((one) => one.tagName === "model").map(async (inner) => moved(await this.parts(inner), pose(child(inner, "pose")?.textContent))),
      ...[...model.children].filter((one) => one.tagName === "include").map((include) => this.include(include)),
    ]);
    return found.flat();
  }

  /** What an <include> brings, at its pose. */
  async include(include: Element): Promise<Part[]> {
    const name = (child(include, "uri")?.textContent ?? "").trim().replace(/^model:\/\//, "");
    const model = await this.model(name);
    const at = child(include, "pose") ?? child(model, "pose");
    return moved(await this.partsOf(name), pose(at?.textContent));
  }

  async #link(link: Element): Promise<Part[]> {
    const visuals = [...link.children].filter((one) => one.tagName === "visual");
    const found = await Promise.all(visuals.map((one) => this.#visual(one).catch(() => [])));
    return moved(found.flat(), pose(child(link, "pose")?.textContent));
  }

  async #visual(visual: Element): Promise<Part[]> {
    const name = visual.getAttribute("name") ?? "";
    const shape = child(visual, "geometry")?.firstElementChild;
    if (!shape) return [];
    const material = child(visual, "material");
    const diffuse = material && child(material, "diffuse");
    let own = diffuse && rgb(numbers(diffuse.textContent, 3));
    const [made, tint] = await Promise.all([this.shape(shape, own !== undefined), material && this.#texture(material).catch(() => undefined)]);
    if (tint) own = own ? own.multiply(tint) : tint;
    const transparency = Number(child(visual, "transparency")?.textContent ?? 0);
    const parts = made.map((part) => ({ ...part, name, colour: own ?? part.colour, opacity: 1 - transparency }));
    return moved(parts, pose(child(visual, "pose")?.textContent));
  }

  /** The mean colour of the texture that a material's script names; textures themselves are not drawn. */
  async #texture(material: Element): Promise<THREE.Color | undefined> {
    const script = child(material, "script");
    const name = script && child(script, "name")?.textContent?.trim();
    const folders = [...(script?.children ?? [])].filter((one) => one.tagName === "uri").map((one) => one.textContent!.trim());
    for (const folder of folders) {
      // Gazebo reads all scripts of a folder; the monitor names none, and a model's has its name.
      const file = /\.material$/.test(folder) ? folder : `${folder}/${folder.split("/")[2]}.material`;
      const text = await this.text(file).catch(() => "");
      const block = text.split(/^material\s+/m).find((one) => one.split(/\s/)[0] === name);
      const picture = block && /^\s*texture\s+(\S+)/m.exec(block)?.[1];
      if (!picture) continue;
      for (const place of folders) {
        const colour = await this.#mean(`${place}/${picture}`).catch(() => undefined);
        if (colour) return colour;
      }
    }
    return undefined;
  }

  #mean(uri: string): Promise<THREE.Color> {
    return once(this.#means, uri, () => this.connection.asset(uri).then(mean));
  }

  /** The faces of a shape of SDF; painted: their colours are not asked for. */
  async shape(shape: Element, painted = false): Promise<Part[]> {
    const value = (name: string): number => Number(child(shape, name)?.textContent ?? 0);
    switch (shape.tagName) {
      case "box":
        return [part(new THREE.BoxGeometry(...(numbers(child(shape, "size")?.textContent, 3) as [number, number, number])))];
      case "cylinder":
        return [part(new THREE.CylinderGeometry(value("radius"), value("radius"), value("length"), 24).rotateX(Math.PI / 2))];
      case "sphere":
        return [part(new THREE.SphereGeometry(value("radius"), 24, 16))];
      case "plane": {
        const [width, height] = numbers(child(shape, "size")?.textContent, 2) as [number, number];
        return [part(new THREE.PlaneGeometry(width || 100, height || 100))];
      }
      case "mesh": {
        const [x, y, z] = numbers(child(shape, "scale")?.textContent ?? "1 1 1", 3) as [number, number, number];
        const parts = await this.mesh((child(shape, "uri")?.textContent ?? "").trim(), painted);
        return moved(parts, new THREE.Matrix4().makeScale(x, y, z));
      }
      default:
        return [];
    }
  }

  /** The faces of a mesh file, by colour; of one that is painted without what its file says of colours. */
  mesh(uri: string, painted = false): Promise<Part[]> {
    return once(this.#files, `${painted} ${uri}`, () => this.#mesh(uri, painted));
  }

  async #mesh(uri: string, painted: boolean): Promise<Part[]> {
    const kind = uri.toLowerCase().split(".").at(-1);
    const data = await this.connection.asset(uri);
    if (kind === "stl") return [part(new STLLoader().parse(data.slice().buffer))];
    if (kind === "dae") return collada(decoder.decode(data));
    if (kind === "obj") return this.#obj(uri, decoder.decode(data), painted);
    throw new Error(`${uri}: meshes are obj, dae or stl`);
  }

  async #obj(uri: string, text: string, painted: boolean): Promise<Part[]> {
    const colours = new Map<string, THREE.Color>();
    const library = painted ? undefined : /^mtllib\s+(.+)$/m.exec(text)?.[1]?.trim();
    if (library) {
      const file = await this.text(uri.replace(/[^/]*$/, library)).catch(() => "");
      let name = "";
      for (const line of file.split("\n")) {
        const [word, ...rest] = line.trim().split(/\s+/);
        if (word === "newmtl") name = rest.join(" ");
        else if (word === "Kd") colours.set(name, rgb(rest.map(Number)));
      }
    }
    const found: Part[] = [];
    new OBJLoader().parse(text).traverse((node) => {
      if (!(node instanceof THREE.Mesh)) return;
      if (painted) return void found.push(part(node.geometry));
      const materials = Array.isArray(node.material) ? node.material : [node.material];
      const groups = node.geometry.groups.length ? node.geometry.groups : [{ start: 0, count: node.geometry.attributes.position.count, materialIndex: 0 }];
      for (const group of groups) {
        const geometry = slice(node.geometry, group.start, group.count);
        found.push(part(geometry, colours.get(materials[group.materialIndex ?? 0]?.name ?? "")));
      }
    });
    return found;
  }
}

async function mean(data: Uint8Array): Promise<THREE.Color> {
  const size = 16;
  const picture = await createImageBitmap(new Blob([data.slice()]), { resizeWidth: size, resizeHeight: size, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(size, size);
  // Read at once, which a canvas of the graphics card answers only when it has drawn all else.
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, size, size).data;
  const sum = [0, 0, 0];
  pixels.forEach((value, i) => i % 4 < 3 && (sum[i % 4]! += value));
  return rgb(sum.map((one) => one / (size * size * 255)));
}

function collada(text: string): Part[] {
  const found: Part[] = [];
  const { scene } = new ColladaLoader().parse(text, "") as { scene: THREE.Object3D };
  // ROS uses the axes of the file; three.js has rotated files marked Z_UP.
  scene.rotation.set(0, 0, 0);
  scene.updateMatrixWorld(true);
  scene.traverse((node) => {
    if (!(node instanceof THREE.Mesh)) return;
    const material = Array.isArray(node.material) ? node.material[0] : node.material;
    found.push({ ...part(node.geometry, (material as THREE.MeshLambertMaterial)?.color), at: node.matrixWorld.clone() });
  });
  return found;
}

export { below, child, numbers };
