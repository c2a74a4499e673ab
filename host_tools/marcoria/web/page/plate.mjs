// The name plate of a seat: player or bot, dealer, contract, and a button to rap.

import { element, fill, label } from "./dom.mjs";
import { button } from "./form.mjs";
import { icon } from "./icons.mjs";
import { USUAL_BOT } from "./link.mjs";
import { seatName, suitName, suitSign, words } from "./words.mjs";

/** @import { Glance, Told } from "./shapes.mjs" */
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
  }

  speak() {
    const seat = seatName(this.seat);
    this.name.textContent = seat;
    label(this.rap, words("rap", { seat }));
    label(this.turn, words("sit", { seat }));
    this.shown = "";
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
