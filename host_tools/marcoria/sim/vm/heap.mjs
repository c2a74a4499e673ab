// The firmware's heap: bytes in use, the price of a collection, and the message when it is full.

import { Collector } from "./collector.mjs";
import { entry, FirmwareError } from "./entry.mjs";
import { RUNNER_BYTES } from "./loader.mjs";

/** @import { Proxy, VM } from "./micropython.js" */

// Measured size of `machine`, `esp32` and `gc`. A board has them in its image; here they are on the
// heap, so the heap is enlarged by it.
export const STAND_INS_BYTES = 17_488;
// Bytes on the heap that are not the firmware's.
const OURS_BYTES = RUNNER_BYTES + STAND_INS_BYTES;
// Collect garbage when this share of the heap is in use, as a board would.
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
  #size; // bytes, with OURS_BYTES included
  #kib;
  /** @type {Collector} */ #collector; // collects garbage within a step
  #watched;
  #highest = 0; // most bytes in use between two steps, if that is watched
  #longest = 0; // us of the longest collection that the firmware asked for
  #collectKib;

  /**
   * `gc` is MicroPython's module; `watched` records the highest use after each step; `collectKib` is
   * the price of a collection, in us for each KiB in use.
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

  // Return the bytes that the firmware holds or has not collected yet.
  get #taken() {
    return this.#used() - OURS_BYTES;
  }

  /**
   * Return the bytes in use and free after a collection, and, if watched, the highest use after a
   * step and the us of the longest collection that the firmware asked for; `anew` resets these two.
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

  // Update the highest use after a step. Bytes in use are never more than bytes taken.
  look() {
    if (this.#watched && this.#taken > this.#highest) this.memory(false);
  }

  // Collect garbage if memory is short, as a board does.
  relieve() {
    this.#collector.relieve();
  }

  /**
   * Collect garbage for the firmware. The time depends on the bytes in use.
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

  // Return the error for a heap that is full to the last byte.
  full() {
    return new FirmwareError(`The heap of ${this.#kib} KiB is full to the last byte. ${RULE}`);
  }

  /**
   * Return the explanation for a program that ran out of memory where a board would have collected
   * some, else "". `why` is the message of its MemoryError.
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
