// What an image that `marcoria image` has written says of itself: for which chip it is, and so
// where on the flash it begins.

/** @typedef {{chip: string, offset: number}} Image */

const MAGIC = 0xe9; // an ESP image
const CHIP_AT = 12;
/** @type {Record<number, Image>} by the numbers in Espressif's image header */
const CHIPS = { 0: { chip: "ESP32", offset: 0x1000 }, 9: { chip: "ESP32-S3", offset: 0 } };
const PARTITIONS_AT = 0x8000; // on the flash
const PARTITION_MAGIC = [0xaa, 0x50];

/**
 * The chip and the place, or null if these are not the first 64 KiB of such an image.
 * @param {ArrayBuffer} start
 * @returns {Image | null}
 */
export function readImage(start) {
  const bytes = new Uint8Array(start);
  const image = CHIPS[(bytes[CHIP_AT] ?? 0) + 256 * (bytes[CHIP_AT + 1] ?? 0)];
  if (bytes[0] !== MAGIC || !image) {
    return null;
  }
  const table = PARTITIONS_AT - image.offset;
  const whole = PARTITION_MAGIC.every((byte, i) => bytes[table + i] === byte);
  return whole && named(bytes.subarray(table, table + 0xc00), "journal") ? image : null;
}

/**
 * Whether a partition is called so; another program's image has no such one.
 * @param {Uint8Array} table
 * @param {string} name
 */
function named(table, name) {
  return new TextDecoder("latin1").decode(table).includes(name);
}
