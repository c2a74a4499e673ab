// The solvers that the Python code of the experts (a kind of bot) calls. The solvers run in a
// worker of their own, so that the table does not wait for them. If workers do not exist, as in
// node, or if the worker has failed, the solvers run in this thread. Then the table waits for each
// answer.

import { Solvers } from "../../analysis/solvers.mjs";

/**
 * The solvers. `ask` sends a question in JSON (analysis/solvers.mjs) and returns a number, with
 * which `take` returns the answer.
 */
export class Experts {
  /** @type {Worker | undefined} */ #worker;
  /** @type {Solvers | undefined} */ #here;
  /** @type {Map<number, string>} questions without an answer yet */
  #open = new Map();
  /** @type {Map<number, string>} answers that `take` has not returned yet */
  #answers = new Map();
  /** @type {string[]} texts given to `make`, to make the solvers again if the worker fails */
  #made = [];
  #number = 0;

  constructor() {
    if (typeof Worker === "undefined") {
      this.#here = new Solvers();
    }
  }

  /** Return the functions of the module `_solvers`, with which Python code calls the solvers. */
  module() {
    return {
      make: this.make.bind(this),
      ask: this.ask.bind(this),
      take: this.take.bind(this),
    };
  }

  /** Make a solver. @param {string} text its number and tables as JSON */
  make(text) {
    this.#made.push(text);
    this.#send(0, text);
  }

  /**
   * Ask a solver and return the number of the question.
   * @param {string} text
   */
  ask(text) {
    const number = ++this.#number;
    this.#open.set(number, text);
    this.#send(number, text);
    return number;
  }

  /**
   * Return the answer to a question, and forget it; return "" if there is no answer yet.
   * @param {number} number
   */
  take(number) {
    const answer = this.#answers.get(number) ?? "";
    this.#answers.delete(number);
    return answer;
  }

  /**
   * @param {number} number
   * @param {string} text
   */
  #send(number, text) {
    if (this.#here) {
      this.#answer(number, this.#here.answer(text));
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.postMessage({ number, text });
  }

  /**
   * @param {number} number
   * @param {string} answer
   */
  #answer(number, answer) {
    if (this.#open.delete(number)) {
      this.#answers.set(number, answer);
    }
  }

  #start() {
    const worker = new Worker(new URL("./expert.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { number, answer } }) => this.#answer(number, answer);
    worker.onerror = () => this.#stay();
    return worker;
  }

  /** Answer all open and later questions in this thread, because the worker has failed. */
  #stay() {
    this.#here = new Solvers();
    for (const text of this.#made) {
      this.#here.answer(text);
    }
    for (const [number, text] of this.#open) {
      this.#send(number, text);
    }
  }
}
