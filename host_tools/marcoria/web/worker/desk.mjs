// Who reads and writes papers beside the table: the host's own Python in a MicroPython VM of its own
// (web/world/desk.py), which is there as long as there is something to do.

import { put } from "../../sim/vm/loader.mjs";

/** @import { Files, VM } from "../../sim/vm/micropython.js" */
/** @import { Parts } from "./shapes.js" */

const HEAP_KIB = 32 * 1024;
const GARBAGE = 8 << 20; // bytes
const AT_ONCE_MS = 10; // then others have their turn
const SCREEN = "/screen";
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
  /** @type {VM} */
  #vm;
  /** @type {(job: string, told: string) => void} */
  #begin;
  /** @type {() => string} */
  #step;

  /**
   * `papers` are the files that it takes besides, `files` is what lies there: texts or bytes.
   * @param {Parts} parts
   * @param {Files} papers
   * @param {Record<string, string | Uint8Array>} files
   */
  static async open({ package: pack, files: { world } }, papers, files) {
    const desk = new Desk();
    desk.#vm = await pack.load({
      heapKiB: HEAP_KIB,
      seed: 0,
      stdout() {},
      clock: NO_TIME,
      garbage: GARBAGE,
    });
    put(desk.#vm.FS, { ...world, ...papers, ...encoded(files) });
    desk.#vm.run(OPEN);
    desk.#begin = desk.#vm.vm.globals.get("begin");
    desk.#step = desk.#vm.vm.globals.get("step");
    return desk;
  }

  /**
   * A job of web/world/desk.py, and all pieces of what comes of it.
   * @param {string} job
   * @param {object} told
   * @returns {Promise<any[]>}
   */
  async do(job, told) {
    this.#begin(job, JSON.stringify(told));
    const pieces = [];
    let since = performance.now();
    for (let one = this.#next(); one; one = this.#next()) {
      pieces.push(one.piece);
      if (performance.now() - since < AT_ONCE_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    return pieces;
  }

  /**
   * What stands on a screen, as JSON: read while everybody waits.
   * @param {Uint8Array} screen
   */
  page(screen) {
    put(this.#vm.FS, { [SCREEN]: screen });
    this.#begin("page", "{}");
    let last = null;
    for (let one = this.#next(); one; one = this.#next()) last = one.piece;
    return JSON.stringify(last);
  }

  /**
   * The lines on a screen.
   * @param {Uint8Array} screen
   * @returns {Promise<string[]>}
   */
  async lines(screen) {
    put(this.#vm.FS, { [SCREEN]: screen });
    const read = (await this.do("page", {})).at(-1);
    return read.lines.map((/** @type {[string]} */ [text]) => text);
  }

  // The next piece, null at the end.
  #next() {
    const told = JSON.parse(this.#step());
    if (told.error) throw new Refused(told.error);
    return "piece" in told ? told : null;
  }
}

/** @param {Record<string, string | Uint8Array>} files */
function encoded(files) {
  const encoder = new TextEncoder();
  return Object.fromEntries(
    Object.entries(files).map(([path, data]) => {
      return [path, typeof data === "string" ? encoder.encode(data) : data];
    }),
  );
}
