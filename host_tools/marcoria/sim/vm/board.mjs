// A board and its world: the firmware in one VM, the chips in another, both on the world's clock.
// Like the loader nothing here belongs to node, so that a web page can have a board as well.

import { Timers } from "./clock.mjs";
import { Collector } from "./collector.mjs";
import { Disk, same } from "./disk.mjs";
import { copy, entry, memoryOf } from "./entry.mjs";
import { put, RUNNER_BYTES } from "./loader.mjs";
import { isFull } from "./patches.mjs";

/** @import { Prices } from "./disk.mjs" */
/** @import { Entry } from "./entry.mjs" */
/** @import { Package } from "./loader.mjs" */
/** @import { Files, FilesAndFolders, Proxy, Time, VM } from "./micropython.js" */

// As in chips/requests.py and serve.py: what becomes of a request's bytes, how many there may be.
const [TO_WORLD, FROM_WORLD] = [1, 2];
const LONGEST = 65536;

const WORLD_KIB = 24 * 1024;
// So much garbage may lie about in the world before it is collected, between two operations.
const WORLD_GARBAGE = 1 << 20;
// The longest wait in one operation, as nothing is collected and no 32 bits overflow within one.
const LONGEST_WAIT_US = 1_000_000;
// `machine`, `esp32` and `gc` are in the firmware's image on a board, and here on its heap, measured.
// So they come on top of it.
const STAND_INS_BYTES = 17_488;
// Where modules lie that are no files of the board's: the disk does not keep them.
const LOOSE = "/lib/";
// The share of the heap from which on garbage is collected as a board would, looked at each so many
// requests of one step.
const NEARLY_FULL = 0.75;
const LOOKS = 64;
// What an ESP32 at 240 MHz takes for each call that the VM makes within a try block, in us: the
// measure of bytecode that is the same in every run. From six small programs, which agree within a
// tenth, and from MicroPython's own benchmarks, for which an ESP32 needs 28 times as long as the
// VM as it is published (ours is 2.7 times as fast as that).
const CALL_US = 1.26;
// So much dearer is it on a heap in PSRAM: an estimate.
const PSRAM = 1.5;

/** @type {(facade: string) => string} */
const serve = (facade) => `
import gc
gc.threshold(${WORLD_GARBAGE})
from uctypes import addressof
from _board import interrupt, reset
from marcoria.sim.chips.serve import Server
server = Server(world, interrupt, reset, ${facade})
serve, call, ask, get, set = server.serve, server.call, server.ask, server.get, server.set
names = server.names
place = addressof(server.data)
def pieces():
    return len(server.pieces)
def piece(i):
    return addressof(server.pieces[i])
def size(i):
    return len(server.pieces[i])
`;

// One task a timer slice, so that garbage is collected between any two; and a task that crashes is not
// just printed.
const PREPARE = `
def prepare():
    import _boardsys, asyncio, esp32, gc, machine, select, sys, ubinascii
    import asyncio.core as core
    from _board import collected, crashed, ticks_diff
    class Gc:
        enable, disable, threshold = gc.enable, gc.disable, gc.threshold
        mem_alloc, mem_free = gc.mem_alloc, gc.mem_free
        def collect():
            collected(gc.mem_alloc())
            gc.collect()
    sys.modules["gc"] = Gc
    sys.modules["binascii"] = ubinascii  # a board's is in C; that of the package is in Python
    sys.modules["sys"] = _boardsys
    core.ticks_diff
    core.ticks_diff = ticks_diff
    asyncio.run = asyncio.create_task
    def handler(loop, context):
        crashed(type(context["exception"]).__name__)
        loop.default_exception_handler(loop, context)
    core.Loop.set_exception_handler(handler)
prepare()
del prepare
`;

// As in chips/console.py.
const [NO_BYTE, INTERRUPTED] = [-1, -2];
const [CTRL_C, CTRL_E] = [3, 5];
const MOMENT_US = 1000;

// Unwinds the firmware's VM, which is not to be used any more.
class Ended extends Error {}

