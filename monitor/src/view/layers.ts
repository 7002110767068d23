// Objects of topics in the view: clouds, scans, markers, paths, odometry and the frustums of
// cameras. Each kind makes an object from a message.

import * as THREE from "three";
import type { Message } from "../connection";
import type { Frames } from "./frames";
import { poseMatrix } from "./frames";
import { MATERIAL, merged } from "./parts";
import type { Models } from "./sdf";

/** What a topic adds: takes each message, and is brought up to date before a picture is drawn. */
export interface Layer { object: THREE.Object3D; take(message: Message): void; update?(): void }
type Make = (frames: Frames, models: Models) => Layer;

const POINT_SIZE = 2;
const FRUSTUM = 1.5;
const ORANGE = 0xe8590c;
const BLUE = 0x2f6fdb;

/** A group that lies where its message's frame lies; made of the last message before each picture. */
function placed(frames: Frames, make: (group: THREE.Group, message: Message) => void): Layer {
  const group = new THREE.Group();
  group.matrixAutoUpdate = false;
  let last: Message | undefined;
  return {
    object: group,
    take(message) {
      const at = frames.inWorld(message.header.frame_id);
      group.visible = at !== undefined;
      if (!at) return;
      group.matrix.copy(at);
      last = message;
    },
    update() {
      if (last) make(group, last);
      last = undefined;
    },
  };
}

/** Colours of points from near to far, so that shapes can be told from the ground. */
const FARTHEST = 60;
const SHADES = 256;
const shades = new Float32Array(3 * (SHADES + 1));
for (let i = 0; i <= SHADES; i++) new THREE.Color().setHSL((0.66 * i) / SHADES, 0.9, 0.5).toArray(shades, 3 * i);

function points(): { object: THREE.Points; set(positions: Float32Array, count: number): void } {
  const material = new THREE.PointsMaterial({ size: POINT_SIZE, sizeAttenuation: false, vertexColors: true });
  const object = new THREE.Points(new THREE.BufferGeometry(), material);
  object.frustumCulled = false;
  return {
    object,
    set(positions, count) {
      const colours = new Float32Array(3 * count);
      for (let i = 0; i < count; i++) {
        const x = positions[3 * i]!;
        const y = positions[3 * i + 1]!;
        const shade = 3 * Math.round(SHADES * Math.min(1, Math.sqrt(x * x + y * y) / FARTHEST));
        colours[3 * i] = shades[shade]!;
        colours[3 * i + 1] = shades[shade + 1]!;
        colours[3 * i + 2] = shades[shade + 2]!;
      }
      object.geometry.dispose();
      object.geometry = new THREE.BufferGeometry();
      object.geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
      object.geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
      object.geometry.setDrawRange(0, count);
    },
  };
}

const cloud: Make = (frames) => {
  const drawn = points();
  const layer = placed(frames, (_, message) => {
    const offsets = ["x", "y", "z"].map((name) => message.fields.find((field: Message) => field.name === name && field.datatype === 7)?.offset);
    if (offsets.includes(undefined)) return;
    const data = message.data as Uint8Array;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const number = message.width * message.height;
    const positions = new Float32Array(3 * number);
    let count = 0;
    for (let row = 0; row < message.height; row++) {
      for (let column = 0; column < message.width; column++) {
        const at = row * message.row_step + column * message.point_step;
        const x = view.getFloat32(at + offsets[0], !message.is_bigendian);
        if (!Number.isFinite(x)) continue;
        positions[3 * count] = x;
        positions[3 * count + 1] = view.getFloat32(at + offsets[1], !message.is_bigendian);
        positions[3 * count + 2] = view.getFloat32(at + offsets[2], !message.is_bigendian);
        count++;
      }
    }
    drawn.set(positions, count);
  });
  layer.object.add(drawn.object);
  return layer;
};

const scan: Make = (frames) => {
  const drawn = points();
  const layer = placed(frames, (_, message) => {
    const positions = new Float32Array(3 * message.ranges.length);
    let count = 0;
    message.ranges.forEach((range: number, i: number) => {
      if (!(range >= message.range_min && range <= message.range_max)) return;
      const angle = message.angle_min + i * message.angle_increment;
      positions[3 * count] = range * Math.cos(angle);
      positions[3 * count + 1] = range * Math.sin(angle);
      count++;
    });
    drawn.set(positions, count);
  });
  layer.object.add(drawn.object);
  return layer;
};

