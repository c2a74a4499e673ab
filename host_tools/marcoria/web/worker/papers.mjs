// Papers: deals, houses and the journal as text. The host's own Python code (web/world/desk.py)
// reads and writes them in a MicroPython VM. This code is downloaded when it is first needed.

import { NO_TIME } from "../../sim/vm/clock.mjs";
import { put } from "../../sim/vm/loader.mjs";
import { chosenFrom, OWN_HOUSE } from "./choice.mjs";
import { loadPapers } from "./program.mjs";

/** @import { Files, VM } from "../../sim/vm/micropython.js" */
/** @import { Chosen, Dealt, Parts, Stage, Wanted } from "./shapes.js" */

const JOURNAL = "/journal";
const SCRIPT = "/scenario";
const HEAP_KIB = 32 * 1024;
const GARBAGE = 8 << 20; // bytes allocated between two collections
const AT_ONCE_MS = 10; // longest run of a job before the worker does other things
const SCREEN = "/screen";
const OPEN = `
import sys
sys.path[:] = ["/lib", ".frozen"]
from marcoria.web.world.desk import begin, step
`;

export class Papers {
  #parts;
  #fetched;
  /** @type {Files | undefined} */
  #files;
  /** @type {Desk | undefined} */
  #reader; // the desk that reads displays; it keeps the fonts loaded
  /** @type {Promise<string[]>} */
  #read = Promise.resolve([]); // the latest reading of a display; the next one waits for it

  /**
   * `fetched` downloads a file that is stored beside the page, and returns its bytes.
   * @param {Parts} parts
   * @param {(path: string) => Promise<Uint8Array<ArrayBuffer>>} fetched
   */
  constructor(parts, fetched) {
    this.#parts = parts;
    this.#fetched = fetched;
  }

  /**
   * Return the settings of a new table; reject if its house or its deal is wrong.
   * @param {Wanted} wanted
   * @returns {Promise<Chosen>}
   */
  async chosen(wanted) {
    const { file, deal } = wanted;
    if (file) await this.house({ text: file, name: "own.house" });
    if (typeof deal !== "string") return chosenFrom(wanted);
    return chosenFrom(wanted, await this.deal({ text: deal, name: "deal.bdn", file }));
  }

  /**
   * Return the facts of a house file; reject with all errors in it.
   * @param {{text: string, name: string}} file
   */
  async house(file) {
    const desk = await this.#desk({});
    return (await desk.do("house", file))[0];
  }

  /**
   * Return the rules of a house as data. `file` is the text of the house file, if the house is the
   * user's own.
   * @param {{house: string, file?: string, agreed?: unknown}} wanted
   */
  async rules({ house, file = "", agreed = [] }) {
    const desk = await this.#desk({});
    return (await desk.do("rules", { house, text: file, agreed }))[0];
  }

  /**
   * Return the first deal of a text; reject with the place of the first error. `file` is the text
   * of the house file by which the deal is read, if it needs one.
   * @param {{text: string, name: string, file?: string}} paper
   * @returns {Promise<Dealt>}
   */
  async deal({ text, name, file }) {
    const desk = await this.#desk(file ? { [OWN_HOUSE]: file } : {});
    const houses = file ? [OWN_HOUSE] : [];
    return (await desk.do("deal", { text, name, houses }))[0];
  }

  /**
   * Return the deals of a journal as BDN.
   * @param {Uint8Array} cells
   * @param {Pick<Chosen, "files">} chosen
   * @returns {Promise<string>}
   */
  async bdn(cells, { files }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    return (await desk.do("bdn", { houses: Object.keys(files) })).join("");
  }

  /**
   * Return the facts of all deals of a journal, for the view with open cards.
   * @param {Uint8Array} cells
   * @param {Pick<Chosen, "files">} chosen
   */
  async openDeals(cells, { files }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    return desk.do("open_deals", { text: "", houses: Object.keys(files) });
  }

  /**
   * Return the facts of all deals of a text in BDN, for the view with open cards.
   * @param {{text: string, file?: string}} paper
   */
  async paperDeals({ text, file }) {
    const desk = await this.#desk(file ? { [OWN_HOUSE]: file } : {});
    return desk.do("open_deals", { text, houses: file ? [OWN_HOUSE] : [] });
  }

