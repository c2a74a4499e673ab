// The signs on the cards from seven to ten, placed as on French cards.

import { sign } from "./suits.mjs";

const [LEFT, MIDDLE, RIGHT] = [80, 120, 160];
const [TOP, CENTRE, BOTTOM] = [58, 168, 278];
const STEP = (BOTTOM - TOP) / 3;
const SIZE = 45;

/** @param {number[]} heights @returns {number[][]} */
const pairs = (heights) =>
  heights.flatMap((y) => [
    [LEFT, y],
    [RIGHT, y],
  ]);

const THREE_ROWS = pairs([TOP, CENTRE, BOTTOM]);
const FOUR_ROWS = pairs([TOP, TOP + STEP, BOTTOM - STEP, BOTTOM]);
const [UPPER, LOWER] = [
  [MIDDLE, (TOP + CENTRE) / 2],
  [MIDDLE, (CENTRE + BOTTOM) / 2],
];

/** @type {Record<string, number[][]>} */
const PLACES = {
  7: [...THREE_ROWS, UPPER],
  8: [...THREE_ROWS, UPPER, LOWER],
  9: [...FOUR_ROWS, [MIDDLE, CENTRE]],
  T: [...FOUR_ROWS, [MIDDLE, TOP + STEP / 2], [MIDDLE, BOTTOM - STEP / 2]],
};

/**
 * All signs of a card.
 * @param {{rank: string, suit: string}} card
 */
export function pips({ rank, suit }) {
  const places = PLACES[rank];
  return places.map(([x, y]) => sign(suit, { x, y, size: SIZE, turned: y > CENTRE })).join("");
}
