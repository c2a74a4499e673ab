// The dialog "Look at the deal": a deal with open cards, what each card has cost, and other ways
// to play the deal. The dialog does not change the match at the table.

import { Analyst } from "./analyst.mjs";
import { CostTable } from "./cost_table.mjs";
import { dealLink, readDealLink } from "./deal_link.mjs";
import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, actions, button, choice } from "./form.mjs";
import { forgetLink } from "./link.mjs";
import { PositionView } from "./position.mjs";
import { persons } from "./seats.mjs";
import { ShareLinks } from "./share.mjs";
import { Study } from "./study.mjs";
import * as say from "./study_sentences.mjs";
import { StudySummary } from "./study_summary.mjs";
import { words } from "./words.mjs";

/** @import { LinkedDeal } from "./deal_link.mjs" */
/** @import { Child } from "./dom.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { Deal } from "./study.mjs" */

const NOWHERE = { at: 0, instead: [] };
/**
 * `read` loads deals that the browser stores. `bots` has for each seat the kind of bot, or null
 * for a person.
 * @typedef {{read: () => Promise<Deal[]>, bots: Record<string, string | null>}} Source
 */

const PAUSE_MS = 450; // time to see a card before the next player answers
const LEFT_PX = 12; // least space above and below the current card after scrolling

export class StudyDialog {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    this.analyst = new Analyst();
    /** @type {Deal[]} */
    this.deals = [];
    this.index = 0;
    /** @type {Study | null} the deal that is shown, if it was played to its end */
    this.study = null;
    this.waits = false;
    // Number of requests for deals and of closings of the dialog. If it has changed before
    // the answer to a request arrives, the answer is ignored.
    this.opened = 0;
    this.heard = ""; // the sentences about the viewer's last choice
    this.view = new PositionView((card) => this.#choose(card));
    this.costs = new CostTable((at) => this.#move(at, true));
    this.summary = new StudySummary((at) => this.#retry(at));
    this.trouble = new Alert();
    this.now = element("p", { class: "now" });
    this.told = element("p", { class: "told" });
    this.live = element("p", { class: "unseen", role: "status" });
    this.range = element("input", { type: "range", min: 0, max: 0, value: 0 });
    this.range.addEventListener("input", () =>
      this.#attempt((study) => study.move(this.range.valueAsNumber)),
    );
    this.acts = actions();
    /** @type {"table" | "link" | "paper" | "kept"} where the deals come from */
    this.source = "table";
    /** @type {Source["bots"]} the players of deals that the browser keeps */
    this.bots = {};
    this.share = new ShareLinks(
      {
        "share-position": () => this.#link(this.study?.place ?? NOWHERE),
        "share-deal": () => this.#link(NOWHERE),
      },
      (sentence) => {
        this.live.textContent = sentence;
      },
    );
    this.side = element("div", { class: "study-side" });
    this.dialog = new Dialog(root, "look-title", {
      fill: () => this.#draw(),
      closed: () => this.#closed(),
    });
  }

  /** Open the dialog with the last deal that has ended. */
  async open() {
    await this.#open("table", async () => {
      /** @type {Deal[]} */
      const deals = await this.feed.do("openDeals");
      return deals.at(-1)?.over === false ? deals.slice(0, -1) : deals;
    });
  }