/** A sensor_msgs/Range: the cone in which something is, about the frame's x axis, as far as it was measured. */
const cone: Make = (frames) =>
  placed(frames, (group, message) => {
    clear(group);
    const measured = message.range >= message.min_range && message.range <= message.max_range;
    const length = measured ? message.range : message.max_range;
    if (!Number.isFinite(length) || length <= 0) return;
    const radius = length * Math.tan(message.field_of_view / 2);
    const geometry = new THREE.ConeGeometry(radius, length, 24, 1, true).rotateZ(Math.PI / 2).translate(length / 2, 0, 0);
    const material = new THREE.MeshBasicMaterial({ color: measured ? ORANGE : BLUE, opacity: measured ? 0.5 : 0.15, transparent: true, side: THREE.DoubleSide, depthWrite: false });
    group.add(new THREE.Mesh(geometry, material));
  });

function line(positions: number[], colour: number, segments = false): THREE.Line {
  const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
  const material = new THREE.LineBasicMaterial({ color: colour });
  const made = segments ? new THREE.LineSegments(geometry, material) : new THREE.Line(geometry, material);
  made.frustumCulled = false;
  return made;
}

const clear = (group: THREE.Object3D): void => {
  group.traverse((one) => {
    if (one instanceof THREE.Mesh || one instanceof THREE.Line || one instanceof THREE.Points) one.geometry.dispose();
  });
  group.clear();
};

const path: Make = (frames) =>
  placed(frames, (group, message) => {
    clear(group);
    group.add(line(message.poses.flatMap((one: Message) => [one.pose.position.x, one.pose.position.y, one.pose.position.z + 0.05]), ORANGE));
  });

const odometry: Make = (frames) =>
  placed(frames, (group, message) => {
    clear(group);
    const axes = new THREE.AxesHelper(2);
    axes.matrixAutoUpdate = false;
    axes.matrix.copy(poseMatrix(message.pose.pose));
    group.add(axes);
  });

const camera: Make = (frames) =>
  placed(frames, (group, message) => {
    clear(group);
    const [fx, , cx, , fy, cy] = message.K as ArrayLike<number> as [number, number, number, number, number, number];
    if (!fx || !fy) return;
    const corner = (u: number, v: number): number[] => [(FRUSTUM * (u - cx)) / fx, (FRUSTUM * (v - cy)) / fy, FRUSTUM];
    const corners = [corner(0, 0), corner(message.width, 0), corner(message.width, message.height), corner(0, message.height)];
    const lines = corners.flatMap((one, i) => [0, 0, 0, ...one, ...one, ...corners[(i + 1) % 4]!]);
    group.add(line(lines, BLUE, true));
  });

const markers: Make = (frames, models) => {
  const object = new THREE.Group();
  const shown = new Map<string, { group: THREE.Group; frame: string; pose: THREE.Matrix4; ends: number }>();
  const remove = (key: string): void => {
    const old = shown.get(key);
    if (!old) return;
    clear(old.group);
    old.group.removeFromParent();
    shown.delete(key);
  };
  const take = (marker: Message): void => {
    if (marker.action === 3) return [...shown.keys()].forEach(remove);
    const key = `${marker.ns}/${marker.id}`;
    remove(key);
    if (marker.action === 2) return;
    const group = new THREE.Group();
    group.matrixAutoUpdate = false;
    const lifetime = marker.lifetime.sec + marker.lifetime.nsec / 1e9;
    const one = { group, frame: marker.header.frame_id, pose: poseMatrix(marker.pose), ends: lifetime ? performance.now() + 1000 * lifetime : Infinity };
    shown.set(key, one);
    object.add(group);
    fill(group, marker, models);
  };
  return {
    object,
    take(message) {
      for (const marker of message.markers ?? [message]) take(marker);
      for (const [key, one] of shown) {
        if (one.ends < performance.now()) remove(key);
        const at = frames.inWorld(one.frame);
        one.group.visible = at !== undefined;
        if (at) one.group.matrix.multiplyMatrices(at, one.pose);
      }
    },
  };
};

const flat = (list: Message[]): number[] => list.flatMap((one) => [one.x, one.y, one.z]);

