// What is on paper: deals, own houses, the journal as text. The program for it is only fetched when
// somebody wants it.

import { chosenFrom, OWN_HOUSE } from "./chosen.mjs";
import { Desk } from "./desk.mjs";
import { loadPapers } from "./program.mjs";

const JOURNAL = "/journal";

export class Papers {
  #parts;
  #fetched;
  #files;

  // As in program.mjs.
  constructor(parts, fetched) {
    this.#parts = parts;
    this.#fetched = fetched;
  }

  // What a new table is to be, if its house and its deal are right.
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

  // The deals of a journal, of which `chosen` are the table's.
  async bdn(cells, { files }) {
    const desk = await this.#desk({ [JOURNAL]: cells, ...files });
    return (await desk.do("bdn", { houses: Object.keys(files) })).join("");
  }

  async #desk(files) {
    this.#files ??= await loadPapers(this.#fetched);
    return Desk.open(this.#parts, this.#files, files);
  }
}
