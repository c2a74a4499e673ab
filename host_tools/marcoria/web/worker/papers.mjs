// Reader of papers: deals in BDN, house files, scenarios, images of the journal, and images of the
// display. The host's own Python code (web/world/desk.py) reads the papers in MicroPython VMs. The
// Python code is downloaded when it is first needed.

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
const AT_ONCE_MS = 10; // time after which a job pauses, so that the worker can do other things
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
  #reader; // the desk that reads images of the display; it keeps the fonts loaded
  /** @type {Promise<string[]>} */
  #read = Promise.resolve([]); // result of the latest call of `read`; the next call waits for it

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
   * Return the settings of a new table. Reject if the text of the user's own house file or of the
   * deal has an error.
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
   * Return the rules of a house as data. `file` is the text of its house file, "" for a house that
   * comes with the table. `agreed` has a line `key: word` for each choice of the players.
   * @param {{house: string, file?: string, agreed?: unknown}} wanted
   */
  async rules({ house, file = "", agreed = [] }) {
    const desk = await this.#desk({});
    return (await desk.do("rules", { house, text: file, agreed }))[0];
  }

  /**
   * Return the first deal of a text in BDN; reject with the first error. `file` is the text of the
   * user's own house file. The name of this house in a deal is "own".
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
    return (await desk.do("bdn", { houses: houses(files) })).join("");
  }

  /**
   * Return the facts of all deals of a journal, for the view with open cards.
   * @param {Uint8Array} cells
   * @param {Pick<Chosen, "files">} chosen
   */
  async openDeals(cells, { files }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    return desk.do("open_deals", { text: "", houses: houses(files) });
  }

  /**
   * Return the facts of all deals of a text in BDN, for the view with open cards. `file` is as in
   * `deal`.
   * @param {{text: string, file?: string}} paper
   */
  async paperDeals({ text, file }) {
    const desk = await this.#desk(file ? { [OWN_HOUSE]: file } : {});
    return desk.do("open_deals", { text, houses: file ? [OWN_HOUSE] : [] });
  }

  /**
   * Return the facts of the deal in a link. Reject with the name of the first part that is wrong
   * or missing.
   * @param {Record<string, string>} parts
   */
  async linkedDeal(parts) {
    const desk = await this.#desk({});
    return (await desk.do("linked_deal", { parts }))[0];
  }

  /**
   * Return the rows of the score sheet: a row for each deal of the last two matches in a journal.
   * @param {Uint8Array} cells
   * @param {Pick<Chosen, "files">} chosen
   */
  async sheet(cells, { files }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    return desk.do("sheet", { houses: houses(files) });
  }

  /**
   * Return the finished deals of a journal that were dealt after record `after`. If the journal's
   * epoch is not `epoch`, return all its finished deals. `about` has BDN tags to add to the deals.
   * @param {{cells: Uint8Array, files: Files, about: Record<string, string>, epoch: number,
   *   after: number}} from
   */
  async finished({ cells, files, ...rest }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    const deals = await desk.do("finished", { houses: houses(files), ...rest });
    return deals.filter(Boolean);
  }

  /**
   * Parse a scenario. Return the settings of its table, and the files and the function that the
   * table needs to play the scenario.
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
   * Return the lines of text in the lower half of an image of the display.
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

// A TableError of the Python code, such as an error in a text of the user, with the sentence that
// explains the error.
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
   * Load a VM and return its desk. `papers` is the result of loadPapers, and `files` has the
   * files that the jobs read.
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
   * Run the method `do_<job>` of web/world/desk.py, with pauses. Return the pieces that the method
   * yields; of those that are None, return only a few. `told` has the arguments by name.
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
   * Recognise the text in the lower half of an image of the display, without pauses. Return the
   * result of the job `page` as JSON.
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
   * Return the lines of text in the lower half of an image of the display.
   * @param {Uint8Array} screen
   * @returns {Promise<string[]>}
   */
  async lines(screen) {
    put(this.#vm.FS, { [SCREEN]: screen });
    const read = (await this.do("page", {})).at(-1);
    return read.lines.map((/** @type {[string]} */ [text]) => text);
  }

  // Return {piece} with the next piece of the result, or null at the end. The piece itself may be
  // null. Throw Refused if the job has raised TableError.
  #next() {
    const told = JSON.parse(this.#step());
    if (told.error) throw new Refused(told.error);
    return "piece" in told ? told : null;
  }
}

/**
 * Return the paths of the house files among the files of a table.
 * @param {Files} files
 */
function houses(files) {
  return Object.keys(files).filter((path) => path.endsWith(".house"));
}
