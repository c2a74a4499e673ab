// The page's connection to the worker: the page sends actions, and the worker sends events. One
// tab runs the table. Other tabs are read-only, but any of them can take the table over.

import { locks } from "./locks.mjs";
import { choosePort, Port } from "./port.mjs";
import { words } from "./words.mjs";

/** @import { Glance, Told, Trouble } from "./shapes.mjs" */

/** @typedef {{ resolve: (value: any) => void, reject: (error: unknown) => void }} Answer */

const NAME = "marcoria";
// Actions that make the worker run a new table. After them, listeners get the event "fresh".
const FRESH = ["new", "scenario"];
const LOOKING_ON_MS = 5000; // the interval at which a read-only tab announces itself
const SILENT_MS = 300; // pause before asking for the lock again while no other tab shows a table
const SPREAD = ["another", "glance", "screen", "told", "happened", "reasons", "tones", "trouble"];

export class Feed {
  /** @type {{ glance: Glance | null, told: Told | null, screen: Uint8Array | null }} */
  last = { glance: null, told: null, screen: null };
  /** @type {Map<string, ((data: any) => void)[]>} */ #listeners = new Map();
  /** @type {Worker | undefined} */ #worker;
  // Callbacks of the actions whose answer has not come yet, by id.
  /** @type {Map<number, Answer>} */ #pending = new Map();
  #id = 0;
  #channel = new BroadcastChannel(NAME);
  #lookedOn = -Infinity; // time of the last announcement of a read-only tab
  /** @type {ReturnType<typeof setInterval> | undefined} timer of this tab's own announcements */
  #asking;
  /** @type {Port | undefined} */ #port; // the port of a real table
  readonly = false;

  constructor() {
    this.#channel.onmessage = ({ data }) => this.#fromTab(data);
    this.ready = this.#begin(false);
  }

  /**
   * @param {string} event
   * @param {(data: any) => void} listener
   */
  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  /**
   * Send an action to the worker and return the worker's answer. Reject with {code, sentence} if
   * the action fails, or if this tab is or becomes read-only. The action "take" is not sent to the
   * worker: this tab takes the table over from another tab. Then listeners get the event "begins"
   * with the promise of the worker's answer to "begin".
   * @param {string} action
   * @param {object} args
   * @returns {Promise<any>}
   */
  do(action, args = {}) {
    if (action === "take") return this.#take();
    if (!this.#worker) return Promise.reject(readonly());
    const id = ++this.#id;
    this.#worker.postMessage({ id, action, args });
    const answer = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    if (FRESH.includes(action)) answer.then(() => this.#hear("fresh", {})).catch(() => {});
    return answer;
  }

  /**
   * Start an action and ignore its answer and its errors.
   * @param {string} action
   * @param {object} [args]
   */
  attempt(action, args) {
    this.do(action, args).catch(() => {});
  }

  /**
   * Show an error of the page in the same way as an error of the table.
   * @param {string} sentence
   */
  tell(sentence) {
    this.#hear("trouble", { sentence });
  }

  // Ask the user for the port of a real table, and show that table. Later the action "leave" or
  // "new" shows the virtual table again. Return false if the user has chosen no port, else true.
  async connect() {
    const chosen = await choosePort();
    if (!chosen) return false;
    await this.#port?.close();
    await this.do("follow");
    this.#disconnect(); // the user may have chosen another port meanwhile
    this.#port = new Port(chosen, {
      plugged: () => this.attempt("plugged"),
      came: (bytes) => this.attempt("came", { bytes }),
      unplugged: (why) => this.attempt("unplugged", { why }),
    });
    return true;
  }

