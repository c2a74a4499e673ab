// A board: it runs the firmware in a VM with its files, on the clock of the simulated world
// (world.mjs). It uses no API of node, so that a web page can use it too.

import { Bytecode, Slices } from "./clock.mjs";
import { Disk } from "./disk.mjs";
import { entry, FirmwareError, memoryOf, WorldError } from "./entry.mjs";
import { Heap, STAND_INS_BYTES } from "./heap.mjs";
import { put } from "./loader.mjs";
import { isFull } from "./patches.mjs";
import { World } from "./world.mjs";

/** @import { Prices } from "./disk.mjs" */
/** @import { Entry } from "./entry.mjs" */
/** @import { Package } from "./loader.mjs" */
/** @import { Files, Proxy, Time, VM } from "./micropython.js" */

// The folder of simulated modules, which are not on the board's disk.
const LOOSE = "/lib/";
// The use of the heap is checked each time after this number of requests and waits in a step.
const LOOKS = 64;

// Python code that runs before the program. A crash of a task is printed and also reported.
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
    sys.modules["binascii"] = ubinascii  # the package's binascii is in Python, a board's is in C
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

const CTRL_E = 5;
// Interval at which the prompt checks for input from a host.
const MOMENT_US = 1000;

// Thrown to stop the code in the firmware's VM, which must not be used afterwards.
class Ended extends Error {}

export class Board {
  #options;
  world; // public, for the actions of players
  disk; // all files except in /lib/; the disk exists while the board is off too
  // Files in /lib/, which exist at each start, independent of the disk.
  #loose;
  /** @type {VM | undefined} */ #firmware; // the VM on the board, undefined while nothing runs
  /** @type {Heap | undefined} */ #heap; // undefined until the program runs
  /** @type {Bytecode | undefined} */ #bytecode; // undefined unless a program with priced bytecode runs
  /** @type {() => Uint8Array} */ #memory;
  /** @type {Entry} */ #handle; // calls the firmware's interrupt handler
  #handling = false;
  #slices = new Slices();
  #asked = 0; // number of requests in this step
  /** @type {Ended | null} */ #ended = null; // the error that stops the firmware
  #crashed = ""; // the type of the exception with which a task failed
  /** @type {string} */ #interrupted; // statements to run after Ctrl-C has ended the program
  #prompts = false; // whether the prompt reads input from a host
  #operations = 0;
  #cutAt = Infinity;
  #started = 0;
  #working = false; // whether the firmware is in a step

  /**
   * `print` gets the firmware's output as bytes. `firmware` has the files of the firmware.
   * `priced` adds the time of bytecode on a board to virtual time. `watched` measures the heap
   * after each step. `alive` is called about once in a virtual second. `printUs` is the time of a
   * printed character. `filePrices` has the times of file operations, in us and in flash reads.
   * `collectKib` is the time of a collection for each KiB in use. After `garbage` allocated bytes
   * the VM collects garbage. `readPage` reads the display for simulated players.
   * @param {object} options
   * @param {Package} options.package
   * @param {(bytes: Uint8Array) => void} options.print
   * @param {Record<string, Uint8Array>} options.firmware
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
    const { priced = false, watched = false, readPage = () => "" } = options;
    this.#options = { ...options, priced, watched, readPage };
    this.world = new World(options.alive);
    const all = Object.entries(options.firmware);
    this.#loose = Object.fromEntries(all.filter(([path]) => path.startsWith(LOOSE)));
    const image = Object.fromEntries(all.filter(([path]) => !path.startsWith(LOOSE)));
    const prices = { ...options.filePrices, code: priced, log: watched };
    this.disk = new Disk(image, prices, (us) => this.#pay(us));
  }

  /**
   * Build the world: `files` are for the world's VM, `setup` is Python code that makes the variable
   * `world`. `facade` is the name of another variable in `setup`, whose methods the web page
   * calls. `modules` are modules in JavaScript that Python code in the world's VM can import.
   * @param {object} options
   * @param {Files} options.files
   * @param {string} options.setup
   * @param {number} options.seed
   * @param {string} [options.facade]
   * @param {Record<string, object>} [options.modules]
   */
  async build({ files, setup, seed, facade = "None", modules = {} }) {
    const { package: parts, print, readPage } = this.#options;
    const reset = () => void this.#reset();
    const given = { files, setup, seed, facade, modules };
    await this.world.build({ package: parts, print, ...given, reset, readPage });
  }

  // Return the virtual time in us since the world began.
  get now() {
    return this.world.now;
  }

  get operations() {
    return this.#operations;
  }

  get running() {
    return this.#firmware !== undefined;
  }

