// Completes values that users write as JSON by a message's definition: missing fields are zero, and an
// error names the path of a wrong one.

import type { MessageDefinition, MessageDefinitionField } from "@foxglove/message-definition";
import { rosTime } from "./time";

/** The value of a field; "where" is its place, as "points[0].positions". */
export function complete(value: unknown, field: MessageDefinitionField, all: MessageDefinition[], where: string): unknown {
  if (!field.isArray) return single(value, field, all, where);
  if (!Array.isArray(value)) throw new Error(`${where}: write a list as [1, 2]`);
  if (field.arrayLength !== undefined && value.length !== field.arrayLength) throw new Error(`${where}: has ${field.arrayLength} elements, not ${value.length}`);
  return value.map((one, i) => single(one, field, all, `${where}[${i}]`));
}

function single(value: unknown, field: MessageDefinitionField, all: MessageDefinition[], where: string): unknown {
  const definition = field.isComplex ? all.find((one) => one.name === field.type) : undefined;
  if (definition) return message(object(value, field.type, where), definition, all, where);
  switch (field.type) {
    case "bool":
      if (typeof value === "boolean") return value;
      throw wrong(where, "true or false", value);
    case "string":
      if (typeof value === "string") return value;
      throw wrong(where, "a text in quotes", value);
    case "time":
    case "duration": {
      if (typeof value === "number") return rosTime(value);
      const { sec = 0, nsec = 0 } = object(value, "s, or seconds and nanoseconds", where);
      if (Number.isInteger(sec) && Number.isInteger(nsec)) return { sec, nsec };
      throw wrong(where, 's, or {"sec": 1, "nsec": 0}', value);
    }
    default: {
      if (typeof value !== "number") throw wrong(where, "a number", value);
      if (!field.type.includes("int")) return value;
      const [low, high] = range(field.type);
      if (!Number.isInteger(value) || value < low || value > high) throw wrong(where, `a whole number from ${low} to ${high}`, value);
      return field.type.endsWith("64") ? BigInt(value) : value;
    }
  }
}

/** The least and the largest integer of a type. */
function range(type: string): [number, number] {
  const bits = Number(/\d+$/.exec(type)![0]);
  return type.startsWith("u") ? [0, 2 ** bits - 1] : [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
}

function message(value: Record<string, unknown>, definition: MessageDefinition, all: MessageDefinition[], where: string): Record<string, unknown> {
  const fields = definition.definitions.filter((field) => !field.isConstant);
  const names = fields.map((field) => field.name);
  const odd = Object.keys(value).find((name) => !names.includes(name));
  if (odd !== undefined) throw new Error(`${where}: ${definition.name ?? "the message"} has no field '${odd}'; fields: ${names.join(", ")}`);
  return Object.fromEntries(fields.map((field) => [field.name, field.name in value ? complete(value[field.name], field, all, `${where}.${field.name}`) : empty(field, all)]));
}

/** What a field is where nothing is written. */
export function empty(field: MessageDefinitionField, all: MessageDefinition[]): unknown {
  const one = (): unknown => {
    const definition = field.isComplex ? all.find((other) => other.name === field.type) : undefined;
    if (definition) return message({}, definition, all, field.name);
    if (field.type === "time" || field.type === "duration") return { sec: 0, nsec: 0 };
    if (field.type === "bool" || field.type === "string") return field.type === "bool" ? false : "";
    return /int64$/.test(field.type) ? 0n : 0;
  };
  return field.isArray ? Array.from({ length: field.arrayLength ?? 0 }, one) : one();
}

function object(value: unknown, what: string, where: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrong(where, `${what} as {"name": value}`, value);
}

const wrong = (where: string, what: string, value: unknown): Error => new Error(`${where}: must be ${what}, not ${JSON.stringify(value)}`);
