// The rules of a house in sentences. The worker reads keys and values from the file of the house
// (game/rule_sheet.py). The page has a sentence for each key and value.

import { hasWords, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */

/** @typedef {{key: string, word: string, special: boolean, open: string[]}} Rule */
/**
 * @typedef {object} RuleSheet
 * @property {string} name of the house
 * @property {Rule[]} special the rules that tell most about the house
 * @property {{name: string, rows: Rule[]}[]} groups
 */

/**
 * Ask for the rules of a house by its key. Reject with {sentence} if the house is unknown.
 * @param {Feed} feed
 * @param {string} house
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
 * Return what is special about a house, in a few sentences.
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
