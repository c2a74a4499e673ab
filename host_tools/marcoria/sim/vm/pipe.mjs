// Server on a pipe; child.py is the client. Each line of standard input is a request in JSON. The
// answer to a request is one line of standard output: {value, now}, or {type, error, now} after an
// error. Before an answer there may be lines with printed text, {"out": text}, and lines
// {"alive": true}.

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
 * Send a message at once, without a queue, so that output before a hang reaches the other end.
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

// Drop unsent output of the VM that used this process before.
export function beginAnew() {
  printed.length = 0;
  decoder = new TextDecoder();
}

/**
 * Store output of the VM. Send all stored output if the new bytes have a newline, or if the stored
 * output is long.
 * @param {Uint8Array} bytes
 */
export function print(bytes) {
  printed.push(...bytes);
  if (bytes.includes(NEWLINE) || printed.length >= LONGEST_PIECE) flush();
}

// Report progress to the other end, so that it restarts its timeout.
export function alive() {
  send({ alive: true });
}

/** @type {Record<string, Package>} */
const packages = {};

/**
 * Return the package in a folder; it is compiled only once.
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
 * Return files with their contents decoded from base64.
 * @param {Record<string, string>} files
 */
export function fromBase64(files) {
  const entries = Object.entries(files);
  return Object.fromEntries(entries.map(([name, text]) => [name, Buffer.from(text, "base64")]));
}

/**
 * Return the answer for an error: its type and its message. For an unexpected error, return the
 * stack trace instead of the message.
 * @param {any} error
 */
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

// Read the next line; return "" at the end of input. For short requests this blocking read takes a
// fifth of the time of a read in node's event loop.
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
 * Answer requests {op, ...} until the end of input: `op` is the name of an operation. Each answer
 * has the virtual time, which `now` returns.
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
