// Server on a pipe for a MicroPython VM; vm.py is the client.

import { Clock } from "./clock.mjs";
import { put } from "./loader.mjs";
import { beginAnew, fromBase64, packageIn, print, serve } from "./pipe.mjs";

/** @import { VM } from "./micropython.js" */
/** @import { Operations } from "./pipe.mjs" */

/** @type {() => Promise<void>} */
const drain = () => new Promise((resolve) => setImmediate(resolve));
/** @type {Clock} */
let clock;
/** @type {VM} */
let vm;

/** @type {Operations} */
const operations = {
  async load({ folder, heapKiB, seed }) {
    beginAnew();
    clock = new Clock();
    vm = await packageIn(folder).load({ heapKiB, seed, stdout: print, clock });
  },
  put({ files }) {
    put(vm.FS, fromBase64(files));
  },
  get({ name }) {
    return Buffer.from(vm.FS.readFile(name)).toString("base64");
  },
  run({ code }) {
    vm.run(code);
  },
  async advance({ ms }) {
    await clock.advance(ms, drain);
  },
};

await serve(operations, () => (clock?.now ?? 0) / 1000);
