// Finished deals by match, and the texts about a match in a list: date, sides, points and result.

import { factsOf } from "./history_record.mjs";
import { joined, language, seatName, sideName, words } from "./words.mjs";

/** @import { KeptDeal } from "./history_record.mjs" */

const YEAR_FIRST = "sv"; // a language that writes dates as 2026-11-28

/**
 * @typedef {object} KeptMatch
 * @property {string} key
 * @property {KeptDeal[]} deals the oldest first
 */

/**
 * Return the matches of these deals, the latest first.
 * @param {KeptDeal[]} deals
 * @returns {KeptMatch[]}
 */
export function matchesOf(deals) {
  /** @type {Map<string, KeptDeal[]>} */
  const found = new Map();
  for (const deal of deals) {
    found.set(deal.match, [...(found.get(deal.match) ?? []), deal]);
  }
  const matches = [...found].map(([key, rows]) => ({ key, deals: rows.sort(inOrder) }));
  return matches.sort((one, other) => lastOf(other).when - lastOf(one).when);
}

/** @param {KeptMatch} match @returns {KeptDeal} */
export function lastOf({ deals }) {
  return /** @type {KeptDeal} */ (deals.at(-1));
}

/** @param {KeptMatch} match */
export function dateOf(match) {
  const { when } = /** @type {KeptDeal} */ (match.deals[0]);
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(
    when,
  );
}

/** Return the day of a match, in the form that is used in names of files. @param {KeptMatch} match */
export function dayOf(match) {
  const { when } = /** @type {KeptDeal} */ (match.deals[0]);
  return new Date(when).toLocaleDateString(YEAR_FIRST);
}

/**
 * Return the sides with their players and points: [{side, players, points, hasWon}].
 * @param {KeptMatch} match
 */
export function sidesOf(match) {
  const last = lastOf(match);
  const { sides, total, winner } = factsOf(last);
  return sides.map((side, i) => ({
    side,
    players: joined([...side].map((seat) => playerName(last, seat))),
    points: total[i] ?? 0,
    hasWon: side === winner,
  }));
}

/** Return a sentence: who has won, or that the match is not finished. @param {KeptMatch} match */
export function endOf(match) {
  const { winner } = factsOf(lastOf(match));
  return winner ? words("keep-won", { side: sideName(winner) }) : words("keep-unfinished");
}

/**
 * Return the name of the player at a seat, or the name of the seat if the player has none.
 * @param {KeptDeal} deal
 * @param {string} seat
 */
function playerName({ players }, seat) {
  return players[seat]?.name || seatName(seat);
}

/** @param {KeptDeal} one @param {KeptDeal} other */
function inOrder(one, other) {
  return one.key < other.key ? -1 : 1;
}
