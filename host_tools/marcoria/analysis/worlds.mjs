/**
 * Random deals that agree with what a player knows, and what his cards are worth in them.
 *
 * A belief says which cards each player may hold; `bots/inference.py` and `bots/shares.py` make
 * beliefs. This module deals the unseen cards accordingly, again and again, and solves each deal.
 * The same belief and seed always give the same deals.
 */

import { TooLong } from "./search.mjs";

/** @import { ScoreTable, Solver } from "./solver.mjs" */

export const PLACES = 5; // the four seats, and the cards that are not in play
const SWAPS = 30; // in each deal, attempted swaps per unseen card

/**
 * What a player knows of the cards.
 *
 * @typedef {object} Belief
 * @property {number[][]} known for each place the cards that are known to be there
 * @property {number[]} room for each place the number of its unseen cards
 * @property {number[]} unseen the unseen cards
 * @property {number[][]} weights for each unseen card and each place, how often the card is there
 *   compared with the other places; 0 if the card cannot be there
 */

/**
 * Limits of the search for one question. They are counts and not times, so that the answer is
 * always the same.
 *
 * @typedef {object} Effort
 * @property {number} worlds largest number of random deals
 * @property {number} tricks largest number of tricks that the solver searches in all these deals
 */

/**
 * Return a generator of random numbers from 0 up to 1, not included; the algorithm is mulberry32.
 *
 * @param {number} seed
 * @returns {() => number}
 */
