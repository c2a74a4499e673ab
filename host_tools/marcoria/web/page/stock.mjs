// What is left of the pack, and the card turned up beside it.

import { element } from "./dom.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./cards.mjs").Cards} Cards */
/** @typedef {import("./shapes.mjs").Glance} Glance */
/** @typedef {import("./shapes.mjs").Told} Told */

const SEEN = 5; // of the cards of the pack
const EACH = 7; // cards for one of them

export class Stock {
  /** @param {Cards} cards */
  constructor(cards) {
    this.cards = cards;
    this.number = element("b", { "aria-hidden": "true" });
    this.backs = Array.from({ length: SEEN }, () => element("i", {}));
    this.pack = element("div", { class: "pack", role: "img" }, this.backs, this.number);
    this.upcard = element("div", { class: "upcard", role: "group", "data-home": "stock" });
    this.box = element("div", { class: "stock" }, this.pack, this.upcard);
    this.count = -1;
    this.shown = "";
  }

  speak() {
    const text = words("pack-left", { count: Math.max(0, this.count) });
    this.pack.setAttribute("aria-label", text);
    this.pack.title = text;
    this.upcard.setAttribute("aria-label", words("upcard"));
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  show(glance, told) {
    const up = glance.upcard ? [glance.upcard] : [];
    if (up.join() !== this.shown || !this.cards.settled(this.upcard, up.length)) {
      this.shown = up.join();
      this.upcard.hidden = up.length === 0;
      this.cards.fill(this.upcard, up, false);
    }
    if (this.box.dataset.dealer !== told.dealer) {
      this.box.dataset.dealer = told.dealer;
    }
    if (glance.stock !== this.count) {
      this.count = glance.stock;
      this.#draw();
    }
  }

  #draw() {
    this.pack.hidden = this.count === 0;
    this.number.textContent = String(this.count);
    this.backs.forEach((card, i) => {
      card.hidden = i * EACH >= this.count;
    });
    this.speak();
  }
}
