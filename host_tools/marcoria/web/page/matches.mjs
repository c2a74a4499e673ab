// The dialog "Matches": the finished deals that this browser keeps, by match, and their
// statistics.

import { Archivist } from "./archivist.mjs";
import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, actions, button, checkbox } from "./form.mjs";
import { HistoryCosts } from "./history_costs.mjs";
import { FileTrouble } from "./history_file.mjs";
import { dateOf, dayOf, lastOf, matchesOf } from "./history_matches.mjs";
import { allDeals, amend, MOST, StoreTrouble } from "./history_store.mjs";
import { MatchFiles } from "./match_files.mjs";
import { dealTable, scoreBox, showCosts } from "./match_view.mjs";
import { NumbersView } from "./numbers_view.mjs";
import { StudyDialog } from "./study_dialog.mjs";
import { addStyle } from "./style.mjs";
import { words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { KeptMatch } from "./history_matches.mjs" */
/** @import { KeptDeal } from "./history_record.mjs" */

await addStyle(new URL("matches.css", import.meta.url));

const A_PAGE = 40; // matches in the list at first; each press of "Show more" adds as many

export class Matches {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    /** @type {KeptDeal[]} */
    this.deals = [];
    this.damaged = 0;
    this.waits = true;
    this.view = /** @type {"matches" | "numbers"} */ ("matches");
    this.match = ""; // key of the match that is shown, or "" for the list
    this.onlyMarked = false;
    this.shown = A_PAGE;
    this.opened = 0; // counts loads and closings, so that the result of an older load is ignored
    this.archivist = new Archivist();
    this.study = new StudyDialog(feed, root);
    this.costs = new HistoryCosts(this.archivist, this.study.analyst, () => this.#showCosts());
    this.numbers = new NumbersView();
    this.trouble = new Alert();
    this.live = element("p", { class: "keep-done", role: "status" });
    this.files = new MatchFiles({
      deals: () => this.deals,
      attempt: (act) => this.#attempt(act),
      changed: (sentence) => this.#changed(sentence),
    });
    this.dialog = new Dialog(root, "keep-title", {
      fill: () => this.#draw(),
      closed: () => this.#closed(),
    });
  }

  /** Open the dialog with the list of matches or the statistics, whichever was chosen last. */
  async open() {
    [this.match, this.waits, this.live.textContent] = ["", true, ""];
    this.dialog.open();
    await this.#load();
  }

  async #load() {
    const opened = ++this.opened;
    /** @type {{deals: KeptDeal[], damaged: number}} */
    let found = { deals: [], damaged: 0 };
    await this.#attempt(async () => {
      found = await allDeals();
    });
    if (opened === this.opened && this.dialog.isOpen) {
      this.waits = false;
      [this.deals, this.damaged] = [found.deals, found.damaged];
      this.dialog.draw();
      this.costs.weigh(this.deals);
    }
  }

  #closed() {
    this.opened++;
    this.costs.stop();
    this.archivist.close();
    this.deals = [];
    fill(this.dialog.body);
  }

  // --- drawing ----------------------------------------------------------------------------------

  /** @returns {Child[]} */
  #draw() {
    const match = this.#matches().find(({ key }) => key === this.match);
    const parts = match ? this.#drawMatch(match) : this.#drawList();
    return [this.trouble.box, this.live, ...parts];
  }

  #matches() {
    return matchesOf(this.deals);
  }

  /** @returns {Child[]} */
  #drawList() {
    if (this.waits) {
      return [element("p", {}, words("keep-waits"))];
    }
    const { length: count } = this.deals;
    const places = { count, most: MOST };
    return [
      ...(count > 0 ? [this.#views()] : []),
      ...(this.view === "numbers" && count > 0 ? this.numbers.draw(this.deals) : this.#rows()),
      element(
        "section",
        { class: "keep-part keep-foot" },
        ...this.files.drawAll(),
        count > 0 && element("p", { class: "hint" }, words("keep-room", places)),
        this.damaged > 0 &&
          element("p", { class: "hint" }, words("keep-damaged", { count: this.damaged })),
      ),
    ];
  }

  #views() {
    const press = (/** @type {"matches" | "numbers"} */ view, /** @type {string} */ name) =>
      button(words(name), () => this.#show(view), {
        "aria-pressed": `${this.view === view}`,
        "data-view": view,
      });
    return element(
      "div",
      { class: "keep-head" },
      actions(press("matches", "keep-matches"), press("numbers", "keep-numbers")),
      this.view === "matches" && this.#filter(),
    );
  }

  #filter() {
    const changed = (/** @type {boolean} */ on) => {
      this.onlyMarked = on;
      this.dialog.draw();
      /** @type {HTMLElement | null} */ (this.dialog.body.querySelector("[data-marked]"))?.focus();
    };
    return checkbox(words("keep-marked"), this.onlyMarked, changed, { "data-marked": "" });
  }

  /** @returns {Child[]} */
  #rows() {
    const all = this.#matches().filter(
      ({ deals }) => !this.onlyMarked || deals.some(({ star }) => star),
    );
    if (all.length === 0) {
      return [element("p", {}, words(this.deals.length > 0 ? "keep-none-marked" : "keep-none"))];
    }
    const more = all.length > this.shown;
    return [
      element(
        "ul",
        { class: "keep-matches" },
        all.slice(0, this.shown).map((match) => element("li", {}, this.#row(match))),
      ),
      more && actions(button(words("keep-more"), () => this.#more())),
    ];
  }

  /** @param {KeptMatch} match */
  #row(match) {
    const stars = match.deals.filter(({ star }) => star).length;
    return element(
      "button",
      {
        type: "button",
        class: "keep-match",
        "data-match": match.key,
        onclick: () => this.#open(match.key),
      },
      element(
        "span",
        { class: "keep-what" },
        element("b", {}, dateOf(match)),
        element("span", {}, lastOf(match).house.name),
        element(
          "span",
          { class: "hint" },
          words("keep-count", { count: match.deals.length }),
          stars > 0 && ` · ${words("keep-stars", { count: stars })}`,
        ),
      ),
      scoreBox(match),
    );
  }

  /** @param {KeptMatch} match @returns {Child[]} */
  #drawMatch(match) {
    const { house } = lastOf(match);
    return [
      element(
        "div",
        { class: "keep-head" },
        button(words("keep-back"), () => this.#back(), { class: "back" }),
        this.#filter(),
      ),
      element("h3", {}, `${dateOf(match)} · ${house.name}`),
      scoreBox(match),
      dealTable(match, this.onlyMarked, {
        look: (deal) => this.#look(deal),
        mark: (deal) => this.#mark(deal),
      }),
      element("p", { class: "hint" }, words("keep-cost-hint")),
      element(
        "section",
        { class: "keep-part keep-foot" },
        ...this.files.drawMatch(match.deals, dayOf(match)),
      ),
    ];
  }

  #showCosts() {
    const match = this.#matches().find(({ key }) => key === this.match);
    if (match) {
      showCosts(this.dialog.body, match);
    } else if (this.view === "numbers") {
      this.numbers.show();
    }
  }

  // --- actions ----------------------------------------------------------------------------------

  /** @param {"matches" | "numbers"} view */
  #show(view) {
    this.view = view;
    this.#redraw();
    const press = this.dialog.body.querySelector(`[data-view="${view}"]`);
    /** @type {HTMLElement | null} */ (press)?.focus();
  }

  #more() {
    const before = this.shown;
    this.shown += A_PAGE;
    this.dialog.draw();
    const rows = /** @type {NodeListOf<HTMLElement>} */ (
      this.dialog.body.querySelectorAll(".keep-match")
    );
    rows[before]?.focus();
  }

  /** @param {string} key */
  #open(key) {
    this.match = key;
    this.#redraw();
    this.dialog.body.scrollTop = 0;
    this.dialog.title.focus();
  }

  #back() {
    const key = this.match;
    this.match = "";
    this.#redraw();
    const row = this.dialog.body.querySelector(`[data-match="${key}"]`);
    /** @type {HTMLElement} */ (row ?? this.dialog.title).focus();
  }

  #redraw() {
    this.trouble.say();
    this.live.textContent = "";
    this.dialog.draw();
  }

  /** @param {KeptDeal} deal */
  async #mark(deal) {
    deal.star = !deal.star;
    await this.#attempt(() => amend(deal.key, { star: deal.star }));
  }

  /** Show a deal with open cards. @param {KeptDeal} deal */
  #look({ bdn, players }) {
    const bots = Object.entries(players).map(([seat, { bot }]) => [seat, bot]);
    this.study.openKept({
      read: () => this.archivist.facts(bdn),
      bots: Object.fromEntries(bots),
    });
  }

  /**
   * Call `act` and show its error, if any. Return whether it succeeded.
   * @param {() => unknown} act
   */
  #attempt(act) {
    return this.trouble.attempt(async () => {
      try {
        await act();
      } catch (error) {
        const isKnown = error instanceof FileTrouble || error instanceof StoreTrouble;
        throw isKnown ? { sentence: words(error.told.name, error.told.places) } : error;
      }
    });
  }

  /**
   * Leave the view of one match, load the deals again, and show a sentence about what was changed.
   * @param {string} sentence
   */
  async #changed(sentence) {
    this.match = "";
    await this.#load();
    this.live.textContent = sentence;
    this.dialog.title.focus();
  }
}
