/** Solver of deals with open cards: the result of best play, and the result of each legal card. */

import { NO_TRUMP } from "./play.mjs";
import { BOTH, POINTS, Search } from "./search.mjs";

/** @import { Rules } from "./play.mjs" */

/**
 * A position before a card is played. A card is `suit << 3 | rank`, as in the engine.
 *
 * @typedef {object} Position
 * @property {number[][]} hands the cards of each seat, without those of the trick under way
 * @property {number} leader seat that leads, or has led, the trick under way
 * @property {number[]} trick cards of the trick under way, in the order of play
 */

/**
 * The score of a deal for each result of the cards: side 0's score minus that of side 1.
 *
 * @typedef {object} ScoreTable
 * @property {number} flag bit 0: side 0 has taken a trick; bit 1: side 1 has
 * @property {number[]} points the score if both sides take a trick, for each number of points that
 *   side 0 gets from here on
 * @property {number[]} capots the score if side 0 takes all tricks, and the score if side 1 does
 */

/**
 * A search from a position. The result has the same meaning as that of `Search._begin`.
 *
 * @callback Compare
 * @param {number} need
 * @param {number} flag
 * @returns {number}
 */

/** Solver for one house and contract. It remembers what it has found out about a deal. */
export class Solver extends Search {
  /** @param {Rules} rules */
  constructor(rules) {
    super(rules);
    this.dealt = new Int32Array(4); // hands and trick of the first position searched in the deal
    this.left = 0; // points that are not won yet
  }

  /**
   * Set up a position to search from; return its ply, which is the number of cards in the trick.
   *
   * @param {Position} position
   * @returns {number}
   */
  _turn(position) {
    this._compare(this._place(position));
    return position.trick.length;
  }

  /**
   * Set up a position; return each player's hand, including the card already laid.
   *
   * @param {Position} position
   * @returns {Int32Array}
   */
  _place(position) {
    this.hands.fill(0);
    this.all = 0;
    this.left = this.last;
    position.hands.forEach((hand, seat) => {
      for (const outer of hand) {
        const card = this.inner[outer];
        this.hands[seat] |= 1 << card;
        this.left += this.worth[card];
      }
      this.all |= this.hands[seat];
    });
    const dealt = this.hands.slice();
    this.seat[0] = this.winner[0] = position.leader;
    this.led[0] = NO_TRUMP;
    this.up[0] = this.cut[0] = this.top[0] = this.won[0] = 0;
    this.table = 0;
    position.trick.forEach((outer, ply) => {
      const card = this.inner[outer];
      this._lay(ply, card);
      this.left += this.worth[card];
      this.table |= 1 << card;
      dealt[this.seat[ply]] |= 1 << card;
      this.seat[ply + 1] = (this.seat[ply] + this.step) & 3;
    });
    return dealt;
  }

  /**
   * Forget what was found out about the last deal, unless these hands can come from that deal.
   *
   * @param {Int32Array} dealt the result of `_place`
   */
  _compare(dealt) {
    if (dealt.every((hand, seat) => (hand & ~this.dealt[seat]) === 0)) return;
    this.dealt.set(dealt);
    this.forget();
  }

  /**
   * Return the exact number of points that side 0 gets, found by repeated searches.
   *
   * @param {number} guess a probable number to begin with, -1 for none
   * @param {Compare} search
   * @returns {number}
   */
  _points(guess, search) {
    const { left } = this;
    let low = 0;
    let high = left;
    let need = guess < 0 ? (high + 1) >> 1 : Math.min(Math.max(guess, 1), high);
    let step = guess < 0 ? 16 : 1;
    while (low < high) {
      const value = search(need, POINTS);
      if (value >= need) low = value;
      else high = value;
      if (high - low <= 2 * step) need = (low + high + 1) >> 1;
      else need = value >= need ? low + step : high - step;
      step *= 2;
    }
    return low;
  }

