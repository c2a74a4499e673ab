// The pad in front of a seat, with what its reader sees.

import { element } from "./dom.mjs";
import { seatName, words } from "./words.mjs";

/** @typedef {import("./cards.mjs").Cards} Cards */

export class Pad {
  /**
   * @param {string} seat
   * @param {Cards} cards
   */
  constructor(seat, cards) {
    this.seat = seat;
    this.cards = cards;
    this.box = element("div", {
      class: "pad",
      role: "group",
      "data-home": "pad",
      "data-seat": seat,
    });
    this.shown = "";
    this.reader = "";
  }

  speak() {
    const name = this.reader === "fault" ? "pad-lost" : "pad";
    this.box.setAttribute("aria-label", words(name, { seat: seatName(this.seat) }));
  }

  /**
   * @param {string[]} lying
   * @param {string} reader
   */
  show(lying, reader) {
    if (reader !== this.reader) {
      this.reader = reader;
      this.box.dataset.reader = reader;
      this.speak();
    }
    const shown = lying.join();
    if (shown !== this.shown || !this.cards.settled(this.box, lying.length)) {
      this.shown = shown;
      this.cards.fill(this.box, lying, false);
    }
  }
}