  /**
   * Return the facts of the deal in a link; reject with the name of the part that is wrong.
   * @param {Record<string, string>} parts
   */
  async linkedDeal(parts) {
    const desk = await this.#desk({});
    return (await desk.do("linked_deal", { parts }))[0];
  }

  /**
   * Return the rows of the score sheet, from a journal.
   * @param {Uint8Array} cells
   * @param {Pick<Chosen, "files">} chosen
   */
  async sheet(cells, { files }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    return desk.do("sheet", { houses: Object.keys(files) });
  }

  /**
   * Return the finished deals of a journal that were dealt by records after number `after`. If the
   * journal's epoch is not `epoch`, return all its finished deals. `about` has further tags of the
   * deals.
   * @param {{cells: Uint8Array, files: Files, about: Record<string, string>, epoch: number,
   *   after: number}} from
   */
  async finished({ cells, files, ...rest }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    const deals = await desk.do("finished", { houses: Object.keys(files), ...rest });
    return deals.filter(Boolean);
  }

  /**
   * Return the settings of a scenario's table, and the files to play it with.
   * @param {string} text
   * @returns {Promise<{chosen: Chosen, stage: Stage}>}
   */
  async scenario(text) {
    const { nodesOf } = await import("./yaml.mjs");
    const nodes = JSON.stringify(nodesOf(text));
    const desk = await this.#desk({});
    const [told] = await desk.do("scenario", { text: nodes, name: "scenario" });
    const { house, settings } = told;
    const wanted = { house, seed: told.seed, hands: told.scanned ? "scanned" : "blind" };
    const bots = ["", "", "", ""];
    return {
      chosen: { ...told, id: "", dealt: null, bots, wanted, settings, scenario: true },
      stage: {
        files: { ...this.#files, [SCRIPT]: nodes },
        readPage: (screen) => desk.page(screen),
      },
    };
  }

  /**
   * Return the lines of text on a display.
   * @param {Uint8Array} screen
   */
  read(screen) {
    this.#read = this.#read
      .catch(() => [])
      .then(async () => {
        this.#reader ??= await this.#desk({});
        return this.#reader.lines(screen);
      });
    return this.#read;
  }

  /** @param {Files} files */
  async #desk(files) {
    this.#files ??= await loadPapers(this.#fetched);
    return Desk.open(this.#parts, this.#files, files);
  }
}

// Error in a text of the user, with the sentence that explains it.
class Refused extends Error {
  /** @param {{code: string, sentence: string}} told */
  constructor({ code, sentence }) {
    super(sentence);
    this.code = code;
  }
}

// A VM that runs jobs of the host's Python code.
class Desk {
  /** @type {VM} */
  #vm;
  /** @type {(job: string, told: string) => void} */
  #begin;
  /** @type {() => string} */
  #step;

  /**
   * Load a VM with the program's files, `papers`, and `files` to work on.
   * @param {Parts} parts
   * @param {Files} papers
   * @param {Files} files
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
    put(desk.#vm.FS, { ...world, ...papers, ...files });
    desk.#vm.run(OPEN);
    desk.#begin = desk.#vm.vm.globals.get("begin");
    desk.#step = desk.#vm.vm.globals.get("step");
    return desk;
  }

  /**
   * Run a job of web/world/desk.py, with pauses. Return the pieces of its result.
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
   * Return the page on a screen as JSON, without pauses.
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
   * Return the lines of text on a screen.
   * @param {Uint8Array} screen
   * @returns {Promise<string[]>}
   */
  async lines(screen) {
    put(this.#vm.FS, { [SCREEN]: screen });
    const read = (await this.do("page", {})).at(-1);
    return read.lines.map((/** @type {[string]} */ [text]) => text);
  }

  // Return the next piece of the result, or null at the end.
  #next() {
    const told = JSON.parse(this.#step());
    if (told.error) throw new Refused(told.error);
    return "piece" in told ? told : null;
  }
}
