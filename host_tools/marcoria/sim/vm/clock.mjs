// Virtual time for one VM alone, in us since the boot. Each look at the clock takes a moment, so
// that a loop that waits for a time comes to its end.
const LOOK_US = 1000 / 64;

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
   * Lets `ms` pass, and everything happen that is due by then, each thing at its time. `drain`
   * resolves when the promises that a timer has set off are done.
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

/** @typedef {{ id: number, due: number, callback: () => void }} Entry */

/** @type {Entry} */
const NONE = { id: 0, due: Infinity, callback() {} };

// Callbacks and when they are due, in us. Of those due at the same time the first set is first.
export class Timers {
  /** @type {Map<number, Entry>} */ #entries = new Map();
  #lastId = 0;
  /** @type {Entry} */ #next = NONE;

  // When the next one is due; Infinity if there is none.
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

  // The next one's callback, which is then forgotten.
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
