// The page's solver of deals with open cards, which runs in a worker of its own.

import { AskedWorker } from "./asked_worker.mjs";

/** @import { Choice, DealFacts, Play, Verdict } from "../worker/deal_shapes.js" */

export class Analyst {
  #worker = new AskedWorker(new URL("./worker/solver.mjs", import.meta.url));

  /**
   * Return each of the cards that were played from the start of a deal, with its cost.
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
   * Return the cards of best play after these cards, until it is the turn of `seat`.
   * @param {DealFacts} deal
   * @param {string[]} cards
   * @param {string} seat
   * @returns {Promise<string[]>}
   */
  answers(deal, cards, seat) {
    return this.#ask("answers", { deal, cards, seat });
  }

  /**
   * Return the points of both sides with best play (par), and whether the contract is made then.
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
