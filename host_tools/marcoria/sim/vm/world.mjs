// The simulated world of a board: the chip models, which run in another VM than the firmware, and
// the virtual time. This module uses no API of node, so that a web page can use it too.

import { copy } from "./bytes.mjs";
import { NO_TIME } from "./clock.mjs";
import { entry, memoryOf, WorldError } from "./entry.mjs";
import { put } from "./loader.mjs";

/** @import { Entry } from "./entry.mjs" */
/** @import { Package } from "./loader.mjs" */
/** @import { Files } from "./micropython.js" */

// Directions of a request's bytes (as in chips/requests.py), and the largest number of bytes of a
// request (as in chips/serve.py).
const [TO_WORLD, FROM_WORLD] = [1, 2];
const LONGEST = 65536;
// Results of the request console_next, as in chips/console.py.
const [NO_BYTE, INTERRUPTED] = [-1, -2];
const CTRL_C = 3;

const HEAP_KIB = 24 * 1024;
// After this number of allocated bytes, garbage is collected at the end of the call into the VM.
const GARBAGE = 1 << 20;
// The longest wait in one call into the VM. Garbage is collected only at the end of a call, and
// the time of a call in us must fit into 32 bits. At least this time passes between two calls of
// `alive`.
const LONGEST_WAIT_US = 1_000_000;

