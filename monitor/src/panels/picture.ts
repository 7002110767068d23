// One camera's pictures, raw or compressed.

import type { Connection, Message } from "../connection";
import { el, options } from "../dom";
import { absent, type Panel, type Settings } from "../panel";
import { ALL, measured, PICTURES } from "../sensors";

const TYPES = ["sensor_msgs/Image", "sensor_msgs/CompressedImage"];
const MOST_HZ = 10;

export function picture(connection: Connection, settings: Settings, changed: () => void): Panel {
  const topic = el("select", { "aria-label": "pictures" });
  const holder = el("div", { class: "pictures" });
  const note = el("div", { class: "note" });
  const shown = new Map<string, Shown>();

  const sync = (): void => {
    const wanted = topic.value === ALL ? measured(connection, PICTURES) : topic.value ? [topic.value] : [];
    for (const [name, one] of shown) {
      if (wanted.includes(name)) continue;
      one.close();
      shown.delete(name);
    }
    for (const name of wanted) if (!shown.has(name)) shown.set(name, show(connection, name, topic.value === ALL));
    holder.replaceChildren(...wanted.map((name) => shown.get(name)!.element));
    note.hidden = wanted.length > 0;
    note.textContent = topic.value || !connection.topicsOf(...TYPES).length ? absent(connection, "no camera publishes pictures") : "choose a topic with pictures";
  };
  const list = (): void => {
    const there = connection.topicsOf(...TYPES);
    const chosen = settings.topic && settings.topic !== ALL && !there.includes(settings.topic) ? [settings.topic] : [];
    options(topic, [ALL, ...chosen, ...there], "topic …");
    if (!topic.value) topic.value = settings.topic ?? there[0] ?? "";
    sync();
  };
  topic.onchange = () => {
    settings.topic = topic.value;
    changed();
    for (const one of shown.values()) one.close();
    shown.clear();
    sync();
  };
  const end = connection.on("topics", list);
  list();
  return {
    element: el("div", { class: "panel" }, el("div", { class: "tools" }, topic), holder, note),
    close() {
      end();
      for (const one of shown.values()) one.close();
    },
  };
}

interface Shown { element: HTMLElement; close(): void }

/** One topic's pictures; of what comes between two frames of the browser the last is shown. */
function show(connection: Connection, topic: string, named: boolean): Shown {
  const canvas = el("canvas", { title: topic });
  const note = el("div", { class: "note" }, "no picture yet");
  let last: Message | undefined;
  let handle = 0;
  const paint = (): void => {
    handle = 0;
    draw(canvas, last).then(
      (about) => (note.textContent = named ? `${topic}, ${about}` : about),
      (error: Error) => (note.textContent = error.message),
    );
  };
  const stop = connection.subscribe(topic, (message) => {
    last = message;
    handle ||= requestAnimationFrame(paint);
  }, MOST_HZ);
  return {
    element: el("figure", {}, el("div", { class: "picture" }, canvas), note),
    close() {
      stop();
      cancelAnimationFrame(handle);
    },
  };
}

async function draw(canvas: HTMLCanvasElement, message: Message): Promise<string> {
  const context = canvas.getContext("2d")!;
  if ("format" in message) {
    const image = await createImageBitmap(new Blob([message.data]));
    canvas.width = image.width;
    canvas.height = image.height;
    context.drawImage(image, 0, 0);
    image.close();
    return `${canvas.width} x ${canvas.height}, ${message.format}`;
  }
  const { width, height, encoding } = message;
  const pixels = converted(message);
  canvas.width = width;
  canvas.height = height;
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
  return `${width} x ${height}, ${encoding}`;
}

/** RGBA of an Image; what holds depths or numbers is scaled from its least to its greatest. */
export function converted(message: Message): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, step, encoding } = message;
  const data = message.data as Uint8Array;
  const out = new Uint8ClampedArray(4 * width * height).fill(255);
  const orders: Record<string, number[]> = { rgb8: [0, 1, 2], bgr8: [2, 1, 0], rgba8: [0, 1, 2], bgra8: [2, 1, 0], "8UC3": [2, 1, 0], mono8: [0, 0, 0], "8UC1": [0, 0, 0] };
  const order = orders[encoding];
  if (order) {
    const size = encoding.includes("a8") ? 4 : order[0] === order[2] ? 1 : 3;
    for (let row = 0, to = 0; row < height; row++) {
      for (let column = 0, from = row * step; column < width; column++, from += size, to += 4) {
        out[to] = data[from + order[0]!]!;
        out[to + 1] = data[from + order[1]!]!;
        out[to + 2] = data[from + order[2]!]!;
      }
    }
    return out;
  }
  const size = { mono16: 2, "16UC1": 2, "32FC1": 4 }[encoding as string];
  if (!size) throw new Error(`pictures in ${encoding} cannot be shown`);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const little = !message.is_bigendian;
  const values = new Float32Array(width * height);
  let least = Infinity;
  let most = -Infinity;
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const at = row * step + column * size;
      const value = size === 2 ? view.getUint16(at, little) : view.getFloat32(at, little);
      values[i] = value;
      if (!Number.isFinite(value)) continue;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  values.forEach((value, i) => {
    const grey = Number.isFinite(value) && most > least ? (255 * (value - least)) / (most - least) : 0;
    out[4 * i] = out[4 * i + 1] = out[4 * i + 2] = grey;
  });
  return out;
}
