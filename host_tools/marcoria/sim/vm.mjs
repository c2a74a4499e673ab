// Serves one MicroPython VM on a pipe; vm.py is the other end.

import { Clock } from "./clock.mjs";
import { put } from "./loader.mjs";
import { fromBase64, packageIn, print, serve } from "./pipe.mjs";

const clock = new Clock();
const drain = () => new Promise((resolve) => setImmediate(resolve));
let vm;

const operations = {
  async load({ folder, heapKiB, seed }) {
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

await serve(operations, () => clock.now / 1000);
