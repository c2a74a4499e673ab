// Garbage collection within a call into the VM. The VM itself collects only between calls, because
// it cannot scan the stack of WebAssembly, where the only reference to an object may be.
//
// When Python code calls Python code, all references are in MicroPython's own frames, which are
// scanned as on a board. Therefore a collection is safe if each active function of the VM is in
// the middle of a call that is known to keep all references in such frames. Other calls are not
// safe, for example a constructor, or sorted(key=...), whose list is in a local variable of
// WebAssembly.
//
// The firmware does not need this module, because its steps are short. Most users' programs need
// it, because they loop without `await`. For example, a program that drops 10 kB in each turn of
// its loop would run out of a heap of 1 MiB after about 100 turns. If a new version of
// MicroPython's package collects within a call by itself, this module is no longer needed, and
// tests/sim/test_package_changes.py fails.

import { places } from "./patches.mjs";

/** @import { Entry } from "./entry.mjs" */
/** @import { Exports } from "./micropython.js" */

// Addresses in the VM's memory: of the number of active calls into the VM, and of the flag whether
// to collect garbage when the outermost call ends.
const [DEPTH, WANTED] = [186120, 186124];
const CALLS = [0x10, 0x11]; // opcodes of the instructions call and call_indirect

// Pattern of the code that the binary runs at the end of a call into the VM. This code contains
// both addresses, so `isKnown` looks for it.
const address = (/** @type {number} */ value) =>
  [0, 7, 14].map((by) => ((value >> by) & 0x7f) | 0x80).concat(0x80, 0);
const LANDMARK = [
  ...[0x41, 0, 0x41, 0, 0x28, 2, ...address(DEPTH), 0x41, 0x7f, 0x6a, 0x22, 0, 0x36, 2],
  ...[...address(DEPTH), 2, 0x40, 0x20, 0, 0x0d, 0, 0x41, 0, 0x2d, 0, ...address(WANTED), 0x45],
];

// Addresses of safe calls in the binary. The comments name the calling functions in MicroPython's
// sources.
const SAFE = [
  // mp_execute_bytecode: CALL_FUNCTION, CALL_METHOD, both also with * and **, FOR_ITER,
  // YIELD_FROM, IMPORT_NAME. Other calls are not safe: mp_execute_bytecode then has an object in a
  // local variable, for example the value of a `return` while it calls `__exit__`.
  ...[0x2dda3, 0x2df36, 0x2de69, 0x2dff4, 0x2cfdb, 0x2e505, 0x2e7e5],
  // mp_call_function_n_kw, mp_call_function_0, mp_call_method_n_kw, mp_call_method_n_kw_var,
  // mp_call_method_self_n_kw; fun_bc, closure, bound_meth, objects with __call__; built-in
  // functions with one, two, and any number of arguments
  ...[0x134ed, 0x13536, 0x1359f, 0x13abd, 0x17d18, 0x1aca1, 0x18097, 0x18100, 0x17e0e, 0x2493a],
  ...[0x1a907, 0x1a932, 0x1a9de],
  // Generators: mp_obj_gen_resume, gen_resume_and_raise, iternext, send, throw; mp_iternext,
  // mp_resume, next()
  ...[0x1aee9, 0x1b01f, 0x1aff7, 0x1b10e, 0x1b146, 0x14465, 0x1451c, 0x28e91],
  // Modules: mp_import_name, __import__, process_import_at_level, do_load_from_lexer,
  // do_execute_proto_fun; exec(), mp_parse_compile_execute
  ...[0x147f5, 0x27f22, 0x28161, 0x2814e, 0x281d1, 0x2824e, 0x2852d, 0x28503, 0x14b0e],
  // Module time: sleep, sleep_ms, sleep_us, and the delay functions that they call
  ...[0x375f6, 0x37614, 0x37633, 0x3d1a8, 0x3d1ce],
  // jsproxy_call with one, with two, and with more arguments
  ...[0x3d421, 0x3d471, 0x3d4e1],
];
// Address of the call in proxy_c_to_js_call, by which JavaScript calls Python code. `isSafe`
// requires that this is the outermost call.
const WAY_IN = 0x3e37f;
// Addresses below HEAD are in the module that trying.mjs makes. Its functions hold no objects, so
// `isSafe` ignores them.
export const HEAD = 0x1000;

const safe = new Set([...SAFE, WAY_IN]);

/**
 * Return whether these addresses are right for this binary.
 * @param {Uint8Array} bytes
 */
export function isKnown(bytes) {
  const calls = [...safe].every((at) => CALLS.includes(bytes[at]));
  return calls && places(bytes, LANDMARK).length === 1;
}

export class Collector {
  #used;
  #memory;
  #limit; // if more bytes of the heap are in use, `relieve` collects garbage

  /**
   * `used` is a function that calls into the VM and returns how many bytes of its heap are in use.
   * @param {{ exports: Exports, used: Entry, limit: number }} options
   */
  constructor({ exports, used, limit }) {
    this.#memory = exports.memory;
    this.#used = used;
    this.#limit = limit;
  }

  // Collect garbage if more than `limit` bytes of the heap are in use and if it is safe now.
  relieve() {
    if (this.#used() > this.#limit) this.collect();
  }

  // Collect garbage if it is safe now; return whether it was safe.
  collect() {
    if (!isSafe()) return false;
    const memory = new DataView(this.#memory.buffer);
    const depth = memory.getInt32(DEPTH, true);
    memory.setInt32(DEPTH, 0, true);
    memory.setUint8(WANTED, 1);
    // The end of this call collects garbage, because a depth of 0 makes it the outermost call.
    this.#used();
    memory.setInt32(DEPTH, depth, true);
    return true;
  }
}

// Return whether all active functions of the VM are in the middle of safe calls; a stack trace has
// their addresses.
function isSafe() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Infinity;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  const frames = stack.matchAll(/wasm-function\[\d+\]:(0x[0-9a-f]+)/g);
  const ours = Array.from(frames, ([, at]) => Number(at)).filter((at) => at >= HEAD);
  return ours.at(-1) === WAY_IN && ours.every((at) => safe.has(at));
}
