// The cost of a card, in words and as a coloured sign. The cost is the number of points that the
// card loses compared with the best card. The sign is "=" for no cost, "-6" for a loss of 6
// points, and "+4" for a gain of 4 points (cost -4). Only an illegal card can bring a gain.

import { element } from "./dom.mjs";
import { words } from "./words.mjs";

/** @param {number} cost */
export function costSign(cost) {
  return cost === 0 ? "=" : cost > 0 ? `-${cost}` : `+${-cost}`;
}

/**
 * Return the cost in words, such as "costs 6".
 * @param {number} cost
 */
export function costText(cost) {
  const name = cost === 0 ? "look-cost-none" : cost > 0 ? "look-cost-some" : "look-cost-wins";
  return words(name, { points: Math.abs(cost) });
}

/**
 * Return the coloured sign, which screen readers skip.
 * @param {number} cost
 */
export function costBadge(cost) {
  const kind = cost === 0 ? "none" : cost > 0 ? "lost" : "won";
  return element("b", { class: `cost ${kind}`, "aria-hidden": "true" }, costSign(cost));
}