// Below this share gc.collect() has to collect.
const NEARLY_NOTHING = 1 / 32;
const RULE =
  "Here garbage is collected between two steps (while asyncio waits), and within one at " +
  "gc.collect() and when the program waits or asks the board for anything; but not while a " +
  "constructor, sorted(key=...) or the like is under way. Let the program await, or collect there.";

// A task or an interrupt handler has failed and nobody caught it.
class FirmwareError extends Error {
  type = "FirmwareError";
}

// The models themselves have failed: a bug of the simulator.
class WorldError extends Error {
  type = "WorldError";
}

export class Board {
  /** @type {Package} */ #package;
  /** @type {(bytes: Uint8Array) => void} */ #print;
  // Modules that are there at each start, whatever becomes of the files.
  /** @type {Files} */ #loose;
  /** @type {Files} */ #image; // the other files of the firmware, as they were at first
  /** @type {Entry} */ #serve; // one request to the world, by its number
  // The names of all, each with what becomes of its bytes.
  /** @type {[name: string, way: number][]} */ #requests;
  /** @type {Record<string, number>} */ #numberOf; // each name's number
  // The world's VM, and its functions for people.
  /** @type {Record<string, (...texts: string[]) => string>} */ #world;
  /** @type {() => Uint8Array} */ #worldBytes;
  // What lies beside the text of the world's last answer: how many, where, how long.
  /** @type {{ count: Entry, at: Entry, size: Entry }} */ #pieces;
  /** @type {number} */ #place; // of the world's bytes that go along
  /** @type {VM | undefined} */ #firmware; // the VM on the board, undefined while nothing runs
  /** @type {Disk} */ #disk; // its file system
  /** @type {FilesAndFolders} */ #files = {}; // what that held when the processor stopped
  /** @type {() => Uint8Array} */ #firmwareBytes;
  /** @type {Entry} */ #handle; // calls the firmware's interrupt handler
  // The functions of its module `gc`.
  /** @type {{ collect: Entry, used: Entry, free: Entry }} */ #gc;
  /** @type {Collector} */ #collector; // of garbage within a step
  #heap = 0; // bytes of the firmware's heap, with what comes on top
  #heapKiB = 0;
  #asked = 0; // in this step
  #highest = 0; // most bytes in use between two steps, if that is watched
  #longest = 0; // us of a collection that the firmware asked for
  /** @type {number} */ #collectKib; // us of one, for each KiB in use
  /** @type {number[]} */ #interrupts = [];
  #handling = false;
  #timers = new Timers();
  /** @type {Ended | null} */ #ended = null; // why the firmware must not go on
  #crashed = ""; // the type of the exception with which a task failed
  #sliceHasRun = false;
  #again = false;
  #prepared = false; // whether it is the program that runs
  /** @type {string} */ #interrupted; // statements for when Ctrl-C has ended that
  #prompts = false; // whether the prompt reads what a host sends
  #operations = 0;
  #cutAt = Infinity;
  #stale = false; // whether the world's clock has gone on since we looked
  #now = 0;
  #started = 0;
  /** @type {boolean} */ #priced;
  /** @type {boolean} */ #watched;
  /** @type {Prices} */ #filePrices;
  #working = false; // whether the firmware is in a step
  /** @type {number} */ #printUs; // us of a character that the program prints
  // Bytes of it on the firmware's heap before it is collected between two steps.
  /** @type {number | undefined} */ #garbage;
  /** @type {() => void} */ #alive; // told about once a virtual second
  #toldAt = 0; // when it was
  #owed = 0; // us that the firmware's bytecode has taken and the world has not yet seen
  // Of what is to be paid for, while a program runs.
  /** @type {WebAssembly.Global | undefined} */ #counter;
  #counted = 0; // of it
  #readPage;