  /** Open the dialog with the deal and the position in the page's address. */
  async openLink() {
    /** @type {LinkedDeal | undefined} */
    let deal;
    await this.#open("link", async () => {
      deal = await readDealLink(location.hash);
      return [deal];
    });
    if (deal && this.study?.deal === deal) {
      const { at, instead } = deal;
      await this.#attempt((study) => study.resume(at, instead));
    }
  }

  /**
   * Open the dialog with the deals of a text in BDN.
   * @param {string} text
   * @param {string} [file] text of the house file for the rules of the deals, if they need one
   */
  async openPaper(text, file) {
    await this.#open("paper", () => this.feed.do("paperDeals", { text, file }));
  }

  /**
   * Open the dialog with deals that the browser keeps.
   * @param {Source} source
   */
  async openKept({ read, bots }) {
    this.bots = bots;
    await this.#open("kept", read);
  }

  /**
   * Open the dialog, read its deals, and show the last of them.
   * @param {"table" | "link" | "paper" | "kept"} source
   * @param {() => Promise<Deal[]>} read
   */
  async #open(source, read) {
    const opened = ++this.opened;
    [this.deals, this.study, this.waits, this.source] = [[], null, true, source];
    this.trouble.say();
    this.dialog.open();
    this.dialog.draw();
    this.live.textContent = this.#excuse();
    const isRead = await this.trouble.attempt(async () => {
      const deals = await read();
      if (opened === this.opened) {
        this.deals = deals;
      }
    });
    if (opened === this.opened) {
      await this.#look(isRead ? this.deals.length - 1 : -1);
    }
  }

  /**
   * Show a deal; show a sentence instead if the deal was not played to its end.
   * @param {number} index index in `deals`; -1 for no deal
   */
  async #look(index) {
    const opened = ++this.opened;
    const deal = this.deals[index];
    [this.index, this.heard, this.study] = [index, "", null];
    if (deal?.complete) {
      const study = new Study(this.analyst, deal, () => study === this.study && this.#show(study));
      const isLoaded = await this.trouble.attempt(() => study.load());
      if (opened !== this.opened) {
        return;
      }
      this.study = isLoaded ? study : null;
    }
    this.waits = false;
    this.dialog.draw();
    this.live.textContent = this.study ? say.summary(this.study).join(" ") : this.#excuse();
  }

  #closed() {
    this.opened++;
    if (this.source === "link") {
      forgetLink();
    }
    this.study = null;
    fill(this.dialog.body);
  }

  // --- drawing ----------------------------------------------------------------------------------

  /** @returns {Child[]} */
  #draw() {
    const { study } = this;
    this.dialog.box.toggleAttribute("data-deal", study !== null);
    if (!study) {
      return [this.#which(), element("p", {}, this.#excuse()), this.trouble.box, this.live];
    }
    this.summary.draw(study, this.#own(study));
    this.share.draw();
    this.#show(study);
    fill(
      this.side,
      this.summary.box,
      element(
        "section",
        {},
        element("h3", {}, words("look-tricks")),
        element("p", { class: "hint" }, words("look-signs")),
        this.costs.box,
      ),
      element("p", { class: "hint" }, words("look-note")),
    );
    return [
      element(
        "div",
        { class: "study-main" },
        this.#which(),
        this.view.box,
        this.now,
        this.#steps(),
        this.acts,
        this.told,
        this.trouble.box,
        this.share.box,
        this.live,
      ),
      this.side,
    ];
  }

  /** Return the sentence that stands in place of a deal, or "" if an error message is shown. */
  #excuse() {
    if (this.waits) {
      return words(this.source === "link" ? "share-waits" : "look-waits");
    }
    if (this.trouble.box.textContent) {
      return "";
    }
    return words(this.deals.length > 0 ? "look-unfinished" : "look-none");
  }

  /** Return the menu in which the user chooses a deal, null if there are fewer than two. */
  #which() {
    if (this.deals.length < 2) {
      return null;
    }
    const rows = this.deals.map(
      (deal, i) => /** @type {[string, string]} */ ([`${i}`, say.deal(deal, i)]),
    );
    const select = choice(rows, `${this.index}`, (index) => this.#look(Number(index)));
    select.setAttribute("aria-label", words("look-which"));
    return element("div", { class: "which" }, select);
  }

  #steps() {
    const step = (
      /** @type {string} */ sign,
      /** @type {string} */ name,
      /** @type {number} */ by,
    ) =>
      button(sign, () => this.#move(this.range.valueAsNumber + by), {
        class: "step",
        "aria-label": words(name),
        title: words(name),
      });
    this.range.setAttribute("aria-label", words("look-slider"));
    return element(
      "div",
      { class: "study-steps" },
      step("|◀", "look-first", -Infinity),
      step("◀", "look-back", -1),
      this.range,
      step("▶", "look-on", 1),
      step("▶|", "look-last", Infinity),
    );
  }

  /** Show the position and everything that depends on it. @param {Study} study */
  #show(study) {
    this.view.show(study.shown);
    this.costs.draw(study);
    const { line, at, mode } = study;
    this.range.max = `${line.length}`;
    this.range.value = `${at}`;
    this.range.setAttribute("aria-valuetext", say.step(study));
    this.now.textContent = say.heading(study);
    this.told.textContent = say.state(study, this.heard);
    this.view.box.dataset.mode = mode;
    this.#drawActs(study);
    this.#scroll();
  }

  /** Scroll to the current card in the list, if the column with the list has a scroll bar. */
  #scroll() {
    const { side } = this;
    const row = side.querySelector("[aria-current]");
    if (row && side.scrollHeight > side.clientHeight) {
      const [seen, place] = [side.getBoundingClientRect(), row.getBoundingClientRect()];
      side.scrollTop += Math.max(0, place.bottom + LEFT_PX - seen.bottom);
      side.scrollTop -= Math.max(0, seen.top + LEFT_PX - place.top);
    }
  }

  /** @param {Study} study */
  #drawActs(study) {
    const { mode, at, count, choice: open, isRevealed } = study;
    const act = (/** @type {string} */ name, /** @type {(study: Study) => unknown} */ deed) =>
      button(words(name), () => this.#attempt(deed), { "data-act": name });
    const canPlay = mode !== "own" && at < count;
    const rows = [
      canPlay && act("look-play-on", (one) => this.#playOn(one)),
      open && !isRevealed && act("look-reveal", (one) => this.#reveal(one)),
      mode !== "deal" && act("look-return", (one) => this.#return(one)),
    ];
    const focused = this.acts.contains(document.activeElement);
    fill(this.acts, ...rows);
    if (focused) {
      this.range.focus({ preventScroll: true });
    }
  }

  // --- actions ----------------------------------------------------------------------------------

  /**
   * Call `deed` with the deal that is shown, and show the error message if the call fails. Do
   * nothing if no deal is shown.
   * @param {(study: Study) => unknown} deed
   */
  async #attempt(deed) {
    const { study } = this;
    if (study) {
      this.heard = "";
      await this.trouble.attempt(() => deed(study));
    }
  }

  /**
   * Show the position after `at` cards, and announce the last of these cards.
   * @param {number} at
   * @param {boolean} [far] whether to scroll to the position, which may be out of sight
   */
  async #move(at, far = false) {
    await this.#attempt(async (study) => {
      await study.move(at);
      this.live.textContent = say.step(study);
      if (far) {
        this.view.box.scrollIntoView({ block: "nearest" });
      }
    });
  }

  /**
   * Let the viewer choose another card than the one that was played.
   * @param {number} at index of the card that was played
   */
  async #retry(at) {
    await this.#attempt(async (study) => {
      await study.tryAgain(at);
      this.live.textContent = say.state(study, "");
      this.view.box.scrollIntoView({ block: "nearest" });
      this.view.focus();
    });
  }

  /** @param {Study} study */
  async #playOn(study) {
    await study.playOn();
    this.live.textContent = say.state(study, "");
    this.view.focus();
  }

  /** @param {Study} study */
  #reveal(study) {
    study.reveal();
    this.live.textContent = say.best(study);
    this.view.focus();
  }

  /** @param {Study} study */
  #return(study) {
    study.back();
    this.live.textContent = say.step(study);
    this.range.focus({ preventScroll: true });
  }

  /** Play or compare the card that the viewer has chosen. @param {string} card */
  async #choose(card) {
    await this.#attempt(async (study) => {
      const plays = await study.choose(card, pause);
      if (study !== this.study) return; // another deal is shown now
      this.heard = plays.length > 0 ? say.answers(study, plays) : "";
      this.told.textContent = say.state(study, this.heard);
      this.live.textContent = this.told.textContent;
    });
  }

  /** Return the link to a position. @param {{at: number, instead: string[]}} place */
  #link({ at, instead }) {
    return dealLink(this.study?.deal.link ?? {}, at, instead);
  }

  /**
   * Return the seats of persons. Return all seats if there is no person, or if the deal comes from
   * a link or a file and thus may be of other people.
   * @param {Study} study
   */
  #own({ deal: { seats } }) {
    if (this.source === "link" || this.source === "paper") {
      return seats;
    }
    const bots = this.source === "kept" ? this.bots : (this.feed.last.glance?.bots ?? {});
    const own = persons(bots).filter((seat) => seats.includes(seat));
    return own.length > 0 ? own : seats;
  }
}

/** Wait before the next card is laid. Do not wait if the user prefers reduced motion. */
async function pause() {
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
