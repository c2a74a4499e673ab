// The cards in somebody's hand: a fan, face up for a person, face down for a bot.

import { element } from "./dom.mjs";
import { Rove } from "./rove.mjs";
import { seatName, words } from "./words.mjs";

/** @typedef {import("./cards.mjs").Cards} Cards */

// Black and red in turn, and high cards to the left.
const SUITS = "SHCD";
const RANKS = "ATKQJ987";

export class Hand {
  /**
   * @param {string} seat
   * @param {Cards} cards
   */
  constructor(seat, cards) {
    this.seat = seat;
    this.cards = cards;
    this.box = element("div", { class: "hand", "data-home": "hand" });
    this.rove = new Rove(this.box, ".card");
    this.shown = "";
    this.count = 0;
    this.open = false;
  }

  speak() {
    const name = this.open ? "hand" : "hand-down";
    const label = words(name, { seat: seatName(this.seat), count: this.count });
    this.box.setAttribute("aria-label", label);
  }

  /**
   * @param {string[]} held
   * @param {boolean} open
   * @param {string[]} legal
   */
  show(held, open, legal) {
    const shown = `${held.join()}|${open}|${legal.join()}`;
    if (shown === this.shown && this.cards.settled(this.box, held.length)) {
      return;
    }
    this.shown = shown;
    this.#own(held.length, open);
    const sorted = open ? [...held].sort((a, b) => rank(a) - rank(b)) : held;
    this.cards.fill(this.box, sorted, !open, legal);
    this.rove.refresh();
  }

  /**
   * @param {number} count
   * @param {boolean} open
   */
  #own(count, open) {
    this.count = count;
    this.open = open;
    this.box.toggleAttribute("inert", !open);
    this.box.setAttribute("role", open && count ? "toolbar" : "group");
    this.box.style.setProperty("--n", String(count));
    this.speak();
  }
}

/** @param {string} card */
function rank(card) {
  return SUITS.indexOf(card[1] ?? "") * RANKS.length + RANKS.indexOf(card[0] ?? "");
}