  /**
   * `print` gets what the firmware prints, as bytes. `firmware` are its files. `priced`
   * adds what bytecode costs on a board, `watched` keeps account of the heap after each step.
   * `alive` is called about once a virtual second; `printUs` is what a printed character costs.
   * `filePrices`: what files cost in any case, in us and in reads of the flash; `collectKib`: what
   * a collection costs. `garbage` is how much may lie about on the heap, where nobody measures it.
   * `readPage` reads the display for people in the world, if there are any.
   * @param {object} options
   * @param {Package} options.package
   * @param {(bytes: Uint8Array) => void} options.print
   * @param {Files} options.firmware
   * @param {Omit<Prices, "code" | "log">} options.filePrices
   * @param {number} options.collectKib
   * @param {() => void} options.alive
   * @param {boolean} [options.priced]
   * @param {boolean} [options.watched]
   * @param {number} [options.printUs]
   * @param {number} [options.garbage]
   * @param {(screen: Uint8Array) => string} [options.readPage]
   */
  constructor(options) {
    const {
      package: parts,
      print,
      firmware,
      filePrices,
      priced = false,
      watched = false,
    } = options;
    this.#alive = options.alive;
    this.#printUs = options.printUs ?? 0;
    this.#garbage = options.garbage;
    this.#readPage = options.readPage ?? (() => "");
    this.#collectKib = options.collectKib;
    this.#package = parts;
    this.#print = print;
    const all = Object.entries(firmware);
    this.#loose = Object.fromEntries(all.filter(([path]) => path.startsWith(LOOSE)));
    this.#image = Object.fromEntries(all.filter(([path]) => !path.startsWith(LOOSE)));
    this.#files = { ...this.#image };
    this.#priced = priced;
    this.#watched = watched;
    this.#filePrices = { ...filePrices, code: priced, log: watched };
  }