export function dice(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Dealer of the unseen cards.
 *
 * The probability of a deal is approximately proportional to the product of the weights that its
 * unseen cards have in their places.
 */
export class Dealer {
  /**
   * @param {Belief} belief
   * @param {number} seed
   */
  constructor(belief, seed) {
    this.belief = belief;
    this.random = dice(seed);
    const choices = belief.weights.map((row) => row.filter((weight) => weight > 0).length);
    // The cards with the fewest possible places are dealt first.
    this.order = belief.unseen.map((_, at) => at).sort((a, b) => choices[a] - choices[b] || a - b);
    /** @type {number[]} */
    this.place = []; // the place of each unseen card, -1 before it is dealt
    this.room = belief.room.slice(); // the room that is left in each place
  }

  /**
   * Return for each place its cards in a new random deal; return null if no deal is possible.
   *
   * @returns {number[][] | null}
   */
  deal() {
    const { known, unseen } = this.belief;
    this.place = unseen.map(() => -1);
    this.room = this.belief.room.slice();
    if (!this.order.every((at) => this._give(at) || this._makeRoom(at, new Set()))) return null;
    for (let count = SWAPS * unseen.length; count > 0; count--) this._swap();
    const hands = known.map((cards) => cards.slice());
    unseen.forEach((card, at) => {
      hands[this.place[at]].push(card);
    });
    return hands;
  }

  /**
   * Give an unseen card to a random place that has room and where the card can be.
   *
   * Return whether there is such a place.
   *
   * @param {number} at index of the card in `unseen`
   * @returns {boolean}
   */
  _give(at) {
    const shares = this.belief.weights[at].map((weight, place) => weight * this.room[place]);
    const whole = shares.reduce((sum, share) => sum + share, 0);
    if (whole === 0) return false;
    let rest = this.random() * whole;
    let place = shares.findIndex((share) => {
      rest -= share;
      return share > 0 && rest < 0;
    });
    if (place < 0) place = shares.findLastIndex((share) => share > 0); // because of rounding
    this.place[at] = place;
    this.room[place]--;
    return true;
  }

  /**
   * Give a card to a full place and move another card out of that place.
   *
   * Return whether this is possible. The move may require further moves, which are made too.
   *
   * @param {number} at index of the card in `unseen`
   * @param {Set<number>} tried places that are not tried again; the method adds places to it
   * @returns {boolean}
   */
  _makeRoom(at, tried) {
    for (let place = 0; place < PLACES; place++) {
      if (this.belief.weights[at][place] === 0 || tried.has(place)) continue;
      tried.add(place);
      for (const other of this.order) {
        if (this.place[other] !== place) continue;
        if (this._giveElsewhere(other, place) || this._makeRoom(other, tried)) {
          this.place[at] = place;
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Move a card from `place` to another place that has room and where the card can be.
   *
   * Return whether there is such a place.
   *
   * @param {number} at index of the card in `unseen`
   * @param {number} place
   * @returns {boolean}
   */
  _giveElsewhere(at, place) {
    const other = this.belief.weights[at].findIndex(
      (weight, to) => to !== place && weight > 0 && this.room[to] > 0,
    );
    if (other < 0) return false;
    this.place[at] = other;
    this.room[other]--;
    return true;
  }

  /**
   * Let two or three random cards change places (a step of the Metropolis algorithm).
   *
   * If the new deal is less likely than the old deal, make the change only with a probability: the
   * weight of the new deal divided by that of the old deal. Changes of three cards reach deals that
   * changes of two cards cannot reach.
   */
  _swap() {
    const { unseen, weights } = this.belief;
    const any = () => Math.floor(this.random() * unseen.length);
    const first = any();
    const second = any();
    const third = this.random() < 0.5 ? first : any();
    const chance = this.random();
    if (second === third) return;
    const { place } = this;
    const [one, two, three] = [place[first], place[second], place[third]];
    // The first card goes to the place of the second, the second card goes to the place of the
    // third, and the third card goes to the place of the first. If only two cards change places,
    // the third card is the first card again.
    let before = weights[first][one] * weights[second][two];
    let after = weights[first][two] * weights[second][three];
    if (third !== first) {
      before *= weights[third][three];
      after *= weights[third][one];
    }
    if (first === second || chance * before >= after) return;
    place[first] = two;
    place[second] = three;
    if (third !== first) place[third] = one;
  }
}

/**
 * Return the worth of the next player's legal cards in random deals that agree with what he knows.
 *
 * The result begins with the number of deals. Then it has four numbers for each legal card: the
 * card, the sum of the points of side 0, the sum of side 0's score minus that of side 1, and the
 * number of deals in which no other card gives the player's side more points. Without a score
 * table the third number is 0. The search ends at a deal that exceeds the effort, and this deal is
 * not counted.
 *
 * @param {Solver} solver
 * @param {{belief: Belief, leader: number, trick: number[], score: ScoreTable | null, seed: number,
 *   effort: Effort}} question
 * @returns {number[]}
 */
export function weigh(solver, { belief, leader, trick, score, seed, effort }) {
  const dealer = new Dealer(belief, seed);
  /** @type {Map<number, [number, number, number]>} */
  const sums = new Map();
  const side = (solver.turn({ hands: [], leader, trick }) >> solver.shift) & 1;
  let worlds = 0;
  // Results stored for other questions would change the number of tricks that the solver searches.
  solver.forget();
  solver.tricks = 0;
  solver.limit = effort.tricks;
  try {
    while (worlds < effort.worlds) {
      const places = dealer.deal();
      if (places === null) break;
      const hands = places.slice(0, 4);
      const results = solver.results({ hands, leader, trick }, score);
      worlds++;
      add(results, side, sums);
    }
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
  } finally {
    solver.limit = Number.POSITIVE_INFINITY;
  }
  return [worlds, ...[...sums].flatMap(([card, sum]) => [card, ...sum])];
}

/**
 * Add the results of a deal to the sums.
 *
 * @param {Map<number, [number, number]>} results points and score by card, from `Solver.results`
 * @param {number} side the side of the player whose cards are weighed
 * @param {Map<number, [number, number, number]>} sums the last three numbers of `weigh`, by card
 */
function add(results, side, sums) {
  const all = [...results.values()].map(([points]) => points);
  const best = side ? Math.min(...all) : Math.max(...all);
  for (const [card, [points, score]] of results) {
    const [before, scored, count] = sums.get(card) ?? [0, 0, 0];
    sums.set(card, [before + points, scored + score, count + (points === best ? 1 : 0)]);
  }
}
