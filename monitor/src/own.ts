// Panels of users' packages: modules served by this server. Each exports make(monitor, settings,
// changed), and may export title and inspect(chosen), which adds lines to the details of a clicked
// object.

import * as dom from "./dom";
import * as fields from "./fields";
import { every, type PanelKind } from "./panel";

export interface Chosen { kind: "vehicle" | "model"; name: string; type?: string; pose: unknown; twist?: unknown }
interface Module { title?: string; make?: PanelKind["make"]; inspect?: (chosen: Chosen) => string[] | undefined }

const inspectors: { name: string; inspect: NonNullable<Module["inspect"]> }[] = [];

/** What users' modules say of a vehicle or model. */
export function inspected(chosen: Chosen): string[] {
  return inspectors.flatMap(({ name, inspect }) => {
    try {
      return (inspect(chosen) ?? []).map(String);
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
}

/** The kinds of panels that packages have; one that cannot be loaded says why in its place. */
export async function ownPanels(): Promise<Record<string, PanelKind>> {
  const kinds: Record<string, PanelKind> = {};
  const answer = await fetch(`panels${location.search}`);
  const names: string[] = answer.ok ? await answer.json() : [];
  await Promise.all(
    names.map(async (name) => {
      try {
        const module = (await import(new URL(`panels/${name}${location.search}`, location.href).href)) as Module;
        if (module.inspect) inspectors.push({ name, inspect: module.inspect });
        if (module.make) kinds[name] = { title: module.title ?? name, make: guarded(name, module.make) };
      } catch (error) {
        kinds[name] = { title: name, make: () => failed(name, error as Error) };
      }
    }),
  );
  return kinds;
}

function guarded(name: string, make: PanelKind["make"]): PanelKind["make"] {
  return (connection, settings, changed) => {
    try {
      return make(Object.assign(Object.create(connection), { ...bound(connection), dom, fields, every }), settings, changed);
    } catch (error) {
      return failed(name, error as Error);
    }
  };
}

/** A connection's own methods, which need its private fields. */
function bound(connection: any): Record<string, unknown> {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(connection)).filter((name) => typeof connection[name] === "function");
  return Object.fromEntries(names.map((name) => [name, connection[name].bind(connection)]));
}

const failed = (name: string, error: Error): ReturnType<PanelKind["make"]> => ({
  element: dom.el("div", { class: "pad error" }, `${name}: ${error.message}`),
  close: () => undefined,
});