  // Set the error that stops the firmware, unless it is set already, and return it.
  #reset() {
    this.#ended ??= new Ended("reset");
    return this.#ended;
  }

  /**
   * Schedule a power cut before a request of the firmware; 1 is the next request.
   * @param {number} n
   */
  cutAt(n) {
    this.#cutAt = this.#operations + n;
  }

  /**
   * Start the processor with a new VM, and run the Python code `program`. The Python code
   * `interrupted` runs after Ctrl-C, before the prompt.
   * @param {{ program: string, interrupted: string, heapKiB: number, seed: number }} options
   */
  async boot({ program, interrupted, heapKiB, seed }) {
    this.end();
    this.#interrupted = interrupted;
    this.#ended = null;
    this.#heap = undefined;
    this.#bytecode = undefined;
    this.#started = this.now;
    const vm = await this.#load(heapKiB, seed);
    const gc = vm.vm.pyimport("gc");
    vm.run(PREPARE);
    const { priced, watched, collectKib } = this.#options;
    this.#heap = new Heap(vm, { gc, kib: heapKiB, watched, collectKib });
    if (priced) this.#bytecode = new Bytecode(vm.count);
    return this.run(program);
  }

  /**
   * Load a VM with the board's files and connect it to the world.
   * @param {number} heapKiB
   * @param {number} seed
   */
  async #load(heapKiB, seed) {
    const { package: parts, garbage } = this.#options;
    if (!parts.isKnown) throw new Error("micropython.wasm has its calls elsewhere than we know");
    const stdout = (/** @type {Uint8Array} */ bytes) => this.#printed(bytes);
    const own = { spareBytes: STAND_INS_BYTES, garbage };
    const vm = await parts.load({ heapKiB, seed, stdout, clock: this.#clock(), ...own });
    put(vm.FS, this.#loose);
    this.disk.mount(vm.FS);
    vm.vm.registerJsModule("_board", this.#module(vm));
    this.#memory = memoryOf(vm);
    this.#firmware = vm;
    return vm;
  }

  // Return the VM; throw an error if the processor does not run.
  get #vm() {
    if (!this.#firmware) throw new Error("the processor does not run");
    return this.#firmware;
  }

  /**
   * Run Python code on the board as one step.
   * @param {string} code
   */
  run(code) {
    this.#step(() => this.#vm.run(code));
    return this.#state();
  }

  // Stop the processor at once.
  end() {
    if (this.#firmware) this.disk.unmount();
    this.#firmware = undefined;
    this.#slices.clear();
    this.world.interrupts.length = 0;
    this.#handling = false;
    this.#prompts = false;
  }

  // Return the state of the firmware's heap (Heap.memory), or {} while the processor is off.
  memory(anew = false) {
    return this.#firmware && this.#heap ? this.#heap.memory(anew) : {};
  }

  /**
   * Let time pass until `us` and return "". Return earlier with "fault" if a chip was misused, or
   * with "ended" if the processor has lost power or restarts. `boot` and `run` return the same.
   * @param {number} us
   */
  until(us) {
    while (this.now < us) {
      const due = this.#started + this.#slices.due;
      if (this.#prompts) this.#prompt(us);
      else if (due <= this.now) this.#step(this.#slices.take());
      else this.#step(() => this.#wait(Math.min(due, us)));
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
    return this.world.hasFault ? "fault" : "";
  }

  /**
   * Call a function that runs the firmware. An error that the world throws ends the step.
   * @param {() => void} callback
   */
  #step(callback) {
    this.#crashed = "";
    this.#working = true;
    this.#asked = 0;
    try {
      callback();
      this.#charge();
      this.#heap?.look();
    } catch (error) {
      this.#failed(error);
      return;
    } finally {
      this.#working = false;
    }
    if (this.#crashed) {
      const more = this.#crashed === "MemoryError" ? this.#heap?.short("") : "";
      throw new FirmwareError(`a task has crashed${more}`);
    }
  }

  /**
   * Handle an error that ended a step. A reset and Ctrl-C are normal; other errors are thrown
   * again.
   * @param {any} error
   */
  #failed(error) {
    if (error === this.#ended) return;
    if (error.type === "KeyboardInterrupt" && !this.#prompts) {
      this.#giveWay();
      return;
    }
    if (error.type === "MemoryError") {
      error.message = error.message.trimEnd() + (this.#heap?.short(error.message) ?? "");
    }
    const told = (isFull(error) && this.#heap?.full()) || error;
    // These errors have left the VM in the middle of its work, so it cannot be used any more.
    if (told instanceof WorldError || told instanceof FirmwareError) this.end();
    throw told;
  }

  // End the program after Ctrl-C, as on a board; then MicroPython's prompt reads input.
  #giveWay() {
    this.#slices.clear();
    this.#prompts = true;
    this.#step(() => {
      this.#vm.run(this.#interrupted);
      this.#vm.exports.mp_js_repl_init();
    });
  }

  /**
   * Pass the next character to the prompt, or wait for at most 1 ms if there is none.
   * @param {number} us
   */
  #prompt(us) {
    const byte = this.world.nextByte();
    if (byte === CTRL_E) return; // ignored, because in this VM paste mode would never end
    this.#step(() => {
      if (byte === null) this.#wait(Math.min(this.now + MOMENT_US, us));
      else if (this.#vm.exports.mp_js_repl_process_char(byte)) throw this.#reset();
    });
  }

  // --- the board's clock ----------------------------------------------------------------------

  // Return the virtual time in us since the boot.
  get #time() {
    return this.now - this.#started;
  }

  /** @returns {Time} */
  #clock() {
    const board = this;
    return {
      get now() {
        return board.#time;
      },
      look: () => {
        this.#enter();
        this.#pass("look", 0);
        return this.#leave(this.#time);
      },
      wait: (us) => {
        this.#enter();
        this.#heap?.relieve();
        this.#wait(this.now + us);
        return this.#leave(this.#time);
      },
      setTimeout: (callback, ms) => this.#slices.delay(ms, callback, this.#time),
      clearTimeout: (id) => this.#slices.remove(id),
    };
  }

  /**
   * Let the firmware wait; only its interrupt handlers run.
   * @param {number} end
   */
  #wait(end) {
    while (this.now < end && !this.#ended) this.#pass("wait", end - this.now);
  }

  /**
   * Let time pass in the world and run the interrupt handlers. "look" takes the time of reading the
   * clock, and "wait" takes `us` or less.
   * @param {"look" | "wait"} what
   * @param {number} us
   */
  #pass(what, us) {
    this.world.pass(what, us);
    this.#interrupt();
  }

  /**
   * Let time pass for work of the firmware, and return true. Outside of a step no time passes and
   * the result is false, because a tool may change files without virtual time.
   * @param {number} us
   */
  #pay(us) {
    if (!this.#working) return false;
    this.#enter();
    this.#wait(this.now + us);
    this.#leave(0);
    return true;
  }

  // Let as much time pass as an ESP32 needs for the bytecode that ran since the last call.
  #charge() {
    const us = this.#bytecode?.take();
    if (us) {
      this.#wait(this.now + us);
      this.#leave(0);
    }
  }

  /** @param {Uint8Array} bytes */
  #printed(bytes) {
    const { print, printUs } = this.#options;
    print(bytes);
    if (this.#heap) this.world.print(bytes);
    if (printUs) this.#pay(bytes.length * printUs);
  }

  // --- requests of the firmware to the world --------------------------------------------------

  /** @param {VM} vm */
  #module({ exports }) {
    return {
      ...this.#functions(),
      on_interrupt: (/** @type {Proxy} */ handler) => {
        this.#handle = entry({ exports }, handler, 1, FirmwareError);
      },
      ticks_diff: (/** @type {number} */ end, /** @type {number} */ start) =>
        this.#slices.difference(end, start),
      collected: (/** @type {number} */ bytes) =>
        this.#heap?.collect(bytes, (us) => void this.#pay(us)),
      crashed: (/** @type {string} */ why) => {
        this.#crashed = why;
      },
    };
  }

  // Return a function for each request, by its name.
  #functions() {
    const world = this.world;
    const functions = world.requests.map(([name, way], number) => {
      const ask = (a = 0, b = 0, c = 0) => {
        this.#begin();
        return this.#done(world.request(number, a, b, c));
      };
      /** @type {(a: number, b: number, at: number, count: number) => number} */
      const transfer = (a, b, at, count) => {
        this.#begin();
        return this.#done(world.transfer(number, way, a, b, this.#memory, at, count));
      };
      return [name, way ? transfer : ask];
    });
    return Object.fromEntries(functions);
  }

  // Begin a request; `#done` ends it.
  #begin() {
    this.#enter();
    if (this.#heap && ++this.#operations >= this.#cutAt) this.#cut();
  }

  /** @param {number} answer */
  #done(answer) {
    this.#interrupt();
    return this.#leave(answer);
  }

  // Check before a request or a wait whether the firmware may continue; `#leave` checks
  // afterwards.
  #enter() {
    if (this.#ended) throw this.#ended;
    if (++this.#asked % LOOKS === 0) this.#heap?.relieve();
    this.#charge();
  }

  /** @param {number} answer */
  #leave(answer) {
    if (this.#ended) throw this.#ended;
    return answer;
  }

  // Run interrupt handlers between two requests of the firmware and never nested. On the ESP32 too
  // they wait for the end of a bytecode instruction.
  #interrupt() {
    const { interrupts } = this.world;
    if (!interrupts.length || this.#handling || !this.#firmware) return;
    this.#handling = true;
    try {
      while (interrupts.length && !this.#ended) {
        this.#handle(interrupts.shift());
        this.#charge();
      }
    } finally {
      this.#handling = false;
    }
  }

  #cut() {
    this.#cutAt = Infinity;
    this.world.cutPower();
    throw this.#ended;
  }
}
