// The name plate of a seat: player or bot, dealer, contract, and a button to rap.

import { element, fill, label } from "./dom.mjs";
import { button } from "./form.mjs";
import { icon } from "./icons.mjs";
import { USUAL_BOT } from "./link.mjs";
import { reasonText } from "./sentences.mjs";
import { cardSign, seatName, suitName, suitSign, words } from "./words.mjs";

/** @import { Glance, Happened, Reason, Told } from "./shapes.mjs" */
/** @import { Table } from "./table.mjs" */

export class Plate {
  /**
   * @param {string} seat
   * @param {Table} table
   */
  constructor(seat, table) {
    this.seat = seat;
    this.feed = table.feed;
    this.name = element("span", { class: "name" });
    this.who = button("", () => this.#swap(), { class: "who" });
    this.turn = button("", () => table.near.choose(seat), { class: "turn" });
    this.rap = button("", () => table.wood.rap(seat), { class: "rap" });
    this.marks = element("span", { class: "marks" });
    fill(this.rap, icon("knock"));
    fill(this.turn, icon("turn"));
    this.box = element(
      "div",
      { class: "plate" },
      element("span", { class: "badge", "aria-hidden": "true" }),
      this.name,
      this.marks,
      this.who,
      this.rap,
      this.turn,
    );
    this.shown = "";
    /** @type {string | null} */
    this.bot = null;
    /** @type {{card: string, reason: Reason} | null} the last card of an expert, and why */
    this.said = null;
    this.feed.on("happened", (/** @type {Happened[]} */ rows) => this.#hear(rows));
    this.feed.on("reasons", (/** @type {Record<string, Reason>} */ all) => this.#explain(all));
    this.feed.on("another", () => this.#say(null));
  }

  speak() {
    const seat = seatName(this.seat);
    this.name.textContent = seat;
    label(this.rap, words("rap", { seat }));
    label(this.turn, words("sit", { seat }));
    this.shown = "";
    this.#say(this.said);
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  show(glance, told) {
    const { seat } = this;
    const dealer = told.phase !== "none" && told.dealer === seat;
    const contract = told.taker === seat ? told.contract : null;
    const due = glance.who.includes(seat);
    this.bot = glance.bots[seat] ?? null;
    const shown = `${this.bot}|${dealer}|${contract}|${due}`;
    if (shown !== this.shown) {
      this.shown = shown;
      this.box.toggleAttribute("data-due", due);
      this.#seat();
      this.#mark(dealer, contract);
    }
  }

  /** @param {Happened[]} rows */
  #hear(rows) {
    for (const { kind, seat, rest, reason } of rows) {
      if (kind === "deal") {
        this.#say(null);
      } else if (kind === "card" && seat === this.seat) {
        this.#say(reason ? { card: rest?.[0] ?? "", reason } : null);
      }
    }
  }

  /** @param {Record<string, Reason>} reasons by card */
  #explain(reasons) {
    const reason = reasons[this.said?.card ?? ""];
    if (this.said && reason) {
      this.#say({ ...this.said, reason });
    }
  }

  /**
   * Show why an expert played his last card, as a tooltip of the plate.
   * @param {{card: string, reason: Reason} | null} said
   */
  #say(said) {
    this.said = said;
    this.box.title = said ? `${cardSign(said.card)}: ${reasonText(said.reason)}` : "";
  }

  #seat() {
    const seat = seatName(this.seat);
    const person = this.bot === null;
    fill(this.who, icon(person ? "person" : "bot"));
    label(this.who, words(person ? "seat-person" : "seat-bot", { seat }));
  }

  /**
   * @param {boolean} dealer
   * @param {string | null} contract
   */
  #mark(dealer, contract) {
    const sign = contract ? suitSign(contract) || suitName(contract) : "";
    fill(
      this.marks,
      dealer && mark("dealer", icon("deal"), words("dealer")),
      contract && mark(`taker ${contract}`, sign, words("taker", { suit: suitName(contract) })),
    );
  }

  #swap() {
    const bot = this.bot === null ? USUAL_BOT : null;
    this.feed.attempt("bots", { [this.seat]: bot });
  }
}

/**
 * @param {string} name
 * @param {Node | string} sign
 * @param {string} text
 */
function mark(name, sign, text) {
  return element(
    "span",
    { class: `mark ${name}`, role: "img", "aria-label": text, title: text },
    sign,
  );
}
