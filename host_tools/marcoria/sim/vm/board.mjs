// A simulated board: it runs the firmware in a VM, keeps the files of its disk, and uses the clock
// of the simulated world (world.mjs). This module uses no API of node, so that a web page can use
// it too.

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

// Folder of files that each new VM gets but that are not on the board's disk, such as simulated
// modules.
const LOOSE = "/lib/";
// In a step, every LOOKS-th call of `#enter` checks how much of the heap is in use.
const LOOKS = 64;

// Python code that runs before the program. If a task crashes, the handler prints the exception
// and passes the name of its type to `crashed`. The statement `core.ticks_diff` fails if asyncio
// no longer has this name.
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

// Thrown to stop the code in the firmware's VM. Afterwards this VM must not be used.
class Ended extends Error {}

export class Board {
  #options;
  world; // public, for players and tests
  disk; // the files outside of /lib/, also while the board is off
  // Files in /lib/, which each new VM gets, whatever is on the disk.
  #loose;
  /** @type {VM | undefined} */ #firmware; // undefined while the processor is off
  /** @type {Heap | undefined} */ #heap; // undefined until the program runs
  // Undefined until the program runs, or if bytecode is not priced.
  /** @type {Bytecode | undefined} */ #bytecode;
  /** @type {() => Uint8Array} */ #memory;
  /** @type {Entry} */ #handle; // calls the firmware's interrupt handler
  #handling = false;
  #slices = new Slices();
  #asked = 0; // number of calls of `#enter` in this step
  /** @type {Ended | null} */ #ended = null; // the error that stops the firmware
  #crashed = ""; // type of the exception that ended a task in this step, or ""
  /** @type {string} */ #interrupted; // statements to run after Ctrl-C has ended the program
  #prompts = false; // whether the prompt reads input from a host
  #operations = 0; // number of requests of all programs so far
  #cutAt = Infinity;
  #started = 0;
  #working = false; // whether the firmware is in a step

  /**
   * `print` gets the output of both VMs as bytes. `firmware` has the board's files, those in /lib/
   * included. `priced` adds the time of bytecode and imports on a board to virtual time. `watched`
   * measures the heap after each step, and logs accesses to files. `alive` is called about once in
   * a virtual second. `printUs` is the time in us of a printed byte. `filePrices` has the times of
   * file operations, in us and in flash reads. `collectKib` is the time in us of a collection for
   * each KiB in use. After `garbage` allocated bytes, the firmware's VM collects garbage at the
   * end of the call into the VM. `readPage` returns the text of an image of the display, as JSON,
   * for simulated players.
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
   * Build the world in a VM with `files`. `setup` is Python code that makes the variable `world`.
   * `facade` is the name of another variable that `setup` makes; the web page calls the methods of
   * this object. `modules` are modules in JavaScript that Python code in this VM can import.
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
   * Schedule a power cut before the n-th request of the firmware from now on.
   * @param {number} n
   */
  cutAt(n) {
    this.#cutAt = this.#operations + n;
  }

  /**
   * Start the processor with a new VM, and run the Python code `program`. Return the same as
   * `until`. The Python code `interrupted` runs after Ctrl-C, before the prompt; if it is empty,
   * KeyboardInterrupt is an error like any other.
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
   * Load a VM with the board's files, connect the VM to the world, and return the VM.
   * @param {number} heapKiB
   * @param {number} seed
   */
  async #load(heapKiB, seed) {
    const { package: parts, garbage } = this.#options;
    if (!parts.isKnown) throw new Error("collector.mjs has no addresses of this micropython.wasm");
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
   * Run Python code on the board as one step. Return the same as `until`.
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
   * Run the board until the virtual time `us` and return "". Return "fault" earlier if a chip was
   * misused, and "ended" if the processor has lost power or was reset. After "ended" only `boot`
   * starts the processor again.
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
   * Run a step, which is a call of a function that runs the firmware or lets it wait. `#failed`
   * handles an error that ends the step. If a task has crashed, throw an error after the step.
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
   * Handle an error that ended a step. A reset, a power cut and Ctrl-C are normal. Other errors
   * are thrown again; if the heap was full, with an explanation.
   * @param {any} error
   */
  #failed(error) {
    if (error === this.#ended) return;
    if (error.type === "KeyboardInterrupt" && this.#interrupted && !this.#prompts) {
      this.#giveWay();
      return;
    }
    if (error.type === "MemoryError") {
      error.message = error.message.trimEnd() + (this.#heap?.short(error.message) ?? "");
    }
    const told = (isFull(error) && this.#heap?.full()) || error;
    // These errors were thrown through functions of the VM that had not finished, so the VM cannot
    // be used any more.
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
   * Pass the next byte of input to the prompt. If there is none, wait for 1 ms, but not beyond
   * `us`. Ctrl-D at the prompt resets the board.
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
   * Let the firmware wait until the time `end` or a reset; only its interrupt handlers run.
   * @param {number} end
   */
  #wait(end) {
    while (this.now < end && !this.#ended) this.#pass("wait", end - this.now);
  }

  /**
   * Let time pass in the world and run the interrupt handlers. "look" takes the time of reading
   * the clock, and "wait" takes `us` or less.
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

  // Count a request before it is made, and cut the power if `cutAt` has scheduled this.
  #begin() {
    this.#enter();
    if (this.#heap && ++this.#operations >= this.#cutAt) this.#cut();
  }

  /** @param {number} answer */
  #done(answer) {
    this.#interrupt();
    return this.#leave(answer);
  }

  // Throw an error before a request, a clock read or a wait if the firmware was stopped; `#leave`
  // checks this afterwards. Add the time of the bytecode that has run to virtual time.
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

  // Run the handlers of interrupts one after the other, but only after a request or a clock read,
  // or during a wait. A handler has to wait on an ESP32 too, until the end of a bytecode
  // instruction.
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
