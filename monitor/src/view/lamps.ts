// Which lamps shine: of a vehicle by SUMO's signals, of a traffic light's head by SUMO's letter. What
// blinks does so in simulated time, s. The law of laws/traffic/lamp_law.cc for a browser; a test compares both.

const AMBER_RATE = 1.0;
const BLINKER_RATE = 1.5;
const BLUE_RATE = 3.0;
const RIGHT = 1;
const LEFT = 2;
const HAZARD = 4;
const BRAKE = 8;
const EMERGENCY_BLUE = 2048;

/** A lamp's bit among those of its vehicle, and its colour while it shines: sRGB, from 0 to 1. */
export interface Lamp { bit: number; colour: number[] }

/** By the beginnings of visuals' names. */
export const OF_VEHICLES: Record<string, Lamp> = {
  brake_: { bit: 1, colour: [1, 0.06, 0.03] },
  blinker_left: { bit: 2, colour: [1, 0.55, 0] },
  blinker_right: { bit: 4, colour: [1, 0.55, 0] },
  blue_: { bit: 8, colour: [0.15, 0.35, 1] },
};
/** Colours of heads' lamps by their names. */
export const OF_HEADS: Record<string, number[]> = { red: [1, 0.08, 0.05], yellow: [1, 0.72, 0], green: [0.05, 1, 0.35] };
const STEADY: Record<string, string[]> = { r: ["red"], y: ["yellow"], u: ["red", "yellow"], g: ["green"], G: ["green"] };
/** lamp/<light>/<link>/<colour>, with /2 and so on behind for further heads of a link. */
const HEAD = /^lamp\/(.+\/\d+)\/(red|yellow|green)(?:\/\d+)?$/;

/** Whether a lamp that blinks so many times a second shines: first on, then off. */
export const blinks = (time: number, rate: number): boolean => (time * rate + 1e-6) % 1 < 0.5;

/** Whether what blinks at traffic lights shines. */
export const amber = (time: number): boolean => blinks(time, AMBER_RATE);

/** The sum of the bits of a vehicle's lamps that shine. */
export function litVehicle(signals: number, time: number): number {
  const turning = signals & (LEFT | RIGHT | HAZARD) && blinks(time, BLINKER_RATE);
  let lit = signals & BRAKE ? OF_VEHICLES.brake_!.bit : 0;
  if (turning && signals & (LEFT | HAZARD)) lit |= OF_VEHICLES.blinker_left!.bit;
  if (turning && signals & (RIGHT | HAZARD)) lit |= OF_VEHICLES.blinker_right!.bit;
  if (signals & EMERGENCY_BLUE && blinks(time, BLUE_RATE)) lit |= OF_VEHICLES.blue_!.bit;
  return lit;
}

/** The colours of a head that shine. */
export function litHead(letter: string, time: number): string[] {
  if (letter === "o") return amber(time) ? ["yellow"] : [];
  return STEADY[letter] ?? [];
}

/** The light and link, as <light>/<link>, and the colour that a visual shows; undefined where it is no head's lamp. */
export function headOf(visual: string): { link: string; colour: string } | undefined {
  const found = HEAD.exec(visual);
  return found ? { link: found[1]!, colour: found[2]! } : undefined;
}

/** The lamp that a visual is; undefined where it is none. */
export function lampOf(visual: string): Lamp | undefined {
  const head = headOf(visual);
  if (head) return { bit: 1, colour: OF_HEADS[head.colour]! };
  return Object.entries(OF_VEHICLES).find(([beginning]) => visual.startsWith(beginning))?.[1];
}
