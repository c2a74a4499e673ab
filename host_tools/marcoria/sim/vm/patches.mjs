// Patches of the VM's binary in five places. Each place must be found exactly once, so that an unknown
// build fails instead of running with a wrong heap or clock.
//  - `i32.const 128 MiB` is the result of gc_get_max_new_split(), by which the heap may grow. The high
//    byte of the constant becomes 0x80, and so the constant 0. Without the patch a heap of 64 KiB takes
//    an object of 300 kB.
//  - mp_hal_delay_ms, mp_hal_delay_us and mp_hal_ticks_us count the milliseconds of the import
//    mp_js_ticks_ms. Instead they call poll(-1, unit, n), an import that no board uses, which waits n
//    units of `unit` us and returns the time in us. Without the patches sleep_ms(20) reads the clock
//    until something else advances it, and ticks_us counts in steps of 1000.
//  - nlr_jump_fail, which is called when memory runs out outside of all try blocks, is an endless loop.
//    It traps instead. Without the patch a task that fills the heap to the last byte hangs.
// tests/sim/test_package_changes.py runs the package without each patch, and fails if one is no longer
// needed.
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
 * Return whether an error is the trap in nlr_jump_fail.
 * @param {unknown} error
 */
export function isFull(error) {
  return error instanceof WebAssembly.RuntimeError && error.message === "unreachable";
}

/**
 * Return all places of a pattern in the bytes.
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
 * Apply a patch; a shorter body is padded with nops before its end, so that nothing moves.
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
 * Apply patches and compile the module, which serves any number of VMs; return it and its bytes.
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
