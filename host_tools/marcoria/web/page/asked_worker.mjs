// A web worker that answers questions. A question starts the worker if it does not run yet, and
// `close` ends it.

import { words } from "./words.mjs";

/** @typedef {{resolve: (value: any) => void, reject: (error: unknown) => void}} Answer */

export class AskedWorker {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Map<number, Answer>} callbacks of the questions without an answer yet, by id */
  #pending = new Map();
  #id = 0;

  /** @param {URL} address of the worker's module */
  constructor(address) {
    this.address = address;
  }

  /**
   * Send a question to the worker and return the answer. `ask` is the kind of the question, and
   * `question` has its data. After an error, reject with {code, sentence}.
   * @param {string} ask
   * @param {unknown} question
   * @returns {Promise<any>}
   */
  ask(ask, question) {
    this.#worker ??= this.#start();
    const id = ++this.#id;
    this.#worker.postMessage({ id, ask, question });
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  /** End the worker. The promises of unanswered questions are never settled. */
  close() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#pending.clear();
  }

  #start() {
    const worker = new Worker(this.address, { type: "module" });
    worker.onmessage = ({ data: { id, value, error } }) => {
      const answer = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) answer?.reject(shown(error));
      else answer?.resolve(value);
    };
    worker.onerror = ({ message }) => {
      for (const answer of this.#pending.values()) {
        answer.reject(shown({ code: "mistake", sentence: message }));
      }
      this.close(); // the next question starts a new worker
    };
    return worker;
  }
}

/**
 * Return an error as people see it. If the error is a mistake in the program, write its text to
 * the browser's console instead of showing it.
 * @param {{code: string, sentence: string}} error
 */
function shown({ code, sentence }) {
  if (code !== "mistake") {
    return { code, sentence };
  }
  console.error(sentence);
  return { code, sentence: words("page-mistake") };
}
