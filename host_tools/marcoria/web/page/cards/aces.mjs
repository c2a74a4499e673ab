// The aces: one large sign with an engraved line and a flower in it.

import { disc, GOLD, PAPER } from "./drawing.mjs";
import { sign } from "./suits.mjs";

const [X, Y, SIZE] = [120, 168, 138];
const PETAL = "M0-5C-10-11-9-23 0-31C9-23 10-11 0-5Z";

/** Where the flower has its heart, and its petals. @type {Record<string, [number, number]>} */
const FLOWERS = { C: [6, 3], D: [0, 4], H: [-8, 5], S: [12, 6] };

/** @param {string} suit */
function flower(suit) {
  const [heart, count] = FLOWERS[suit];
  const around = (/** @type {string} */ path, /** @type {number} */ offset) =>
    Array.from({ length: count }, (_, i) => {
      const turn = Math.round(((i + offset) * 360) / count);
      return `<path transform="rotate(${turn})" d="${path}"/>`;
    }).join("");
  return (
    `<g transform="translate(${X} ${Y + heart})" fill="${PAPER}">${around(PETAL, 0)}` +
    `<g fill="${GOLD}">${around(disc(0, -17, 2.6), 0.5)}</g>` +
    `<path fill="${GOLD}" d="${disc(0, 0, 4.5)}"/></g>`
  );
}

// The line runs where the sign would end, and a broad seam in the sign's colour lies around it.
/** @param {string} _ @param {string} suit @param {string} colour */
export function ace(_, suit, colour) {
  const large = sign(suit, { x: X, y: Y, size: SIZE });
  return (
    `<g stroke="${colour}" stroke-width="14" stroke-linejoin="round">${large}</g>` +
    `<g stroke="${PAPER}" stroke-width="1.8">${large}</g>${flower(suit)}`
  );
}
