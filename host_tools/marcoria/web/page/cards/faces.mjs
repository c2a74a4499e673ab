// The faces of the court: one drawing with brows, eyes and mouths to choose from.

import { disc, draw } from "./drawing.mjs";

const OVAL = "M-25 70C-25 98-13 117 0 117C13 117 25 98 25 70C25 44-25 44-25 70Z";
const NOSE = "M5 77C3 86 7 92 8 96C6 100 0 100-3 98";

/** Drawn at the right and mirrored. @type {Record<string, string>} */
const BROWS = {
  arched: "M5 75C9 69 17 69 21 75",
  stern: "M4 76C9 73 15 71 22 73",
  soft: "M5 74C11 70 17 71 21 76",
  level: "M5 74C10 72 16 72 21 74",
};

/** @type {Record<string, string>} */
const LIDS = {
  open: "M6 84C9 78 17 78 20 83",
  lashes: "M6 84C9 78 17 78 20 82L23 80",
  heavy: "M5 82H20",
};

/** @type {Record<string, string>} */
const MOUTHS = {
  full: "M-7 106C-4 103-2 103 0 104C2 103 4 103 7 106C4 111-4 111-7 106Z",
  small: "M-5 106C-2 104 2 104 5 106C3 109-3 109-5 106Z",
  wry: "M-6 107C-2 105 2 105 7 104C4 109-3 110-6 107Z",
  smile: "M-8 104C-4 106 4 106 8 104C5 111-5 111-8 104Z",
};

/**
 * What a face is made of: `gaze` is where it looks, from -1 left to 1 right, and `nose` to which
 * side it is turned.
 * @typedef {{skin: string, brows: string, lids: string, mouth: string, gaze: number,
 *   nose: number}} Face
 */

/** @param {Face} face */
export function faceOf({ skin, brows, lids, mouth, gaze, nose }) {
  const [near, far] = [-13, 13].map((x) => disc(x + gaze * 2.5, 84, 2.7));
  const drawn = draw([
    `${skin} ${OVAL}`,
    `red both blush ${disc(16, 97, 5)}`,
    `ink bare ${near}${far}`,
    `line both ${LIDS[lids]}`,
    `line both ${BROWS[brows]}`,
    `red fine ${MOUTHS[mouth]}`,
  ]);
  return `${drawn}<g transform="scale(${nose} 1)">${draw([`line ${NOSE}`])}</g>`;
}
