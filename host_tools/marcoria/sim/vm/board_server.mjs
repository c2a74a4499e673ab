// Server on a pipe for a board and its simulated world; backend.py is the client.

import { Board } from "./board.mjs";
import { alive, beginAnew, fromBase64, packageIn, print, serve } from "./pipe.mjs";

/** @import { Operations } from "./pipe.mjs" */

const toBase64 = (/** @type {Uint8Array} */ data) => Buffer.from(data).toString("base64");
/** @type {(answer: { text: string, pieces: Uint8Array[] }) => string[]} */
const told = ({ text, pieces }) => [text, ...pieces.map(toBase64)];
/** @type {Board} */
let board;

/** @type {Operations} */
const operations = {
  async build({ folder, world, firmware, setup, seed, ...options }) {
    beginAnew();
    const parts = packageIn(folder);
    const given = { package: parts, print, alive, firmware: fromBase64(firmware) };
    board = new Board({ ...given, ...options });
    await board.build({ files: fromBase64(world), setup, seed });
  },
  boot(options) {
    return board.boot(options);
  },
  run({ code }) {
    return board.run(code);
  },
  until({ us }) {
    return board.until(us);
  },
  call({ text }) {
    return told(board.world.ask("call", text));
  },
  get({ name }) {
    return told(board.world.ask("get", name));
  },
  set({ name, text }) {
    board.world.ask("set", name, text);
  },
  memory({ anew }) {
    return board.memory(anew);
  },
  files() {
    const entries = Object.entries(board.disk.files);
    return Object.fromEntries(
      entries.flatMap(([path, data]) => (data ? [[path, toBase64(data)]] : [])),
    );
  },
  write({ path, data }) {
    board.disk.write(path, Buffer.from(data, "base64"));
  },
  cutAt({ operation }) {
    board.cutAt(operation);
  },
  end() {
    board.end();
  },
  fileReads() {
    return board.disk.reads;
  },
  state() {
    return { operations: board.operations, running: board.running };
  },
};

await serve(operations, () => board?.now ?? 0);
