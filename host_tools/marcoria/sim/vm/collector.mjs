// Collects garbage in the middle of a call into the VM. The VM itself does so only between calls: it
// cannot look into WebAssembly's own stack, where objects may be that nothing else holds.
//
// But where that is known, it can be done. A call of Python code from Python code leaves all that it
// still needs on MicroPython's stack of frames, which is looked through as on a board. So it is safe
// while every function of the VM that is under way waits at a place of which that is known; and at no
// other: not within sorted(key=...), whose list is in a local variable of WebAssembly, nor while a
// constructor runs.
//
// The firmware does without: its steps are short. It is needed for programs of others that loop and
// never await, as most do: one that drops 10 kB in each turn ends after 0.2 s without it.
// tests/sim/test_package_changes.py notices a VM that collects within a call by itself.

import { places } from "./patches.mjs";

/** @import { Entry } from "./entry.mjs" */
/** @import { Exports } from "./micropython.js" */

// Addresses in the VM's memory: how many calls into it are under way, and whether garbage is to be
// collected when none is any more.
const [DEPTH, WANTED] = [186120, 186124];
const CALLS = [0x10, 0x11];

// The last step of such a call, for which both are needed, as it stands in the binary.
const address = (/** @type {number} */ value) =>
  [0, 7, 14].map((by) => ((value >> by) & 0x7f) | 0x80).concat(0x80, 0);
const LANDMARK = [
  ...[0x41, 0, 0x41, 0, 0x28, 2, ...address(DEPTH), 0x41, 0x7f, 0x6a, 0x22, 0, 0x36, 2],
  ...[...address(DEPTH), 2, 0x40, 0x20, 0, 0x0d, 0, 0x41, 0, 0x2d, 0, ...address(WANTED), 0x45],
];

// Where those calls are in the binary. What is under way there, by its name in MicroPython's sources:
const SAFE = [
  // mp_execute_bytecode: CALL_FUNCTION, CALL_METHOD, both with stars, FOR_ITER, YIELD_FROM,
  // IMPORT_NAME. Left out is where it keeps an object for later: a `with` what is returned from it.
  ...[0x2dda3, 0x2df36, 0x2de69, 0x2dff4, 0x2cfdb, 0x2e505, 0x2e7e5],
  // mp_call_function_n_kw and _0, mp_call_method_n_kw, _var and _self; fun_bc, closure, bound_meth, an
  // object with __call__; built-in functions of one, two and any arguments
  ...[0x134ed, 0x13536, 0x1359f, 0x13abd, 0x17d18, 0x1aca1, 0x18097, 0x18100, 0x17e0e, 0x2493a],
  ...[0x1a907, 0x1a932, 0x1a9de],
  // Generators: mp_obj_gen_resume, gen_resume_and_raise, iternext, send, throw; mp_iternext, mp_resume,
  // next()
  ...[0x1aee9, 0x1b01f, 0x1aff7, 0x1b10e, 0x1b146, 0x14465, 0x1451c, 0x28e91],
  // Modules: mp_import_name, __import__, process_import_at_level, do_load_from_lexer,
  // do_execute_proto_fun; exec(), mp_parse_compile_execute
  ...[0x147f5, 0x27f22, 0x28161, 0x2814e, 0x281d1, 0x2824e, 0x2852d, 0x28503, 0x14b0e],
  // time: sleep, sleep_ms, sleep_us and their delays
  ...[0x375f6, 0x37614, 0x37633, 0x3d1a8, 0x3d1ce],
  // jsproxy_call with no, one, two and more arguments
  ...[0x3d421, 0x3d471, 0x3d4e1],
];
// proxy_c_to_js_call: the way in, and so the last
const WAY_IN = 0x3e37f;
// Calls of trying.mjs's module are shorter than the VM's head: they hold nothing.
export const HEAD = 0x1000;

const safe = new Set([...SAFE, WAY_IN]);

/**
 * Whether the binary is the one of which all that is known.
 * @param {Uint8Array} bytes
 */
export function isKnown(bytes) {
  const calls = [...safe].every((at) => CALLS.includes(bytes[at]));
  return calls && places(bytes, LANDMARK).length === 1;
}

export class Collector {
  #used;
  #memory;
  #limit; // of the bytes in use, from which on garbage is worth the time

  /**
   * `used` is a function that calls into the VM and tells the bytes of its heap in use.
   * @param {{ exports: Exports, used: Entry, limit: number }} options
   */
  constructor({ exports, used, limit }) {
    this.#memory = exports.memory;
    this.#used = used;
    this.#limit = limit;
  }

  // What a board does when memory is short.
  relieve() {
    if (this.#used() > this.#limit) this.collect();
  }

  // Whether it was safe, and so done.
  collect() {
    if (!isSafe()) return false;
    const memory = new DataView(this.#memory.buffer);
    const depth = memory.getInt32(DEPTH, true);
    memory.setInt32(DEPTH, 0, true);
    memory.setUint8(WANTED, 1);
    // As at the end of any call while no other is under way.
    this.#used();
    memory.setInt32(DEPTH, depth, true);
    return true;
  }
}

function isSafe() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Infinity;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  const frames = stack.matchAll(/wasm-function\[\d+\]:(0x[0-9a-f]+)/g);
  const ours = Array.from(frames, ([, at]) => Number(at)).filter((at) => at >= HEAD);
  return ours.at(-1) === WAY_IN && ours.every((at) => safe.has(at));
}