  /**
   * `files` for the world's VM, and `setup`, statements that make `world`; `facade` is the name
   * of an object that they make, to be asked things.
   * @param {{ files: Files, setup: string, seed: number, facade?: string }} options
   */
  async build({ files, setup, seed, facade = "None" }) {
    // Nothing in there may look at a clock other than the world's own.
    const clock = { now: 0, look: () => 0, wait: () => 0, setTimeout() {}, clearTimeout() {} };
    const load = { heapKiB: WORLD_KIB, seed, stdout: this.#print, clock };
    const world = await this.#package.load(load);
    put(world.FS, files);
    world.vm.registerJsModule("_board", {
      interrupt: (/** @type {number} */ n) => void this.#interrupts.push(n),
      reset: () => void this.#reset(),
      read_page: (/** @type {number} */ at, /** @type {number} */ size) =>
        this.#readPage(this.#worldBytes().slice(at, at + size)),
    });
    world.run(setup);
    world.run(serve(facade));
    const get = (/** @type {string} */ name) => world.vm.globals.get(name);
    this.#world = { call: get("call"), ask: get("ask"), get: get("get"), set: get("set") };
    this.#requests = JSON.parse(get("names"));
    this.#numberOf = Object.fromEntries(this.#requests.map(([name], number) => [name, number]));
    const whole = (/** @type {string} */ name, /** @type {number} */ count) =>
      entry(world, get(name), count, WorldError);
    this.#serve = whole("serve", 4);
    this.#pieces = { count: whole("pieces", 0), at: whole("piece", 1), size: whole("size", 1) };
    this.#worldBytes = memoryOf(world);
    this.#place = get("place");
  }

  // Virtual time in us since the world began.
  get now() {
    if (this.#stale) this.#went(this.#serve(this.#numberOf.now, 0, 0, 0));
    return this.#now;
  }

  get operations() {
    return this.#operations;
  }

  // How often the flash was read for files since the boot, and, if `watched`, what for.
  get fileReads() {
    return this.#disk?.reads ?? { count: 0, log: [] };
  }

  get running() {
    return this.#firmware !== undefined;
  }

  /**
   * People's actions and questions: text in, text out, both JSON. Long bytes of the answer come
   * beside its text.
   * @param {"call" | "ask" | "get" | "set"} what
   * @param {...string} texts
   */
  ask(what, ...texts) {
    this.#stale = true;
    const text = this.#world[what](...texts);
    const { count, at, size } = this.#pieces;
    const pieces = Array.from({ length: count() }, (_, i) => {
      return this.#worldBytes().slice(at(i), at(i) + size(i));
    });
    return { text, pieces };
  }

  // The processor is to start again; whatever ended it before is what ended it.
  #reset() {
    this.#ended ??= new Ended("reset");
    return this.#ended;
  }

  /**
   * Orders a power cut in front of the n-th operation of the firmware from now, 1 = the next.
   * @param {number} n
   */
  cutAt(n) {
    this.#cutAt = this.#operations + n;
  }

  /**
   * Starts the processor: a fresh VM, and in it `program`, statements; `interrupted` are those
   * that it would go on with after Ctrl-C, on its way to the prompt.
   * @param {{ program: string, interrupted: string, heapKiB: number, seed: number }} options
   */
  async boot({ program, interrupted, heapKiB, seed }) {
    this.end();
    this.#interrupted = interrupted;
    this.#ended = null;
    this.#prepared = false;
    this.#counter = undefined;
    this.#owed = 0;
    this.#started = this.now;
    const spareBytes = STAND_INS_BYTES;
    const stdout = (/** @type {Uint8Array} */ bytes) => this.#printed(bytes);
    const garbage = this.#garbage;
    const options = { heapKiB, seed, stdout, clock: this.#clock(), spareBytes, garbage };
    const vm = await this.#package.load(options);
    put(vm.FS, this.#loose);
    Disk.restore(vm.FS, this.#files);
    this.#disk = new Disk(vm.FS, this.#filePrices, (us) => this.#pay(us));
    vm.vm.registerJsModule("_board", this.#module(vm));
    this.#firmwareBytes = memoryOf(vm);
    this.#firmware = vm;
    const gc = vm.vm.pyimport("gc");
    vm.run(PREPARE);
    const functionOf = (/** @type {string} */ name) => entry(vm, gc[name], 0, FirmwareError);
    this.#gc = {
      collect: functionOf("collect"),
      used: functionOf("mem_alloc"),
      free: functionOf("mem_free"),
    };
    this.#highest = this.#longest = 0;
    this.#heapKiB = heapKiB;
    this.#heap = this.#gc.used() + this.#gc.free();
    const { used } = this.#gc;
    if (!this.#package.isKnown)
      throw new Error("micropython.wasm has its calls elsewhere than we know");
    this.#collector = new Collector({ exports: vm.exports, used, limit: this.#heap * NEARLY_FULL });
    this.#prepared = true;
    if (this.#priced) this.#counter = vm.count;
    this.#counted = vm.count.value;
    return this.run(program);
  }

  // The VM while the processor runs.
  get #vm() {
    if (!this.#firmware) throw new Error("the processor does not run");
    return this.#firmware;
  }

  /**
   * Runs statements on the board as one step.
   * @param {string} code
   */
  run(code) {
    this.#step(() => this.#vm.run(code));
    return this.#state();
  }

  // The processor stops where it is.
  end() {
    if (this.#firmware) this.#files = this.#disk.files();
    this.#firmware = undefined;
    this.#timers.clear();
    this.#interrupts.length = 0;
    this.#handling = false;
    this.#prompts = false;
  }

  // The files that survive a power cut now, but for those that the firmware has brought along.
  get files() {
    const all = this.#firmware ? this.#disk.files() : this.#files;
    const changed = Object.entries(all).filter(([path, data]) => {
      return data === null || !(path in this.#image) || !same(data, this.#image[path]);
    });
    return Object.fromEntries(changed);
  }

  /**
   * Writes a file on the board, which may be off; null is an empty folder.
   * @param {string} path
   * @param {Uint8Array | null} data
   */
  write(path, data) {
    if (this.#firmware) Disk.restore(this.#firmware.FS, { [path]: data });
    else this.#files[path] = data;
  }

  // Bytes of the firmware's heap in use and free after a collection, and, if that is watched, the
  // most that were in use after a step and the us of the longest collection that the firmware
  // asked for, which may begin `anew` now. What the runner itself keeps
  // there came on top.
  memory(anew = false) {
    if (!this.#firmware) return {};
    this.#gc.collect();
    const used = this.#taken;
    this.#highest = Math.max(this.#highest, used);
    const highest = this.#watched ? { highest: this.#highest, longest: this.#longest } : {};
    if (anew) [this.#highest, this.#longest] = [used, 0];
    return { used, free: this.#gc.free(), ...highest };
  }

  // Bytes of its heap that the firmware has taken since the last collection, or keeps.
  get #taken() {
    return this.#gc.used() - RUNNER_BYTES - STAND_INS_BYTES;
  }

  /**
   * Lets the world go on until `us`. Comes back earlier with "fault" when a chip was misused, or
   * "ended" when the processor has lost power or wants to start again; so do `boot` and `run`.
   * @param {number} us
   */
  until(us) {
    while (this.now < us) {
      if (this.#prompts) this.#prompt(us);
      else if (this.#timers.due <= this.#now) this.#slice(this.#timers.take());
      else this.#idle(Math.min(this.#timers.due, us));
      const state = this.#state();
      if (state) return state;
    }
    return "";
  }

  #state() {
    if (this.#ended) {
      this.end();
      this.#ended = null;
      return "ended";
    }
    return this.#serve(this.#numberOf.faults, 0, 0, 0) ? "fault" : "";
  }

  /** @param {() => void} callback */
  #slice(callback) {
    this.#sliceHasRun = false;
    this.#again = false;
    this.#step(callback);
  }

  /**
   * One call into the firmware. Whatever is thrown in it by the world ends it.
   * @param {() => void} callback
   */
  #step(callback) {
    this.#crashed = "";
    this.#working = true;
    this.#asked = 0;
    try {
      callback();
      if (this.#counter) this.#charge();
      // What is in use is never more than what was taken and not yet collected.
      if (this.#watched && this.#taken > this.#highest) this.memory();
    } catch (/** @type {any} */ error) {
      if (error === this.#ended) return;
      if (error.type === "KeyboardInterrupt" && !this.#prompts) return this.#giveWay();
      if (error.type === "MemoryError") {
        error.message = error.message.trimEnd() + this.#short(error.message);
      }
      const full = `The heap of ${this.#heapKiB} KiB is full to the last byte. ${RULE}`;
      const told = isFull(error) ? new FirmwareError(full) : error;
      // These two have gone right through the VM.
      if (told instanceof WorldError || told instanceof FirmwareError) this.end();
      throw told;
    } finally {
      this.#working = false;
    }
    if (this.#crashed) {
      const more = this.#crashed === "MemoryError" ? this.#short("") : "";
      throw new FirmwareError(`a task has crashed${more}`);
    }
  }

  // Ctrl-C leaves the program's loop, here as on a board; then MicroPython reads what is sent.
  #giveWay() {
    this.#timers.clear();
    this.#prompts = true;
    this.#step(() => {
      this.#vm.run(this.#interrupted);
      this.#vm.exports.mp_js_repl_init();
    });
  }

  /**
   * A character for the prompt, or a moment in which there is none.
   * @param {number} us
   */
  #prompt(us) {
    const byte = this.#serve(this.#numberOf.console_next, 0, 0, 0);
    if (byte === NO_BYTE) return this.#idle(Math.min(this.now + MOMENT_US, us));
    if (byte === CTRL_E) return; // so that nothing is pasted: in this VM that would never end
    this.#step(() => {
      const { exports } = this.#vm;
      if (exports.mp_js_repl_process_char(byte === INTERRUPTED ? CTRL_C : byte)) {
        throw this.#reset();
      }
    });
  }

  /**
   * What is said to a program that ran out of memory where a board would have found some: `why`
   * tells what it wanted, and the step that failed is over.
   * @param {string} why
   */
  #short(why) {
    const wanted = Number(/allocating (\d+) bytes/.exec(why)?.[1] ?? 0);
    const free = this.#gc.free();
    if (free < Math.max(wanted, this.#heap / 4)) return "";
    const kib = Math.floor(free / 1024);
    return `\nOf the heap of ${this.#heapKiB} KiB ${kib} are free when the step is over. ${RULE}`;
  }

  /**
   * While the firmware waits only its handlers run.
   * @param {number} us
   */
  #idle(us) {
    this.#step(() => this.#wait(us));
  }

  // --- the board's clock ----------------------------------------------------------------------

  /** @returns {Time} */
  #clock() {
    const board = this;
    return {
      get now() {
        return board.#now - board.#started;
      },
      look: () => {
        this.#enter();
        return this.#leave(this.#pass(this.#numberOf.look, 0) - this.#started);
      },
      wait: (us) => {
        this.#enter();
        if (this.#prepared) this.#collector.relieve();
        return this.#leave(this.#sleep(us));
      },
      setTimeout: (callback, ms) => this.#timers.add(this.#due(ms), callback),
      clearTimeout: (id) => this.#timers.remove(id),
    };
  }

  /**
   * A task is due when the board's milliseconds have come so far, not a part of one later.
   * @param {number} ms
   */
  #due(ms) {
    if (this.#again) {
      this.#again = false;
      return this.now;
    }
    return this.#started + Math.floor((this.now - this.#started) / 1000 + ms) * 1000;
  }

  /**
   * The world's clock as 32 bits, of which we know the rest.
   * @param {number} low
   */
  #went(low) {
    this.#stale = false;
    this.#now += (low - this.#now) >>> 0;
    if (this.#now - this.#toldAt >= LONGEST_WAIT_US) {
      this.#toldAt = this.#now;
      this.#alive();
    }
    return this.#now;
  }

  /** @param {number} us */
  #sleep(us) {
    this.#wait(this.now + us);
    return this.now - this.#started;
  }

  /** @param {number} end */
  #wait(end) {
    while (this.now < end && !this.#ended) {
      const us = Math.min(end - this.#now, LONGEST_WAIT_US);
      this.#pass(this.#numberOf.wait, us);
    }
  }

  /**
   * What the firmware does on its flash takes time; what people put there does not.
   * @param {number} us
   */
  #pay(us) {
    if (!this.#working) return false;
    this.#enter();
    this.#leave(this.#sleep(us));
    return true;
  }

  /** @param {Uint8Array} bytes */
  #printed(bytes) {
    this.#print(bytes);
    if (this.#prepared) this.#said(bytes);
    if (this.#printUs) this.#pay(bytes.length * this.#printUs);
  }

  /**
   * What is printed goes to the host at the board's port as well.
   * @param {Uint8Array} bytes
   */
  #said(bytes) {
    for (let at = 0; at < bytes.length; at += LONGEST) {
      const piece = bytes.subarray(at, at + LONGEST);
      this.#worldBytes().set(piece, this.#place);
      this.#serve(this.#numberOf.console_write, 0, 0, piece.length);
    }
    this.#stale = true;
  }

  /**
   * The more there is in use, the longer it takes to find what is not.
   * @param {number} bytes
   */
  #collected(bytes) {
    const us = Math.ceil((bytes / 1024) * this.#collectKib);
    this.#longest = Math.max(this.#longest, us);
    this.#pay(us);
    if (!this.#collector.collect() && this.#gc.free() < this.#heap * NEARLY_NOTHING) {
      throw new FirmwareError(`gc.collect() on a full heap of ${this.#heapKiB} KiB. ${RULE}`);
    }
  }

  /**
   * Lets time pass in the world, and tells what time it is when all handlers are done.
   * @param {number} operation
   * @param {number} us
   */
  #pass(operation, us) {
    this.#went(this.#serve(operation, us, 0, 0));
    if (this.#interrupts.length) this.#interrupt();
    return this.now;
  }

  // --- what the firmware asks of the world ----------------------------------------------------

  /** @param {VM} vm */
  #module({ exports }) {
    return {
      ...this.#functions(),
      on_interrupt: (/** @type {Proxy} */ handler) => {
        this.#handle = entry({ exports }, handler, 1, FirmwareError);
      },
      ticks_diff: (/** @type {number} */ end, /** @type {number} */ start) =>
        this.#difference(end, start),
      collected: (/** @type {number} */ bytes) =>
        this.#collected(bytes - RUNNER_BYTES - STAND_INS_BYTES),
      crashed: (/** @type {string} */ why) => {
        this.#crashed = why;
      },
    };
  }

  // Each request as a function.
  #functions() {
    const functions = this.#requests.map(([name, way], number) => {
      const ask = (a = 0, b = 0, c = 0) => {
        this.#enter();
        return this.#leave(this.#request(number, a, b, c));
      };
      /** @type {(a: number, b: number, at: number, count: number) => number} */
      const transfer = (a, b, at, count) => {
        this.#enter();
        return this.#leave(this.#transfer(number, way, a, b, at, count));
      };
      return [name, way ? transfer : ask];
    });
    return Object.fromEntries(functions);
  }

  /**
   * asyncio's own look at how long the next task has still to wait: one that is due, but not the
   * first of this slice, waits for a slice of its own.
   * @param {number} end
   * @param {number} start
   */
  #difference(end, start) {
    const difference = ((end - start + (1 << 29)) & ((1 << 30) - 1)) - (1 << 29);
    if (difference > 0) return difference;
    if (!this.#sliceHasRun) {
      this.#sliceHasRun = true;
      return difference;
    }
    this.#again = true;
    return 1;
  }

