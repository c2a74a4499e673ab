// Virtual time in us since the boot: the clock of a single VM, and the timers of tasks and the time of
// bytecode on a board.

const LOOK_US = 1000 / 64;
// Time of an ESP32 at 240 MHz for each call that the VM makes within a try block, which is a repeatable
// measure of bytecode. It was derived from six small programs, which agree within a tenth, and from
// MicroPython's own benchmarks, for which an ESP32 takes 28 times as long as the published VM (ours is
// 2.7 times as fast as that).
const CALL_US = 1.26;
// The factor for a heap in PSRAM, an estimate.
const PSRAM = 1.5;

// The clock of a single VM. Reading it takes a moment, so that a loop that waits for a time ends.
export class Clock {
  constructor() {
    this.now = 0;
    this.timers = new Timers();
  }

  look() {
    this.now += LOOK_US;
    return this.now;
  }

  /** @param {number} us */
  wait(us) {
    this.now += us;
    return this.now;
  }

  /**
   * @param {() => void} callback
   * @param {number} ms
   */
  setTimeout(callback, ms = 0) {
    return this.timers.add(this.now + Math.max(0, ms) * 1000, callback);
  }

  /** @param {number} id */
  clearTimeout(id) {
    this.timers.remove(id);
  }

  /**
   * Let `ms` pass, and call the callbacks of due timers at their times. `drain` resolves when the
   * promises that a timer has started are done.
   * @param {number} ms
   * @param {() => Promise<void>} drain
   */
  async advance(ms, drain) {
    const end = this.now + ms * 1000;
    while (this.timers.due <= end) {
      this.now = Math.max(this.now, this.timers.due);
      this.timers.take()();
      await drain();
    }
    this.now = Math.max(this.now, end);
  }
}

/** A clock that stands still. */
export const NO_TIME = { now: 0, look: () => 0, wait: () => 0, setTimeout() {}, clearTimeout() {} };

/** @typedef {{ id: number, due: number, callback: () => void }} Entry */

/** @type {Entry} */
const NONE = { id: 0, due: Infinity, callback() {} };

// Callbacks with their times in us. Timers for equal times run in the order in which they were set.
class Timers {
  /** @type {Map<number, Entry>} */ #entries = new Map();
  #lastId = 0;
  /** @type {Entry} */ #next = NONE;

  // Return the time of the next timer; Infinity if there is none.
  get due() {
    return this.#next.due;
  }

  /**
   * @param {number} due
   * @param {() => void} callback
   */
  add(due, callback) {
    const entry = { id: ++this.#lastId, due, callback };
    this.#entries.set(entry.id, entry);
    if (due < this.#next.due) this.#next = entry;
    return entry.id;
  }

  /** @param {number} id */
  remove(id) {
    this.#entries.delete(id);
    if (id === this.#next.id) this.#find();
  }

  // Remove the next timer and return its callback.
  take() {
    const { id, callback } = this.#next;
    this.remove(id);
    return callback;
  }

  clear() {
    this.#entries.clear();
    this.#find();
  }

  #find() {
    this.#next = NONE;
    for (const entry of this.#entries.values()) if (entry.due < this.#next.due) this.#next = entry;
  }
}

// The timers of asyncio's tasks on a board. Each task gets a slice of its own, so that garbage is
// collected between any two.
export class Slices extends Timers {
  #hasRun = false; // whether a task has run in this slice
  #again = false; // whether the next timer is for a task that is due already

  take() {
    [this.#hasRun, this.#again] = [false, false];
    return super.take();
  }

  /**
   * Set a timer. It is due at the begin of a millisecond of the board's clock.
   * @param {number} ms
   * @param {() => void} callback
   * @param {number} now
   */
  delay(ms, callback, now) {
    const due = this.#again ? now : Math.floor(now / 1000 + ms) * 1000;
    this.#again = false;
    return this.add(due, callback);
  }

  /**
   * Return how long asyncio's next task has to wait. If it is due but not the first of this slice, it
   * waits for a slice of its own.
   * @param {number} end
   * @param {number} start
   */
  difference(end, start) {
    const difference = ((end - start + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29);
    if (difference > 0) return difference;
    if (!this.#hasRun) {
      this.#hasRun = true;
      return difference;
    }
    this.#again = true;
    return 1;
  }
}

// The time that an ESP32 would need for the bytecode that has run.
export class Bytecode {
  #counter;
  #counted;
  #owed = 0; // fractions of us

  /** @param {WebAssembly.Global} counter of calls within try blocks */
  constructor(counter) {
    this.#counter = counter;
    this.#counted = counter.value;
  }

  // Return the whole us since the last call.
  take() {
    const count = this.#counter.value;
    this.#owed += ((count - this.#counted) | 0) * CALL_US * PSRAM;
    this.#counted = count;
    const us = Math.floor(this.#owed);
    this.#owed -= us;
    return us;
  }
}
