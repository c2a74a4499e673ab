// Loader of MicroPython VMs. Each VM has a heap that cannot grow, and its own clock and random
// numbers. Several VMs can exist at the same time. This module uses no API of node, so a web page
// can load it too.

import { isKnown } from "./collector.mjs";
import { compile, PATCHES } from "./patches.mjs";
import { compileTrying, connectTrying } from "./trying.mjs";

/** @import { Exports, Files, FileSystem, Glue, MicroPython, Time, VM } from "./micropython.js" */
/** @import { Patch } from "./patches.mjs" */

// Global variables in which the JavaScript of MicroPython's package keeps its state. All VMs would
// share these variables, so `prepare` makes them local.
const STATE = [
  ...["proxy_js_ref", "proxy_js_ref_next", "proxy_js_ref_map", "proxy_js_map"],
  ...["proxy_js_existing", "pyProxyFinalizationRegistry", "Module"],
];

/**
 * Turn the package's JavaScript into an async function, and return this function. Its arguments
 * are the package's address and the values of the global variables `names`. It returns
 * {loadMicroPython}. Each call creates separate state.
 * @param {string} source
 * @param {string[]} names
 */
function prepare(source, names) {
  const body = source
    .replace(/globalThis\.Module\b/g, "Module_")
    .replace(new RegExp(`globalThis\\.(${STATE.join("|")})\\b`, "g"), "$1")
    .replace(/export default \w+;/, "")
    .replace("export async function", "async function")
    .replace(/import\.meta\.url/g, "packageUrl")
    .replace(/Module_=Module\b/, "keep(Module)");
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const head = `let ${STATE.join(",")}; const keep = (made) => { Module = made; };\n`;
  return new AsyncFunction("packageUrl", ...names, `${head}${body}\nreturn { loadMicroPython };`);
}

// `Strong` replaces WeakRef, and `Registry` replaces FinalizationRegistry. Objects that the VM and
// JavaScript share are kept as long as the VM exists. Otherwise runs would not be repeatable,
// because JavaScript collects garbage at random times.
class Strong {
  /** @type {unknown} */ #value;
  /** @param {unknown} value */
  constructor(value) {
    this.#value = value;
  }
  deref() {
    return this.#value;
  }
}
class Registry {
  register() {}
}
/** @typedef {Record<string, unknown>} Globals */
const GLOBALS = ["globalThis", "WebAssembly", "Date", "WeakRef", "FinalizationRegistry", "fetch"];

/**
 * Return a replacement for crypto.getRandomValues: a generator with a seed, so that runs are
 * repeatable.
 * @param {number} seed
 */
function random(seed) {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return (/** @type {Uint32Array | Uint8Array} */ array) => {
    for (let i = 0; i < array.length; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      array[i] = state >>> 0;
    }
    return array;
  };
}

// If the heap has no free block, the VM cannot store a traceback, and it traps (`isFull` in
// patches.mjs). Therefore a spare buffer is allocated in advance and freed when the code runs out
// of memory. close() frees the buffer at once; a collection would come only at the end of the
// call.
const SPARE_BYTES = 2048;
// Size of the spare buffer and of `guard` (measured). The heap is enlarged by this size.
export const RUNNER_BYTES = SPARE_BYTES + 768;
const guard = (/** @type {number} */ garbage) => `
import gc, io
gc.threshold(${garbage})
def guard(code, scope=globals(), BytesIO=io.BytesIO, spare=[]):
    if not spare:
        spare.append(BytesIO(${SPARE_BYTES}))
    try:
        exec(code, scope)
    except MemoryError:
        spare.pop().close()
        raise
`;

// After this number of allocated bytes a collection is requested. It runs at the end of the call.
const SOON = 1024;

/**
 * Return the function `VM.run`, which runs Python code in the VM. `garbage` is as in `load`.
 * @param {MicroPython} vm
 * @param {number} garbage
 */
function guarded(vm, garbage) {
  vm.runPython(guard(garbage));
  const run = vm.globals.get("guard");
  vm.runPython("del gc, io, guard");
  return run;
}

/** @typedef {(fds: number, unit: number, n: number) => number} Poll */

// MicroPython's package, compiled once; `load` makes VMs from it. `isKnown` is true if
// collector.mjs has the addresses of this binary. Only then can garbage be collected within a
// call.
export class Package {
  /** @type {(globals: Globals) => Promise<Glue>} */ #glue;
  /** @type {WebAssembly.Module} */ #module;
  /** @type {WebAssembly.Module} */ #trying;

