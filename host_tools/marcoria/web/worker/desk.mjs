// Who reads and writes papers beside the table: the host's own Python in a MicroPython VM of its own
// (web/world/desk.py), which is there as long as there is something to do.

import { put } from "../../sim/vm/loader.mjs";

/** @import { Files } from "../../sim/vm/micropython.js" */
/** @import { Parts } from "./shapes.js" */

const HEAP_KIB = 32 * 1024;
const AT_ONCE_MS = 10; // then others have their turn
const NO_TIME = { now: 0, look: () => 0, wait: () => 0, setTimeout() {}, clearTimeout() {} };
const OPEN = `
import sys
sys.path[:] = ["/lib", ".frozen"]
from marcoria.web.world.desk import begin, step
`;

// Something a person got wrong.
export class Refused extends Error {
  /** @param {{code: string, sentence: string}} told */
  constructor({ code, sentence }) {
    super(sentence);
    this.code = code;
  }
}

export class Desk {
  /** @type {any} */
  #vm;

  /**
   * `papers` are the files that it takes besides, `files` is what lies there: texts or bytes.
   * @param {Parts} parts
   * @param {Files} papers
   * @param {Record<string, string | Uint8Array>} files
   */
  static async open({ package: pack, files: { world } }, papers, files) {
    const desk = new Desk();
    desk.#vm = await pack.load({ heapKiB: HEAP_KIB, seed: 0, stdout() {}, clock: NO_TIME });
    put(desk.#vm.FS, { ...world, ...papers, ...files });
    desk.#vm.run(OPEN);
    return desk;
  }

  /**
   * A job of web/world/desk.py, and all pieces of what comes of it.
   * @param {string} job
   * @param {object} told
   * @returns {Promise<any[]>}
   */
  async do(job, told) {
    const [begin, step] = ["begin", "step"].map((name) => this.#vm.vm.globals.get(name));
    begin(job, JSON.stringify(told));
    const pieces = [];
    let since = performance.now();
    while (true) {
      const { piece, error } = JSON.parse(step());
      if (error) throw new Refused(error);
      if (piece === undefined) return pieces;
      pieces.push(piece);
      if (performance.now() - since < AT_ONCE_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  }
}
