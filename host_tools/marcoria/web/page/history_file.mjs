// The history as one JSON file, and how such a file differs from the browser's own history.

import { checked, isSame } from "./history_record.mjs";

/** @import { KeptDeal } from "./history_record.mjs" */

const NAME = "history";
const VERSION = 1;
export const MOST_BYTES = 32e6;

/** Error in a file; `told` has the name of the error's sentence and the values in the sentence. */
export class FileTrouble extends Error {
  /**
   * @param {"keep-file-half" | "keep-file-foreign" | "keep-file-newer" | "keep-file-wrong"} name
   * @param {Record<string, string | number>} [places]
   */
  constructor(name, places = {}) {
    super(name);
    this.told = { name, places };
  }
}

/**
 * Return the text of a file with these deals.
 * @param {KeptDeal[]} deals
 */
export function written(deals) {
  const rows = deals.map((deal) => JSON.stringify(deal)).join(",\n");
  return `{"marcoria": "${NAME}", "version": ${VERSION}, "deals": [\n${rows}\n]}\n`;
}

/**
 * Return the deals of a file; throw FileTrouble if any part of the file is wrong.
 * @param {string} text
 * @returns {KeptDeal[]}
 */
export function read(text) {
  const file = parsed(text);
  if (file?.marcoria !== NAME) {
    throw new FileTrouble("keep-file-foreign");
  }
  if (file.version !== VERSION) {
    throw new FileTrouble("keep-file-newer", {
      version: `${JSON.stringify(file.version)}`.slice(0, 12),
    });
  }
  if (!Array.isArray(file.deals)) {
    throw new FileTrouble("keep-file-wrong", { number: 1 });
  }
  const found = new Map();
  for (const [i, row] of file.deals.entries()) {
    const deal = checked(row);
    if (!deal || found.has(deal.key)) {
      throw new FileTrouble("keep-file-wrong", { number: i + 1 });
    }
    found.set(deal.key, deal);
  }
  return [...found.values()];
}

/**
 * Return the deals of a file in three groups: `added` are not in the browser's history, `same` are
 * in it with the same contents (see isSame), and `differing` are in it with other contents.
 * @param {KeptDeal[]} known the browser's history
 * @param {KeptDeal[]} deals
 */
export function compared(known, deals) {
  const own = new Map(known.map((deal) => [deal.key, deal]));
  /** @type {{added: KeptDeal[], same: KeptDeal[], differing: KeptDeal[]}} */
  const found = { added: [], same: [], differing: [] };
  for (const deal of deals) {
    const mine = own.get(deal.key);
    const kind = !mine ? "added" : isSame(mine, deal) ? "same" : "differing";
    found[kind].push(deal);
  }
  return found;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileTrouble("keep-file-half");
  }
}
