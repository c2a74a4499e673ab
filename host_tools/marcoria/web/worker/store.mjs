// What the browser keeps of a table between two visits: its flash block by block, its files, and who
// holds what. All of it changes at once or not at all. The database has the version of the program
// that wrote it, and a browser opens none for a version that is older: what a newer program has kept
// is never written over.

/** @import { Kept } from "./shapes.js" */

const NAME = "marcoria";
const TABLE = "table";
const BLOCK = 4096;
const SCALE = 1000; // between the parts of a version

export class Store {
  /** @type {IDBDatabase} */ #database;
  /** @type {Uint8Array[]} */ #blocks = []; // as they were written last
  /** @type {Kept | null} */ #waits = null; // the latest, while another is being written
  #writes = false;

  /**
   * Open the store for a version of the program. Rejects with a Newer if a newer one has kept a
   * table.
   * @param {string} version
   */
  static async open(version) {
    const store = new Store();
    try {
      store.#database = await answered(opening(numberOf(version)));
    } catch (error) {
      if (/** @type {DOMException} */ (error).name !== "VersionError") throw error;
      throw new Newer(await keptVersion(), version);
    }
    return store;
  }

  /**
   * What was kept, null if that is nothing.
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
   * Keeps a table. One is written at a time, and the latest after it: a disk that is slower than the
   * play would have a row of them before it, and who leaves then would find a table of long ago.
   * @param {Kept} kept
   */
  save(kept) {
    if (this.#writes) this.#waits = kept;
    else this.#write(kept);
  }

  #written() {
    const kept = this.#waits;
    [this.#writes, this.#waits] = [false, null];
    if (kept) this.#write(kept);
  }

  /**
   * Of its flash only what has changed.
   * @param {Kept} kept
   */
  #write({ cells, ...rest }) {
    this.#writes = true;
    const blocks = split(cells);
    const change = this.#database.transaction(TABLE, "readwrite", { durability: "relaxed" });
    change.oncomplete = change.onabort = () => this.#written();
    const table = change.objectStore(TABLE);
    blocks.forEach((block, i) => {
      if (!same(block, this.#blocks[i])) table.put(block, `block ${i}`);
    });
    table.put({ ...rest, blocks: blocks.length }, "rest");
    this.#blocks = blocks;
  }
}

// A table is kept that a newer version of the program has played at.
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

// The version that has written what is kept.
async function keptVersion() {
  const database = await answered(indexedDB.open(NAME));
  const { version } = database;
  database.close();
  return [version / SCALE ** 2, (version / SCALE) % SCALE, version % SCALE]
    .map(Math.floor)
    .join(".");
}

/**
 * The number of a version, which is greater for a newer one.
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

/**
 * @param {Uint8Array} one
 * @param {Uint8Array | undefined} other
 */
function same(one, other) {
  return one.length === other?.length && one.every((byte, i) => byte === other[i]);
}
