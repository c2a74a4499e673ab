// Statistics of finished deals: by house, and by player (a person's name, the seat of a person
// without a name, or a kind of bot).

import { factsOf } from "./history_record.mjs";

/** @import { KeptDeal } from "./history_record.mjs" */

/**
 * @typedef {object} Numbers
 * @property {number} deals
 * @property {number} taken number of deals in which a counted player was the taker, without deals
 *   whose `made` (see KeptDeal) is null
 * @property {number} made number of these deals in which the contract was made
 * @property {number} capots number of deals in which the side of a counted player took every trick
 * @property {number} weighed number of hands whose cost is known; the cost of a hand is the points
 *   that its cards have lost, as history_costs.mjs computes it
 * @property {number} cost sum of these costs
 * @property {number} hands number of all hands
 * @property {number} score sum of the scores of all hands; a hand has the score of its side
 */

/** @typedef {{key: string, name: string, bot: string | null, seat: string}} Player */

/**
 * Return the numbers of each house, the houses with the most deals first.
 * @param {KeptDeal[]} deals
 */
export function byHouse(deals) {
  const groups = new Groups();
  for (const deal of deals) {
    const { key, name } = deal.house;
    groups.add(`${key} ${name}`, name, deal, Object.keys(deal.players));
  }
  return groups.rows();
}

/**
 * Return the numbers of each player: persons before bots, and in both groups the players with the
 * most deals first. A bot at several seats counts once for each seat.
 * @param {KeptDeal[]} deals
 */
export function byPlayer(deals) {
  const groups = new Groups();
  for (const deal of deals) {
    for (const [seat, { name, bot }] of Object.entries(deal.players)) {
      const key = bot ? `bot ${bot}` : name ? `name ${name}` : `seat ${seat}`;
      groups.add(key, { name, bot, seat }, deal, [seat]);
    }
  }
  const rows = groups.rows();
  return [...rows.filter((row) => !row.label.bot), ...rows.filter((row) => row.label.bot)];
}

class Groups {
  /** @type {Map<string, {label: any, numbers: Numbers}>} */ #found = new Map();

  /**
   * Add a deal to the group `key`; create the group if there is none. Count only the hands at
   * `seats`.
   * @param {string} key
   * @param {any} label
   * @param {KeptDeal} deal
   * @param {string[]} seats
   */
  add(key, label, deal, seats) {
    const row = this.#found.get(key) ?? { label, numbers: none() };
    this.#found.set(key, row);
    const { numbers } = row;
    const { sides, score, taker } = factsOf(deal);
    const counts = seats.includes(taker) && deal.made !== null;
    numbers.deals += 1;
    numbers.taken += counts ? 1 : 0;
    numbers.made += counts && deal.made ? 1 : 0;
    numbers.capots += seats.some((seat) => deal.capot.includes(seat)) ? 1 : 0;
    for (const seat of seats) {
      const cost = deal.costs?.[seat];
      numbers.weighed += cost === undefined ? 0 : 1;
      numbers.cost += cost ?? 0;
      numbers.hands += 1;
      numbers.score += score[sides.findIndex((side) => side.includes(seat))] ?? 0;
    }
  }

  rows() {
    return [...this.#found.values()].sort((one, other) => other.numbers.deals - one.numbers.deals);
  }
}

/** @returns {Numbers} */
function none() {
  return { deals: 0, taken: 0, made: 0, capots: 0, weighed: 0, cost: 0, hands: 0, score: 0 };
}
