// Playing cards as SVG: `face`, `back` and `foreign`, each 240 wide and 336 high. Some contain
// inner <svg> elements, so a CSS rule that sets a size must select svg.card, not every svg.

import { disc, GOLD, PAPER } from "./drawing.mjs";
import { figure } from "./figures.mjs";

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const FONT = "Georgia,'Times New Roman','Liberation Serif',serif";
const [INDEX_X, LETTER_Y, SIGN_Y] = [29, 51, 78];
const [LETTER, SIGN] = [51, 32];
// Two digits are condensed to the width of one letter.
const NARROW = ' textLength="42" lengthAdjust="spacingAndGlyphs"';

/** @typedef {{rank: string, suit: string, colour: string}} Card */
/** @type {Record<string, (card: Card) => string>} */
const PICTURES = { J: figure, Q: figure, K: figure, A: ace };

/**
 * Return the face of a card as SVG text.
 * @param {string} card  such as "7H" or "TS"
 * @param {Record<string, string>} ranks  the letters of the language: {T: "10", J: "V", …}; a
 *   missing rank keeps its own letter
 * @param {Record<string, string>} [colours] by suit
 */
export function face(card, ranks, colours = COLOURS) {
  const [rank, suit] = card;
  const colour = colours[suit];
  const index = indexOf(ranks[rank] ?? rank, suit);
  const picture = (PICTURES[rank] ?? pips)({ rank, suit, colour });
  const turned = `<g transform="rotate(180 120 168)">${index}</g>`;
  return sheet(`<g fill="${colour}">${picture}${index}${turned}</g>`);
}

/** Return the back of a card as SVG text. */
export function back() {
  return sheet(lattice());
}

/** Return a bus pass as SVG text. It stands for a tag that is no playing card. */
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

/**
 * The path of each suit's sign: its centre is near 0 0, its width 76 to 92, its height 90 to 100.
 * @type {Record<string, string>}
 */
const SIGNS = {
  C:
    "M-6-5A21 21 0 1 1 6-5Q4.5-1 6.5 1.5A21 21 0 1 1 5 20C5 34 10 43 19 48H-19" +
    "C-10 43-5 34-5 20A21 21 0 1 1-6.5 1.5Q-4.5-1-6-5Z",
  D: "M0-50C10-31 24-13 38 0C24 13 10 31 0 50C-10 31-24 13-38 0C-24-13-10-31 0-50Z",
  H:
    "M0 46C-8 28-46 6-46-19C-46-35-35-44-23.5-44C-12-44-3-37 0-26C3-37 12-44 23.5-44" +
    "C35-44 46-35 46-19C46 6 8 28 0 46Z",
  S:
    "M0-49C8-31 44-10 44 14C44 28 34 36 23.5 36C15 36 8 31 4.5 23C5 36 10 44 19 48H-19" +
    "C-10 44-5 36-4.5 23C-8 31-15 36-23.5 36C-34 36-44 28-44 14C-44-10-8-31 0-49Z",
};

/** @type {Record<string, string>} */
const COLOURS = { C: "#1c1a22", D: "#c8242b", H: "#c8242b", S: "#1c1a22" };
/** A colour for each suit. @type {Record<string, string>} */
export const FOUR_COLOURS = { C: "#0f6b35", D: "#1450b4", H: "#c8242b", S: "#1c1a22" };

/**
 * Return the sign of a suit as SVG text, with its centre at x y.
 * @param {string} suit
 * @param {{x: number, y: number, size: number, turned?: boolean}} place  `size`: about its height;
 *   `turned`: whether it is upside down
 */
function sign(suit, { x, y, size, turned = false }) {
  const scale = Math.round(size * 10) / 1000;
  const turn = turned ? "rotate(180)" : "";
  return `<path transform="translate(${x} ${y})${turn}scale(${scale})" d="${SIGNS[suit]}"/>`;
}

// The signs on the cards from seven to ten, placed as on French cards.
const [LEFT, MIDDLE, RIGHT] = [80, 120, 160];
const [TOP, CENTRE, BOTTOM] = [58, 168, 278];
const ROW = (BOTTOM - TOP) / 3;
const PIP = 45;

/** @param {number[]} heights @returns {number[][]} */
const pairs = (heights) =>
  heights.flatMap((y) => [
    [LEFT, y],
    [RIGHT, y],
  ]);

const THREE_ROWS = pairs([TOP, CENTRE, BOTTOM]);
const FOUR_ROWS = pairs([TOP, TOP + ROW, BOTTOM - ROW, BOTTOM]);
const [UPPER, LOWER] = [
  [MIDDLE, (TOP + CENTRE) / 2],
  [MIDDLE, (CENTRE + BOTTOM) / 2],
];

/** @type {Record<string, number[][]>} */
const PLACES = {
  7: [...THREE_ROWS, UPPER],
  8: [...THREE_ROWS, UPPER, LOWER],
  9: [...FOUR_ROWS, [MIDDLE, CENTRE]],
  T: [...FOUR_ROWS, [MIDDLE, TOP + ROW / 2], [MIDDLE, BOTTOM - ROW / 2]],
};

/**
 * Return the signs in the middle of a card from seven to ten, as SVG text.
 * @param {{rank: string, suit: string}} card
 */
function pips({ rank, suit }) {
  const places = PLACES[rank];
  return places.map(([x, y]) => sign(suit, { x, y, size: PIP, turned: y > CENTRE })).join("");
}

