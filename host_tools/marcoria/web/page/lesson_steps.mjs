// The steps of the lesson, and the deal that they are about. A step is a text beside something on
// the page. It waits for the player's "Next", or until the table has got so far.

import { suitName, suitSign } from "./words.mjs";

/** @import { Glance, Told } from "./shapes.mjs" */

/** @typedef {{glance: Glance, told: Told, said: Set<string>}} Moment `said`: records of the pupil */
/**
 * @typedef {object} LessonStep
 * @property {string} name of its text, lesson-<name>, or lesson-<name>-words for the view "play"
 * @property {string[]} at selectors; the first that is visible is marked
 * @property {(moment: Moment) => boolean} [until] whether the step is done; "Next" if left out
 * @property {boolean} [both] whether there is a "Next" although the step waits
 */

export const PUPIL = "S";
const DEALER = "W";
const TRUMP = "H";
const BOT = "player";
const MY = `.seat[data-seat="${PUPIL}"]`;
export const HAND = `${MY} [data-home="hand"]`;
const PAD = `[data-home="pad"][data-seat="${PUPIL}"]`;

/**
 * Return the match of the lesson: South leads, and has a hand that should take.
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

/** Return the values of the placeholders in the lesson's texts. */
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
 * Return whether this many cards were played in the deal.
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