  #disconnect() {
    this.#port?.close();
    this.#port = undefined;
  }

  #take() {
    if (!this.readonly) return Promise.resolve(null); // pressed twice: this tab has the lock already
    const begun = this.#begin(true);
    this.#hear("begins", begun);
    return begun;
  }

  /**
   * Run the table if no other tab runs it, and return the worker's answer to "begin". Otherwise
   * become read-only, and return null once another tab shows its table. With `steal`, take
   * the table over from the other tab.
   * @param {boolean} steal
   * @returns {Promise<any>}
   */
  #begin(steal) {
    return new Promise((resolve) => {
      const options = steal ? { steal } : { ifAvailable: true };
      const held = (/** @type {object | null} */ lock) => {
        if (!lock) {
          this.#lookOn();
          return resolve(this.#otherTable());
        }
        resolve(this.#play());
        return new Promise(() => {}); // never settles, so that the tab holds the lock
      };
      locks.request(NAME, options, held).catch(() => this.#lookOn());
    });
  }

  /**
   * Wait until another tab shows its table, and return null. If the lock becomes free before that,
   * run the table here. After a reload, this page may ask for the lock before the browser has
   * released the lock of the old page.
   */
  async #otherTable() {
    await new Promise((resolve) => setTimeout(resolve, SILENT_MS));
    return this.last.glance || !this.readonly ? null : this.#begin(false);
  }

  async #play() {
    this.readonly = false;
    this.#worker = new Worker(new URL("./worker/worker.mjs", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#fromWorker(data);
    // `message` is undefined if the worker's program cannot be loaded.
    this.#worker.onerror = ({ message = "worker.mjs cannot be loaded" }) =>
      this.#rejectAll(this.#shown({ code: "mistake", sentence: message }));
    return this.do("begin").catch((error) => (this.readonly ? null : Promise.reject(error)));
  }

  /**
   * Reject all actions that have no answer yet.
   * @param {Trouble} trouble
   */
  #rejectAll(trouble) {
    for (const { reject } of this.#pending.values()) reject(trouble);
    this.#pending.clear();
  }

  #lookOn() {
    this.#disconnect();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.readonly = true;
    this.#rejectAll(readonly());
    this.#hear("unkept", null); // the other tab stores the match
    const ask = () => this.readonly && this.#channel.postMessage({ looksOn: true });
    ask();
    this.#asking ??= setInterval(ask, LOOKING_ON_MS);
    if (this.last.glance) this.#hear("glance", { ...this.last.glance, readonly: true });
  }

  /** @param {any} message */
  #fromWorker({ id, value, error, event, data }) {
    if (event === "goes") return this.#port?.write(data);
    if (event === "another" && !data.real) this.#disconnect();
    if (event === "trouble") return this.#hear(event, this.#shown(data));
    if (event) return this.#hear(event, event === "glance" ? { ...data, readonly: false } : data);
    const asked = this.#pending.get(id); // undefined if the action has been rejected
    this.#pending.delete(id);
    if (error) asked?.reject(this.#shown(error));
    else asked?.resolve(value);
  }

  /**
   * Return an error as people see it. If the error is a mistake in the program, write its
   * traceback to the browser's console instead of showing it.
   * @param {Trouble} trouble
   */
  #shown(trouble) {
    if (trouble.code !== "mistake") return trouble;
    console.error(trouble.sentence);
    return { ...trouble, sentence: words("page-mistake") };
  }

  /** @param {any} message */
  #fromTab({ looksOn, event, data }) {
    if (looksOn && this.#worker) {
      this.#lookedOn = performance.now();
      for (const [name, value] of Object.entries(this.last)) this.#spread(name, value);
    } else if (event && this.readonly) {
      this.#hear(event, event === "glance" ? { ...data, readonly: true } : data);
    }
  }

  /**
   * @param {string} event
   * @param {any} data
   */
  #hear(event, data) {
    if (event in this.last) Object.assign(this.last, { [event]: data });
    for (const listener of this.#listeners.get(event) ?? []) listener(data);
    if (this.#worker && performance.now() - this.#lookedOn < 2 * LOOKING_ON_MS) {
      this.#spread(event, data);
    }
  }

  /**
   * @param {string} event
   * @param {unknown} data
   */
  #spread(event, data) {
    if (data && SPREAD.includes(event)) this.#channel.postMessage({ event, data });
  }
}

/** Return the error of an action in a tab that is read-only. */
function readonly() {
  return { code: "readonly", sentence: words("help-readonly") };
}
