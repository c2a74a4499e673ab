// The page's connection to the worker that computes best play of deals with open cards.

import { AskedWorker } from "./asked_worker.mjs";

/** @import { Choice, DealFacts, Play, Verdict } from "../worker/deal_shapes.js" */

export class Analyst {
  #worker = new AskedWorker(new URL("./worker/solver.mjs", import.meta.url));

  /**
   * Return the cards that were played from the start of a deal, each with its cost: the number of
   * points that the card loses compared with the best card.
   * @param {DealFacts} deal
   * @param {string[]} cards
   * @returns {Promise<Play[]>}
   */
  weigh(deal, cards) {
    return this.#ask("weigh", { deal, cards });
  }

  /**
   * Return the seat whose turn it is after these cards, and the cost of each card that this seat
   * may play.
   * @param {DealFacts} deal
   * @param {string[]} cards
   * @returns {Promise<Choice>}
   */
  choices(deal, cards) {
    return this.#ask("choices", { deal, cards });
  }

  /**
   * Return the cards of best play after these cards, until it is the turn of `seat`. If `seat` is
   * "", return them until the end of the deal.
   * @param {DealFacts} deal
   * @param {string[]} cards
   * @param {string} seat
   * @returns {Promise<string[]>}
   */
  answers(deal, cards, seat) {
    return this.#ask("answers", { deal, cards, seat });
  }

  /**
   * Return three results. `par` has the points of both sides if both play best for points. `line`
   * has the cards if both play best for the score. `makes` is whether the contract is made with
   * the cards of `line`, or null if the house has no contract that can fail.
   * @param {DealFacts} deal
   * @returns {Promise<Verdict>}
   */
  verdict(deal) {
    return this.#ask("verdict", { deal });
  }

  /**
   * @param {string} ask
   * @param {{deal: DealFacts, cards?: string[], seat?: string}} question
   * @returns {Promise<any>}
   */
  #ask(ask, { deal, ...rest }) {
    const { leader, hands, tables, score, made } = deal;
    return this.#worker.ask(ask, { deal: { leader, hands, tables, score, made }, ...rest });
  }
}
