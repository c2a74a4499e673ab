// Best play of a deal whose cards are all known. The cost of a card is the number of points that
// the card loses compared with the best legal card. Par is the points of both sides if both play
// best for points. The rules come as tables from the engine (analysis/open_facts.py).

import { Solver } from "../../analysis/solver.mjs";

/** @import { Position } from "../../analysis/solver.mjs" */
/** @import { Choice, DealFacts, Play, Verdict } from "./deal_shapes.js" */

const SEATS = ["N", "E", "S", "W"];
const RANKS = "789TJQKA";
const SUITS = "CDHS";
const BOTH = 3;
const MOST_SOLVERS = 4; // each has two megabytes of memory

/** @type {Map<string, Solver>} */
const solvers = new Map();

/** @param {string} card @returns {number} */
function numberOf(card) {
  return (SUITS.indexOf(card[1]) << 3) | RANKS.indexOf(card[0]);
}

/** @param {number} card @returns {string} */
function nameOf(card) {
  return RANKS[card & 7] + SUITS[card >> 3];
}

/**
 * Return the cached solver for these tables, or a new solver.
 *
 * @param {DealFacts["tables"]} tables
 * @returns {Solver}
 */
function solverOf(tables) {
  const key = JSON.stringify(tables);
  const known = solvers.get(key);
  if (known) return known;
  const made = new Solver(tables);
  const [oldest] = solvers.keys();
  if (solvers.size === MOST_SOLVERS) solvers.delete(oldest);
  solvers.set(key, made);
  return made;
}

/**
 * A position, and the points in cards and the tricks that each side has won so far.
 *
 * @typedef {object} Standing
 * @property {Position} position
 * @property {number[]} points
 * @property {number[]} tricks
 */

/** A deal with open cards. Its methods take the names of all cards played so far as `cards`. */
export class OpenDeal {
  /** @param {DealFacts} facts */
  constructor(facts) {
    this.facts = facts;
    this.solver = solverOf(facts.tables);
    const hands = SEATS.map((seat) => (facts.hands[seat] ?? []).map(numberOf));
    /** @type {Standing} */
    this.start = {
      position: { hands, leader: SEATS.indexOf(facts.leader), trick: [] },
      points: [0, 0],
      tricks: [0, 0],
    };
    const { worth, inner, last } = this.solver;
    this.total = hands.flat().reduce((sum, card) => sum + worth[inner[card]], last);
  }

  /**
   * Return each card that was played, with its cost. The cost of an illegal card can be negative.
   *
   * @param {string[]} cards
   * @returns {Play[]}
   */
  weigh(cards) {
    let standing = this.start;
    let before = this.#forecast(standing);
    return cards.map((name) => {
      const { position } = standing;
      const card = numberOf(name);
      const seat = this.solver.turn(position);
      const isLegal = this.solver.legal(position).includes(card);
      const { winner, points, standing: after } = this.#after(standing, card);
      const value = this.#forecast(after);
      const cost = (before - value) * this.#sign(seat);
      standing = after;
      before = value;
      return {
        seat: SEATS[seat],
        card: name,
        cost,
        isLegal,
        winner: SEATS[winner] ?? null,
        points,
        forecast: [value, this.total - value],
      };
    });
  }

  /**
   * Return the seat whose turn it is after these cards, and the cost of each card that this seat
   * may play.
   *
   * @param {string[]} cards
   * @returns {Choice}
   */
  choices(cards) {
    const { position } = this.#standing(cards);
    const seat = this.solver.turn(position);
    const sign = this.#sign(seat);
    const values = [...this.solver.cards(position)];
    const best = Math.max(...values.map(([, value]) => sign * value));
    return {
      seat: SEATS[seat],
      costs: Object.fromEntries(values.map(([card, value]) => [nameOf(card), best - sign * value])),
    };
  }

  /**
   * Return the cards that follow after these cards if both sides play best for points. Stop when
   * it is the turn of `seat`. If `seat` is "", go on to the end of the deal.
   *
   * @param {string[]} cards
   * @param {string} seat
   * @returns {string[]}
   */
  answers(cards, seat) {
    return this.#best(this.#standing(cards), SEATS.indexOf(seat), false).line.map(nameOf);
  }

