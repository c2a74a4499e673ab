// The playing cards as SVG: `face`, `back` and `foreign`, each 240 wide and 336 high.
// Within one there are others, so that only those of class "card" may be given a size by CSS.

import { ace } from "./aces.mjs";
import { lattice } from "./backs.mjs";
import { PAPER } from "./drawing.mjs";
import { figure } from "./figures.mjs";
import { pass } from "./pass.mjs";
import { pips } from "./pips.mjs";
import { colourOf, sign } from "./suits.mjs";

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const FONT = "Georgia,'Times New Roman','Liberation Serif',serif";
const [INDEX_X, LETTER_Y, SIGN_Y] = [29, 51, 78];
const [LETTER, SIGN] = [51, 32];
// Two figures are pushed together to the width of one letter.
const NARROW = ' textLength="42" lengthAdjust="spacingAndGlyphs"';

/** @typedef {{rank: string, suit: string, colour: string}} Card */
/** @type {Record<string, (card: Card) => string>} */
const PICTURES = { J: figure, Q: figure, K: figure, A: ace };

/**
 * The face of a card as a string of SVG.
 * @param {string} card  such as "7H" or "TS"
 * @param {Record<string, string>} ranks  the letters of the language: {T: "10", J: "V", …}; a rank
 *   that is not there stands for itself
 * @param {{fourColours?: boolean}} options
 */
export function face(card, ranks, { fourColours = false } = {}) {
  const [rank, suit] = card;
  const colour = colourOf(suit, fourColours);
  const index = indexOf(ranks[rank] ?? rank, suit);
  const picture = (PICTURES[rank] ?? pips)({ rank, suit, colour });
  const turned = `<g transform="rotate(180 120 168)">${index}</g>`;
  return sheet(`<g fill="${colour}">${picture}${index}${turned}</g>`);
}

/**
 * The back of a card.
 * @param {number} deck  0 blue, 1 red
 */
export function back(deck) {
  return sheet(lattice(deck));
}

/** Something that is no playing card but has a tag as well: a bus pass. */
export function foreign() {
  return sheet(pass());
}

/** @param {string} letter @param {string} suit */
function indexOf(letter, suit) {
  const narrow = letter.length > 1 ? NARROW : "";
  return (
    `<text x="${INDEX_X}" y="${LETTER_Y}" font-family="${FONT}" font-size="${LETTER}" ` +
    `font-weight="700" text-anchor="middle"${narrow}>${letter}</text>` +
    sign(suit, { x: INDEX_X, y: SIGN_Y, size: SIGN })
  );
}

/** @param {string} content */
function sheet(content) {
  return (
    `<svg class="card" ${SVG} viewBox="0 0 240 336" aria-hidden="true">` +
    `<rect x=".5" y=".5" width="239" height="335" rx="14" fill="${PAPER}" ` +
    `stroke="#000" stroke-opacity=".3"/>${content}</svg>`
  );
}
