// The tricks that a seat has taken, face down.

import { element } from "./dom.mjs";
import { seatName, words } from "./words.mjs";

const SEEN = 4; // of the cards of a pile

export class Pile {
  /** @param {string} seat */
  constructor(seat) {
    this.seat = seat;
    this.number = element("b", { "aria-hidden": "true" });
    this.cards = Array.from({ length: SEEN }, () => element("i", {}));
    this.box = element(
      "div",
      { class: "pile", role: "img", "data-seat": seat, "data-empty": true },
      this.cards,
      this.number,
    );
    this.count = -1;
  }

  speak() {
    const places = { seat: seatName(this.seat), count: Math.max(0, this.count) };
    this.box.setAttribute("aria-label", words("tricks-taken", places));
    this.box.title = words("tricks-taken", places);
  }

  /** @param {number} count */
  show(count) {
    if (count === this.count) {
      return;
    }
    this.count = count;
    this.number.textContent = String(count);
    this.cards.forEach((card, i) => {
      card.hidden = i >= count;
    });
    this.box.toggleAttribute("data-empty", count === 0);
    this.speak();
  }
}
