/** Numbered solvers that answer questions in JSON. */

import { Solver } from "./solver.mjs";
import { weigh } from "./worlds.mjs";

/** The solvers of a program. */
export class Solvers {
  constructor() {
    /** @type {Solver[]} */
    this.all = [];
  }

  /**
   * Return the answer to a question. Question and answer are JSON texts.
   *
   * In the question, `solver` is the number of a solver, and `tables` creates that solver. The
   * question may also have `value` or `cards`, which ask about a position, or `weigh`, which asks
   * about the cards of a player who does not see all cards.
   *
   * The answer is a list of numbers. For `value` the list has one number. For `cards` it has each
   * legal card, followed by the result of the card. For `weigh` it is what the function `weigh`
   * returns. If the question only creates a solver, the list is empty.
   *
   * @param {string} text
   * @returns {string}
   */
  answer(text) {
    const { solver: number, tables, value, cards, weigh: question } = JSON.parse(text);
    if (tables) this.all[number] = new Solver(tables);
    const solver = this.all[number];
    /** @type {number[]} */
    let found = [];
    if (value) found = [solver.value(value.position, value.score)];
    else if (cards) found = [...solver.cards(cards.position, cards.score)].flat();
    else if (question) found = weigh(solver, question);
    return JSON.stringify(found);
  }
}
