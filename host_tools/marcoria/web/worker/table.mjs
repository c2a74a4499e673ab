// A simulated table with its players: the board and its chips (sim/vm/board.mjs), and the Python
// code of web/world. This module uses no API of the browser, so that node can run it too.

import { Board } from "../../sim/vm/board.mjs";
import { hex, unhex } from "../../sim/vm/bytes.mjs";
import { Experts } from "./experts.mjs";

/** @import { Files } from "../../sim/vm/micropython.js" */
/** @import { Chosen, Facade, Kept, News, Parts, Stage } from "./shapes.js" */

// Virtual time that the board runs before the players look again.
const SLICE_US = 10_000;
// Number of seeds that a table can have. Each start of the board has another seed for its random
// numbers: the table's seed times SEEDS, plus the number of the start.
const SEEDS = 1 << 16;
// If the program ends in its first step, the board starts again, at most this many times in a row.
// After that, an error is thrown.
const RESTARTS = 100;
const HEAP_KIB = 512;
const GARBAGE = 32_768; // bytes that the firmware allocates between two collections
const PROGRAM = "import main";
const INTERRUPTED = "from boot import program; program.recovery.give_way()";

const experts = new Experts();

/** @type {(seed: number, chosen: Chosen) => string} */
const setup = (seed, chosen) => `
import json, board, sys
sys.path[:] = ["/lib", ".frozen"]
from marcoria.sim.chips.world import World
from marcoria.web.world.page import PageTable
world = World(board, ${seed})
page = PageTable(world, json.loads(${JSON.stringify(JSON.stringify(chosen))}))
`;

export class Table {
  /** @type {Board} */ #board;
  #seed = 0;
  starts = 0;
  fault = ""; // error found by the simulator: a misused chip, or crashed firmware
  printed = ""; // the last output of both VMs

  /**
   * Build a table and switch it on. `parts` has MicroPython's package and the program's files
   * (program.mjs); `chosen` has the settings for web/world/page.py.
   * @param {Parts} parts
   * @param {Chosen} chosen
   * @param {Kept | null} kept the stored state of the table, null for a new table
   * @param {Stage} [stage] if a scenario is played
   */
  static async make(parts, chosen, kept, stage) {
    const table = new Table();
    await table.#build(parts, chosen, kept, stage);
    return table;
  }

  /**
   * @param {Parts} parts
   * @param {Chosen} chosen
   * @param {Kept | null} kept
   * @param {Stage} [stage]
   */
  async #build({ package: pack, files, prices }, chosen, kept, stage) {
    this.#seed = chosen.seed % SEEDS;
    this.#board = new Board({
      package: pack,
      print: (bytes) => this.#print(bytes),
      alive: () => {},
      firmware: files.board,
      filePrices: prices.files,
      collectKib: prices.collectKib,
      garbage: GARBAGE,
      readPage: stage?.readPage,
    });
    // The VM with the players needs the user's own house file, as the board does (#furnish).
    await this.#board.build({
      files: { ...files.world, ...stage?.files, ...chosen.files },
      setup: setup(this.#seed, chosen),
      seed: this.#seed,
      facade: "page",
      modules: { _solvers: experts.module() },
    });
    if (kept) this.#putBack(kept);
    else this.#furnish(chosen);
    await this.plug();
  }

  /**
   * Write the files of a new table to the board's disk: settings and deck, and if there are any,
   * the user's own house file or the files of the scenario.
   * @param {Chosen} chosen
   */
  #furnish({ settings, files }) {
    const bar = this.ask("furnish", this.#seed, settings);
    for (const [path, data] of Object.entries(bar)) this.#board.disk.write(path, data);
    const encoder = new TextEncoder();
    for (const [path, text] of Object.entries(files)) {
      this.#board.disk.write(path, encoder.encode(text));
    }
  }

  /**
   * Return the state to store between two visits: flash, files, and the players' cards.
   * @returns {Pick<Kept, "cells" | "files" | "people">}
   */
  keep() {
    return { cells: this.cells(), files: this.#board.disk.files, people: this.ask("kept") };
  }

  /** @param {Kept} kept */
  #putBack({ cells, files, people, starts }) {
    this.starts = starts ?? 1;
    this.ask("restore_flash", { bytes: hex(cells) });
    for (const [path, data] of Object.entries(files)) this.#board.disk.write(path, data);
    this.ask("put_back", people);
  }

  /**
   * Return the image of the journal's flash.
   * @returns {Uint8Array<ArrayBuffer>}
   */
  cells() {
    return this.ask("cells");
  }

  get now() {
    return this.#board.now;
  }

  // --- time -----------------------------------------------------------------------------------

  /**
   * Run a slice of virtual time. Return what `PageTable.step` reports as new.
   * @returns {Promise<News>}
   */
  async run() {
    const end = this.#board.now + SLICE_US;
    try {
      if (this.#board.running) await this.#bootWhileOn(this.#board.until(end));
      else this.ask("wait", end - this.#board.now);
    } catch (error) {
      this.#crash(error);
    }
    const news = this.ask("step");
    if (news.plug === "cut") this.cut();
    if (news.plug === "plug") await this.plug();
    return news;
  }

  async plug() {
    this.ask("power_on");
    await this.#bootWhileOn("ended");
  }

  cut() {
    this.ask("cut_power");
    this.#board.end();
  }

  /**
   * Boot the board again whenever its program has ended while the power is on. Report a fault.
   * @param {string} state the result of `Board.until`, or "ended" to boot for the first time
   */
  async #bootWhileOn(state) {
    for (let turn = 0; state; turn++) {
      if (state === "fault") this.#reportMisuse();
      if (state !== "ended" || !this.ask("has_power")) return;
      if (turn > RESTARTS) throw new Error("the board restarts again and again");
      const seed = this.#seed * SEEDS + ++this.starts;
      const program = { program: PROGRAM, interrupted: INTERRUPTED };
      state = await this.#board.boot({ ...program, heapKiB: HEAP_KIB, seed });
    }
  }

  #reportMisuse() {
    this.fault = this.ask("take_fault");
    this.ask("broken", this.fault, false);
  }

  /** @param {any} error */
  #crash(error) {
    this.fault = `${error.message ?? error}`;
    this.ask("broken", this.fault, true);
    this.ask("cut_power");
    this.#board.end();
  }

  /** @param {Uint8Array} bytes */
  #print(bytes) {
    this.printed = (this.printed + new TextDecoder().decode(bytes)).slice(-2000);
  }

  // --- players --------------------------------------------------------------------------------

  /**
   * Call a method of the facade (class PageTable) and return its result.
   * @template {keyof Facade} Method
   * @param {Method} method
   * @param {Parameters<Facade[Method]>} values
   * @returns {ReturnType<Facade[Method]>}
   */
  ask(method, ...values) {
    return told(this.#board.world.ask("ask", JSON.stringify([method, values, {}])));
  }

  /**
   * Call a method of the facade with arguments by name, as the page sends them.
   * @param {keyof Facade} method
   * @param {object} named
   */
  call(method, named) {
    return told(this.#board.world.ask("ask", JSON.stringify([method, [], named])));
  }
}

/**
 * Decode an answer of the VM with the chips: JSON, and the long byte strings to which the JSON
 * refers by index (sim/chips/calls.py).
 * @param {{ text: string, pieces: Uint8Array[] }} answer
 */
function told({ text, pieces }) {
  return JSON.parse(text, (_, value) => {
    if (!value || typeof value !== "object") return value;
    if ("bytes" in value) return unhex(value.bytes);
    if ("piece" in value) return pieces[value.piece];
    return "tuple" in value ? value.tuple : value;
  });
}
