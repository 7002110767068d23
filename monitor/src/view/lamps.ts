// Lit lamps: of a vehicle by SUMO's signals, of a traffic light's head by SUMO's letter. Blinking uses
// simulated time, s. The law of laws/traffic/lamp_law.cc for a browser, with its tables; a test compares
// both.

import tables from "./lamp_tables.json";

/** A lamp's bit among those of its vehicle, and its colour while it shines: sRGB, from 0 to 1. */
export interface Lamp { bit: number; color: number[] }

/** lamp/<light>/<link>/<colour>, with /2 and so on behind for further heads of a link. */
const HEAD = /^lamp\/(.+\/\d+)\/(red|yellow|green)(?:\/\d+)?$/;

/** Whether a lamp that blinks so many times a second shines: first on, then off. */
export const blinks = (time: number, rate: number): boolean => (time * rate + 1e-6) % 1 < 0.5;

/** Whether what blinks at traffic lights shines. */
export const amber = (time: number): boolean => blinks(time, tables.amber_rate);

/** The sum of the bits of a vehicle's lamps that shine. */
export function litVehicle(signals: number, time: number): number {
  let lit = 0;
  for (const lamp of tables.vehicles) if (signals & lamp.signals && (!lamp.rate || blinks(time, lamp.rate))) lit |= lamp.bit;
  return lit;
}

/** The colours of a head that shine. */
export function litHead(letter: string, time: number): string[] {
  const has = (letters: string[]): boolean => letters.includes(letter);
  return tables.heads.filter(({ steady, blinking }) => has(steady) || (has(blinking) && amber(time))).map((lamp) => lamp.name);
}

/** The light and link, as <light>/<link>, and the colour that a visual shows; undefined where it is no head's lamp. */
export function headOf(visual: string): { link: string; colour: string } | undefined {
  const found = HEAD.exec(visual);
  return found ? { link: found[1]!, colour: found[2]! } : undefined;
}

/** The lamp that a visual is; undefined where it is none. */
export function lampOf(visual: string): Lamp | undefined {
  const head = headOf(visual);
  if (!head) return tables.vehicles.find((lamp) => visual.startsWith(lamp.name));
  return { bit: 1, color: tables.heads.find((lamp) => lamp.name === head.colour)!.color };
}
