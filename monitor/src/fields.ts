// Fields of messages: as a tree to look at, by path for plots, and as a form to fill in.

import type { MessageDefinition, MessageDefinitionField } from "@foxglove/message-definition";
import { complete, empty } from "./complete";
import { rosTime } from "./time";
import { el } from "./dom";

const MOST_SHOWN = 60;

const isList = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || ArrayBuffer.isView(value);

export function text(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toPrecision(6).replace(/\.?0+(e|$)/, "$1");
  if (typeof value === "string") return JSON.stringify(value);
  return String(value);
}

/** A number with so many decimals, without the sign of what is rounded to zero. */
export function fixed(value: number, decimals: number): string {
  const shown = value.toFixed(decimals);
  return Number(shown) === 0 ? shown.replace("-", "") : shown;
}

/** A tree that opens by click; "opened" are the paths that are open, kept from one message to the next. */
export function tree(value: unknown, opened: Set<string>, path = ""): HTMLElement {
  if (typeof value !== "object" || value === null) return el("span", { class: "value" }, text(value));
  const names = isList(value) ? Array.from({ length: Math.min(value.length, MOST_SHOWN) }, (_, i) => String(i)) : Object.keys(value);
  const list = el("ul", { class: "tree" });
  for (const name of names) {
    const child = (value as any)[name];
    const below = path ? `${path}.${name}` : name;
    if (typeof child !== "object" || child === null) {
      list.append(el("li", {}, el("span", { class: "name" }, `${name}: `), el("span", { class: "value" }, text(child))));
      continue;
    }
    const head = isList(child) ? `${name} [${child.length}]` : name;
    const details = el("details", { open: opened.has(below) }, el("summary", {}, head));
    if (opened.has(below)) details.append(tree(child, opened, below));
    details.ontoggle = () => {
      if (details.open === opened.has(below)) return;
      if (details.open) {
        opened.add(below);
        if (details.children.length === 1) details.append(tree(child, opened, below));
      } else opened.delete(below);
    };
    list.append(el("li", {}, details));
  }
  if (isList(value) && value.length > MOST_SHOWN) list.append(el("li", {}, `… ${value.length - MOST_SHOWN} more`));
  return list;
}

/** A number in a message by its path, as "pose.position.x" or "speed.3"; times count in s, true as 1. */
export function number(message: any, path: string): number | undefined {
  let value = message;
  for (const name of path.split(".")) {
    if (value === undefined || value === null) return undefined;
    value = value[name];
  }
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "object" && value !== null && "nsec" in value) return value.sec + value.nsec / 1e9;
  return undefined;
}

/** The paths of all numbers in a message; of lists of numbers the first few. */
export function numberPaths(message: any, prefix = "", depth = 0): string[] {
  if (typeof message === "number" || typeof message === "bigint" || typeof message === "boolean") return [prefix];
  if (typeof message !== "object" || message === null || depth > 8) return [];
  if (prefix && "nsec" in message && "sec" in message) return [prefix];
  const names = isList(message) ? Array.from({ length: Math.min(message.length, 12) }, (_, i) => String(i)) : Object.keys(message);
  return names.flatMap((name) => numberPaths(message[name], prefix ? `${prefix}.${name}` : name, depth + 1));
}

export interface Form { element: HTMLElement; value(): any }

/** A form for a message by its definitions, as rosmsg's parser gives them; lists are JSON. */
export function form(definitions: MessageDefinition[]): Form {
  const main = definitions.find((one) => one.name === undefined) ?? definitions[0];
  return main ? message(main, definitions) : { element: el("div"), value: () => ({}) };
}

function message(definition: MessageDefinition, all: MessageDefinition[]): Form {
  const fields = definition.definitions.filter((field) => !field.isConstant).map((field) => ({ field, form: input(field, all) }));
  const element = el("div", { class: "form" });
  for (const one of fields) {
    if (one.field.isComplex && !one.field.isArray) element.append(el("details", {}, el("summary", {}, one.field.name), one.form.element));
    else element.append(el("label", { title: one.field.type }, el("span", {}, one.field.name), one.form.element));
  }
  return { element, value: () => Object.fromEntries(fields.map((one) => [one.field.name, one.form.value()])) };
}

function input(field: MessageDefinitionField, all: MessageDefinition[]): Form {
  if (field.isArray) {
    const made = el("input", { type: "text", value: JSON.stringify(empty(field, all), (_, one) => (typeof one === "bigint" ? Number(one) : one)) });
    return { element: made, value: () => list(made.value, field, all) };
  }
  const inner = field.isComplex && all.find((one) => one.name === field.type);
  if (inner) return message(inner, all);
  switch (field.type) {
    case "bool": {
      const made = el("input", { type: "checkbox" });
      return { element: made, value: () => made.checked };
    }
    case "string": {
      const made = el("input", { type: "text" });
      return { element: made, value: () => made.value };
    }
    case "time":
    case "duration": {
      const made = el("input", { type: "number", step: "any", value: 0, title: "s" });
      return { element: made, value: () => rosTime(Number(made.value)) };
    }
    default: {
      const whole = field.type.includes("int");
      const made = el("input", { type: "number", step: whole ? 1 : "any", value: 0 });
      return { element: made, value: () => (/64$/.test(field.type) && whole ? BigInt(Math.trunc(Number(made.value))) : Number(made.value)) };
    }
  }
}

function list(value: string, field: MessageDefinitionField, all: MessageDefinition[]): unknown {
  let found: unknown;
  try {
    found = JSON.parse(value);
  } catch {
    throw new Error(`${field.name}: '${value}' is not valid JSON; write a list as [1, 2]`);
  }
  return complete(found, field, all, field.name);
}
