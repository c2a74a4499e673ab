// The live region for screen readers. It announces changes of the match, advice and faults, but no
// change from before the page was opened.

import { adviseReal } from "./advice.mjs";
import { element } from "./dom.mjs";
import { recordText } from "./events.mjs";
import * as say from "./sentences.mjs";
import { whole } from "./shapes.mjs";
import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Glance, Happened, Told } from "./shapes.mjs" */

/** Kinds of records that are announced, because only the lights or the display show them. */
const REPORTED = [
  "refused",
  "foreign",
  "crosstalk",
  "reader",
  "key-stuck",
  "key-missed",
  "keys",
  "display",
  "crash",
];
/** Sentences that arrive within this time become one announcement. */
const BREATH_MS = 250;
/** The longest time from a record to the blink of the lights for the same event. */
const NEAR_MS = 1500;
const KEPT = 12;
const SHOWN_MS = 6000;
/**
 * From this speed on, these are not announced: bids, cards, turns, questions, the advice of the
 * help line, and the display's text after a blink of the lights.
 */
const TOO_FAST = 8;

export class Live {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    /** @type {Told | null} */
    this.previous = null;
    /** @type {string[]} */
    this.pending = [];
    this.power = true;
    this.questions = 0;
    this.explainedAt = Number.NEGATIVE_INFINITY; // time of the last announced record or offence
    this.region = element("div", { class: "unseen live", "aria-live": "polite", role: "log" });
    this.shown = element("div", { class: "said", "aria-hidden": "true", hidden: true });
    this.hide = 0;
    root.append(this.region, this.shown);
    feed.on("told", (/** @type {Told} */ told) => this.#told(whole(told)));
    feed.on("glance", (/** @type {Glance} */ glance) => this.#look(glance));
    feed.on("happened", (/** @type {Happened[]} */ rows) => this.#happened(rows));
    feed.on("refused", () => this.#refused());
    feed.on("another", () => {
      this.previous = null;
    });
    feed.on("trouble", (/** @type {{sentence: string}} */ one) => this.say(one.sentence));
  }

  /**
   * Announce a sentence for screen readers; with `show`, let the page show it too. Ignore an empty
   * sentence, and a sentence equal to the last pending one.
   * @param {string} sentence
   * @param {{show?: boolean}} [how]
   */
  say(sentence, { show = false } = {}) {
    // Two parts may report the same fault, such as the two chips of the keys.
    if (sentence === "" || sentence === this.pending.at(-1)) {
      return;
    }
    if (this.pending.length === 0) {
      setTimeout(() => this.#breathe(), BREATH_MS);
    }
    this.pending.push(sentence);
    if (show) {
      this.#show(sentence);
    }
  }

  /**
   * Announce the advice of the help line, but not for a real table or at a high speed.
   * @param {string} sentence
   */
  hint(sentence) {
    if (!this.feed.last.glance?.real && !this.#fast()) {
      this.say(say.spelled(sentence));
    }
  }

  /**
   * Announce and show the text of the display. Do nothing for a real table, because the page can
   * read only the virtual table's display.
   */
  async read() {
    this.say(await this.#display(), { show: true });
  }

  /**
   * Announce the players who must answer a question of the table, then the question. Announce
   * nothing if the question is closed or replaced before the text of the display has arrived.
   */
  async #question() {
    const question = ++this.questions;
    const read = await this.#display();
    const told = this.previous;
    if (told && told.asked.length > 0 && question === this.questions) {
      this.say(say.asked(told.asked));
      // If the page cannot read the display, it takes the question from the table's state.
      this.say(read || say.question(told), { show: read === "" });
    }
  }

  /** Explain a blink of the lights: announce the display's text if no record gives the reason. */
  async #refused() {
    const at = performance.now();
    const sentence = this.#fast() ? "" : await this.#display({ fresh: true });
    if (this.explainedAt < at - NEAR_MS) {
      this.say(sentence);
    }
  }

  /** @param {{fresh?: boolean}} [how] */
  async #display(how = {}) {
    const lines = await this.feed.do("read", how).catch(() => []);
    return lines.length > 0 ? say.display(lines) : "";
  }

  #breathe() {
    this.region.append(element("p", {}, this.pending.join(" ")));
    this.pending = [];
    while (this.region.childElementCount > KEPT) {
      this.region.firstElementChild?.remove();
    }
  }

  /** @param {string} sentence */
  #show(sentence) {
    this.shown.textContent = sentence;
    this.shown.hidden = false;
    clearTimeout(this.hide);
    this.hide = window.setTimeout(() => {
      this.shown.hidden = true;
    }, SHOWN_MS);
  }

  /** @param {Told} told */
  #told(told) {
    const before = this.previous;
    this.previous = structuredClone(told);
    if (!before) {
      const under = told.phase === "bidding" || told.phase === "play";
      this.say(under ? `${say.trump(told)} ${say.turn(told)}` : "");
      return;
    }
    if (told.offences.length > before.offences.length) {
      this.explainedAt = performance.now();
    }
    const fast = this.#fast();
    for (const sentence of fast ? say.resultsSince(before, told) : say.allSince(before, told)) {
      this.say(sentence);
    }
    if (!fast && say.asks(before, told)) {
      this.#question();
    }
  }

  /** @param {Happened[]} rows */
  #happened(rows) {
    for (const row of this.previous ? rows : []) {
      if (REPORTED.includes(row.kind)) {
        this.explainedAt = performance.now();
        this.say(recordText(row));
      }
    }
  }

  #fast() {
    const speed = this.feed.last.glance?.speed ?? 1;
    return typeof speed !== "number" || speed >= TOO_FAST;
  }

  /**
   * Return the advice for a real table that was unplugged or is connected again.
   * @param {Glance} glance
   */
  #advice(glance) {
    const { name, places } = adviseReal(glance, this.feed.last.told);
    return words(name, places);
  }

  /** @param {Glance} glance */
  #look(glance) {
    if (glance.power !== this.power) {
      this.power = glance.power;
      this.say(glance.real ? this.#advice(glance) : power(glance));
    }
  }
}

/** @param {Glance} glance */
function power(glance) {
  return words(glance.power ? "say-power-on" : "say-power-off");
}
