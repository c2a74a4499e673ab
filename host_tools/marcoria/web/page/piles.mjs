// Piles of face-down cards: the tricks that a seat has taken, and the stock. The upcard lies
// beside the stock.

import { element, label } from "./dom.mjs";
import { seatName, words } from "./words.mjs";

/** @import { Cards } from "./cards.mjs" */
/** @import { Glance, Told } from "./shapes.mjs" */

// At most OF_PILE backs are drawn for the tricks of a seat, and at most OF_PACK for the stock. One
// back of the stock stands for up to EACH cards.
const [OF_PILE, OF_PACK, EACH] = [4, 5, 7];

/** A heap of card backs, labelled with the number of its tricks or cards. */
class Backs {
  /**
   * @param {Record<string, string>} attributes
   * @param {number} seen the most backs that are drawn
   * @param {number} each the most tricks or cards that one back stands for
   */
  constructor(attributes, seen, each) {
    this.each = each;
    this.count = -1;
    this.number = element("b", { "aria-hidden": "true" });
    this.backs = Array.from({ length: seen }, () => element("i", {}));
    this.box = element(
      "div",
      { ...attributes, role: "img", "data-empty": true },
      this.backs,
      this.number,
    );
  }

  /**
   * @param {string} text
   * @param {Record<string, string>} [places]
   */
  name(text, places) {
    label(this.box, words(text, { ...places, count: Math.max(0, this.count) }));
  }

  /**
   * Show a number of tricks or cards. Return whether the number has changed.
   * @param {number} count
   */
  pile(count) {
    if (count === this.count) {
      return false;
    }
    this.count = count;
    this.number.textContent = String(count);
    this.backs.forEach((back, i) => {
      back.hidden = i * this.each >= count;
    });
    this.box.toggleAttribute("data-empty", count === 0);
    return true;
  }
}

export class Pile extends Backs {
  /** @param {string} seat */
  constructor(seat) {
    super({ class: "pile", "data-seat": seat }, OF_PILE, 1);
    this.seat = seat;
  }

  speak() {
    this.name("tricks-taken", { seat: seatName(this.seat) });
  }

  /** @param {number} count */
  show(count) {
    if (this.pile(count)) {
      this.speak();
    }
  }
}

export class Stock {
  /** @param {Cards} cards */
  constructor(cards) {
    this.cards = cards;
    this.pack = new Backs({ class: "pack" }, OF_PACK, EACH);
    this.upcard = element("div", { class: "upcard", role: "group", "data-home": "stock" });
    this.box = element("div", { class: "stock" }, this.pack.box, this.upcard);
  }

  speak() {
    this.pack.name("pack-left");
    this.upcard.setAttribute("aria-label", words("upcard"));
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  show(glance, told) {
    const up = glance.upcard ? [glance.upcard] : [];
    if (this.cards.lay(this.upcard, up)) {
      this.upcard.hidden = up.length === 0;
    }
    if (this.box.dataset.dealer !== told.dealer) {
      this.box.dataset.dealer = told.dealer;
    }
    if (this.pack.pile(glance.stock)) {
      this.pack.box.hidden = glance.stock === 0;
      this.pack.name("pack-left");
    }
  }
}
