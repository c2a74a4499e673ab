// Functions for bytes: copy, compare, and convert to and from hexadecimal text.

// Up to this number of bytes, a loop copies faster than `set` of a typed array.
const FEW = 16;

/**
 * Copy `count` bytes from index `at` of `from` to index `place` of `to`.
 * @param {Uint8Array} from
 * @param {number} at
 * @param {Uint8Array} to
 * @param {number} place
 * @param {number} count
 */
export function copy(from, at, to, place, count) {
  if (count > FEW) to.set(from.subarray(at, at + count), place);
  else for (let i = 0; i < count; i++) to[place + i] = from[at + i];
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} [other]
 */
export function same(one, other) {
  return one.length === other?.length && one.every((byte, i) => byte === other[i]);
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
}
