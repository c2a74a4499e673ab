// The costs of finished deals. A card costs the points that it loses compared with the best card.
// The costs of a deal are the sums for each player's cards. While the history is open, the costs
// are computed and stored, one deal after the other.

import { amend } from "./history_store.mjs";

/** @import { Analyst } from "./analyst.mjs" */
/** @import { Archivist } from "./archivist.mjs" */
/** @import { KeptDeal } from "./history_record.mjs" */
/** @import { Deal } from "./study.mjs" */

const AT_ONCE = 8; // deals whose BDN the worker reads in one request

export class HistoryCosts {
  #turn = 0; // changed by each call of `weigh` or `stop`; earlier calls of `weigh` then end

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

  /**
   * Compute and store the costs of the deals that have none yet, the last deal of the list first.
   * If a worker fails, for example because it cannot be downloaded, leave the deal for another
   * time. End early if `weigh` or `stop` is called meanwhile.
   * @param {KeptDeal[]} deals
   */
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
        const costs = await this.#costs(facts[i]);
        if (costs === undefined) {
          continue;
        }
        deal.costs = costs;
        await amend(deal.key, { costs: deal.costs }).catch(() => {});
        this.changed();
      }
    }
  }

  stop() {
    this.#turn++;
  }

  /**
   * Return the facts of deals. Return null for a deal whose BDN cannot be read, and undefined if
   * the worker has failed.
   * @param {KeptDeal[]} deals
   * @returns {Promise<(Deal | null | undefined)[]>}
   */
  async #facts(deals) {
    try {
      const found = await this.archivist.facts(deals.map(({ bdn }) => bdn).join("\n"));
      if (found.length === deals.length) {
        return found;
      }
    } catch {
      // The BDN of a deal cannot be read, or the worker has failed: ask for each deal alone.
    }
    const each = [];
    for (const { bdn } of deals) {
      const found = this.archivist.facts(bdn).then(([one]) => one ?? null);
      each.push(await found.catch(({ code }) => (code === "mistake" ? undefined : null)));
    }
    return each;
  }

  /**
   * Return the total cost of each seat's cards. Return {} if the deal is null or was not played to
   * its end, and undefined if a worker has failed.
   * @param {Deal | null | undefined} deal
   */
  async #costs(deal) {
    if (!deal?.complete) {
      return deal === undefined ? undefined : {};
    }
    const plays = await this.analyst.weigh(deal, deal.plays).catch(() => undefined);
    /** @type {Record<string, number>} */
    const costs = {};
    for (const { seat, cost } of plays ?? []) {
      costs[seat] = (costs[seat] ?? 0) + cost;
    }
    return plays && costs;
  }
}
