// What is on paper: deals, own houses, the journal as text. The program for it is only fetched when
// somebody wants it.

import { chosenFrom, OWN_HOUSE } from "./chosen.mjs";
import { Desk } from "./desk.mjs";
import { loadPapers } from "./program.mjs";

/** @import { Files } from "../../sim/vm/micropython.js" */
/** @import { Chosen, Dealt, Parts, Wanted } from "./shapes.js" */

const JOURNAL = "/journal";

export class Papers {
  #parts;
  #fetched;
  /** @type {Files | undefined} */
  #files;

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
   * What a new table is to be, if its house and its deal are right.
   * @param {Wanted} wanted
   * @returns {Promise<Chosen>}
   */
  async chosen(wanted) {
    const { file, deal } = wanted;
    const told = typeof deal === "string";
    if (!file && !told) return chosenFrom(wanted);
    const desk = await this.#desk(file ? { [OWN_HOUSE]: file } : {});
    if (file) await desk.do("house", { text: file, name: "own.house" });
    if (!told) return chosenFrom(wanted);
    const paper = { text: deal, name: "deal.bdn", houses: file ? [OWN_HOUSE] : [] };
    return chosenFrom(wanted, (await desk.do("deal", paper))[0]);
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

  /** @param {Record<string, string | Uint8Array>} files */
  async #desk(files) {
    this.#files ??= await loadPapers(this.#fetched);
    return Desk.open(this.#parts, this.#files, files);
  }
}
