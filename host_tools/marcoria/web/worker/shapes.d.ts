// Types of the data between the parts of the worker, for the type checker only.

import type { Prices } from "../../sim/vm/disk.mjs";
import type { Package } from "../../sim/vm/loader.mjs";
import type { Files, FilesAndFolders } from "../../sim/vm/micropython.js";

/** The page's request for a new match. */
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

/** The settings of a table, made from the page's request or from a scenario. */
export interface Chosen {
  id?: string; // random; "" for the table of a scenario; missing if an older page stored the table
  house: string;
  agreed: unknown;
  seed: number;
  scanned: boolean;
  dealer: string;
  dealt: unknown;
  bots: string[];
  files: Record<string, string>; // by path: the user's own house file, or a scenario's files
  settings: Record<string, unknown>;
  wanted: Wanted;
  scenario?: boolean;
}

/** A deal from a file, as returned by web/world/desk.py. */
export interface Dealt {
  house: string;
  agreed: string[];
  rules: string;
  dealer: string;
  hands: Record<string, string[]>;
  upcard: string;
  taker: string;
}

/** The state of a table that is stored between two visits. */
export interface Kept {
  cells: Uint8Array;
  files: FilesAndFolders;
  people: unknown;
  starts: number;
  begins?: boolean; // whether the match of the table has still to be started
  chosen: Chosen;
}

/** The files and the function that only a table with a scenario needs. */
export interface Stage {
  files: Files;
  readPage: (screen: Uint8Array) => string;
}

/** A report about a step of a scenario. `ok` is null when the step begins. */
export interface Step {
  step: number;
  of: number;
  line: number;
  verb: string;
  ok: boolean | null;
  wrong: string;
}

/** MicroPython, and the files that all tables share, by VM ("board" or "world") and by path. */
export interface Parts {
  package: Package;
  files: Record<string, Record<string, Uint8Array>>;
  prices: { files: Omit<Prices, "code" | "log">; collectKib: number };
  version: string;
}

/** New data after a slice of time, from web/world/page.py. */
export interface News {
  told?: object;
  happened?: { kind: string }[];
  reasons?: Record<string, object>; // by card, at the end of a deal
  refused?: string[];
  failures?: string[];
  scenario?: Step[];
  plug?: "cut" | "plug";
}

/** A part of the visible state of a table, from web/world/page.py. The page gets more values. */
export interface Glance {
  lights: Uint8Array;
  pads: Record<string, string[]>;
  bots: Record<string, string | null>; // null for a person
  next: string; // the action that the table waits for
  who: string[]; // the seats whose players have to act
  ink: string; // another text after each change of the display; begins with "True" while it draws
}

/**
 * The methods of the simulated table that the worker calls: class PageTable in web/world/page.py.
 */
export interface Facade {
  wait(us: number): void;
  power_on(): void;
  cut_power(): void;
  has_power(): boolean;
  take_fault(): string;
  screen(): Uint8Array;
  cells(): Uint8Array<ArrayBuffer>;
  flash_operations(): number;
  step(): News;
  look(): Glance;
  heard(): [hz: number, ms: number][];
  told(): object;
  put(card: string, seat: string): void;
  lay(card: string, seat: string): boolean;
  play(card: string, seat: string): number;
  lift(card?: string, seat?: string): void;
  press(key: string, seat?: string | null, ms?: number): void;
  hold(key: string, seat?: string | null): void;
  release(key: string, seat?: string | null): void;
  rap(seat: string): void;
  agree(seats: string[], deal?: boolean): void;
  show(seat: string): void;
  offer(seat: string, kind: string, what?: string | null): boolean;
  manner(...how: never): void; // arguments only by name: neat, hints
  deal(): void;
  tidy(): void;
  bots(...kinds: never): void; // arguments only by name: N, E, S, W
  start(dealer?: string): void;
  start_again(dealer: string): void;
  play_scenario(): void;
  broken(what: string, crashed: boolean): void;
  order(method: string, args?: unknown[]): void;
  set(name: string, value: unknown): void;
  past(event: number): object | null;
  advise(seat: string): void;
  advised(): object | false | null;
  ask(command: string, fields: object): void;
  furnish(seed: number, settings: object): Record<string, Uint8Array>;
  restore_flash(cells: { bytes: string }): void;
  kept(): unknown;
  put_back(kept: unknown): void;
}

/** The methods of a real table that the worker calls: class Cable in web/world/cable.py. */
export interface CableFacade {
  plug(): void;
  unplug(why: string): void;
  step(now: number, came: string): CableNews;
  ask(number: number, command: string, fields: object): void;
  past(event: number): object | null;
  learn(): void;
}

/** New data about a real table, from web/world/cable.py. */
export interface CableNews extends News {
  goes: string;
  glance?: object;
  answers?: [number, unknown, unknown][];
}

/** A function that sends an event to the page. */
export type Tell = (event: string, data: unknown, transfer?: Transferable[]) => void;
