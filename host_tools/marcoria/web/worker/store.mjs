// What the browser keeps of a table between two visits: its flash block by block, its files, and who
// holds what. All of it changes at once or not at all.

const NAME = "marcoria";
const TABLE = "table";
const BLOCK = 4096;

export class Store {
  #database;
  #blocks = []; // as they were written last

  static async open() {
    const store = new Store();
    store.#database = await answered(opening());
    return store;
  }

  // What was kept, null if that is nothing.
  async load() {
    const table = this.#database.transaction(TABLE).objectStore(TABLE);
    const [keys, values] = await Promise.all([table.getAllKeys(), table.getAll()].map(answered));
    const all = Object.fromEntries(keys.map((key, i) => [key, values[i]]));
    if (!all.rest) return null;
    const cells = new Uint8Array(all.rest.blocks * BLOCK);
    for (let i = 0; i < all.rest.blocks; i++) cells.set(all[`block ${i}`], i * BLOCK);
    this.#blocks = split(cells);
    return { ...all.rest, cells };
  }

  // Keeps a table: of its flash only what has changed.
  save({ cells, ...rest }) {
    const blocks = split(cells);
    const change = this.#database.transaction(TABLE, "readwrite", { durability: "relaxed" });
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

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function split(cells) {
  return Array.from({ length: cells.length / BLOCK }, (_, i) => {
    return cells.slice(i * BLOCK, (i + 1) * BLOCK);
  });
}

function same(one, other) {
  return one.length === other?.length && one.every((byte, i) => byte === other[i]);
}
