// What is on paper: deals, own houses, the journal as text. The program for it is only fetched when
// somebody wants it.

import { chosenFrom, OWN_HOUSE } from "./chosen.mjs";
import { Desk } from "./desk.mjs";
import { loadPapers } from "./program.mjs";

/** @import { Files } from "../../sim/vm/micropython.js" */
/** @import { Chosen, Dealt, Parts, Stage, Wanted } from "./shapes.js" */

const JOURNAL = "/journal";
const SCRIPT = "/scenario";

export class Papers {
  #parts;
  #fetched;
  /** @type {Files | undefined} */
  #files;
  /** @type {Desk | undefined} */
  #reader; // who knows the letters by now
  /** @type {Promise<string[]>} */
  #read = Promise.resolve([]); // one after the other

  /**
   * As in program.mjs.
   * @param {Parts} parts
   * @param {(path: string) => Promise<Uint8Array>} fetched
   */
  constructor(parts, fetched) {
    this.#parts = parts;
    this.#fetched = fetched;
  }

  /**
   * Return what a new table is to be; rejects if its house or its deal is wrong.
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
   * Return what a house file says of itself; rejects with all that is wrong with it.
   * @param {{text: string, name: string}} file
   */
  async house(file) {
    const desk = await this.#desk({});
    return (await desk.do("house", file))[0];
  }

  /**
   * Return the first deal of a text; rejects with the place where the text is wrong. `file` is a
   * house of one's own that it may be played in.
   * @param {{text: string, name: string, file?: string}} paper
   * @returns {Promise<Dealt>}
   */
  async deal({ text, name, file }) {
    const desk = await this.#desk(file ? { [OWN_HOUSE]: file } : {});
    const houses = file ? [OWN_HOUSE] : [];
    return (await desk.do("deal", { text, name, houses }))[0];
  }

  /**
   * The deals of a journal.
   * @param {Uint8Array} cells
   * @param {Pick<Chosen, "files">} chosen
   * @returns {Promise<string>}
   */
  async bdn(cells, { files }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    return (await desk.do("bdn", { houses: Object.keys(files) })).join("");
  }

  /**
   * What the table of a scenario is to be, and what it takes to play it.
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
    const script = new TextEncoder().encode(nodes);
    return {
      chosen: { ...told, dealt: null, bots, wanted, settings, scenario: true },
      stage: {
        files: { ...this.#files, [SCRIPT]: script },
        readPage: (screen) => desk.page(screen),
      },
    };
  }

  /**
   * What a display says, line by line.
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

  /** @param {Record<string, string | Uint8Array>} files */
  async #desk(files) {
    this.#files ??= await loadPapers(this.#fetched);
    return Desk.open(this.#parts, this.#files, files);
  }
}
