// Virtual time in us since the boot: the clock of a single VM, the timers of tasks on a board, and
// the time of bytecode on a board.

const LOOK_US = 1000 / 64; // time for reading the clock
// The VM's calls within a try block are counted (in trying.mjs), because their number is a
// repeatable measure of the executed bytecode. CALL_US is the time that an ESP32 at 240 MHz needs
// for the bytecode of one such call. It was derived from six small programs, whose results agree
// within 10 %, and from MicroPython's own benchmarks. An ESP32 takes 28 times as long for these
// benchmarks as the VM of MicroPython's package without changes. (With trying.mjs this VM is 2.7
// times as fast.)
const CALL_US = 1.26;
// Estimated factor by which a heap in PSRAM makes bytecode slower.
const PSRAM = 1.5;

// The clock of a single VM. Reading the clock takes virtual time. Otherwise a loop that reads the
// clock until a certain time would never end.
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
   * Let `ms` pass, and call the callbacks of timers at their times. After each callback, `drain`
   * waits for the promises that the callback has started.
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

/** A clock that always shows 0 and never calls the callback of a timer. */
export const NO_TIME = { now: 0, look: () => 0, wait: () => 0, setTimeout() {}, clearTimeout() {} };

/** @typedef {{ id: number, due: number, callback: () => void }} Entry */

/** @type {Entry} */
const NONE = { id: 0, due: Infinity, callback() {} };

// Timers: callbacks with their times in us. Timers with equal times run in the order in which they
// were added.
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

// The timers of asyncio's tasks on a board. Each run of a task has its own slice, which is a call
// into the VM, so that garbage can be collected between two tasks.
export class Slices extends Timers {
  #hasRun = false; // whether a task has run in this slice
  #again = false; // whether the timer that is added next is for a task that is already due

  take() {
    [this.#hasRun, this.#again] = [false, false];
    return super.take();
  }

  /**
   * Add a timer and return its id. The timer is due after `ms`, at the beginning of a millisecond
   * of the board's clock. For a task that is already due (see `difference`), the timer is due
   * at once. `now` is the board's time in us.
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
   * Replace asyncio's ticks_diff: return how long the next task has to wait, in ms, and 0 or less
   * if the task is due. If the task is due but another task has run in this slice, return 1, so
   * that the task runs in the next slice.
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

// Counter of the time that an ESP32 would need for the bytecode that has run.
export class Bytecode {
  #counter;
  #counted;
  #owed = 0; // time that `take` has not returned yet, less than 1 us

  /** @param {WebAssembly.Global} counter number of calls within try blocks */
  constructor(counter) {
    this.#counter = counter;
    this.#counted = counter.value;
  }

  // Return the time in us, rounded down, for the bytecode since the last `take`. The next `take`
  // adds the remainder.
  take() {
    const count = this.#counter.value;
    this.#owed += ((count - this.#counted) | 0) * CALL_US * PSRAM;
    this.#counted = count;
    const us = Math.floor(this.#owed);
    this.#owed -= us;
    return us;
  }
}
