// Court cards: a frame, and half a figure. The half has a face, and a hand that holds an object,
// the attribute. The half is drawn twice, upright and rotated by 180 degrees. In a figure's
// coordinates x = 0 is the middle of the card, and y is the same as for the card.

import { COURT } from "./court.mjs";
import { disc, discs, draw, INK, IVORY, lozenge } from "./drawing.mjs";

/**
 * A figure as rows of shapes, from back to front. `holds` is the name of its attribute. `sleeve`
 * and `cuff` are colours.
 * @typedef {{behind: string[], robe: string[], collar: string[], face: Face,
 *   hair: string[], hat: string[], holds: string, sleeve: string, cuff: string}} Figure
 */

// The frame leaves two corners of the card free for the rank and the suit.
const FRAME = "M54 14H222V238H186V322H18V98H54Z";
const SLANT = 14; // degrees: the slope of the line between the two halves
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

// An inner <svg> clips its content without needing an id.
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
 * Return the picture of a court card.
 * @param {{rank: string, suit: string}} card
 */
export function figure({ rank, suit }) {
  const upper = aboveDivide(half(COURT[rank][suit]));
  const both = `${upper}<g transform="rotate(180 0 168)">${upper}</g>${divide()}`;
  const pen = `stroke="${INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"`;
  return (
    `<g fill="none" ${pen}>` +
    `<path d="${FRAME}" fill="${IVORY}" stroke="none"/>` +
    `<svg x="18" y="14" width="204" height="308" viewBox="-102 14 204 308">${both}</svg>` +
    `<path d="${FRAME}" stroke-width="1.6"/></g>`
  );
}

// The faces: one drawing with a choice of brows, eyes and mouths.
const OVAL = "M-25 70C-25 98-13 117 0 117C13 117 25 98 25 70C25 44-25 44-25 70Z";
const NOSE = "M5 77C3 86 7 92 8 96C6 100 0 100-3 98";

/**
 * The right brow, which is also drawn mirrored as the left brow.
 * @type {Record<string, string>}
 */
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
 * Parts of a face. `gaze` is the direction of the eyes, from -1 (left) to 1 (right). `nose` is the
 * side to which the nose is turned, -1 (left) or 1 (right).
 * @typedef {{skin: string, brows: string, lids: string, mouth: string, gaze: number,
 *   nose: number}} Face
 */