  /**
   * Return the highest score that side 0 can reach.
   *
   * @param {ScoreTable} score
   * @param {Compare} search
   * @returns {number}
   */
  _score(score, search) {
    const { flag, points, capots } = score;
    const capotsLeft = flag === 0 ? capots : flag === BOTH ? [] : [capots[flag - 1]];
    const scores = [...new Set([...points, ...capotsLeft])].sort((a, b) => a - b);
    let low = 0;
    let high = scores.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const goal = scores[middle];
      const reaches = (/** @type {number} */ one) => one >= goal;
      this._aim(points.map(reaches), capots.map(reaches));
      if (search(0, flag) >= 0) low = middle;
      else high = middle - 1;
    }
    return scores[low];
  }

  /**
   * Return side 0's points from a position on, with best play of both sides.
   *
   * With a score table of this position, return side 0's score minus that of side 1.
   *
   * @param {Position} position
   * @param {ScoreTable | null} score
   * @returns {number}
   */
  value(position, score = null) {
    const ply = this._turn(position);
    /** @type {Compare} */
    const search = (need, flag) =>
      ply ? this._next(ply, ply, need, this.left, flag, -1) : this._begin(0, need, this.left, flag);
    return score ? this._score(score, search) : this._points(-1, search);
  }

  /**
   * Return for each legal card what `value` would return if no other card were legal.
   *
   * @param {Position} position
   * @param {ScoreTable | null} score
   * @returns {Map<number, number>}
   */
  cards(position, score = null) {
    const found = new Map();
    let value = -1;
    this._eachCard(position, (search, card, isNew) => {
      if (isNew) value = score ? this._score(score, search) : this._points(value, search);
      found.set(card, value);
    });
    return found;
  }

  /**
   * Return two numbers for each legal card: the result of `cards` without a score table, and the
   * result with the table.
   *
   * @param {Position} position
   * @param {ScoreTable | null} score without a table, the second number is 0
   * @returns {Map<number, [number, number]>}
   */
  results(position, score = null) {
    /** @type {Map<number, [number, number]>} */
    const found = new Map();
    const isRising = score !== null && rises(score);
    let points = -1;
    let worth = 0;
    this._eachCard(position, (search, card, isNew) => {
      if (isNew) {
        points = this._points(points, search);
        if (score) {
          const follows = isRising && !this._mayTakeAll(points, score.flag);
          worth = follows ? score.points[points] : this._score(score, search);
        }
      }
      found.set(card, [points, worth]);
    });
    return found;
  }

  /**
   * Return whether one side may take all tricks of the deal if side 0 gets `points` from here on.
   *
   * @param {number} points
   * @param {number} flag
   * @returns {boolean}
   */
  _mayTakeAll(points, flag) {
    return (points === this.left && !(flag & 2)) || (points === 0 && !(flag & 1));
  }

  /**
   * Call a function for each legal card of a position, suit by suit, the strongest card first.
   *
   * The function gets a search that begins with this card, the card itself, and a flag: it is
   * false if the card must have the same result as the previous card.
   *
   * @param {Position} position
   * @param {(search: Compare, card: number, isNew: boolean) => void} callback
   */
  _eachCard(position, callback) {
    const ply = this._turn(position);
    const { left } = this;
    const seat = this.seat[ply];
    const legal = this._legal(ply);
    const others = (this.all ^ this.hands[seat]) | this.table;
    for (let suit = 0; suit < 4; suit++) {
      const own = (legal >>> (suit * 8)) & 255;
      const theirs = (others >>> (suit * 8)) & 255;
      const kept = this.equals[suit][(own << 8) | theirs];
      for (let strength = 7; strength >= 0; strength--) {
        if (!((own >> strength) & 1)) continue;
        const card = (suit << 3) | strength;
        /** @type {Compare} */
        const search = (need, flag) => this._after(ply, ply, card, need, left, flag);
        callback(search, this.outer[card], ((kept >> strength) & 1) === 1);
      }
    }
  }

  /** Return the seat that plays next. @param {Position} position @returns {number} */
  turn(position) {
    return (position.leader + this.step * position.trick.length) & 3;
  }

  /**
   * Return the cards that the next player may play.
   *
   * @param {Position} position
   * @returns {number[]}
   */
  legal(position) {
    this._place(position);
    const cards = this._legal(position.trick.length);
    return Array.from(this.outer).filter((_, card) => (cards >>> card) & 1);
  }

  /**
   * Return the position after the next player has played a card, legal or not.
   *
   * If the card ends the trick, `winner` is the seat that takes the trick, and `points` has the
   * points of the trick. Otherwise `winner` is -1 and `points` is 0.
   *
   * @param {Position} position
   * @param {number} card
   * @returns {{position: Position, winner: number, points: number}}
   */
  after(position, card) {
    this._place(position);
    const ply = position.trick.length;
    const seat = this.seat[ply];
    this._lay(ply, this.inner[card]);
    const hands = position.hands.map((hand, at) =>
      at === seat ? hand.filter((one) => one !== card) : hand,
    );
    if (ply + 1 < this.players) {
      const trick = [...position.trick, card];
      return { position: { hands, leader: position.leader, trick }, winner: -1, points: 0 };
    }
    const winner = this.winner[ply + 1];
    const last = hands.some((hand) => hand.length) ? 0 : this.last;
    const points = this.won[ply + 1] + last;
    return { position: { hands, leader: winner, trick: [] }, winner, points };
  }
}

/**
 * Return whether the score never falls as side 0 gets more points, from no trick to all tricks.
 *
 * If so, best play for points is also best play for the score, unless a side may take all tricks.
 *
 * @param {ScoreTable} score
 * @returns {boolean}
 */
function rises({ points, capots }) {
  const all = [capots[1], ...points, capots[0]];
  return all.every((one, at) => at === 0 || all[at - 1] <= one);
}
