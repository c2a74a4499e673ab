// Costs of the cards of finished deals. While the history is open, they are computed and stored,
// one deal after the other.

import { amend } from "./history_store.mjs";

/** @import { Analyst } from "./analyst.mjs" */
/** @import { Archivist } from "./archivist.mjs" */
/** @import { KeptDeal } from "./history_record.mjs" */
/** @import { Deal } from "./study.mjs" */

const AT_ONCE = 8; // deals whose BDN is read in one go

export class HistoryCosts {
  #turn = 0; // only the latest request goes on

  /**
   * @param {Archivist} archivist
   * @param {Analyst} analyst
   * @param {() => void} changed is called after each deal
   */
  constructor(archivist, analyst, changed) {
    this.archivist = archivist;
    this.analyst = analyst;
    this.changed = changed;
  }

  /** Compute the costs that these deals lack, the latest deal first. @param {KeptDeal[]} deals */
  async weigh(deals) {
    const turn = ++this.#turn;
    const left = deals.filter(({ costs }) => costs === null).reverse();
    for (let at = 0; at < left.length; at += AT_ONCE) {
      const some = left.slice(at, at + AT_ONCE);
      const facts = await this.#facts(some);
      for (const [i, deal] of some.entries()) {
        if (turn !== this.#turn) {
          return;
        }
        deal.costs = await this.#costs(facts[i] ?? null);
        await amend(deal.key, { costs: deal.costs }).catch(() => {});
        this.changed();
      }
    }
  }

  stop() {
    this.#turn++;
  }

  /**
   * Return the facts of deals, with null for each deal that the table's program refuses.
   * @param {KeptDeal[]} deals
   * @returns {Promise<(Deal | null)[]>}
   */
  async #facts(deals) {
    try {
      const found = await this.archivist.facts(deals.map(({ bdn }) => bdn).join("\n"));
      if (found.length === deals.length) {
        return found;
      }
    } catch {
      // The BDN of at least one deal is wrong: read each deal alone.
    }
    const each = [];
    for (const { bdn } of deals) {
      const [one = null] = await this.archivist.facts(bdn).catch(() => []);
      each.push(one);
    }
    return each;
  }

  /**
   * Return the total cost of the cards by seat, {} for a deal without costs.
   * @param {Deal | null} deal
   */
  async #costs(deal) {
    /** @type {Record<string, number>} */
    const costs = {};
    if (deal?.complete) {
      for (const { seat, cost } of await this.analyst.weigh(deal, deal.plays).catch(() => [])) {
        costs[seat] = (costs[seat] ?? 0) + cost;
      }
    }
    return costs;
  }
}
