// The steps of the lesson, except the last one (about houses, in lesson.mjs), and the deal that is
// played in the lesson. A step is a text beside an element of the page. A step ends when the
// player presses "Next", or when the condition `until` is met.

import { suitName, suitSign } from "./words.mjs";

/** @import { Glance, Told } from "./shapes.mjs" */

/**
 * @typedef {{glance: Glance, told: Told, said: Set<string>}} Moment the state of the table; `said`
 *   has the kinds of the pupil's records since the start of the lesson
 */
/**
 * @typedef {object} LessonStep
 * @property {string} name the text is lesson-<name>, or lesson-<name>-words as `#textName` in
 *   lesson.mjs decides
 * @property {string[]} at selectors; the first visible element is marked
 * @property {(moment: Moment) => boolean} [until] whether the step is done; a step without it has a
 *   button "Next"
 * @property {boolean} [both] whether a step with `until` has a button "Next" too
 */

export const PUPIL = "S";
const DEALER = "W";
const TRUMP = "H";
const BOT = "player";
const MY = `.seat[data-seat="${PUPIL}"]`;
export const HAND = `${MY} [data-home="hand"]`;
const PAD = `[data-home="pad"][data-seat="${PUPIL}"]`;

/**
 * Return the match of the lesson: South leads, and has a hand with which a player should take.
 * @param {string} language
 */
export function lessonMatch(language) {
  return {
    house: "french",
    hands: "blind",
    language,
    seed: 1,
    dealer: DEALER,
    bots: { N: BOT, E: BOT, S: null, W: BOT },
    deal: {
      hands: {
        S: "9H KH QH AS 7D JH TS 8C",
        E: "AH 7H KS 9S KD 9D JC QC",
        N: "8H 8S 7S AD TD QD KC 9C",
        W: "TH QS JS JD 8D AC TC 7C",
      },
      upcard: "JH",
      taker: PUPIL,
    },
  };
}

/** Return the values of the placeholders {suit} and {sign} in the lesson's texts. */
export function lessonPlaces() {
  return { suit: suitName(TRUMP), sign: suitSign(TRUMP) };
}

/** @type {LessonStep[]} */
export const STEPS = [
  { name: "welcome", at: [".case"] },
  { name: "lights", at: [`${MY} .lights`] },
  { name: "display", at: [".paper", ".paper-by-tap"] },
  {
    name: "deal",
    at: [`.seat[data-seat="${DEALER}"] .plate`],
    until: ({ glance, told }) => told.phase === "bidding" && isDue(glance, "bid"),
  },
  { name: "cards", at: [HAND] },
  {
    name: "bid",
    at: [`${MY} [data-key="${TRUMP}"]`, ".choices [data-do=take]", HAND],
    until: ({ told }) => told.contract !== null,
  },
  { name: "took", at: [HAND] },
  { name: "lead", at: [HAND], until: ({ told }) => has(told, 1) },
  { name: "trick", at: [PAD], until: ({ told }) => told.last !== null },
  {
    name: "clear",
    at: ["#help .act", HAND],
    until: ({ glance, told: { last } }) =>
      last !== null && !last.cards.some(([, card]) => glance.pads[PUPIL]?.includes(card)),
  },
  {
    name: "belote",
    at: [`${MY} [data-key="CALL"]`, ".choices [data-do=belote]", HAND],
    until: ({ said }) => said.has("belote"),
    both: true,
  },
  { name: "legal", at: [HAND] },
  { name: "play", at: [HAND], until: ({ told }) => isOver(told) },
  {
    name: "result",
    at: ["#help .act"],
    until: ({ told }) => isOver(told) && told.phase !== "done",
    both: true,
  },
];

/**
 * @param {Glance} glance
 * @param {string} next
 */
function isDue(glance, next) {
  return glance.next === next && glance.who.includes(PUPIL);
}

/**
 * Return whether at least this many cards of the first trick were played.
 * @param {Told} told
 * @param {number} count
 */
function has({ trick, last, phase }, count) {
  return trick.length >= count || last !== null || phase === "done";
}

/** @param {Told} told */
function isOver({ phase, last, deal }) {
  return phase === "done" || (last !== null && phase === "ready") || deal.outcome !== "";
}
