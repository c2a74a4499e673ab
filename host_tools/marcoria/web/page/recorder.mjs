// The recorder of finished deals: when a deal of the virtual table has ended, the recorder stores
// the deal in the history of deals (history_store.mjs). It copies the journal at once. Later, a
// separate worker reads the deal from the copy.

import { Archivist } from "./archivist.mjs";
import { reached, record, StoreTrouble } from "./history_store.mjs";
import { words } from "./words.mjs";

/** @import { Finished } from "./archivist.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { KeptDeal } from "./history_record.mjs" */
/** @import { Told } from "./shapes.mjs" */

/**
 * @typedef {object} Job a copy of a journal whose deals must be stored, and facts about the deals
 * @property {{id: string, house: string, cells: Uint8Array, files: Record<string, string>}} table
 *   the table's id, the key of its house, the content of the journal's flash, and the user's own
 *   house file by path, if the table has one
 * @property {KeptDeal["players"]} players
 * @property {string} house the name of the house
 * @property {Date} when the time of the copy
 */

const PAUSE_MS = 1200; // time before the copy is read, in which the table can deal again
const DIGITS = 8; // digits of a number in a key; with leading zeros, keys sort by number
const PLACES = /** @type {Record<string, string>} */ ({
  N: "North",
  E: "East",
  S: "South",
  W: "West",
});

export class Recorder {
  /** @type {Map<string, Job>} latest waiting job of each table, by its id */ #jobs = new Map();
  #phase = "";
  #isBusy = false;
  #hasTold = false;

  /** @param {Feed} feed */
  constructor(feed) {
    this.feed = feed;
    feed.on("told", (/** @type {Told} */ told) => this.#look(told));
  }

  /** @param {Told} told */
  #look(told) {
    const { glance } = this.feed.last;
    if (this.feed.readonly || glance?.real || told.unknown) {
      this.#phase = "";
      return;
    }
    const isFirst = this.#phase === "";
    const hasEnded = told.phase === "ready" && this.#phase !== "ready";
    this.#phase = told.phase;
    if (hasEnded && (!isFirst || told.score.match.some((points) => points !== 0))) {
      this.#copy(told);
    }
  }

  /** @param {Told} told */
  async #copy(told) {
    const { bots = {} } = this.feed.last.glance ?? {};
    const { house, names = [], score } = told;
    try {
      const table = await this.feed.do("history");
      if (table.id === "") {
        return; // this table plays a scenario, so its deals are not stored
      }
      const seats = Object.keys(PLACES).filter((seat) => score.sides.join("").includes(seat));
      const all = Object.keys(PLACES);
      const players = seats.map((seat) => {
        const name = names[all.indexOf(seat)] ?? "";
        return [seat, { name, bot: bots[seat] ?? null }];
      });
      this.#jobs.set(table.id, {
        table,
        players: Object.fromEntries(players),
        house: typeof house === "object" ? house.name : house,
        when: new Date(),
      });
    } catch {
      return; // another tab runs the table now, or a real table is shown
    }
    if (!this.#isBusy) {
      await this.#work();
    }
  }

  async #work() {
    this.#isBusy = true;
    const archivist = new Archivist();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      for (let [job] = this.#jobs.values(); job; [job] = this.#jobs.values()) {
        this.#jobs.delete(job.table.id);
        await store(archivist, job);
      }
    } catch (error) {
      this.#tell(error);
    } finally {
      archivist.close();
      this.#isBusy = false;
    }
  }

  /**
   * Show why deals cannot be stored, if the store has caused the error. Show this only once.
   * @param {unknown} error
   */
  #tell(error) {
    if (!this.#hasTold && error instanceof StoreTrouble) {
      this.#hasTold = true;
      this.feed.tell(words(error.told.name));
    }
  }
}

/**
 * Read the journal of a job, and store its finished deals that are not stored yet.
 * @param {Archivist} archivist
 * @param {Job} job
 */
async function store(archivist, job) {
  const { id, cells, files } = job.table;
  const last = await reached(id);
  const { epoch, seq: after } = last;
  const found = await archivist.finished({ cells, files, about: aboutOf(job), epoch, after });
  const newest = found.at(-1);
  if (newest) {
    const isSame = newest.epoch === epoch;
    const match = newest.match < 0 && isSame ? last.match : newest.match;
    const before = isSame ? last.match : -1;
    const deals = found.map((deal) => kept(job, deal, deal.match < 0 ? before : deal.match));
    await record(deals, { id, epoch: newest.epoch, seq: newest.seq, match });
  }
}

/**
 * @param {Job} job
 * @param {Finished} deal
 * @param {number} match
 * @returns {KeptDeal}
 */
function kept({ table, players, house, when }, { epoch, seq, bdn, made, capot }, match) {
  const place = `${table.id}.${epoch}`;
  const number = (/** @type {number} */ one) => `${one}`.padStart(DIGITS, "0");
  return {
    key: `${place}.${number(seq)}`,
    match: match < 0 ? `${place}.x` : `${place}.${number(match)}`,
    when: when.getTime(),
    house: { key: table.house, name: house },
    players,
    bdn,
    made,
    capot,
    star: false,
    costs: null,
  };
}

/** Return BDN tags for the deals of a job: the day and the players' names. @param {Job} job */
function aboutOf({ players, when }) {
  const [month, day] = [when.getMonth() + 1, when.getDate()].map((one) =>
    `${one}`.padStart(2, "0"),
  );
  const names = Object.entries(players)
    .filter(([, { name }]) => name !== "")
    .map(([seat, { name }]) => [PLACES[seat] ?? "", name]);
  return { Date: `${when.getFullYear()}-${month}-${day}`, ...Object.fromEntries(names) };
}