/** visualization_msgs/Marker: the shapes by their numbers in its definition. */
function fill(group: THREE.Group, marker: Message, models: Models): void {
  const colour = new THREE.Color(marker.color.r, marker.color.g, marker.color.b);
  const material = new THREE.MeshLambertMaterial({ color: colour, opacity: marker.color.a, transparent: marker.color.a < 1, side: THREE.DoubleSide });
  const { x, y, z } = marker.scale;
  const add = (geometry: THREE.BufferGeometry): THREE.Mesh => {
    const mesh = new THREE.Mesh(geometry, material);
    group.add(mesh);
    return mesh;
  };
  const many = (geometry: THREE.BufferGeometry): void => {
    const mesh = new THREE.InstancedMesh(geometry, material, marker.points.length);
    marker.points.forEach((one: Message, i: number) => mesh.setMatrixAt(i, new THREE.Matrix4().makeTranslation(one.x, one.y, one.z)));
    mesh.frustumCulled = false;
    group.add(mesh);
  };
  switch (marker.type) {
    case 0: {
      const [from, to] = marker.points.length === 2 ? marker.points : [{ x: 0, y: 0, z: 0 }, { x, y: 0, z: 0 }];
      const start = new THREE.Vector3(from.x, from.y, from.z);
      const way = new THREE.Vector3(to.x, to.y, to.z).sub(start);
      group.add(new THREE.ArrowHelper(way.clone().normalize(), start, way.length(), colour.getHex()));
      return;
    }
    case 1:
      add(new THREE.BoxGeometry(x, y, z));
      return;
    case 2:
      add(new THREE.SphereGeometry(0.5, 16, 12).scale(x, y, z));
      return;
    case 3:
      add(new THREE.CylinderGeometry(0.5, 0.5, 1, 20).rotateX(Math.PI / 2).scale(x, y, z));
      return;
    case 4:
      group.add(line(flat(marker.points), colour.getHex()));
      return;
    case 5:
      group.add(line(flat(marker.points), colour.getHex(), true));
      return;
    case 6:
      many(new THREE.BoxGeometry(x, y, z));
      return;
    case 7:
      many(new THREE.SphereGeometry(0.5, 12, 8).scale(x, y, z));
      return;
    case 8: {
      const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(flat(marker.points), 3));
      group.add(new THREE.Points(geometry, new THREE.PointsMaterial({ color: colour, size: 3, sizeAttenuation: false })));
      return;
    }
    case 9:
      group.add(words(marker.text, colour, z));
      return;
    case 10:
      void models.mesh(marker.mesh_resource).then((parts) => {
        const geometry = merged(marker.mesh_use_embedded_materials ? parts : parts.map((one) => ({ ...one, colour })));
        if (!geometry) return;
        const mesh = new THREE.Mesh(geometry, MATERIAL);
        mesh.scale.set(x, y, z);
        group.add(mesh);
      }, () => undefined);
      return;
    case 11: {
      const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(flat(marker.points), 3));
      geometry.computeVertexNormals();
      if (marker.colors.length === marker.points.length) {
        geometry.setAttribute("color", new THREE.Float32BufferAttribute(marker.colors.flatMap((one: Message) => [one.r, one.g, one.b]), 3));
        group.add(new THREE.Mesh(geometry, MATERIAL));
      } else add(geometry).scale.set(x || 1, y || 1, z || 1);
    }
  }
}

function words(text: string, colour: THREE.Color, height: number): THREE.Sprite {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const font = "48px system-ui, sans-serif";
  const lines = text.split("\n");
  context.font = font;
  canvas.width = Math.max(1, ...lines.map((one) => Math.ceil(context.measureText(one).width)));
  canvas.height = 56 * lines.length;
  context.font = font;
  context.fillStyle = `#${colour.getHexString()}`;
  lines.forEach((one, i) => context.fillText(one, 0, 44 + 56 * i));
  const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ map: new THREE.CanvasTexture(canvas), depthTest: false }));
  sprite.scale.set((height * lines.length * canvas.width) / canvas.height, height * lines.length, 1);
  return sprite;
}

/** What can be shown, by type of topic, with the most messages a second. */
export const LAYERS: Record<string, { make: Make; rate: number }> = {
  "sensor_msgs/PointCloud2": { make: cloud, rate: 10 },
  "sensor_msgs/LaserScan": { make: scan, rate: 10 },
  "sensor_msgs/Range": { make: cone, rate: 10 },
  "visualization_msgs/MarkerArray": { make: markers, rate: 0 },
  "visualization_msgs/Marker": { make: markers, rate: 0 },
  "nav_msgs/Path": { make: path, rate: 5 },
  "nav_msgs/Odometry": { make: odometry, rate: 20 },
  "sensor_msgs/CameraInfo": { make: camera, rate: 5 },
};
