// Run MicroPython's package with all patches of patches.mjs except CHANGE, and print the result of
// a case as JSON: `node package_changes.mjs VM PACKAGE CASE [CHANGE]`. VM is the folder sim/vm,
// PACKAGE the folder of micropython.mjs, CASE a function of `cases`.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , ours, folder, name, without = ""] = process.argv;
const part = (file) => import(pathToFileURL(path.join(ours, file)));
const { Package } = await part("loader.mjs");
const { PATCHES } = await part("patches.mjs");
const { Clock } = await part("clock.mjs");

const script = path.join(folder, "micropython.mjs");
const wasm = fs.readFileSync(path.join(folder, "micropython.wasm"));
const left = PATCHES.filter(([patch]) => patch !== without);
if (without && left.length + 1 !== PATCHES.length) throw new Error(`no such patch: ${without}`);

class Watched extends Clock {
  looks = 0;
  look() {
    this.looks++;
    return super.look();
  }
}
const clock = new Watched();

async function vm() {
  const source = fs.readFileSync(script, "utf8");
  const files = { source, wasm, url: pathToFileURL(script).href };
  return new Package(files, left).load({ heapKiB: 64, seed: 1, stdout() {}, clock });
}

// Return how often the package reads the clock during a wait.
async function looksIn(wait) {
  const { run } = await vm();
  run("import time");
  clock.looks = 0;
  run(wait);
  return clock.looks;
}

const cases = {
  // Return whether an object that is larger than the heap can be created.
  async heap() {
    const { run } = await vm();
    try {
      run("x = bytearray(300_000)");
      return true;
    } catch {
      return false;
    }
  },
  wait_ms: () => looksIn("time.sleep_ms(20)"),
  wait_us: () => looksIn("time.sleep_us(20_000)"),
  // Return time.ticks_us() while the clock shows 7.25 ms.
  async ticks() {
    const loaded = await vm();
    clock.look = () => 7250;
    loaded.run("import time\nticks = time.ticks_us()");
    return loaded.vm.globals.get("ticks");
  },
  // Run a task that fills the heap to the last byte. Return the message of the error that ends the
  // run, "went on" if there is none.
  async full() {
    const { run } = await vm();
    run(fs.readFileSync(new URL("full_heap.txt", import.meta.url), "utf8"));
    try {
      await clock.advance(100, async () => {});
      return "went on";
    } catch (error) {
      return error.message;
    }
  },
  // Return the number of bytes that gc.collect() frees inside a running call.
  async collect() {
    const loaded = await vm();
    loaded.run(`
import gc
x = bytearray(20_000)
x = None
before = gc.mem_alloc()
gc.collect()
freed = before - gc.mem_alloc()
`);
    return loaded.vm.globals.get("freed");
  },
  // Return the number of JavaScript functions that the package imports for calls in try blocks.
  async leaves() {
    const names = WebAssembly.Module.imports(new WebAssembly.Module(wasm)).map((one) => one.name);
    return names.filter((one) => one.startsWith("invoke_")).length;
  },
};

console.log(JSON.stringify(await cases[name]()));
process.exit();
