// Garbage collection within a call into the VM. The VM itself collects only between calls, because it
// cannot scan WebAssembly's own stack, which may hold the only reference to an object.
//
// A call of Python code from Python code keeps all references on MicroPython's stack of frames, which
// is scanned as on a board. So a collection is safe if every active function of the VM waits at a place
// where this is known to hold. It is not safe elsewhere: not within sorted(key=...), whose list is in a
// local variable of WebAssembly, nor in a constructor.
//
// The firmware does not need this, as its steps are short. It is for users' programs that loop and
// never await, as most do: one that drops 10 kB in each turn would end after 0.2 s.
// tests/sim/test_package_changes.py notices a VM that collects within a call by itself.

import { places } from "./patches.mjs";

/** @import { Entry } from "./entry.mjs" */
/** @import { Exports } from "./micropython.js" */

// Addresses in the VM's memory: the number of active calls into it, and whether to collect garbage at
// the end of the last.
const [DEPTH, WANTED] = [186120, 186124];
const CALLS = [0x10, 0x11];

// The code at the end of such a call in the binary, which uses both addresses.
const address = (/** @type {number} */ value) =>
  [0, 7, 14].map((by) => ((value >> by) & 0x7f) | 0x80).concat(0x80, 0);
const LANDMARK = [
  ...[0x41, 0, 0x41, 0, 0x28, 2, ...address(DEPTH), 0x41, 0x7f, 0x6a, 0x22, 0, 0x36, 2],
  ...[...address(DEPTH), 2, 0x40, 0x20, 0, 0x0d, 0, 0x41, 0, 0x2d, 0, ...address(WANTED), 0x45],
];

// Places of safe calls in the binary, with the calling functions' names in MicroPython's sources.
const SAFE = [
  // mp_execute_bytecode: CALL_FUNCTION, CALL_METHOD, both with stars, FOR_ITER, YIELD_FROM,
  // IMPORT_NAME. Places where it holds an object meanwhile are left out, such as the value returned
  // from within a `with`.
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
// The call in proxy_c_to_js_call, through which JavaScript enters the VM, so the outermost
const WAY_IN = 0x3e37f;
// Smaller addresses are of trying.mjs's module, whose functions hold no objects.
export const HEAD = 0x1000;

const safe = new Set([...SAFE, WAY_IN]);

/**
 * Return whether the binary is the one for which these addresses hold.
 * @param {Uint8Array} bytes
 */
export function isKnown(bytes) {
  const calls = [...safe].every((at) => CALLS.includes(bytes[at]));
  return calls && places(bytes, LANDMARK).length === 1;
}

export class Collector {
  #used;
  #memory;
  #limit; // bytes in use from which on a collection is worth its time

  /**
   * `used` is a function that calls into the VM and returns the bytes of its heap in use.
   * @param {{ exports: Exports, used: Entry, limit: number }} options
   */
  constructor({ exports, used, limit }) {
    this.#memory = exports.memory;
    this.#used = used;
    this.#limit = limit;
  }

  // Collect garbage if memory is short, as a board does.
  relieve() {
    if (this.#used() > this.#limit) this.collect();
  }

  // Collect garbage if that is safe; return whether it was.
  collect() {
    if (!isSafe()) return false;
    const memory = new DataView(this.#memory.buffer);
    const depth = memory.getInt32(DEPTH, true);
    memory.setInt32(DEPTH, 0, true);
    memory.setUint8(WANTED, 1);
    // The end of this call collects, because the depth says that it is the outermost.
    this.#used();
    memory.setInt32(DEPTH, depth, true);
    return true;
  }
}

// Return whether all active functions of the VM wait at safe places, found in a stack trace.
function isSafe() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Infinity;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  const frames = stack.matchAll(/wasm-function\[\d+\]:(0x[0-9a-f]+)/g);
  const ours = Array.from(frames, ([, at]) => Number(at)).filter((at) => at >= HEAD);
  return ours.at(-1) === WAY_IN && ours.every((at) => safe.has(at));
}
