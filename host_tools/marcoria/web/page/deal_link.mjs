// Links to a played deal, for the view with open cards: `#look=1&house=…&play=…&at=13`. The Python
// module analysis/deal_link.py parses all parts except `look`.

import { words } from "./words.mjs";

/** @import { Deal } from "./study.mjs" */

/** @typedef {Deal & {at: number, instead: string[]}} LinkedDeal */

const MARK = "look";
const MARKED = /^#(.*&)?look=/s;
const VERSION = "1";
const ORDER = ["house", "rules", "leader", "contract", "taker", "factor", "play"];
// A fragment has at most this many characters. The longest links contain the rules of a user's own
// house, and have at most half as many.
const LONGEST = 8192;
const LONGEST_PART = 32; // a message shows at most this many characters of a part

/**
 * Return the link to a position of a deal.
 * @param {Record<string, string>} parts of the deal
 * @param {number} at how many cards of the deal are played
 * @param {string[]} [instead] cards that the user and the other players played from this position
 *   on, instead of the cards of the deal
 */
export function dealLink(parts, at, instead = []) {
  const fragment = new URLSearchParams({ [MARK]: VERSION });
  for (const name of Object.keys(parts).sort(byPlace)) {
    fragment.set(name, parts[name] ?? "");
  }
  if (at > 0) {
    fragment.set("at", `${at}`);
  }
  if (instead.length > 0) {
    fragment.set("instead", instead.join(""));
  }
  return `${location.origin}${location.pathname}#${fragment}`;
}

/**
 * Compare the names of two parts by their index in ORDER. Other names come last, sorted
 * alphabetically.
 * @param {string} one
 * @param {string} other
 */
function byPlace(one, other) {
  const [first, second] = [one, other].map((name) => ORDER.indexOf(name) + 1 || Infinity);
  return first === second ? (one < other ? -1 : 1) : Number(first) - Number(second);
}

/** Return whether a fragment is a link to a deal. @param {string} fragment */
export function isDealLink(fragment) {
  return MARKED.test(fragment);
}

/**
 * Return the deal of a fragment. If the fragment has an error, reject with {sentence}, an error
 * message.
 * @param {string} fragment
 * @returns {Promise<LinkedDeal>}
 */
export async function readDealLink(fragment) {
  if (fragment.length > LONGEST) {
    throw { sentence: words("share-long") };
  }
  const { [MARK]: version, ...parts } = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
  if (version !== VERSION) {
    throw { sentence: words("share-newer") };
  }
  const { deal, code, message } = await asked(parts);
  if (code === "link-lacks") {
    throw { sentence: words("share-lacks", { part: message }) };
  }
  if (code === "link-bad") {
    throw { sentence: words("share-bad", { part: shown(message, parts[message] ?? "") }) };
  }
  if (!deal) {
    console.error(message);
    throw { sentence: words("page-mistake") };
  }
  return deal;
}

/**
 * Read the parts in a new worker, and return its answer.
 * @param {Record<string, string>} parts
 * @returns {Promise<{deal?: LinkedDeal, code?: string, message: string}>}
 */
function asked(parts) {
  const worker = new Worker(new URL("./worker/link_reader.mjs", import.meta.url), {
    type: "module",
  });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve({ message });
    worker.postMessage(parts);
  }).finally(() => worker.terminate());
}

/**
 * Return a part as a message shows it: shortened, with unprintable characters replaced.
 * @param {string} name
 * @param {string} value
 */
function shown(name, value) {
  const part = `${name}=${value}`;
  const start = part.slice(0, LONGEST_PART).replace(/[\p{C}\uFFFD]/gu, "?");
  return part.length > LONGEST_PART ? `${start}…` : start;
}
