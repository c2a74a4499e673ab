// The rules of a house in sentences. The worker reads keys and values from the file of the house
// (game/rule_sheet.py). The page has a sentence for each key and value.

import { hasWords, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */

/** @typedef {{key: string, word: string, special: boolean, open: string[]}} Rule a key of a house
 *   file, and its value `word`; `special` says whether the value differs from the most common
 *   rules; `open` has the values that the players may choose, [] if there is no choice */
/**
 * @typedef {object} RuleSheet
 * @property {string} name of the house
 * @property {Rule[]} special the few special rules that are most typical of the house, or []
 * @property {{name: string, rows: Rule[]}[]} groups all rules by subject
 */

/**
 * Return the rules of a house. If the virtual table plays this house, the values that its players
 * have chosen replace those of the house. Reject with {code, sentence} if the house is unknown or
 * this tab is read-only.
 * @param {Feed} feed
 * @param {string} house the key of the house
 * @returns {Promise<RuleSheet>}
 */
export function askRules(feed, house) {
  return feed.do("rules", { house });
}

/** @param {Pick<Rule, "key" | "word">} rule */
export function ruleSentence({ key, word }) {
  const exact = `rule-${key}-${word}`;
  return hasWords(exact) ? words(exact) : words(`rule-${key}`, { number: word });
}

/**
 * Return the sentences about the special rules of a house, or one sentence if it has none.
 * @param {RuleSheet} sheet
 */
export function specialSentences({ special }) {
  return special.length > 0 ? special.map(ruleSentence) : [words("rule-special-none")];
}

/**
 * Return the sentences for the other values that players may choose for a rule.
 * @param {Rule} rule
 */
export function openSentences({ key, word, open }) {
  return open.filter((one) => one !== word).map((one) => ruleSentence({ key, word: one }));
}
