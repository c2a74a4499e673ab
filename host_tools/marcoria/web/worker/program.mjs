// Loader of the files for the VMs. The files are in packs, which web/site.py makes. A pack is
// compressed with gzip. The uncompressed data begins with the size of a JSON object in bytes, as
// four bytes, the lowest first. Then comes the JSON object, which lists the files. The contents of
// the files follow in the order of this list.

import { Package } from "../../sim/vm/loader.mjs";

/** @import { Parts } from "./shapes.js" */

const HEAD = 4;

/**
 * Download a file that is stored beside the page, and return its bytes.
 * @param {string} path
 */
export async function fetched(path) {
  const answer = await fetch(new URL(`../${path}`, import.meta.url));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Load MicroPython and the files that all tables share. `fetched` downloads a file that is stored
 * beside the page.
 * @param {(path: string) => Promise<Uint8Array<ArrayBuffer>>} fetched
 * @returns {Promise<Parts>}
 */
export async function load(fetched) {
  const [pack, wasm, script] = await Promise.all([
    fetched("program.pack"),
    fetched("micropython/micropython.wasm"),
    fetched("micropython/micropython.mjs"),
  ]);
  const source = new TextDecoder().decode(script);
  const { href: url } = new URL("../micropython/micropython.mjs", import.meta.url);
  return { package: new Package({ source, wasm, url }), ...(await unpack(pack)) };
}

/**
 * Load the files with which Papers reads and writes deals, houses and scenarios. Return the files
 * by path. Most visits do not need them.
 * @param {(path: string) => Promise<Uint8Array<ArrayBuffer>>} fetched
 */
export async function loadPapers(fetched) {
  const { files } = await unpack(await fetched("papers.pack"));
  return files.papers;
}

/** @param {Uint8Array<ArrayBuffer>} pack */
async function unpack(pack) {
  const whole = new Blob([pack]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(whole).arrayBuffer());
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + size)));
  let at = HEAD + size;
  /** @type {Parts["files"]} */
  const files = {};
  for (const [vm, path, length] of list.files) {
    files[vm] ??= {};
    files[vm][path] = bytes.slice(at, at + length);
    at += length;
  }
  return { files, prices: list.prices, version: list.version };
}
