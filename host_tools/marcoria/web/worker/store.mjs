// What the browser keeps of a table between two visits: its flash block by block, its files, and who
// holds what. All of it changes at once or not at all.

/** @import { Kept } from "./shapes.js" */

const NAME = "marcoria";
const TABLE = "table";
const BLOCK = 4096;

export class Store {
  /** @type {IDBDatabase} */ #database;
  /** @type {Uint8Array[]} */ #blocks = []; // as they were written last
  /** @type {Kept | null} */ #waits = null; // the latest, while another is being written
  #writes = false;

  static async open() {
    const store = new Store();
    store.#database = await answered(opening());
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

function opening() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
  return request;
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
