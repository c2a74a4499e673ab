// The aces: one large sign with an engraved line and a flower in it.

import { disc, GOLD, PAPER } from "./drawing.mjs";
import { sign } from "./suits.mjs";

const [X, Y, SIZE] = [120, 168, 142];
const PETAL = "M0-5C-10-11-9-23 0-31C9-23 10-11 0-5Z";

/** A flower's heart, petals and size. @type {Record<string, [number, number, number]>} */
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
    `<g transform="translate(${X} ${Y + heart})scale(${size})" fill="${PAPER}">` +
    around(PETAL, 0) +
    `<g fill="${GOLD}">${around(disc(0, -14, 2.2), 0.5)}</g>` +
    `<path fill="${GOLD}" d="${disc(0, 0, 4.5)}"/></g>`
  );
}

// The line runs where the sign would end, and a broad seam in the sign's colour lies around it.
/** @param {{suit: string, colour: string}} card */
export function ace({ suit, colour }) {
  const large = sign(suit, { x: X, y: Y, size: SIZE });
  return (
    `<g stroke="${colour}" stroke-width="11" stroke-miterlimit="3">${large}</g>` +
    `<g stroke="${PAPER}" stroke-width="1.5">${large}</g>${flower(suit)}`
  );
}
