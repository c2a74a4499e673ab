// The server's side of the pipe to child.py: one JSON request a line on standard input, one answer a
// line, and between them lines {"out": text} with what was printed and {"alive": true}.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Package } from "./loader.mjs";
import { isFull } from "./patches.mjs";

/** @typedef {Record<string, (request: any) => unknown>} Operations */

const NEWLINE = 10;
const LONGEST_PIECE = 4096;

/** @type {number[]} */
const printed = [];
/** @type {TextDecoder} */
let decoder;

/**
 * Written at once and not queued: what was printed before a hang must reach the other end.
 * @param {object} message
 */
function send(message) {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(1, bytes, at);
}

function flush() {
  const out = decoder.decode(new Uint8Array(printed), { stream: true });
  printed.length = 0;
  if (out) send({ out });
}

// Whatever was printed before was another VM's.
export function beginAnew() {
  printed.length = 0;
  decoder = new TextDecoder();
}

/** @param {Uint8Array} bytes */
export function print(bytes) {
  printed.push(...bytes);
  if (bytes.includes(NEWLINE) || printed.length >= LONGEST_PIECE) flush();
}

// Something has come on, and the other end may wait on.
export function alive() {
  send({ alive: true });
}

/** @type {Record<string, Package>} */
const packages = {};

/**
 * The package there, which is compiled once.
 * @param {string} folder
 */
export function packageIn(folder) {
  packages[folder] ??= read(folder);
  return packages[folder];
}

/** @param {string} folder */
function read(folder) {
  const script = path.join(folder, "micropython.mjs");
  const source = fs.readFileSync(script, "utf8");
  const wasm = fs.readFileSync(path.join(folder, "micropython.wasm"));
  return new Package({ source, wasm, url: pathToFileURL(script).href });
}

/**
 * Files as they come through the pipe, base64 texts, and as they are.
 * @param {Record<string, string>} files
 */
export function fromBase64(files) {
  const entries = Object.entries(files);
  return Object.fromEntries(entries.map(([name, text]) => [name, Buffer.from(text, "base64")]));
}

/** @param {any} error */
function failure(error) {
  if (isFull(error)) return { type: "MemoryError", error: "the heap is full to the last byte" };
  if (error.type && error.name === "Error") return { type: error.type, error: error.message };
  if (error.name === "PythonError") {
    return { type: error.type, error: error.message.replace(/ {2}File "<stdin>".*\n/, "") };
  }
  if (error.name === "ErrnoError") return { type: "OSError", error: `errno ${error.errno}` };
  return { type: error.name, error: error.stack };
}

const piece = Buffer.alloc(65536);
let unread = Buffer.alloc(0);

// The next line, empty if there will be none. Waiting for it here and not in node's event loop is
// a fifth of the time that short requests take.
function readLine() {
  let end = unread.indexOf(NEWLINE);
  while (end < 0) {
    const count = fs.readSync(0, piece);
    if (!count) return "";
    unread = Buffer.concat([unread, piece.subarray(0, count)]);
    end = unread.indexOf(NEWLINE);
  }
  const line = unread.toString("utf8", 0, end);
  unread = unread.subarray(end + 1);
  return line;
}

/**
 * Answers requests {op, ...} by the operation of that name; `now` is told with each answer.
 * @param {Operations} operations
 * @param {() => number} now
 */
export async function serve(operations, now) {
  beginAnew();
  for (let line = readLine(); line; line = readLine()) {
    const { op, ...request } = JSON.parse(line);
    let reply;
    try {
      reply = { value: await operations[op](request) };
    } catch (error) {
      reply = failure(error);
    }
    flush();
    send({ ...reply, now: now() });
  }
}
