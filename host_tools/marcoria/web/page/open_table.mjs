// The hands and the trick of a deal with open cards after some cards were played.

import { inOrder } from "./pack.mjs";

/** @import { DealFacts, Play } from "../worker/deal_shapes.js" */
/** @import { Shown } from "./position.mjs" */

/**
 * Return the hands and the trick after some cards were played. A complete trick stays on the table
 * until the next card is played. `winner` is null while the trick is not complete.
 * @param {Pick<DealFacts, "hands" | "tables">} deal
 * @param {Play[]} plays all cards played from these hands so far
 * @returns {Pick<Shown, "hands" | "trick" | "winner">}
 */
export function tableAfter({ hands, tables }, plays) {
  const gone = new Set(plays.map(({ card }) => card));
  const held = Object.entries(hands).map(([seat, cards]) => [
    seat,
    inOrder(
      cards.filter((card) => !gone.has(card)),
      tables.strength,
    ),
  ]);
  const players = held.length;
  const start = plays.length - (plays.length % players || Math.min(plays.length, players));
  return {
    hands: Object.fromEntries(held),
    trick: plays.slice(start).map(({ seat, card }) => [seat, card]),
    winner: plays.at(-1)?.winner ?? null,
  };
}
