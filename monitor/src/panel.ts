// Interface of all panels, and their inputs.

import type { Connection } from "./connection";

export interface Panel {
  element: HTMLElement;
  close(): void;
}

/** What a panel shows, as JSON; kept with the layout. */
export type Settings = Record<string, any>;

export interface PanelKind {
  title: string;
  /** Makes the panel; "changed" is to be called when the settings have changed. */
  make(connection: Connection, settings: Settings, changed: () => void): Panel;
}

/** Said where a page may only look. */
export const READ_ONLY = "this monitor is read-only";

/** What is said of something that is not there; nothing while that is not known. */
export const absent = (connection: Connection, words: string): string => (connection.knowsAll ? words : "");

/** Runs an action again and again until the returned function is called. */
export function every(ms: number, action: () => void): () => void {
  const timer = setInterval(action, ms);
  return () => clearInterval(timer);
}