// The aces: one large sign with an engraved line and a flower in it.
const ACE = 142;
const PETAL = "M0-5C-10-11-9-23 0-31C9-23 10-11 0-5Z";

/**
 * For each suit's flower: how far its centre is below the centre of the card, the number of
 * petals, and the scale.
 * @type {Record<string, [number, number, number]>}
 */
const FLOWERS = { C: [-2, 3, 1.5], D: [0, 4, 1.1], H: [-5, 5, 1.1], S: [10, 6, 1] };

/** @param {string} suit */
function flower(suit) {
  const [heart, count, size] = FLOWERS[suit];
  const around = (/** @type {string} */ path, /** @type {number} */ offset) =>
    Array.from({ length: count }, (_, i) => {
      const turn = Math.round(((i + offset) * 360) / count);
      return `<path transform="rotate(${turn})" d="${path}"/>`;
    }).join("");
  return (
    `<g transform="translate(${MIDDLE} ${CENTRE + heart})scale(${size})" fill="${PAPER}">` +
    around(PETAL, 0) +
    `<g fill="${GOLD}">${around(disc(0, -14, 2.2), 0.5)}</g>` +
    `<path fill="${GOLD}" d="${disc(0, 0, 4.5)}"/></g>`
  );
}

// The engraved line follows the outline of the large sign. Outside the line there is a broad border
// in the sign's colour.
/** @param {{suit: string, colour: string}} card */
function ace({ suit, colour }) {
  const large = sign(suit, { x: MIDDLE, y: CENTRE, size: ACE });
  return (
    `<g stroke="${colour}" stroke-width="11" stroke-miterlimit="3">${large}</g>` +
    `<g stroke="${PAPER}" stroke-width="1.5">${large}</g>${flower(suit)}`
  );
}

// The back: a woven lattice, and a medallion with two letters M, one upright from each end.
const [GROUND, RIBBON] = ["#8f1f2a", "#e0a596"];
// Distance and width of the ribbons. A ribbon is broken where it passes below another.
const [STEP, WIDE] = [18, 9];
const GAP = WIDE + 4;
const M = "M-17-5V-29L0-12L17-29V-5";

/**
 * Return the ribbons of one direction as SVG text.
 * @param {number} turn the direction in degrees
 * @param {number} odd  0 or 1: at which crossings these ribbons pass below the others
 */
function ribbons(turn, odd) {
  const numbers = Array.from({ length: 25 }, (_, i) => i - 12);
  const lines = numbers.map((i) => {
    const start = -14 * STEP + GAP / 2 + ((i + odd) % 2 ? STEP : 0);
    return `M${start} ${i * STEP}H260`;
  });
  const dashes = `${2 * STEP - GAP} ${GAP}`;
  return `<path transform="rotate(${turn})" stroke-dasharray="${dashes}" d="${lines.join("")}"/>`;
}

function lattice() {
  const half = `<path d="${M}"/>`;
  return (
    `<rect x="11" y="11" width="218" height="314" rx="7" fill="${GROUND}"/>` +
    `<svg x="18" y="18" width="204" height="300" viewBox="-102 -150 204 300" fill="none">` +
    `<g stroke="${RIBBON}" stroke-width="${WIDE}">${ribbons(45, 0)}${ribbons(-45, 1)}</g>` +
    `<path d="${disc(0, 0, 46)}" fill="${GROUND}" stroke="${PAPER}" stroke-width="3"/>` +
    `<path d="${disc(0, 0, 40)}" stroke="${GOLD}" stroke-width="1.5"/>` +
    `<g stroke="${PAPER}" stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round">` +
    `${half}<g transform="rotate(180)">${half}</g></g></svg>` +
    `<rect x="18" y="18" width="204" height="300" rx="3" fill="none" stroke="${PAPER}" ` +
    'stroke-width="2"/>'
  );
}

// The bus pass.
const COLOUR = "#6f8b93";
const BODY = "M-44-40C-44-50-38-54-28-54H28C38-54 44-50 44-40V30H36V42H20V30H-20V42H-36V30H-44Z";
const WINDOWS = `M-34-40H34V-6H-34ZM-14-50H14V-45H-14Z${disc(-28, 14, 6)}${disc(28, 14, 6)}`;
const RADIO = [10, 18, 26].map((x) => `M${x} ${-x}a${1.4 * x} ${1.4 * x} 0 0 1 0 ${2 * x}`);

/** @param {number} y @param {number} opacity */
function wave(y, opacity) {
  const crest = `M1 ${y}c59-44 95 34 149 0c36-22 66-20 89-4`;
  return `<path d="${crest}V321Q239 335 225 335H15Q1 335 1 321Z" opacity="${opacity}"/>`;
}

function pass() {
  return (
    `<rect x="1" y="1" width="238" height="334" rx="14" fill="${COLOUR}"/>` +
    `<g fill="${PAPER}">${wave(196, 0.16)}${wave(228, 0.2)}${wave(262, 0.28)}</g>` +
    `<g fill="none" stroke-linecap="round"><path transform="translate(182 52)" ` +
    `d="${RADIO.join("")}" stroke="${PAPER}" stroke-width="5"/>` +
    `<path d="M24 296H120M24 310H84" stroke="${COLOUR}" stroke-width="6"/></g>` +
    `<g transform="translate(120 150)"><path d="${BODY}" fill="${PAPER}"/>` +
    `<path d="${WINDOWS}" fill="${COLOUR}"/></g>`
  );
}
