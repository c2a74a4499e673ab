// The help line below the table: the next action, the expert's answer, or the last error.

import { advise, adviseStart, hasEnded } from "./advice.mjs";
import { element, fill, label } from "./dom.mjs";
import { askExpert } from "./expert_advice.mjs";
import { icon } from "./icons.mjs";
import { keep, kept } from "./settings.mjs";
import { sentenceOf, whole } from "./shapes.mjs";
import { termMarks } from "./terms.mjs";
import { words } from "./words.mjs";

/** @import { Advice } from "./advice.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { Panels } from "./panels.mjs" */
/** @import { Trouble } from "./shapes.mjs" */
/** @import { Table } from "./table.mjs" */

const KEPT = "marcoria.help";
const TROUBLE_MS = 9000;
const SETTLE_MS = 300;
const SLOW_MS = 10_000; // a start of the table that takes longer than this is slow

export class Help {
  /**
   * @param {Feed} feed
   * @param {HTMLElement} root
   * @param {{panels: Panels, table: Table}} others
   */
  constructor(feed, root, others) {
    this.feed = feed;
    this.root = root;
    this.others = others;
    this.shown = kept(KEPT) !== "away";
    this.text = element("p", {});
    this.act = element("button", { type: "button", class: "act", onclick: () => this.press() });
    this.look = element("button", {
      type: "button",
      class: "look",
      hidden: true,
      onclick: () => others.panels.open("study"),
    });
    this.expert = element("button", {
      type: "button",
      class: "expert",
      hidden: true,
      onclick: () => this.#ask(),
    });
    this.terms = element("span", { class: "terms" });
    this.advised = ""; // the expert's answer, "" again when the advice changes
    this.questions = 0;
    this.away = element("button", { type: "button", class: "away", onclick: () => this.#swap() });
    /** @type {"wakes" | "slow" | "fails"} how the start of the table goes */
    this.start = "wakes";
    /** @type {Advice} */
    this.advice = { name: "" };
    this.drawn = "";
    this.latest = "";
    this.settleTimer = 0;
    this.trouble = "";
    this.timer = 0;
    const offers = element("div", { class: "offers" }, this.look, this.expert, this.act);
    root.append(this.away, this.text, this.terms, offers);
    feed.on("glance", () => this.#think());
    feed.on("told", () => this.#think());
    feed.on("trouble", (trouble) => this.#tell(trouble));
    document.addEventListener("spoken", () => this.speak());
    document.addEventListener("view", () => this.#think());
    others.panels.shortcuts.help = this;
    others.table.hint(this.shown);
  }

  speak() {
    this.root.setAttribute("aria-label", words("help-line"));
    fill(this.away, icon(this.shown ? "away" : "help"));
    label(this.away, words(this.shown ? "help-away" : "help-back"));
    this.look.textContent = words("do-look");
    fill(this.expert, icon("idea"), element("span", {}, words("do-ask-expert")));
    label(this.expert, words("do-ask-expert"));
    this.away.setAttribute("aria-expanded", String(this.shown));
    this.drawn = "";
    this.latest = "";
    this.#think();
    this.#draw();
  }

  /**
   * Tell the user if the start of the table takes long or fails. Return when the start is over. It
   * is also over if another tab takes the table over meanwhile.
   * @param {Promise<unknown>} started
   */
  async follow(started) {
    const show = (/** @type {"wakes" | "slow" | "fails"} */ start) => {
      this.start = start;
      this.#think();
    };
    show("wakes");
    const timer = setTimeout(() => show("slow"), SLOW_MS);
    try {
      await started;
    } catch (error) {
      if (!this.feed.readonly) {
        console.error(error);
        show("fails");
      }
    }
    clearTimeout(timer);
  }

  /**
   * Update the advice, which may change with every card of a bot. Show it at once, because the
   * buttons of the table are shown at once too. But wait until the advice has not changed for
   * SETTLE_MS before these steps:
   * - Show the advice `help-wait`, or quiet advice that follows other quiet advice.
   * - Let the buttons `act` and `expert` work.
   * - Let screen readers announce the advice, unless it is quiet or the help is hidden.
   * The first advice does not wait for SETTLE_MS.
   */
  #think() {
    const { glance, told } = this.feed.last;
    const advice = glance
      ? advise(glance, whole(told), this.others.table.view.name === "play")
      : adviseStart(this.start, this.feed.readonly);
    this.look.hidden = !hasEnded(glance, whole(told));
    const thought = JSON.stringify(advice);
    if (thought === this.latest) {
      return;
    }
    this.latest = thought;
    this.advised = "";
    this.questions++;
    this.#stale(true);
    clearTimeout(this.settleTimer);
    const isPause = advice.name === "help-wait" || (advice.quiet && this.advice.quiet);
    const isFirst = !this.advice.name;
    if (!isPause) {
      this.advice = advice;
      this.#draw();
    }
    this.settleTimer = window.setTimeout(() => this.#settle(advice), isFirst ? 0 : SETTLE_MS);
  }

  /** @param {Advice} advice */
  #settle(advice) {
    this.advice = advice;
    this.#stale(false);
    this.#draw();
    if (this.shown && !advice.quiet) {
      this.others.panels.live.hint(this.spoken());
    }
  }

  /** Return the sentence with which screen readers announce the advice and its button. */
  spoken() {
    const { name, places, heard, deeds } = this.advice;
    const { shortcuts } = this.others.panels;
    const way = this.#way();
    const plain = words(heard?.name ?? name, heard?.places ?? places);
    const said = way ? shortcuts.withKey(plain, way) : plain;
    const deed = deeds?.[0];
    if (!deed) {
      return said;
    }
    const offer = shortcuts.on ? "hear-key" : "hear-button";
    return `${said} ${words(offer, { deed: words(deed.name) })}`;
  }

  /**
   * Return the name of the text that tells screen readers which key leads to the buttons or cards.
   * Return "" or undefined if no such text is needed.
   */
  #way() {
    const { way } = this.advice;
    return way === "hear-cards" && document.activeElement?.closest(".hand") ? "" : way;
  }

  /**
   * Ask the expert what the person at the seat `advice.seat` should do. Show the answer, or the
   * error, unless the advice has changed meanwhile.
   */
  async #ask() {
    const { seat } = this.advice;
    if (!seat || this.expert.getAttribute("aria-disabled") === "true") {
      return;
    }
    const mine = ++this.questions;
    const show = (/** @type {string} */ sentence) => {
      if (mine === this.questions) {
        this.advised = sentence;
        this.#draw();
      }
    };
    show(words("advice-waits"));
    const sentence = await askExpert(this.feed, seat).catch(sentenceOf);
    show(sentence);
    if (mine === this.questions) {
      this.others.panels.live.say(sentence);
    }
  }

  /** @param {boolean} stale */
  #stale(stale) {
    // Do not use the attribute `disabled`: it would remove the keyboard focus from the button.
    this.act.setAttribute("aria-disabled", String(stale));
    this.expert.setAttribute("aria-disabled", String(stale));
  }

  #draw() {
    // A fault is shown even if the help is hidden.
    const told = this.shown || this.advice.wrong ? words(this.advice.name, this.advice.places) : "";
    const text = this.trouble || this.advised || told;
    const terms = this.shown && !this.trouble ? (this.advice.terms ?? []) : [];
    const canAsk = this.shown && this.advice.seat !== undefined;
    const deed = this.advice.deeds?.[0];
    const does = deed ? words(deed.name) : "";
    const drawn = JSON.stringify([text, does, this.trouble, terms, canAsk]);
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      this.text.textContent = text;
      this.act.textContent = does;
      this.act.hidden = !deed;
      this.expert.hidden = !canAsk;
      this.root.toggleAttribute("data-asks", canAsk);
      fill(this.terms, termMarks(terms));
      this.root.toggleAttribute("data-trouble", this.trouble !== "");
      this.root.toggleAttribute("data-away", text === "");
    }
  }

  #swap() {
    this.shown = !this.shown;
    keep(KEPT, this.shown ? "shown" : "away");
    this.others.table.hint(this.shown);
    this.speak();
  }

  /** Return the button of the advice, or null while the button is hidden. */
  get offer() {
    return this.act.hidden ? null : this.act;
  }

  /**
   * Perform the actions of the button, or do nothing if the button is disabled because the advice
   * has just changed.
   */
  async press() {
    const stale = this.act.getAttribute("aria-disabled") === "true";
    const deeds = stale ? [] : (this.advice.deeds ?? []);
    try {
      for (const { action, args, panel, call } of deeds) {
        if (call) {
          call();
        } else if (panel) {
          this.others.panels.open(panel);
        } else if (action) {
          await this.feed.do(action, args);
        }
      }
    } catch (trouble) {
      this.#tell(/** @type {Trouble} */ (trouble));
    }
  }

  /** @param {Trouble} trouble */
  #tell(trouble) {
    clearTimeout(this.timer);
    this.trouble = trouble.sentence ?? "";
    this.timer = window.setTimeout(() => {
      this.trouble = "";
      this.#draw();
    }, TROUBLE_MS);
    this.#draw();
  }
}
