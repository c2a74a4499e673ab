// The page's connection to the worker that reads the journal and deals in BDN.

import { AskedWorker } from "./asked_worker.mjs";

/** @import { Deal } from "./study.mjs" */

/**
 * @typedef {object} Finished a deal, as web/world/archive.py returns it
 * @property {number} epoch
 * @property {number} seq
 * @property {number} match
 * @property {string} bdn
 * @property {boolean | null} made
 * @property {string} capot
 */

/**
 * @typedef {object} Journal
 * @property {Uint8Array} cells
 * @property {Record<string, string>} files
 * @property {Record<string, string>} about
 * @property {number} epoch
 * @property {number} after
 */

export class Archivist {
  #worker = new AskedWorker(new URL("./worker/archivist.mjs", import.meta.url));

  /**
   * Return the finished deals of a journal.
   * @param {Journal} journal
   * @returns {Promise<Finished[]>}
   */
  finished(journal) {
    return this.#worker.ask("finished", journal);
  }

  /**
   * Return the facts of deals in BDN, for the view with open cards.
   * @param {string} text
   * @returns {Promise<Deal[]>}
   */
  facts(text) {
    return this.#worker.ask("facts", text);
  }

  /** End the worker. Questions that it has not answered yet stay without an answer. */
  close() {
    this.#worker.close();
  }
}
