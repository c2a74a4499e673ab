// What passes between the parts of the worker. For the type checker alone.

import type { Prices } from "../../sim/vm/disk.mjs";
import type { Package } from "../../sim/vm/loader.mjs";
import type { Files, FilesAndFolders } from "../../sim/vm/micropython.js";

/** What the page asks of a new match. */
export interface Wanted {
  house?: string;
  file?: string;
  agreed?: unknown;
  language?: string;
  hands?: string;
  target?: number;
  names?: Record<string, string>;
  seed?: number;
  deal?: unknown;
  bots?: Record<string, string | null>;
  dealer?: string;
}

/** The same as the table and its people take it. */
export interface Chosen {
  house: string;
  agreed: unknown;
  seed: number;
  scanned: boolean;
  dealer: string;
  dealt: unknown;
  bots: string[];
  files: Record<string, string>;
  settings: Record<string, unknown>;
  wanted: Wanted;
  scenario?: boolean;
}

/** A deal on paper, as web/world/desk.py has it. */
export interface Dealt {
  house: string;
  agreed: string[];
  rules: string;
  dealer: string;
  hands: Record<string, string[]>;
  upcard: string;
  taker: string;
}

/** What is kept of a table between two visits. */
export interface Kept {
  cells: Uint8Array;
  files: FilesAndFolders;
  people: unknown;
  starts: number;
  chosen: Chosen;
}

/** What a scenario takes besides. */
export interface Stage {
  files: Files;
  readPage: (screen: Uint8Array) => string;
}

/** A step of a scenario. */
export interface Step {
  step: number;
  of: number;
  line: number;
  verb: string;
  ok: boolean | null;
  wrong: string;
}

/** What every table is made of. */
export interface Parts {
  package: Package;
  files: Record<string, Files>;
  prices: { files: Omit<Prices, "code" | "log">; collectKib: number };
  version: string;
}

/** What is new after a slice of time, as web/world/page.py has it. */
export interface News {
  told?: object;
  happened?: object[];
  refused?: string[];
  failures?: string[];
  scenario?: Step[];
  plug?: "cut" | "plug";
}

/** What is new at a real table, as web/world/cable.py has it. */
export interface CableNews extends News {
  goes: string;
  glance?: object;
  answers?: [number, unknown, unknown][];
}

/** Says something to the page. */
export type Tell = (event: string, data: unknown, transfer?: Transferable[]) => void;
