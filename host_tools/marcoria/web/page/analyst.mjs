// The page's solver of deals with open cards, which runs in a worker of its own. It starts when it
// is first asked.

import { words } from "./words.mjs";

/** @import { Choice, DealFacts, Play, Verdict } from "../worker/deal_shapes.js" */

/** @typedef {{ resolve: (value: any) => void, reject: (error: unknown) => void }} Answer */

export class Analyst {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Map<number, Answer>} */ #pending = new Map();
  #id = 0;

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
   * Return whose turn it is after these cards, and the cost of each card that he may play.
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
   * Return par, and whether the contract is made with best play.
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
    this.#worker ??= this.#start();
    const { leader, hands, tables, score, made } = deal;
    const id = ++this.#id;
    const question = { deal: { leader, hands, tables, score, made }, ...rest };
    this.#worker.postMessage({ id, ask, question });
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #start() {
    const worker = new Worker(new URL("./worker/solver.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = /** @type {Answer} */ (this.#pending.get(id));
      this.#pending.delete(id);
      if (error) {
        console.error(error);
        reject({ code: "mistake", sentence: words("page-mistake") });
      } else {
        resolve(value);
      }
    };
    return worker;
  }
}
