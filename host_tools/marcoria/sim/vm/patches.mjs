// Patches of the VM's binary in five places. Each place must be found exactly once, so that an
// unknown build fails instead of running with a wrong heap or clock.
//  - `i32.const 128 MiB` is the result of gc_get_max_new_split(): the number of bytes by which the
//    heap may grow. The patch changes the byte 0xc0 of the constant to 0x80, so that the constant
//    is 0. Without the patch an object of 300 kB fits into a heap of 64 KiB.
//  - mp_hal_delay_ms, mp_hal_delay_us and mp_hal_ticks_us use the import mp_js_ticks_ms, which
//    counts milliseconds. The patches make them call the import __syscall_poll (DOOR) with the
//    arguments (-1, unit, n). loader.mjs replaces this import. If the first argument is -1, the
//    new function waits n units of `unit` us, or reads the clock if n is 0, and returns the time
//    in us. Without the patches sleep_ms(20) reads the clock more than 1000 times, and ticks_us
//    counts in steps of 1000.
//  - nlr_jump_fail is called when memory runs out outside of all try blocks. It is an endless
//    loop; the patch makes it trap. Without the patch a task that fills the whole heap hangs.
// tests/sim/test_package_changes.py runs the package without each patch, and fails if a patch is
// no longer needed.
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
 * Return the positions of all occurrences of a pattern in the bytes.
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
 * Apply a patch to the bytes. If the new code is shorter than the old code, add nops before its
 * last byte, so that the code after it does not move. Throw an error unless the old code is found
 * exactly once.
 * @param {Uint8Array} bytes
 * @param {Patch} patch
 */
function patched(bytes, [name, from, to]) {
  const found = places(bytes, from);
  if (found.length !== 1) {
    throw new Error(
      `the code of ${name} was found ${found.length} times in micropython.wasm, ` +
        "not once: these patches are for another build of MicroPython",
    );
  }
  const filling = new Array(from.length - to.length).fill(NOP);
  bytes.set([...to.slice(0, -1), ...filling, ...to.slice(-1)], found[0]);
}

/**
 * Apply patches and compile the module, from which any number of VMs can be made. Return the
 * module and the patched bytes.
 * @param {Uint8Array | ArrayBuffer} wasm
 * @param {Patch[]} patches
 */
export function compile(wasm, patches) {
  const bytes = new Uint8Array(wasm);
  for (const patch of patches) patched(bytes, patch);
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module);
  if (imports[TICKS].name !== "mp_js_ticks_ms" || imports[DOOR].name !== "__syscall_poll") {
    throw new Error(
      "micropython.wasm has its imports in another order: the patches are for another build",
    );
  }
  return { module, bytes };
}
