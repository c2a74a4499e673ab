// The four seats, and which of them is seen at which side of the table.

/** @typedef {"bottom" | "left" | "top" | "right"} Place */

/** Clockwise, as they are numbered. */
export const SEATS = ["N", "E", "S", "W"];

/** @type {Place[]} */
const PLACES = ["bottom", "left", "top", "right"];

/**
 * Where each seat is seen when `near` is the one below.
 * @param {string} near
 * @returns {Record<string, Place>}
 */
export function places(near) {
  const first = SEATS.indexOf(near);
  return Object.fromEntries(
    SEATS.map((seat, i) => [seat, /** @type {Place} */ (PLACES[(i - first + 4) % 4])]),
  );
}

/** @param {string} seat */
export function team(seat) {
  return "NS".includes(seat) ? "NS" : "EW";
}

/**
 * The seats where people sit.
 * @param {Record<string, string | null>} bots
 */
export function persons(bots) {
  return ["S", "W", "N", "E"].filter((seat) => bots[seat] === null);
}
