// The page's connection to the worker that reads the journal and deals in BDN. The worker starts
// when it is first asked, and `close` ends it.

import { words } from "./words.mjs";

/** @import { Deal } from "./study.mjs" */

/** @typedef {{resolve: (value: any) => void, reject: (error: unknown) => void}} Answer */

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
  /** @type {Worker | undefined} */ #worker;
  /** @type {Map<number, Answer>} */ #pending = new Map();
  #id = 0;

  /**
   * Return the finished deals of a journal.
   * @param {Journal} journal
   * @returns {Promise<Finished[]>}
   */
  finished(journal) {
    return this.#ask("finished", journal);
  }

  /**
   * Return the facts of deals in BDN, for the view with open cards.
   * @param {string} text
   * @returns {Promise<Deal[]>}
   */
  facts(text) {
    return this.#ask("facts", text);
  }

  /** End the worker. Questions that it has not answered yet stay without an answer. */
  close() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#pending.clear();
  }

  /**
   * @param {string} ask
   * @param {unknown} question
   * @returns {Promise<any>}
   */
  #ask(ask, question) {
    this.#worker ??= this.#start();
    const id = ++this.#id;
    this.#worker.postMessage({ id, ask, question });
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  #start() {
    const address = new URL("./worker/archivist.mjs", import.meta.url);
    const worker = new Worker(address, { type: "module" });
    worker.onmessage = ({ data: { id, value, error } }) => {
      const answer = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) answer?.reject(shown(error));
      else answer?.resolve(value);
    };
    worker.onerror = () => {
      for (const answer of this.#pending.values()) answer.reject(shown({ code: "mistake" }));
      this.#pending.clear();
    };
    return worker;
  }
}

/** @param {{code: string, sentence?: string}} error */
function shown({ code, sentence = "" }) {
  if (code !== "mistake") {
    return { code, sentence };
  }
  console.error(sentence);
  return { code, sentence: words("page-mistake") };
}