  /**
   * `source` is the package's JavaScript, `url` is its address, and `wasm` is the binary.
   * @param {{ source: string, wasm: Uint8Array | ArrayBuffer, url: string }} files
   * @param {Patch[]} [patches] patches of the binary
   */
  constructor({ source, wasm, url }, patches = PATCHES) {
    const make = prepare(source, GLOBALS);
    this.#glue = (globals) => make(url, ...GLOBALS.map((name) => globals[name]));
    const { module, bytes } = compile(wasm, patches);
    this.#module = module;
    this.isKnown = isKnown(bytes);
    const names = WebAssembly.Module.imports(this.#module).map(({ name }) => name);
    this.#trying = compileTrying(names.filter((name) => name.startsWith("invoke_")));
  }

  /**
   * Load a VM that uses `clock` for its time and its timers. `seed` starts its random numbers.
   * `stdout` is called with the output as bytes. The size of the heap is `heapKiB` plus
   * RUNNER_BYTES and `spareBytes`. A collection is requested after `garbage` allocated bytes.
   * @param {object} options
   * @param {number} options.heapKiB
   * @param {number} options.seed
   * @param {(bytes: Uint8Array) => void} options.stdout
   * @param {Time} options.clock
   * @param {number} [options.spareBytes]
   * @param {number} [options.garbage]
   * @returns {Promise<VM>}
   */
  async load({ heapKiB, seed, stdout, clock, spareBytes = 0, garbage = SOON }) {
    const inside = /** @type {{ exports: Exports, count: WebAssembly.Global }} */ ({});
    const instantiate = async (
      /** @type {unknown} */ _,
      /** @type {WebAssembly.Imports} */ imports,
    ) => {
      this.#connect(imports.env, clock);
      const trying = connectTrying(this.#trying, imports.env);
      const instance = await WebAssembly.instantiate(this.#module, imports);
      inside.exports = /** @type {Exports & WebAssembly.Exports} */ (instance.exports);
      inside.count = trying.count;
      trying.connect(inside.exports);
      return { instance, module: this.#module };
    };
    const { loadMicroPython } = await this.#glue(this.#world(seed, clock, instantiate));
    const heapsize = heapKiB * 1024 + RUNNER_BYTES + spareBytes;
    const vm = await loadMicroPython({ heapsize, stdout, stderr: stdout, linebuffer: false });
    vm.FS.mkdirTree("/lib");
    return { FS: vm.FS, run: guarded(vm, garbage), ...inside, vm };
  }

  /**
   * Return the globals for the package's JavaScript and for the VM's module `js`.
   * @param {number} seed
   * @param {Time} clock
   * @param {unknown} instantiate
   */
  #world(seed, clock, instantiate) {
    const own = {
      crypto: { getRandomValues: random(seed) },
      WebAssembly: { ...statics(WebAssembly), instantiate, instantiateStreaming: instantiate },
      setTimeout: (/** @type {() => void} */ callback, /** @type {number} */ ms) =>
        clock.setTimeout(callback, ms),
      clearTimeout: (/** @type {number} */ id) => clock.clearTimeout(id),
    };
    const page = Object.create(globalThis);
    for (const [name, value] of Object.entries(own)) {
      Object.defineProperty(page, name, { value, writable: true });
    }
    // This class is used only for the dates of files. Waiting uses the clock's own functions.
    const now = () => Math.floor(clock.now / 1000);
    class VirtualDate extends Date {
      constructor(time = now()) {
        super(time);
      }
      static now = now;
    }
    return {
      globalThis: page,
      WebAssembly: own.WebAssembly,
      Date: VirtualDate,
      WeakRef: Strong,
      FinalizationRegistry: Registry,
      // The binary is already compiled, so a web page need not fetch it for each VM.
      fetch: async () => new Response(new Uint8Array()),
    };
  }

  /**
   * Connect the VM's imports that deal with time to a clock.
   * @param {WebAssembly.ModuleImports} env
   * @param {Time} clock
   */
  #connect(env, clock) {
    const poll = /** @type {Poll} */ (env.__syscall_poll);
    // Time begins at 0, as on a board whose clock was not set.
    env.mp_js_ticks_ms = () => clock.look() / 1000;
    env.mp_js_time_ms = () => clock.look() / 1000;
    /** @type {Poll} */
    const door = (fds, unit, n) => {
      if (fds !== -1) return poll(fds, unit, n);
      return n ? clock.wait((n >>> 0) * unit) : clock.look();
    };
    env.__syscall_poll = door;
  }
}

/**
 * Write files, and make the folders that they need.
 * @param {FileSystem} fs
 * @param {Files} files
 */
export function put(fs, files) {
  for (const [name, data] of Object.entries(files)) {
    fs.mkdirTree(name.replace(/\/[^/]*$/, "") || "/");
    fs.writeFile(name, data);
  }
}

/**
 * Return a new object with the own properties of `object`, enumerable or not.
 * @param {any} object
 */
function statics(object) {
  const names = Object.getOwnPropertyNames(object);
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}
