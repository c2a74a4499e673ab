// The browser's store of finished deals. It is a separate database, not the one of the table. Each
// function opens and closes this database, so that no tab blocks another one.

import { checked } from "./history_record.mjs";

/** @import { KeptDeal } from "./history_record.mjs" */

/**
 * @typedef {object} Reached the last stored deal of a table
 * @property {string} id the table's id
 * @property {number} epoch the epoch of the table's journal, 0 if no deal has been stored
 * @property {number} seq number of the record that began the deal, -1 if no deal has been stored
 * @property {number} match number of the record that began the match of the deal, -1 if this
 *   number is unknown or no deal has been stored
 */

export const DATABASE = "marcoria-history";
const VERSION = 1;
const [DEALS, TABLES] = ["deals", "tables"];
const PATIENCE_MS = 8000; // a database that another tab blocks does not answer at all
const AT_ONCE = 200; // deals checked between two pauses
const SPARE = 100; // deals that `thin` deletes in addition, so that it seldom has to delete any
export const MOST = 5000; // deals; if there are more, `thin` deletes old ones

/** Error of the store, with the name of the sentence that explains it. */
export class StoreTrouble extends Error {
  /** @param {"keep-fails" | "keep-newer"} name */
  constructor(name) {
    super(name);
    this.told = { name, places: {} };
  }
}

/**
 * Return all deals that are not damaged, the oldest first, and the number of damaged deals.
 * @returns {Promise<{deals: KeptDeal[], damaged: number}>}
 */
export async function allDeals() {
  const rows = await opened("readonly", (change) => answered(change.objectStore(DEALS).getAll()));
  /** @type {KeptDeal[]} */
  const deals = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    deals.push(
      ...rows
        .slice(at, at + AT_ONCE)
        .map(checked)
        .filter((deal) => deal !== null),
    );
    await new Promise((resolve) => setTimeout(resolve));
  }
  deals.sort((one, other) => one.when - other.when || (one.key < other.key ? -1 : 1));
  return { deals, damaged: rows.length - deals.length };
}

/**
 * Return which deal of a table was stored last.
 * @param {string} id
 * @returns {Promise<Reached>}
 */
export function reached(id) {
  return opened("readonly", async (change) => {
    const found = await answered(change.objectStore(TABLES).get(id));
    return { id, epoch: 0, seq: -1, match: -1, ...found };
  });
}

/**
 * Store those deals of a table that are not stored yet. Store `last` as the last stored deal of
 * this table. If more than MOST deals are stored after that, delete old deals. Return the number of
 * deleted deals.
 * @param {KeptDeal[]} deals
 * @param {Reached} last
 */
export function record(deals, last) {
  return opened("readwrite", async (change) => {
    const store = change.objectStore(DEALS);
    for (const deal of deals) {
      if ((await answered(store.getKey(deal.key))) === undefined) {
        store.put(deal);
      }
    }
    change.objectStore(TABLES).put(last);
    return thin(store);
  });
}

/**
 * Store deals, and overwrite stored deals that have the same keys.
 * @param {KeptDeal[]} deals
 */
export function replace(deals) {
  return opened("readwrite", async (change) => {
    const store = change.objectStore(DEALS);
    for (const deal of deals) {
      store.put(deal);
    }
  });
}

/**
 * Change some fields of a deal, if it is still stored.
 * @param {string} key
 * @param {Partial<KeptDeal>} fields
 */
export function amend(key, fields) {
  return opened("readwrite", async (change) => {
    const store = change.objectStore(DEALS);
    const found = await answered(store.get(key));
    if (found) {
      store.put({ ...found, ...fields });
    }
  });
}

/** Delete these deals. @param {string[]} keys */
export function remove(keys) {
  return opened("readwrite", async (change) => {
    for (const key of keys) {
      change.objectStore(DEALS).delete(key);
    }
  });
}

/** Delete all deals, including damaged ones. */
export function clear() {
  return opened("readwrite", async (change) => {
    change.objectStore(DEALS).clear();
  });
}

/**
 * If there are more than MOST deals, delete some until MOST - SPARE are left. First delete deals
 * that the user has not marked, the oldest first, then marked deals. Return the number of deleted
 * deals.
 * @param {IDBObjectStore} store
 */
async function thin(store) {
  const over = (await answered(store.count())) - MOST;
  if (over <= 0) {
    return 0;
  }
  const count = over + SPARE;
  const rows = await answered(store.getAll());
  rows.sort(
    (one, other) =>
      Number(one.star === true) - Number(other.star === true) || one.when - other.when,
  );
  for (const row of rows.slice(0, count)) {
    store.delete(row.key);
  }
  return count;
}

/**
 * Open the database, run `act` in one transaction, and return the result of `act`. Reject with
 * StoreTrouble if the opening or the transaction fails or takes longer than PATIENCE_MS.
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(change: IDBTransaction) => Promise<Result>} act
 * @returns {Promise<Result>}
 */
async function opened(mode, act) {
  /** @type {IDBDatabase | undefined} */
  let database;
  try {
    database = await inTime(opening());
    const change = database.transaction([DEALS, TABLES], mode);
    const ended = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(change.error);
    });
    const [result] = await inTime(Promise.all([act(change), ended]));
    return result;
  } catch (error) {
    const { name } = /** @type {Error} */ (error ?? {});
    throw new StoreTrouble(name === "VersionError" ? "keep-newer" : "keep-fails");
  } finally {
    database?.close();
  }
}

function opening() {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(DEALS, { keyPath: "key" });
    request.result.createObjectStore(TABLES, { keyPath: "id" });
  };
  return answered(request).then((database) => {
    database.onversionchange = () => database.close();
    return database;
  });
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

/**
 * @template Result
 * @param {Promise<Result>} answer
 * @returns {Promise<Result>}
 */
function inTime(answer) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("blocked")), PATIENCE_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
