// Bytes as text, for what passes into a VM.

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function unhex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
}