/** @param {Face} face */
function faceOf({ skin, brows, lids, mouth, gaze, nose }) {
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

/** @param {number} top @param {string} colour */
const pole = (top, colour = "chestnut") => `${colour} M77.5 ${top}H82.5V215H77.5Z`;

/** @param {number} top */
const stem = (top) => `leaf M78.5 ${top}H81.5V215H78.5Z`;

/** Two leaves of the branch. @param {number} y */
const leaves = (y) => [
  `leaf M80 ${y + 18}C68 ${y + 16} 61 ${y + 6} 60 ${y - 8}C72 ${y - 6} 79 ${y + 4} 80 ${y + 18}Z`,
  `leaf M80 ${y + 8}C92 ${y + 6} 99 ${y - 4} 100 ${y - 18}C88 ${y - 16} 81 ${y - 6} 80 ${y + 8}Z`,
];

/**
 * Attributes that figures hold in the hand at the right, each drawn upright around x = 80.
 * @type {Record<string, string[]>}
 */
const ATTRIBUTES = {
  sword: [
    "grey M75 134V36L80 22L85 36V134Z",
    "line fine M80 34V132",
    "gold M62 134C60 128 66 126 69 130H91C94 126 100 128 98 134C96 138 92 138 90 138H70" +
      "C68 138 64 138 62 134Z",
    "chestnut M77 138H83V180H77Z",
  ],
  orb: [
    "gold M78 108V100H72V95H78V88H82V95H88V100H82V108Z",
    `blue ${disc(80, 126, 18)}`,
    "gold M62.4 122C73 128 87 128 97.6 122V129C87 135 73 135 62.4 129Z",
    "gold M77 108.3V128H83V108.3Z",
    `red ${disc(80, 129, 4)}`,
  ],
  axe: [
    pole(26),
    "grey M77 44C70 44 64 38 59 30C53 50 53 66 59 86C64 76 70 71 77 71Z",
    "grey M83 48L96 40V75L83 67Z",
    "gold M75 42H85V73H75Z",
    `gold ${disc(80, 26, 4.5)}`,
  ],
  sceptre: [
    pole(60, "gold"),
    "red M70 66C74 62 86 62 90 66L87 74H73Z",
    `gold ${discs(9, 80, 34, 69.5, 49, 90.5, 49)}`,
    "gold M77 42H83L86 64H74Z",
    `blue fine ${discs(3.5, 80, 34, 69.5, 49, 90.5, 49)}`,
    "gold M73 92H87V98H73Z",
  ],
  lily: [
    stem(60),
    "leaf M80 128C70 124 64 112 63 98C74 102 80 114 80 128Z",
    "leaf M80 112C90 108 96 98 97 84C86 88 80 98 80 112Z",
    "white M80 78C66 74 60 58 61 44C67 46 72 52 76 60Z",
    "white M80 78C94 74 100 58 99 44C93 46 88 52 84 60Z",
    "white M80 78C68 64 70 42 80 28C90 42 92 64 80 78Z",
    "line fine M80 40V66",
    `gold fine ${disc(80, 74, 4)}`,
  ],
  rose: [
    stem(66),
    "leaf M80 124C68 124 62 114 60 102C72 102 80 110 80 124Z",
    "leaf M80 106C91 106 97 97 99 86C88 86 80 93 80 106Z",
    "leaf M80 78C70 76 64 72 63 63L80 66L97 63C96 72 90 76 80 78Z",
    `red ${disc(80, 50, 19)}`,
    "line fine M63 45C66 61 84 64 96 57M97 44C95 54 84 58 74 52",
    "red M70 44C72 34 88 34 90 44C92 54 72 58 70 44Z",
    "line fine M76 45C78 40 84 41 84 46C83 49 79 49 78 47",
  ],
  cup: [
    "gold M76 116H84V180H76Z",
    "gold M61 68H99C100 96 91 114 80 116C69 114 60 96 61 68Z",
    "red M61 68C64 62 96 62 99 68C96 74 64 74 61 68Z",
    `blue ${lozenge(80, 93, 7, 9)}`,
    `red fine ${discs(3.2, 66, 87, 94, 87)}`,
    `gold ${disc(80, 126, 6.5)}`,
  ],
  branch: [
    "line M80 215V40",
    "leaf M80 52C72 44 73 32 80 22C87 32 88 44 80 52Z",
    ...leaves(64),
    ...leaves(92),
    ...leaves(120),
    `red fine ${discs(4, 71, 63, 89, 78, 71, 91)}`,
  ],
  halberd: [
    pole(60),
    "grey M80 18L86 50H74Z",
    "grey M75 52C66 52 60 48 57 42C54 58 55 74 60 88C64 80 69 76 75 76Z",
    "grey M85 54L100 60L85 72Z",
    "red M74 50H86V78H74Z",
    "gold M73 78H87L90 96L85 92L80 98L75 92L70 96Z",
  ],
  arrow: [
    pole(36),
    "grey M80 20L92 48L80 42L68 48Z",
    "red M82.5 92L94 82V112L82.5 124Z",
    "red M77.5 92L66 82V112L77.5 124Z",
    "line fine M82.5 102L94 92M82.5 112L94 102M77.5 102L66 92M77.5 112L66 102",
  ],
  pennon: [
    pole(58),
    "grey M80 36L86 58L80 64L74 58Z",
    "red M77.5 72C70 68 64 77 55 73L60 85L53 97C63 101 70 93 77.5 98Z",
    "gold fine M77.5 80.5C70 77 65 84 58 81L60 85L57 90C65 92 70 85 77.5 89.5Z",
    `gold ${disc(80, 66, 4.5)}`,
  ],
  horn: [
    "gold M62 64C58 60 64 44 72 46C92 56 102 92 86 140L78 176L72 174L76 138C86 104 80 80 62 64Z",
    "chestnut M66 67C82 82 87 104 78 134L86 138C98 96 90 66 72 52Z",
    "gold M84 92L95 88L96 98L85 100Z",
    "ink M60 65C56 58 62 44 70 44C74 50 68 66 60 65Z",
  ],
};
