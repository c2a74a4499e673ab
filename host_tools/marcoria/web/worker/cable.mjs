// A real table at a serial port. Python code of web/world, in a VM of its own, follows the table
// over the link. The table's bytes pass through the page, because only a page, not a worker, can
// ask the user for a serial port.

import { hex, unhex } from "../../sim/vm/bytes.mjs";
import { put } from "../../sim/vm/loader.mjs";

/** @import { VM } from "../../sim/vm/micropython.js" */
/** @import { CableFacade, Parts, Tell } from "./shapes.js" */
/** @typedef {{ resolve: (answer: unknown) => void, reject: (error: unknown) => void }} Answer */

const HEAP_KIB = 8 * 1024;
const GARBAGE = 1 << 18; // bytes allocated between two garbage collections
const LIGHTS = 96; // bytes: the colours of all lights, shown dark because they are unknown

/** @type {(seed: number) => string} */
const setup = (seed) => `
import json, sys
sys.path[:] = ["/lib", ".frozen"]
from marcoria.web.world.cable import Cable
cable = Cable(${seed})
def call(text):
    name, values = json.loads(text)
    return json.dumps(getattr(cable, name)(*values))
`;

export class Cable {
  /** @type {(text: string) => string} */ #call;
  /** @type {VM} */ #vm;
  /** @type {Tell} */ #tell;
  /** @type {Map<number, Answer>} */ #pending = new Map();
  #number = 0;
  #received = ""; // bytes since the last step, as hex

  /**
   * Load the VM and return a new `Cable`. `tell` is called with the events for the page: "told",
   * "glance" and others, and "goes" with bytes for the table.
   * @param {Parts} parts
   * @param {Tell} tell
   */
  static async make(parts, tell) {
    const cable = new Cable();
    await cable.#build(parts, tell);
    return cable;
  }

  /**
   * @param {Parts} parts
   * @param {Tell} tell
   */
  async #build({ package: pack, files }, tell) {
    this.#tell = tell;
    const [seed] = crypto.getRandomValues(new Uint16Array(1));
    const options = { heapKiB: HEAP_KIB, seed, garbage: GARBAGE, clock: wall() };
    this.#vm = await pack.load({ ...options, stdout: () => {} });
    put(this.#vm.FS, files.world);
    this.#vm.run(setup(seed));
    this.#call = this.#vm.vm.globals.get("call");
  }

  // Run one step of the Python code, and send its new data to the page.
  run() {
    const came = this.#received;
    this.#received = "";
    const news = this.#ask("step", performance.now(), came);
    if (news.goes) this.#tell("goes", unhex(news.goes));
    if (news.told) this.#tell("told", news.told);
    if (news.glance) this.#tell("glance", this.#whole(news.glance));
    if (news.happened) this.#tell("happened", news.happened);
    for (const sentence of news.failures ?? []) this.#tell("trouble", { code: "cable", sentence });
    for (const [number, answer, error] of news.answers ?? []) this.#settle(number, answer, error);
  }

  /** @param {object} glance */
  #whole(glance) {
    return { ...glance, lights: new Uint8Array(LIGHTS), now: performance.now(), speed: 1 };
  }

  // Actions for a real table.
  /** @type {Record<string, (args: any) => unknown>} */
  actions = {
    plugged: () => this.#ask("plug"),
    unplugged: ({ why }) => this.#ask("unplug", why),
    came: ({ bytes }) => {
      this.#received += hex(bytes);
      this.run();
    },
    ask: ({ do: command, fields = {} }) => this.#question(command, fields),
    past: ({ event }) => this.#ask("past", event),
    learn: ({ key, file }) => {
      put(this.#vm.FS, { [`/bar/houses/${key}.house`]: file });
      this.#ask("learn");
    },
  };

  /**
   * Send a command over the link, and return the table's answer. If the command fails, reject with
   * {code, sentence}.
   * @param {string} command
   * @param {object} fields
   */
  #question(command, fields) {
    const number = ++this.#number;
    this.#ask("ask", number, command, fields);
    return new Promise((resolve, reject) => this.#pending.set(number, { resolve, reject }));
  }

  /**
   * @param {number} number
   * @param {unknown} answer
   * @param {unknown} error
   */
  #settle(number, answer, error) {
    const asked = this.#pending.get(number);
    this.#pending.delete(number);
    if (error) asked?.reject(error);
    else asked?.resolve(answer);
  }

  /**
   * Call a method of the Python class `Cable` (web/world/cable.py).
   * @template {keyof CableFacade} Method
   * @param {Method} method
   * @param {Parameters<CableFacade[Method]>} values
   * @returns {ReturnType<CableFacade[Method]>}
   */
  #ask(method, ...values) {
    return JSON.parse(this.#call(JSON.stringify([method, values])));
  }
}

// Return the VM's clock, which counts µs. It needs no timers, because the worker decides when the
// VM runs.
function wall() {
  const now = () => performance.now() * 1000;
  return {
    get now() {
      return now();
    },
    look: now,
    wait: now,
    setTimeout() {},
    clearTimeout() {},
  };
}
