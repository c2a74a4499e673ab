// The VM's try blocks, implemented in WebAssembly. For each call within a try block, the binary of
// MicroPython's package calls a JavaScript function `invoke_...`. This function calls a function
// of the VM's function table, and it returns even if the called function longjmps. Therefore the
// binary also runs where WebAssembly has no exceptions.
//
// This file makes a WebAssembly module that replaces these JavaScript functions. With the module,
// MicroPython's own benchmarks run 2.7 times as fast, and a deal at a simulated table takes little
// more than half the time. The module also counts these calls, and clock.mjs computes the time of
// bytecode from their number.
// tests/sim/test_package_changes.py fails if a new package no longer calls JavaScript in try
// blocks.

import { HEAD } from "./collector.mjs";

/** @import { Exports } from "./micropython.js" */

const I32 = 0x7f;
const NOTHING = 0x40;
// The function table of the WebAssembly module has TABLE entries. It begins with a copy of the
// VM's function table. The last three entries are functions of the VM for its stack and longjmps.
const TABLE = 4096;
const [GET_STACK, SET_STACK, SET_THREW] = [TABLE - 3, TABLE - 2, TABLE - 1];
const [TYPE, FUNCTION, TABLES, GLOBAL, EXPORT, CODE, TAG] = [1, 3, 4, 6, 7, 10, 13];

/**
 * Return the bytes of a number in LEB128; the number is not negative.
 * @param {number} value
 */
function number(value) {
  const bytes = [];
  // The last byte is at most 0x3f, so its sign bit 0x40 is 0. Therefore the bytes are valid both
  // as signed and as unsigned LEB128.
  for (; value > 0x3f; value >>= 7) bytes.push((value & 0x7f) | 0x80);
  return [...bytes, value];
}
/** @type {(items: number[][]) => number[]} */
const vector = (items) => [...number(items.length), ...items.flat()];
/** @type {(id: number, items: number[][]) => number[]} */
const section = (id, items) => {
  const bytes = vector(items);
  return [id, ...number(bytes.length), ...bytes];
};
/** @type {(name: string) => number[]} */
const text = (name) => vector([...new TextEncoder().encode(name)].map((byte) => [byte]));
/** @type {(count: number, result: number[][]) => number[]} */
const typeOf = (count, result) => [0x60, ...vector(Array(count).fill([I32])), ...vector(result)];
/** @type {(value: number) => number[]} */
const constant = (value) => [0x41, ...number(value)];
/** @type {(index: number) => number[]} */
const local = (index) => [0x20, index];
// Instructions that count a call; the count is a repeatable measure of the executed bytecode.
const COUNT = [0x23, 0, ...constant(1), 0x6a, 0x24, 0];

/**
 * Compile the module that replaces the VM's imports `invoke_...`, and return it.
 *
 * `names` are the names of these imports. For example, invoke_viii takes an index in the function
 * table and three integers, and returns nothing.
 * @param {string[]} names
 */
export function compileTrying(names) {
  /** @type {number[][]} */
  const types = [];
  // Return the index of the type of functions with `count` parameters and this result. Add the
  // type if it is new.
  /** @type {(count: number, result: number[][]) => number} */
  const typeIndex = (count, result) => {
    const bytes = typeOf(count, result);
    const at = types.findIndex((one) => String(one) === String(bytes));
    return at >= 0 ? at : types.push(bytes) - 1;
  };
  /** @type {(index: number[], count: number, result: number[][]) => number[]} */
  const call = (index, count, result) => [...index, 0x11, typeIndex(count, result), 0];
  const invoke = (/** @type {string} */ name) => {
    const count = name.length - "invoke_".length - 1;
    const result = name["invoke_".length] === "v" ? [] : [[I32]];
    const stack = count + 1;
    const body = [
      ...[1, 1, I32],
      ...COUNT,
      ...[...call(constant(GET_STACK), 0, [[I32]]), 0x21, stack],
      ...[0x06, result.length ? I32 : NOTHING],
      ...Array.from({ length: count }, (_, i) => local(i + 1)).flat(),
      ...call(local(0), count, result),
      ...[0x07, 0, ...local(stack), ...call(constant(SET_STACK), 1, [])],
      ...[...constant(1), ...constant(0), ...call(constant(SET_THREW), 2, [])],
      ...(result.length ? constant(0) : []),
      ...[0x0b, 0x0b],
    ];
    return { name, type: typeIndex(count + 1, result), body };
  };
  const jump = { name: "jump", type: typeIndex(0, []), body: [0, 0x08, 0, 0x0b] };
  const functions = [...names.map(invoke), jump];
  const exported = functions.map(({ name }, i) => [...text(name), 0, ...number(i)]);
  const bytes = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(TYPE, types),
    ...section(
      FUNCTION,
      functions.map(({ type }) => [type]),
    ),
    ...section(TABLES, [[0x70, 0, ...number(TABLE)]]),
    ...section(TAG, [[0, jump.type]]),
    ...section(GLOBAL, [[I32, 1, ...constant(0), 0x0b]]),
    ...section(EXPORT, [...exported, [...text("table"), 1, 0], [...text("count"), 3, 0]]),
    ...section(
      CODE,
      functions.map(({ body }) => vector(body.map((byte) => [byte]))),
    ),
  ];
  if (bytes.length > HEAD) {
    throw new Error("the module of try blocks is too long: its addresses overlap the VM's");
  }
  return new WebAssembly.Module(new Uint8Array(bytes));
}

/**
 * Exports of the module besides the functions `invoke_...`.
 * @typedef {WebAssembly.Exports & {
 *   jump: () => void,
 *   table: WebAssembly.Table,
 *   count: WebAssembly.Global,
 * }} Tried
 */

/**
 * Replace imports in `env` by the module's functions. Return `connect` and `count`. When the VM is
 * instantiated, `connect` must be called with the VM's exports. `count` is a 32-bit counter of the
 * calls within try blocks.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.ModuleImports} env
 */
export function connectTrying(module, env) {
  const exports = /** @type {Tried} */ (new WebAssembly.Instance(module).exports);
  for (const name of Object.keys(exports)) {
    if (name.startsWith("invoke_")) env[name] = exports[name];
  }
  env._emscripten_throw_longjmp = exports.jump;
  const connect = (/** @type {Exports} */ vm) => {
    const functions = vm.__indirect_function_table;
    if (functions.length > GET_STACK) throw new Error("the VM has too many functions");
    for (let i = 0; i < functions.length; i++) exports.table.set(i, functions.get(i));
    exports.table.set(GET_STACK, vm.emscripten_stack_get_current);
    exports.table.set(SET_STACK, vm._emscripten_stack_restore);
    exports.table.set(SET_THREW, vm.setThrew);
  };
  return { connect, count: exports.count };
}
