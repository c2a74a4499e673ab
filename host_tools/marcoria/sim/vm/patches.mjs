// The VM's binary is changed in five places, each of which must be found exactly once: an unknown
// build must fail, not run with another heap or another time than we think.
//  - `i32.const 128 MiB` is the answer of gc_get_max_new_split(), by which the heap may grow. The
//    high byte of the constant becomes 0x80, and the constant 0. Without: a heap of 64 KiB takes
//    an object of 300 kB.
//  - mp_hal_delay_ms, mp_hal_delay_us and mp_hal_ticks_us count the milliseconds of the import
//    mp_js_ticks_ms. They go through a door instead: poll(-1, unit, n), an import which no board
//    uses, waits n units of so many us and answers with the time in us. Without: sleep_ms(20) looks at
//    the clock until somebody else moves it on, and ticks_us goes in steps of 1000.
//  - nlr_jump_fail, where the VM goes when memory runs out while it has nobody to tell, is an endless
//    loop. It traps instead. Without: a task that fills the heap to the last byte hangs.
// tests/sim/test_package_changes.py runs the package without each of them, and fails when one is not
// needed any more.
const TICKS = 14;
const DOOR = 45;
const CALL_TICKS = [0x10, 0x80 | TICKS, 0x80, 0x80, 0x80, 0x00];
const CALL_DOOR = [0x10, DOOR];
const [MS, US, THOUSAND] = [
  [0x41, 0xe8, 0x07],
  [0x41, 0x01],
  [0x41, 0xe8, 0x07, 0x6c],
];
const FIRST_LOCAL = [0x20, 0x00];
const spinning = (/** @type {number[]} */ scale) => [
  ...[0x01, 0x01, 0x7f, ...CALL_TICKS, 0x21, 0x01, 0x03, 0x40, ...CALL_TICKS, 0x20, 0x01, 0x6b],
  ...[...scale, ...FIRST_LOCAL, 0x49, 0x0d, 0x00, 0x0b, 0x0b],
];
/** @type {(unit: number[], n: number[], then: number[]) => number[]} */
const waiting = (unit, n, then) => [0x00, 0x41, 0x7f, ...unit, ...n, ...CALL_DOOR, ...then];
/** @typedef {[name: string, from: number[], to: number[]]} Patch */
/** @type {Patch[]} */
export const PATCHES = [
  ["heap growth", [0x41, 0x80, 0x80, 0x80, 0xc0, 0x00], [0x41, 0x80, 0x80, 0x80, 0x80, 0x00]],
  ["delay_ms", spinning([]), waiting(MS, FIRST_LOCAL, [0x1a, 0x0b])],
  ["delay_us", spinning(THOUSAND), waiting(US, FIRST_LOCAL, [0x1a, 0x0b])],
  ["ticks_us", [0x00, ...CALL_TICKS, ...THOUSAND, 0x0b], waiting(US, [0x41, 0x00], [0x0b])],
  ["nlr_jump_fail", [0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b], [0x07, 0x00, 0x00, 0x0b]],
];
const NOP = 0x01;

/**
 * Whether the VM has gone there.
 * @param {unknown} error
 */
export function isFull(error) {
  return error instanceof WebAssembly.RuntimeError && error.message === "unreachable";
}

/**
 * @param {Uint8Array} bytes
 * @param {number[]} pattern
 */
export function places(bytes, pattern) {
  const found = [];
  for (let at = bytes.indexOf(pattern[0]); at >= 0; at = bytes.indexOf(pattern[0], at + 1)) {
    if (pattern.every((byte, i) => bytes[at + i] === byte)) found.push(at);
  }
  return found;
}

/**
 * A shorter body is filled up with nops before its end, so that nothing moves.
 * @param {Uint8Array} bytes
 * @param {Patch} patch
 */
function patched(bytes, [name, from, to]) {
  const found = places(bytes, from);
  if (found.length !== 1) {
    throw new Error(
      `the code of ${name} was found ${found.length} times in micropython.wasm, ` +
        "not once: this is not the build whose heap and time we know how to take over",
    );
  }
  const filling = new Array(from.length - to.length).fill(NOP);
  bytes.set([...to.slice(0, -1), ...filling, ...to.slice(-1)], found[0]);
}

/**
 * Compiled once, the module serves any number of VMs. With it comes what it was compiled of.
 * @param {Uint8Array | ArrayBuffer} wasm
 * @param {Patch[]} patches
 */
export function compile(wasm, patches) {
  const bytes = new Uint8Array(wasm);
  for (const patch of patches) patched(bytes, patch);
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module);
  if (imports[TICKS].name !== "mp_js_ticks_ms" || imports[DOOR].name !== "__syscall_poll") {
    throw new Error("the imports of micropython.wasm are not in the order of the build we know");
  }
  return { module, bytes };
}
