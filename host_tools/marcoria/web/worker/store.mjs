// The browser's store of a table between two visits: the table's settings, its flash block by
// block, its files, and the players' cards. Each write is atomic. The database has the version of
// the newest program that has opened it. A browser refuses to open a database as an older version,
// so an older program never overwrites the table of a newer program.

import { same } from "../../sim/vm/bytes.mjs";

/** @import { Kept } from "./shapes.js" */

const NAME = "marcoria";
const TABLE = "table";
const BLOCK = 4096;
const ERASED = 0xff; // value of a byte of erased flash
const SCALE = 1000; // 1.2.3 becomes 1 002 003
const AGAIN_MS = 1000; // pause before the next attempt after the browser has refused to store

export class Store {
  /** @type {IDBDatabase} */ #database;
  /** @type {Uint8Array[]} */ #blocks = []; // the flash in the database, [] if unknown
  /** @type {Kept | null} */ #latest = null; // the state to write next, if any
  #isWriting = false;
  #number = 0; // the version of the database
  /** @type {(isKept: boolean) => void} */ #report;

  /**
   * Open the store for a version of the program. Reject with Newer if a newer version has opened
   * the store. `told` is called after each attempt to store a table: with true if the attempt has
   * succeeded, else with false.
   * @param {string} version
   * @param {(isKept: boolean) => void} told
   */
  static async open(version, told) {
    const store = new Store();
    store.#number = numberOf(version);
    store.#report = told;
    try {
      store.#database = await answered(opening(store.#number));
    } catch (error) {
      if (/** @type {DOMException} */ (error).name !== "VersionError") throw error;
      throw new Newer(await keptVersion(), version);
    }
    return store;
  }

  /**
   * Return the stored table, or null if there is none.
   * @returns {Promise<Kept | null>}
   */
  async load() {
    const all = await this.#rows();
    if (!all.rest) return null;
    const cells = new Uint8Array(all.rest.blocks * BLOCK);
    for (let i = 0; i < all.rest.blocks; i++) cells.set(all[`block ${i}`], i * BLOCK);
    this.#blocks = split(cells);
    return { ...all.rest, cells };
  }

  /**
   * Return the flash of the stored table, even if `load` has failed. A block that is missing is
   * erased in the result.
   */
  async journal() {
    const all = await this.#rows();
    const blocks = Object.entries(all).filter(([, row]) => row instanceof Uint8Array);
    const places = blocks.map(([key]) => Number(key.split(" ")[1]) * BLOCK);
    const cells = new Uint8Array(Math.max(0, ...places.map((at) => at + BLOCK))).fill(ERASED);
    for (const [i, [, block]] of blocks.entries()) cells.set(block.subarray(0, BLOCK), places[i]);
    return cells;
  }

  // Return all rows of the database by key.
  async #rows() {
    const table = this.#database.transaction(TABLE).objectStore(TABLE);
    const [keys, values] = await Promise.all([
      answered(table.getAllKeys()),
      answered(table.getAll()),
    ]);
    return Object.fromEntries(keys.map((key, i) => [String(key), values[i]]));
  }

  /**
   * Store the state of a table. While an older state is being written, this state waits, and
   * replaces any state that was waiting. If all states waited in a queue for a slow disk, the next
   * visit to the page could find an old state.
   * @param {Kept} kept
   */
  save(kept) {
    this.#latest = kept;
    if (!this.#isWriting) this.#writeAll();
  }

  async #writeAll() {
    this.#isWriting = true;
    while (this.#latest) {
      const kept = this.#latest;
      this.#latest = null;
      try {
        await this.#write(kept);
        this.#report(true);
      } catch {
        this.#report(false);
        this.#latest ??= kept;
        await this.#openAgain();
      }
    }
    this.#isWriting = false;
  }

  /**
   * Write the state of a table, but only the changed blocks of its flash. Reject if the browser
   * does not store it.
   * @param {Kept} kept
   */
  async #write({ cells, ...rest }) {
    const blocks = split(cells);
    const change = this.#database.transaction(TABLE, "readwrite", { durability: "relaxed" });
    const ended = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
      this.#database.onclose = reject; // after a close the pending transaction reports nothing
    });
    const table = change.objectStore(TABLE);
    blocks.forEach((block, i) => {
      if (!same(block, this.#blocks[i])) table.put(block, `block ${i}`);
    });
    table.put({ ...rest, blocks: blocks.length }, "rest");
    await ended;
    this.#blocks = blocks;
  }

  // After a failed write, wait, forget which blocks the database has, and open the database again.
  // A write fails if the quota is full, or if the user deletes the data, because the browser then
  // closes the database.
  async #openAgain() {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    this.#blocks = [];
    this.#database.close();
    await answered(opening(this.#number)).then(
      (database) => {
        this.#database = database;
      },
      () => {},
    );
  }
}

// Error: a newer version of the program has opened the store.
export class Newer extends Error {
  /**
   * @param {string} version the newer version
   * @param {string} own the version of this program
   */
  constructor(version, own) {
    super();
    this.told = { version, own };
  }
}

/** @param {number} number */
function opening(number) {
  const request = indexedDB.open(NAME, number);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (!result.objectStoreNames.contains(TABLE)) result.createObjectStore(TABLE);
  };
  return request;
}

// Return the version of the newest program that has opened the database.
async function keptVersion() {
  const database = await answered(indexedDB.open(NAME));
  const { version } = database;
  database.close();
  return [version / SCALE ** 2, (version / SCALE) % SCALE, version % SCALE]
    .map(Math.floor)
    .join(".");
}

/**
 * Return a version as one number, which is greater for a newer version.
 * @param {string} version such as "0.1.0"
 */
function numberOf(version) {
  const parts = version.split(".").slice(0, 3);
  return parts.reduce((number, part) => number * SCALE + Number.parseInt(part, 10), 0);
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {Uint8Array} cells */
function split(cells) {
  return Array.from({ length: cells.length / BLOCK }, (_, i) => {
    return cells.slice(i * BLOCK, (i + 1) * BLOCK);
  });
}
