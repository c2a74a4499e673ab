// The page's connection to the worker that reads journals and BDN texts of deals.

import { AskedWorker } from "./asked_worker.mjs";

/** @import { Deal } from "./study.mjs" */

/**
 * @typedef {object} Finished a finished deal, as web/world/archive.py yields it
 * @property {number} epoch
 * @property {number} seq
 * @property {number} match
 * @property {string} bdn
 * @property {boolean | null} made
 * @property {string} capot
 */

/**
 * @typedef {object} Journal a journal (`cells`), the files of its houses, BDN tags to add
 *   (`about`), and the record (`epoch`, `after`) after which deals are wanted
 * @property {Uint8Array} cells
 * @property {Record<string, string>} files
 * @property {Record<string, string>} about
 * @property {number} epoch
 * @property {number} after
 */

export class Archivist {
  #worker = new AskedWorker(new URL("./worker/archivist.mjs", import.meta.url));

  /**
   * Return the finished deals of a journal that were dealt after record `after`. If the journal's
   * epoch is not `epoch`, return all its finished deals. `about` has BDN tags to add to the deals.
   * @param {Journal} journal
   * @returns {Promise<Finished[]>}
   */
  finished(journal) {
    return this.#worker.ask("finished", journal);
  }

  /**
   * Return the facts of all deals of a BDN text, for the view with open cards.
   * @param {string} text
   * @returns {Promise<Deal[]>}
   */
  facts(text) {
    return this.#worker.ask("facts", text);
  }

  /** End the worker. The promises of unanswered questions are never settled. */
  close() {
    this.#worker.close();
  }
}
