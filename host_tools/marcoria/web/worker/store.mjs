// The store of a table between two visits: flash block by block, files, and the cards that people
// hold. Changes are atomic. The version of the database is that of the program that wrote it; browsers
// do not open a database for an older version, so an older program never overwrites a newer table.

import { same } from "../../sim/vm/bytes.mjs";

/** @import { Kept } from "./shapes.js" */

const NAME = "marcoria";
const TABLE = "table";
const BLOCK = 4096;
const SCALE = 1000; // factor between the parts of a version
const AGAIN_MS = 1000; // between two attempts after the browser has refused to store

export class Store {
  /** @type {IDBDatabase} */ #database;
  /** @type {Uint8Array[]} */ #blocks = []; // as last written
  /** @type {Kept | null} */ #waits = null; // the latest table, while another is being written
  #writes = false;
  #number = 0; // the version of the database
  /** @type {(isKept: boolean) => void} */ #told;

  /**
   * Open the store for a version of the program. Rejects with a Newer if a newer version has kept a
   * table. `told` is called when keeping a table fails, and when it works again.
   * @param {string} version
   * @param {(isKept: boolean) => void} told
   */
  static async open(version, told) {
    const store = new Store();
    store.#number = numberOf(version);
    store.#told = told;
    try {
      store.#database = await answered(opening(store.#number));
    } catch (error) {
      if (/** @type {DOMException} */ (error).name !== "VersionError") throw error;
      throw new Newer(await keptVersion(), version);
    }
    return store;
  }

  /**
   * Load the table, null if there is none.
   * @returns {Promise<Kept | null>}
   */
  async load() {
    const table = this.#database.transaction(TABLE).objectStore(TABLE);
    const [keys, values] = await Promise.all([
      answered(table.getAllKeys()),
      answered(table.getAll()),
    ]);
    const all = Object.fromEntries(keys.map((key, i) => [String(key), values[i]]));
    if (!all.rest) return null;
    const cells = new Uint8Array(all.rest.blocks * BLOCK);
    for (let i = 0; i < all.rest.blocks; i++) cells.set(all[`block ${i}`], i * BLOCK);
    this.#blocks = split(cells);
    return { ...all.rest, cells };
  }

  /**
   * Keep a table. One is written at a time, and then only the latest: a slow disk would otherwise
   * build up a queue, and after leaving the page an old table would be found.
   * @param {Kept} kept
   */
  save(kept) {
    this.#waits = kept;
    if (!this.#writes) this.#writeAll();
  }

  async #writeAll() {
    this.#writes = true;
    while (this.#waits) {
      const kept = this.#waits;
      this.#waits = null;
      try {
        await this.#write(kept);
        this.#told(true);
      } catch {
        this.#told(false);
        this.#waits ??= kept;
        await this.#openAgain();
      }
    }
    this.#writes = false;
  }

  /**
   * Write a table, and of its flash only changed blocks. Rejects if the browser refuses.
   * @param {Kept} kept
   */
  async #write({ cells, ...rest }) {
    const blocks = split(cells);
    const change = this.#database.transaction(TABLE, "readwrite", { durability: "relaxed" });
    const ended = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
      this.#database.onclose = reject; // a closed database does not report the pending transaction
    });
    const table = change.objectStore(TABLE);
    blocks.forEach((block, i) => {
      if (!same(block, this.#blocks[i])) table.put(block, `block ${i}`);
    });
    table.put({ ...rest, blocks: blocks.length }, "rest");
    await ended;
    this.#blocks = blocks;
  }

  // The browser closes a database whose data the user deletes, and refuses data beyond its quota.
  // After a while everything is written again.
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

// The kept table is from a newer version of the program.
export class Newer extends Error {
  /**
   * @param {string} version its version
   * @param {string} own ours
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

// The version of the program that has written the kept table.
async function keptVersion() {
  const database = await answered(indexedDB.open(NAME));
  const { version } = database;
  database.close();
  return [version / SCALE ** 2, (version / SCALE) % SCALE, version % SCALE]
    .map(Math.floor)
    .join(".");
}

/**
 * Return the number of a version, which is greater for a newer version.
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
