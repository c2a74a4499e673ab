// The four suit signs, and their colours.

/** Each sign around 0 0, about 92 wide and 96 high. @type {Record<string, string>} */
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
const TWO_COLOURS = { C: "#1c1a22", D: "#c8242b", H: "#c8242b", S: "#1c1a22" };
/** @type {Record<string, string>} */
const FOUR_COLOURS = { ...TWO_COLOURS, C: "#17713a", D: "#1b5fb4" };

/**
 * @param {string} suit
 * @param {boolean} fourColours
 */
export function colourOf(suit, fourColours) {
  return (fourColours ? FOUR_COLOURS : TWO_COLOURS)[suit];
}

/**
 * The sign of a suit with its centre at x y.
 * @param {string} suit
 * @param {{x: number, y: number, size: number, turned?: boolean}} place  `size`: its height
 */
export function sign(suit, { x, y, size, turned = false }) {
  const scale = Math.round(size * 10) / 1000;
  const turn = turned ? "rotate(180)" : "";
  return `<path transform="translate(${x} ${y})${turn}scale(${scale})" d="${SIGNS[suit]}"/>`;
}
