// The firmware's heap: bytes in use, the time of a collection, and the error if the heap is full.

import { Collector } from "./collector.mjs";
import { entry, FirmwareError } from "./entry.mjs";
import { RUNNER_BYTES } from "./loader.mjs";

/** @import { Proxy, VM } from "./micropython.js" */

// Measured size of the simulated modules that every boot imports, such as `machine` and `esp32`. A
// board has them in its image. Here they are on the heap, so the heap is enlarged by this size.
export const STAND_INS_BYTES = 17_680;
// Bytes on the heap that do not belong to the firmware.
const OURS_BYTES = RUNNER_BYTES + STAND_INS_BYTES;
// If more than this share of the heap is in use, `relieve` collects garbage.
const NEARLY_FULL = 0.75;
// gc.collect() cannot collect garbage during the calls that RULE names. If gc.collect() is called
// there while less than this share of the heap is free, the program ends with an error.
const NEARLY_NOTHING = 1 / 32;
const RULE =
  "Here garbage is collected between two steps (while asyncio waits). Within a step it is " +
  "collected at gc.collect() and when the program waits or uses the hardware, but not during a " +
  "constructor, sorted(key=...) and similar calls. Let the program await more often, or call " +
  "gc.collect() outside of such calls.";

export class Heap {
  #collect;
  #used;
  #free;
  #size; // bytes of the whole heap, OURS_BYTES included
  #kib;
  /** @type {Collector} */ #collector; // collects garbage within a step
  #watched;
  #highest = 0; // highest number of bytes in use after a step, if `watched`
  #longest = 0; // time in us of the longest collection that the firmware started
  #collectKib;

  /**
   * `gc` is MicroPython's module `gc`. `kib` is the size of the heap in KiB, without OURS_BYTES.
   * `watched` says whether to record the highest use after a step. `collectKib` is the time of a
   * collection in us for each KiB in use.
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

  // Return the bytes of the firmware's objects, and of its garbage that is not collected yet.
  get #taken() {
    return this.#used() - OURS_BYTES;
  }

  /**
   * Return the bytes in use and the free bytes after a collection. If `watched`, also return the
   * highest use after a step, and the time in us of the longest collection that the firmware
   * started. `anew` resets these two values after they are read.
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

  // Update the highest use after a step. `#taken` is the use and the garbage together, so a
  // collection is needed only if `#taken` is more than the highest use so far.
  look() {
    if (this.#watched && this.#taken > this.#highest) this.memory(false);
  }

  // Collect garbage if memory is short, as a board does, and if this is safe now (collector.mjs).
  relieve() {
    this.#collector.relieve();
  }

  /**
   * Collect garbage because the firmware calls gc.collect(), and let the time that this takes
   * pass. Throw a FirmwareError if collecting is not safe now and the heap is nearly full.
   * @param {number} bytes number of bytes in use, OURS_BYTES included
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

  // Return the error for a heap without any free byte.
  full() {
    return new FirmwareError(`The heap of ${this.#kib} KiB is full to the last byte. ${RULE}`);
  }

  /**
   * Return an explanation if a program ran out of memory although a board would have collected
   * enough garbage, else "". `why` is the message of the MemoryError, or "" if it is not known.
   * @param {string} why
   */
  short(why) {
    const wanted = Number(/allocating (\d+) bytes/.exec(why)?.[1] ?? 0);
    const free = this.#free();
    if (free < Math.max(wanted, this.#size / 4)) return "";
    const kib = Math.floor(free / 1024);
    return `\nOf the heap of ${this.#kib} KiB, ${kib} KiB are free when the step is over. ${RULE}`;
  }
}
