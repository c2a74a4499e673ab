// The firmware's heap: what is in use, what a collection of garbage costs, and what is said when a
// program finds it full where a board would have found some.

import { Collector } from "./collector.mjs";
import { entry, FirmwareError } from "./entry.mjs";
import { RUNNER_BYTES } from "./loader.mjs";

/** @import { Proxy, VM } from "./micropython.js" */

// `machine`, `esp32` and `gc` are in the firmware's image on a board, and here on its heap, measured.
// So they come on top of it.
export const STAND_INS_BYTES = 17_488;
// What is there of ours besides.
const OURS_BYTES = RUNNER_BYTES + STAND_INS_BYTES;
// The share of the heap from which on garbage is collected as a board would.
const NEARLY_FULL = 0.75;
// Below this share gc.collect() has to collect.
const NEARLY_NOTHING = 1 / 32;
const RULE =
  "Here garbage is collected between two steps (while asyncio waits), and within one at " +
  "gc.collect() and when the program waits or asks the board for anything; but not while a " +
  "constructor, sorted(key=...) or the like is under way. Let the program await, or collect there.";

export class Heap {
  #collect;
  #used;
  #free;
  #size; // bytes, with what comes on top
  #kib;
  /** @type {Collector} */ #collector; // of garbage within a step
  #watched;
  #highest = 0; // most bytes in use between two steps, if that is watched
  #longest = 0; // us of a collection that the firmware asked for
  #collectKib;

  /**
   * `gc` is MicroPython's module; `watched` keeps account of the heap after each step; `collectKib`
   * is what a collection costs, in us for each KiB in use.
   * @param {VM} vm
   * @param {{ gc: Record<string, Proxy>, kib: number, watched: boolean, collectKib: number }} options
   */
  constructor(vm, { gc, kib, watched, collectKib }) {
    const functionOf = (/** @type {string} */ name) => entry(vm, gc[name], 0, FirmwareError);
    this.#collect = functionOf("collect");
    this.#used = functionOf("mem_alloc");
    this.#free = functionOf("mem_free");
    this.#kib = kib;
    this.#watched = watched;
    this.#collectKib = collectKib;
    this.#size = this.#used() + this.#free();
    const limit = this.#size * NEARLY_FULL;
    this.#collector = new Collector({ exports: vm.exports, used: this.#used, limit });
  }

  // Bytes that the firmware has taken since the last collection, or keeps.
  get #taken() {
    return this.#used() - OURS_BYTES;
  }

  /**
   * Bytes in use and free after a collection, and, if that is watched, the most that were in use
   * after a step and the us of the longest collection that the firmware asked for, which may begin
   * `anew` now.
   * @param {boolean} anew
   */
  memory(anew) {
    this.#collect();
    const used = this.#taken;
    this.#highest = Math.max(this.#highest, used);
    const highest = this.#watched ? { highest: this.#highest, longest: this.#longest } : {};
    if (anew) [this.#highest, this.#longest] = [used, 0];
    return { used, free: this.#free(), ...highest };
  }

  // After a step: what is in use is never more than what was taken and not yet collected.
  look() {
    if (this.#watched && this.#taken > this.#highest) this.memory(false);
  }

  // What a board does when memory is short.
  relieve() {
    this.#collector.relieve();
  }

  /**
   * The firmware collects: the more there is in use, the longer it takes to find what is not.
   * @param {number} bytes in use
   * @param {(us: number) => void} pay
   */
  collect(bytes, pay) {
    const us = Math.ceil(((bytes - OURS_BYTES) / 1024) * this.#collectKib);
    this.#longest = Math.max(this.#longest, us);
    pay(us);
    if (!this.#collector.collect() && this.#free() < this.#size * NEARLY_NOTHING) {
      throw new FirmwareError(`gc.collect() on a full heap of ${this.#kib} KiB. ${RULE}`);
    }
  }

  // What is said when nothing was left, not even for a traceback.
  full() {
    return new FirmwareError(`The heap of ${this.#kib} KiB is full to the last byte. ${RULE}`);
  }

  /**
   * What is said to a program that ran out of memory where a board would have found some: `why`
   * tells what it wanted, and the step that failed is over.
   * @param {string} why
   */
  short(why) {
    const wanted = Number(/allocating (\d+) bytes/.exec(why)?.[1] ?? 0);
    const free = this.#free();
    if (free < Math.max(wanted, this.#size / 4)) return "";
    const kib = Math.floor(free / 1024);
    return `\nOf the heap of ${this.#kib} KiB ${kib} are free when the step is over. ${RULE}`;
  }
}