  // Every way from the firmware into the world begins and ends with these.
  #enter() {
    if (this.#ended) throw this.#ended;
    if (++this.#asked % LOOKS === 0 && this.#prepared) this.#collector.relieve();
    if (this.#counter) this.#charge();
  }

  /** @param {number} answer */
  #leave(answer) {
    if (this.#ended) throw this.#ended;
    return answer;
  }

  /**
   * @param {number} number
   * @param {number} a
   * @param {number} b
   * @param {number} c
   */
  #request(number, a, b, c) {
    this.#count();
    const answer = this.#serve(number, a, b, c);
    this.#stale = true;
    if (this.#interrupts.length) this.#interrupt();
    return answer;
  }

  /**
   * @param {number} number
   * @param {number} way
   * @param {number} a
   * @param {number} b
   * @param {number} at
   * @param {number} count
   */
  #transfer(number, way, a, b, at, count) {
    this.#count();
    if (count > LONGEST) throw new Error(`${count} bytes in one request, at most ${LONGEST}`);
    const place = this.#place;
    if (way & TO_WORLD) copy(this.#firmwareBytes(), at, this.#worldBytes(), place, count);
    const answer = this.#serve(number, a, b, count);
    if (way & FROM_WORLD) copy(this.#worldBytes(), place, this.#firmwareBytes(), at, count);
    this.#stale = true;
    if (this.#interrupts.length) this.#interrupt();
    return answer;
  }

  #count() {
    if (this.#prepared && ++this.#operations >= this.#cutAt) this.#cut();
  }

  // Handlers run between two operations of the firmware, and none within another, as on the
  // ESP32, where they wait for the end of a bytecode.
  #interrupt() {
    if (this.#handling || !this.#firmware) return;
    this.#handling = true;
    try {
      while (this.#interrupts.length && !this.#ended) {
        this.#handle(this.#interrupts.shift());
        if (this.#counter) this.#charge();
      }
    } finally {
      this.#handling = false;
    }
  }

  #cut() {
    this.#cutAt = Infinity;
    this.#world.call('["cut_power", [], {}]');
    throw this.#ended;
  }

  // Lets pass what the ESP32 would have needed since the firmware went on, in whole microseconds.
  #charge() {
    const count = /** @type {WebAssembly.Global} */ (this.#counter).value;
    this.#owed += ((count - this.#counted) | 0) * CALL_US * PSRAM;
    this.#counted = count;
    const us = Math.floor(this.#owed);
    if (us === 0) return;
    this.#owed -= us;
    this.#wait(this.now + us);
    if (this.#ended) throw this.#ended;
  }
}