  /**
   * Return three results. `par` has the points of both sides if both play best for points. `line`
   * has the cards of the deal if both play best for the score. `makes` says whether the contract is
   * made with the cards of `line`. It is null if the house has no contract that can fail.
   *
   * @returns {Verdict}
   */
  verdict() {
    const par = this.#forecast(this.start);
    const { line, end } = this.#best(this.start, -1, true);
    return {
      par: [par, this.total - par],
      makes: this.#isMade(end),
      line: line.map(nameOf),
    };
  }

  /** Return 1 for a player of side 0, else -1. @param {number} seat */
  #sign(seat) {
    return (seat >> this.solver.shift) & 1 ? -1 : 1;
  }

  /** @param {string[]} cards @returns {Standing} */
  #standing(cards) {
    let { start: standing } = this;
    for (const card of cards) standing = this.#after(standing, numberOf(card)).standing;
    return standing;
  }

  /**
   * @param {Standing} standing
   * @param {number} card
   * @returns {{winner: number, points: number, standing: Standing}}
   */
  #after({ position, points, tricks }, card) {
    const after = this.solver.after(position, card);
    const side = (after.winner >> this.solver.shift) & 1;
    const ends = after.winner >= 0;
    return {
      winner: after.winner,
      points: after.points,
      standing: {
        position: after.position,
        points: points.map((one, at) => (ends && at === side ? one + after.points : one)),
        tricks: tricks.map((one, at) => (ends && at === side ? one + 1 : one)),
      },
    };
  }

  /** Return side 0's points at the end, with best play. @param {Standing} standing */
  #forecast({ position, points }) {
    return points[0] + (isOver(position) ? 0 : this.solver.value(position));
  }

  /**
   * Return the cards of best play (`line`), and the standing after these cards (`end`). The line
   * ends when it is the turn of `seat`, or at the end of the deal. With `forScore` both sides play
   * for the score, otherwise for points. Of equally good cards, choose the card with the fewest
   * points, as analysis/best.py does.
   *
   * @param {Standing} from
   * @param {number} seat -1 to continue to the end of the deal
   * @param {boolean} forScore
   */
  #best(from, seat, forScore) {
    const { worth, inner } = this.solver;
    const line = [];
    let end = from;
    while (!isOver(end.position) && this.solver.turn(end.position) !== seat) {
      const sign = this.#sign(this.solver.turn(end.position));
      const values = this.solver.cards(end.position, forScore ? this.#scores(end) : null);
      const ranked = [...values].map(([card, value]) => [sign * value, -worth[inner[card]], -card]);
      const [, , best] = ranked.reduce((one, two) => (isLess(one, two) ? two : one));
      line.push(-best);
      end = this.#after(end, -best).standing;
    }
    return { line, end };
  }

  /** Return the score table of a position. @param {Standing} standing */
  #scores({ points, tricks }) {
    const { score } = this.facts;
    const left = this.total - points[0] - points[1];
    return {
      flag: flagOf(tricks),
      points: score.points.slice(points[0], points[0] + left + 1),
      capots: score.capots,
    };
  }

  /** @param {Standing} end */
  #isMade({ points, tricks }) {
    const { made } = this.facts;
    const flag = flagOf(tricks);
    return made && (flag === BOTH ? made.points[points[0]] : made.capots[flag - 1]);
  }
}

/** @param {number[]} tricks */
function flagOf(tricks) {
  return (tricks[0] ? 1 : 0) | (tricks[1] ? 2 : 0);
}

/** @param {Position} position */
function isOver({ hands }) {
  return hands.every((hand) => hand.length === 0);
}

/** Return whether list `one` sorts before `two`. @param {number[]} one @param {number[]} two */
function isLess(one, two) {
  const at = one.findIndex((value, i) => value !== two[i]);
  return at >= 0 && one[at] < two[at];
}
