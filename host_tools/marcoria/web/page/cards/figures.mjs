// The twelve of the court: half a figure, once upright and once turned round, and what frames them.
// Figures are drawn around x = 0; y is the card's.

import { ATTRIBUTES } from "./attributes.mjs";
import { discs, draw, INK, IVORY } from "./drawing.mjs";
import { faceOf } from "./faces.mjs";
import { JACKS } from "./jacks.mjs";
import { KINGS } from "./kings.mjs";
import { QUEENS } from "./queens.mjs";

/**
 * A figure as rows of shapes, from what lies behind to what lies in front.
 * @typedef {{behind: string[], robe: string[], collar: string[], face: import("./faces.mjs").Face,
 *   hair: string[], hat: string[], holds: string, sleeve: string, cuff: string}} Figure
 */

/** @type {Record<string, Record<string, Figure>>} */
const COURTS = { J: JACKS, Q: QUEENS, K: KINGS };

// Where the frame steps aside for the index, and how steeply the halves are divided.
const FRAME = "M54 14H222V238H186V322H18V98H54Z";
const SLANT = 14;
const FIST = "M69 151C68 145 92 144 92 151L93 167C92 172 71 172 69 167Z";
const FINGERS = "M78 151H92M78 156.5H93M78 162H93";
const BEADS = [-88, -66, -44, -22, 0, 22, 44, 66, 88].flatMap((x) => [x, 0]);

/** @param {Figure} figure */
function half(figure) {
  const { skin } = figure.face;
  return [
    draw(figure.behind),
    draw(figure.robe),
    draw([`${skin} M-12 100V132C-6 138 6 138 12 132V100`]),
    draw(figure.collar),
    faceOf(figure.face),
    draw(figure.hair),
    draw(figure.hat),
    draw([`${figure.sleeve} M62 176L58 240H106L100 176Z`]),
    draw(ATTRIBUTES[figure.holds]),
    draw([`${skin} ${FIST}`, `line fine ${FINGERS}`, `${figure.cuff} M64 168H98L101 180H61Z`]),
  ].join("");
}

// An inner <svg> cuts off what is outside of it, and needs no id for that.
/** @param {string} figure */
function aboveDivide(figure) {
  return (
    `<g transform="translate(0 168)rotate(${SLANT})">` +
    '<svg x="-140" y="-240" width="280" height="240" viewBox="-140 -240 280 240">' +
    `<g transform="rotate(${-SLANT})translate(0 -168)">${figure}</g></svg></g>`
  );
}

function divide() {
  const band = draw(["gold M-130-5H130V5H-130Z", `red fine ${discs(2.6, ...BEADS)}`]);
  return `<g transform="translate(0 168)rotate(${SLANT})">${band}</g>`;
}

/**
 * The picture of a court card.
 * @param {{rank: string, suit: string}} card
 */
export function figure({ rank, suit }) {
  const upper = aboveDivide(half(COURTS[rank][suit]));
  const both = `${upper}<g transform="rotate(180 0 168)">${upper}</g>${divide()}`;
  const pen = `stroke="${INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"`;
  return (
    `<g fill="none" ${pen}>` +
    `<path d="${FRAME}" fill="${IVORY}" stroke="none"/>` +
    `<svg x="18" y="14" width="204" height="308" viewBox="-102 14 204 308">${both}</svg>` +
    `<path d="${FRAME}" stroke-width="1.6"/></g>`
  );
}
