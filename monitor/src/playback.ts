// Frames of the control of a played recording: Foxglove's playback control. Times are s.

export interface PlaybackState { playing: boolean; ended: boolean; time: number; speed: number }

const STATE = 5;
const REQUEST = 3;
const PLAYING = 0;
const ENDED = 3;

export function isPlaybackState(data: unknown): data is ArrayBuffer {
  return data instanceof ArrayBuffer && data.byteLength >= 19 && new DataView(data).getUint8(0) === STATE;
}

export function playbackState(data: ArrayBuffer): PlaybackState {
  const view = new DataView(data);
  const status = view.getUint8(1);
  return { playing: status === PLAYING, ended: status === ENDED, time: Number(view.getBigUint64(2, true)) / 1e9, speed: view.getFloat32(10, true) };
}

export function playbackRequest(play: boolean, speed: number, seek?: number): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode("page");
  const data = new Uint8Array(19 + name.length);
  const view = new DataView(data.buffer);
  view.setUint8(0, REQUEST);
  view.setUint8(1, play ? 0 : 1);
  view.setFloat32(2, speed, true);
  view.setUint8(6, seek === undefined ? 0 : 1);
  view.setBigUint64(7, BigInt(Math.round((seek ?? 0) * 1e9)), true);
  view.setUint32(15, name.length, true);
  data.set(name, 19);
  return data;
}
