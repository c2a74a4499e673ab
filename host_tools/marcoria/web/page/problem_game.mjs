// The game of one problem. A problem is a position with open cards in which South's side needs a
// number of points. The viewer plays the cards of South's side. The solver plays the cards of the
// opponents as well as possible.

import { tableAfter } from "./open_table.mjs";
import { SEATS } from "./seats.mjs";
import { suitSign } from "./words.mjs";

/** @import { Choice, DealFacts, Play } from "../worker/deal_shapes.js" */
/** @import { Analyst } from "./analyst.mjs" */
/** @import { Shown } from "./position.mjs" */

/**
 * @typedef {object} Problem as marcoria/problems/problem.py writes it; a list of cards is a string
 *   such as "7H KS"
 * @property {string} grade
 * @property {string} house
 * @property {number} number
 * @property {string} contract
 * @property {string} taker
 * @property {number} need the points that South's side needs at the end of the deal
 * @property {number[]} points of both sides so far
 * @property {string} leader
 * @property {string} trick
 * @property {Record<string, string>} hands
 * @property {string} keys the right card, and the cards equal to it
 * @property {Record<string, number>} values for each legal card of South, the points of South's
 *   side at the end of the deal, with best play after this card
 * @property {string} tempting the wrong card that the explanation names
 * @property {string} line the cards of best play; the first is a right card
 * @property {string} refutation the tempting card, and best play after it
 * @property {Record<string, Record<string, string>>} motifs the reasons why the card is right,
 *   each with the values for the placeholders of its sentence
 */

/** @typedef {DealFacts["tables"]} Tables */

const SOUTH = "S";

export class ProblemGame {
  /**
   * @param {Analyst} analyst
   * @param {Problem} problem
   * @param {Tables} tables
   * @param {() => Promise<void>} changed is called when the position has changed; the game goes on
   *   after the promise is resolved
   */
  constructor(analyst, problem, tables, changed) {
    this.analyst = analyst;
    this.problem = problem;
    this.changed = changed;
    this.seats = Object.keys(problem.hands);
    this.side = this.seats.length === 2 ? this.seats.indexOf(SOUTH) : 0;
    this.trick = cardsOf(problem.trick);
    this.deal = dealOf(problem, tables, this.trick);
    /** @type {Play[]} the cards of the problem's unfinished trick, and the cards played since */
    this.plays = [];
    /** @type {Choice | null} the cards that the viewer may play now, null if none */
    this.choice = null;
    // The number of calls of `start`, plus the number of cards that the viewer has played. If this
    // number changes before the solver answers, the answer is ignored.
    this.turns = 0;
  }

  /** Start the problem, or start it again from its first position. */
  async start() {
    this.turns++;
    this.choice = null;
    await this.#go(this.trick);
  }

  /**
   * Play a card of the viewer's choice, and the answers of the opponents. Do nothing if the viewer
   * may not play this card now.
   * @param {string} card
   */
  async play(card) {
    if (this.choice && card in this.choice.costs) {
      this.turns++;
      this.choice = null;
      await this.#go([...this.plays.map((play) => play.card), card]);
    }
  }

  /**
   * Show the position after these cards. Let the opponents play until it is the viewer's turn, or
   * until the problem has ended.
   * @param {string[]} from all cards since the start of `deal`
   */
  async #go(from) {
    const { analyst, deal, turns } = this;
    for (let cards = from; turns === this.turns; ) {
      const plays = await analyst.weigh(deal, cards);
      if (turns !== this.turns) return;
      this.plays = plays;
      const choice = this.isOver ? null : await analyst.choices(deal, cards);
      if (turns !== this.turns) return;
      this.choice = choice && this.isOwn(choice.seat) ? choice : null;
      await this.changed();
      if (this.isOver || this.choice) return;
      const [answer = ""] = await analyst.answers(deal, cards, "");
      cards = [...cards, answer];
    }
  }

  /** Return the number of tricks of the whole problem. */
  get tricks() {
    return this.#cards / this.seats.length;
  }

  /** Return whether the viewer has played a card. */
  get isBegun() {
    return this.plays.length > this.trick.length;
  }

  /** Return whether a seat is on South's side. @param {string} seat */
  isOwn(seat) {
    return this.seats.length === 2 ? seat === SOUTH : "NS".includes(seat);
  }

  /** Return the points of both sides so far. */
  get points() {
    const sums = [...this.problem.points];
    for (const { winner, points } of this.plays) {
      if (winner) {
        const side = this.isOwn(winner) ? this.side : 1 - this.side;
        sums[side] = (sums[side] ?? 0) + points;
      }
    }
    return sums;
  }

  /** Return the points of South's side so far. */
  get own() {
    return this.points[this.side] ?? 0;
  }

  get isMade() {
    return this.own >= this.problem.need;
  }

  /**
   * Return whether the problem has ended: South's side has the points that it needs or can no
   * longer get them, or all cards are played.
   */
  get isOver() {
    const forecast = this.plays.at(-1)?.forecast ?? [];
    const ended = this.plays.length === this.#cards;
    const won = this.points.reduce((sum, one) => sum + one, 0);
    const all = this.problem.points.concat(forecast).reduce((sum, one) => sum + one, 0);
    const isLost = forecast.length > 0 && this.own + all - won < this.problem.need;
    return ended || this.isMade || isLost;
  }

  get #cards() {
    return Object.values(this.deal.hands).flat().length;
  }

  /** Return the position for PositionView. @returns {Shown} */
  get shown() {
    const { plays, choice, deal, problem } = this;
    return {
      ...tableAfter(deal, plays),
      turn: choice?.seat ?? null,
      choices: Object.keys(choice?.costs ?? {}),
      taker: problem.taker,
      sign: suitSign(problem.contract) || undefined,
    };
  }
}

/**
 * Return the deal for the solver. The deal begins before the unfinished trick: the cards of this
 * trick are in the hands.
 * @param {Problem} problem
 * @param {Tables} tables
 * @param {string[]} trick
 * @returns {DealFacts}
 */
function dealOf(problem, tables, trick) {
  const hands = Object.fromEntries(
    Object.entries(problem.hands).map(([seat, cards]) => [seat, cardsOf(cards)]),
  );
  trick.forEach((card, i) => {
    const seat = SEATS[(SEATS.indexOf(problem.leader) + tables.step * i) % SEATS.length] ?? "";
    hands[seat]?.push(card);
  });
  const score = { points: [], capots: [] };
  return { leader: problem.leader, hands, tables, score, made: null };
}

/** Return the cards in a text such as "7H KS". @param {string} text */
export function cardsOf(text) {
  return text.split(" ").filter(Boolean);
}