/** @type {(facade: string) => string} */
const serve = (facade) => `
import gc
gc.threshold(${GARBAGE})
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

export class World {
  // The name of each request and the directions of its bytes (0: no bytes).
  /** @type {[name: string, way: number][]} */ requests;
  /** @type {number[]} */ interrupts = []; // pins with interrupts that are not handled yet
  /** @type {Record<string, number>} */ #numberOf; // the number of each request
  /** @type {Entry} */ #serve; // function that serves a request by its number
  // Functions of the server (chips/serve.py) for players and tests: call, ask, get and set.
  /** @type {Record<string, (...texts: string[]) => string>} */ #people;
  /** @type {() => Uint8Array} */ #bytes;
  /** @type {number} */ #place; // address of the bytes of a request
  // Functions for the long byte strings (pieces) of the last answer: `count` returns their number.
  // `at` and `size` take the index of a piece, and return its address and its size.
  /** @type {{ count: Entry, at: Entry, size: Entry }} */ #pieces;
  #stale = false; // whether the clock may have advanced since #now was set
  #now = 0;
  #toldAt = 0; // time of the last call of `alive`
  #alive;

  /** @param {() => void} alive is called about once in a virtual second */
  constructor(alive) {
    this.#alive = alive;
  }

  /**
   * Load the VM with `files` and run `setup`, Python code that makes the variable `world`.
   * `facade` is the name of another variable that `setup` makes; the web page calls the methods of
   * this object. Without a web page, `facade` is "None". `reset` is called when the processor
   * restarts or loses power. `readPage` returns the text of an image of the display, as JSON, for
   * simulated players. `modules` are further modules in JavaScript, by the names by which Python
   * code can import them.
   * @param {object} options
   * @param {Package} options.package
   * @param {(bytes: Uint8Array) => void} options.print
   * @param {Files} options.files
   * @param {string} options.setup
   * @param {number} options.seed
   * @param {string} options.facade
   * @param {() => void} options.reset
   * @param {(screen: Uint8Array) => string} options.readPage
   * @param {Record<string, object>} options.modules
   */
  async build(options) {
    const { package: parts, print, files, setup, seed, facade, reset, readPage } = options;
    // This VM gets a clock that always shows 0, because the models use only the world's clock.
    const vm = await parts.load({ heapKiB: HEAP_KIB, seed, stdout: print, clock: NO_TIME });
    put(vm.FS, files);
    vm.vm.registerJsModule("_board", {
      interrupt: (/** @type {number} */ n) => void this.interrupts.push(n),
      reset,
      read_page: (/** @type {number} */ at, /** @type {number} */ size) =>
        readPage(this.#bytes().slice(at, at + size)),
    });
    for (const [name, module] of Object.entries(options.modules)) {
      vm.vm.registerJsModule(name, module);
    }
    vm.run(setup);
    vm.run(serve(facade));
    const get = (/** @type {string} */ name) => vm.vm.globals.get(name);
    this.#people = { call: get("call"), ask: get("ask"), get: get("get"), set: get("set") };
    this.requests = JSON.parse(get("names"));
    this.#numberOf = Object.fromEntries(this.requests.map(([name], number) => [name, number]));
    const whole = (/** @type {string} */ name, /** @type {number} */ count) =>
      entry(vm, get(name), count, WorldError);
    this.#serve = whole("serve", 4);
    this.#pieces = { count: whole("pieces", 0), at: whole("piece", 1), size: whole("size", 1) };
    this.#bytes = memoryOf(vm);
    this.#place = get("place");
  }

  // Return the virtual time in us since the world began.
  get now() {
    if (this.#stale) this.#went(this.#do("now"));
    return this.#now;
  }

  /**
   * Call a function of the server for players and tests. Return its answer as {text, pieces}: a
   * text in JSON, and the long byte strings, to which the text refers by index. The function `set`
   * has no answer: do not use its result.
   * @param {"call" | "ask" | "get" | "set"} what
   * @param {...string} texts
   */
  ask(what, ...texts) {
    this.#stale = true;
    const text = this.#people[what](...texts);
    const { count, at, size } = this.#pieces;
    const pieces = Array.from({ length: count() }, (_, i) => {
      return this.#bytes().slice(at(i), at(i) + size(i));
    });
    return { text, pieces };
  }

  cutPower() {
    this.#people.call('["cut_power", [], {}]');
  }

  /**
   * Let time pass: with "look" the time of reading the clock, with "wait" at most `us`. An
   * interrupt or a reset ends a wait early.
   * @param {"look" | "wait"} what
   * @param {number} us
   */
  pass(what, us) {
    this.#went(this.#do(what, Math.min(us, LONGEST_WAIT_US)));
  }

  // Return whether there is a misuse of a chip that has still to be reported.
  get hasFault() {
    return this.#do("faults") !== 0;
  }

  // Return the next byte that a host has sent to the board's serial port, null if there is none.
  nextByte() {
    const byte = this.#do("console_next");
    if (byte === NO_BYTE) return null;
    return byte === INTERRUPTED ? CTRL_C : byte;
  }

  /**
   * Send printed bytes to the host at the board's serial port.
   * @param {Uint8Array} bytes
   */
  print(bytes) {
    for (let at = 0; at < bytes.length; at += LONGEST) {
      const piece = bytes.subarray(at, at + LONGEST);
      this.#bytes().set(piece, this.#place);
      this.#serve(this.#numberOf.console_write, 0, 0, piece.length);
    }
    this.#stale = true;
  }

  /**
   * Pass a request of the firmware to the chip models, and return the answer.
   * @param {number} number
   * @param {number} a
   * @param {number} b
   * @param {number} c
   */
  request(number, a, b, c) {
    const answer = this.#serve(number, a, b, c);
    this.#stale = true;
    return answer;
  }

  /**
   * Pass a request with `count` bytes to the chip models, and return the answer. The bytes are
   * read from the memory of the firmware's VM at the address `at`, or written there, or both.
   * @param {number} number
   * @param {number} way TO_WORLD, FROM_WORLD, or both bits
   * @param {number} a
   * @param {number} b
   * @param {() => Uint8Array} memory
   * @param {number} at
   * @param {number} count
   */
  transfer(number, way, a, b, memory, at, count) {
    if (count > LONGEST) throw new Error(`${count} bytes in one request, at most ${LONGEST}`);
    if (way & TO_WORLD) copy(memory(), at, this.#bytes(), this.#place, count);
    const answer = this.request(number, a, b, count);
    if (way & FROM_WORLD) copy(this.#bytes(), this.#place, memory(), at, count);
    return answer;
  }

  /**
   * @param {string} name
   * @param {number} us
   */
  #do(name, us = 0) {
    return this.#serve(this.#numberOf[name], us, 0, 0);
  }

  /**
   * Update the time from its low 32 bits, and call `alive` about once in a virtual second.
   * @param {number} low
   */
  #went(low) {
    this.#stale = false;
    this.#now += (low - this.#now) >>> 0;
    if (this.#now - this.#toldAt >= LONGEST_WAIT_US) {
      this.#toldAt = this.#now;
      this.#alive();
    }
  }
}
