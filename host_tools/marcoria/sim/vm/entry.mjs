// Fast calls into a MicroPython VM and fast access to its memory. They bypass the JavaScript of
// MicroPython's package.

/** @import { Exports, Proxy, VM } from "./micropython.js" */
/** @typedef {(a?: number, b?: number, c?: number, d?: number) => number} Entry */

// An error of the firmware: an uncaught exception in a task or an interrupt handler, or a heap
// that is too full to continue (heap.mjs).
export class FirmwareError extends Error {
  type = "FirmwareError";
}

// An exception in the chip models, which is a bug of the simulator.
export class WorldError extends Error {
  type = "WorldError";
}

const KIND_INTEGER = 3;
const KIND_EXCEPTION = -1;

/**
 * Return a function that calls the Python function `proxy` with `count` integers (at most 4), and
 * returns its result, an integer. A Python exception is thrown as a `Failure`.
 * @param {{ exports: Exports }} vm
 * @param {Proxy} proxy
 * @param {number} count
 * @param {new (message: string) => Error} Failure
 * @returns {Entry}
 */
export function entry({ exports }, proxy, count, Failure) {
  const args = exports.malloc(12 * count + 16);
  const out = exports.malloc(16);
  let words = new Int32Array(exports.memory.buffer);
  return (a = 0, b = 0, c = 0, d = 0) => {
    if (words.length === 0) words = new Int32Array(exports.memory.buffer);
    let at = args >> 2;
    for (let i = 0; i < count; i++, at += 3) {
      words[at] = KIND_INTEGER;
      words[at + 1] = i === 0 ? a : i === 1 ? b : i === 2 ? c : d;
    }
    exports.proxy_c_to_js_call(proxy._ref, count, args, out);
    if (words.length === 0) words = new Int32Array(exports.memory.buffer);
    if (words[out >> 2] === KIND_EXCEPTION) {
      const [, length, text] = words.subarray(out >> 2, (out >> 2) + 3);
      const message = new Uint8Array(exports.memory.buffer, text, length).slice();
      throw new Failure(new TextDecoder().decode(message).split("\x04")[1]);
    }
    return words[(out >> 2) + 1];
  };
}

/**
 * Return a function that returns the memory of a VM as bytes, even after the memory has grown.
 * @param {{ exports: Exports }} vm
 */
export function memoryOf({ exports }) {
  let bytes = new Uint8Array(exports.memory.buffer);
  return () => {
    if (bytes.length === 0) bytes = new Uint8Array(exports.memory.buffer);
    return bytes;
  };
}
