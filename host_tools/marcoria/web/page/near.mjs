// Which seat is seen below: South, or on a small screen the person who is to do something.

import { persons, places } from "./seats.mjs";

/** @typedef {import("./shapes.mjs").Glance} Glance */

const SMALL = "(max-aspect-ratio: 1/1), (min-aspect-ratio: 3/2) and (max-height: 520px)";

export class Near {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.small = matchMedia(SMALL);
    this.small.addEventListener("change", () => this.changed());
    this.changed = () => {};
    this.seat = "S";
    this.places = places(this.seat);
    /** @type {string | null} chosen by hand, until the table waits for somebody else */
    this.chosen = null;
    this.asked = "";
  }

  /** @param {string} seat */
  choose(seat) {
    this.chosen = seat;
    this.changed();
  }

  /** @param {Glance} glance */
  follow(glance) {
    const asked = glance.who.join("");
    if (asked !== this.asked) {
      this.asked = asked;
      this.chosen = null;
    }
    const seat = this.small.matches ? this.#wanted(glance) : "S";
    if (seat !== this.seat) {
      this.seat = seat;
      this.places = places(seat);
    }
  }

  /** @param {Glance} glance */
  #wanted(glance) {
    const people = persons(glance.bots);
    const busy = people.filter((seat) => glance.who.includes(seat));
    // Who has something to do, if that is one; who was seen below stays there otherwise.
    const due = busy.length === 1 ? busy[0] : undefined;
    const stays = people.includes(this.seat) ? this.seat : people[0];
    return this.chosen ?? due ?? stays ?? "S";
  }
}
