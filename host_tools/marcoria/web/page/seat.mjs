// A seat: its pad, lights and keys, the hand, the tricks taken, and the plate with its name.

import { element } from "./dom.mjs";
import { Hand } from "./hand.mjs";
import { Keys } from "./keys.mjs";
import { Lights } from "./lights.mjs";
import { Pad } from "./pad.mjs";
import { Pile } from "./pile.mjs";
import { Plate } from "./plate.mjs";
import { SEATS, team } from "./seats.mjs";
import { seatName } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Glance} Glance */
/** @typedef {import("./shapes.mjs").Told} Told */
/** @typedef {import("./table.mjs").Table} Table */

const BYTES = 24; // of the eight lights

export class Seat {
  /**
   * @param {string} seat
   * @param {Table} table
   */
  constructor(seat, table) {
    this.seat = seat;
    this.hand = new Hand(seat, table.cards);
    this.pad = new Pad(seat, table.cards);
    this.lights = new Lights();
    this.keys = new Keys(table.feed, seat);
    this.pile = new Pile(seat);
    this.plate = new Plate(seat, table);
    this.box = element(
      "section",
      {
        class: "seat",
        "data-seat": seat,
        "data-team": team(seat),
        "data-place": table.near.places[seat],
      },
      this.plate.box,
      this.hand.box,
      this.pad.box,
      element("div", { class: "console" }, this.lights.box, this.keys.box),
      this.pile.box,
    );
  }

  speak() {
    this.box.setAttribute("aria-label", seatName(this.seat));
    for (const part of [this.hand, this.pad, this.lights, this.keys, this.pile, this.plate]) {
      part.speak();
    }
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   * @param {Table} table
   */
  show(glance, told, table) {
    const { seat } = this;
    const place = table.near.places[seat] ?? "bottom";
    if (this.box.dataset.place !== place) {
      this.box.dataset.place = place;
    }
    const open = !glance.real && (table.open || glance.bots[seat] === null);
    // Cards that still lie there from the last trick are in nobody's way.
    const due = told.turn === seat && ["card", "tidy"].includes(glance.next);
    const legal = due && open && table.hints ? told.legal : [];
    this.hand.show(glance.hands[seat] ?? [], open, legal);
    this.pad.show(glance.pads[seat] ?? [], told.health.readers?.[seat] ?? "ok");
    const first = SEATS.indexOf(seat) * BYTES;
    this.lights.show(glance.lights.subarray(first, first + BYTES));
    this.keys.show(glance.down);
    this.pile.show(glance.taken[seat] ?? 0);
    this.plate.show(glance, told);
  }
}
