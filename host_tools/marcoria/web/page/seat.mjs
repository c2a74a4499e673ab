// A seat: its hand, pad, lights, keys, tricks and name plate.

import { element } from "./dom.mjs";
import { Rove } from "./focus.mjs";
import { Keys } from "./keys.mjs";
import { Pile } from "./piles.mjs";
import { Plate } from "./plate.mjs";
import { SEATS } from "./seats.mjs";
import { seatName, words } from "./words.mjs";

/** @import { Cards } from "./cards.mjs" */
/** @import { Glance, Told } from "./shapes.mjs" */
/** @import { Table } from "./table.mjs" */

const LIGHTS = 8;
const BYTES = 3 * LIGHTS; // red, green and blue of each light
// Exponent that brightens the colours sent to the lights. The firmware dims these colours, because
// real lights are bright, but a screen would show them too dark.
const EYE = 0.25;
// The order of the cards in an open hand: black and red suits alternate. Each suit, even trump,
// begins with its ace.
const SUITS = "SHCD";
const RANKS = "ATKQJ987";

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
        "data-team": "NS".includes(seat) ? "NS" : "EW",
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
    const isOpen = (/** @type {string} */ one) =>
      !glance.real && (table.open || glance.bots[one] === null);
    const open = isOpen(seat);
    // "tidy" means that cards must be taken off pads, but the player may already lay a card.
    const due = told.turn === seat && ["card", "tidy"].includes(glance.next);
    const legal = due && open && table.hints ? told.legal : [];
    this.hand.show(glance.hands[seat] ?? [], open, legal);
    const lying = glance.pads[seat] ?? [];
    const down = lying.some((card) => {
      const owner = glance.covered?.[card];
      return owner !== undefined && !isOpen(owner);
    });
    this.pad.show(lying, told.health.readers?.[seat] ?? "ok", down);
    const first = SEATS.indexOf(seat) * BYTES;
    this.lights.show(glance.lights.subarray(first, first + BYTES));
    this.keys.show(glance.down);
    this.pile.show(glance.taken[seat] ?? 0);
    this.plate.show(glance, told);
  }
}

/** The cards in a hand, as a fan. They lie face up if the hand is open, else face down. */
class Hand {
  /**
   * @param {string} seat
   * @param {Cards} cards
   */
  constructor(seat, cards) {
    this.seat = seat;
    this.cards = cards;
    this.box = element("div", { class: "hand", "data-home": "hand" });
    this.rove = new Rove(this.box, ".card");
    this.count = 0;
    /** @type {boolean | null} null before the first drawing */
    this.open = null;
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
    if (held.length !== this.count || open !== this.open) {
      this.#own(held.length, open);
    }
    const sorted = open ? [...held].sort((a, b) => rank(a) - rank(b)) : held;
    if (this.cards.lay(this.box, sorted, { down: !open, legal })) {
      this.rove.refresh();
    }
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

/** The pad with the cards on it. */
class Pad {
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
    this.reader = "";
  }

  speak() {
    const name = this.reader === "fault" ? "pad-lost" : "pad";
    this.box.setAttribute("aria-label", words(name, { seat: seatName(this.seat) }));
  }

  /**
   * @param {string[]} lying
   * @param {string} reader
   * @param {boolean} down whether the cards lie face down
   */
  show(lying, reader, down) {
    if (reader !== this.reader) {
      this.reader = reader;
      this.box.dataset.reader = reader;
      this.speak();
    }
    this.cards.lay(this.box, lying, { down });
  }
}

/** The eight lights of a seat, in the colours that the firmware sends to them, but brighter. */
class Lights {
  constructor() {
    this.lamps = Array.from({ length: LIGHTS }, () => element("i", {}));
    this.box = element("div", { class: "lights", role: "img" }, this.lamps);
    this.shown = new Int32Array(LIGHTS).fill(-1);
    this.lit = 0;
  }

  speak() {
    this.box.setAttribute("aria-label", words("lights", { count: this.lit }));
  }

  /** @param {Uint8Array} colours red, green and blue of each light */
  show(colours) {
    let [changed, lit] = [false, 0];
    for (let i = 0; i < LIGHTS; i++) {
      const [r = 0, g = 0, b = 0] = colours.subarray(3 * i, 3 * i + 3);
      const colour = (r << 16) | (g << 8) | b;
      lit += colour ? 1 : 0;
      if (colour !== this.shown[i]) {
        this.shown[i] = colour;
        changed = true;
        this.#light(i, r, g, b);
      }
    }
    if (changed && lit !== this.lit) {
      this.lit = lit;
      this.speak();
    }
  }

  /**
   * @param {number} i
   * @param {number} r
   * @param {number} g
   * @param {number} b
   */
  #light(i, r, g, b) {
    const lamp = /** @type {HTMLElement} */ (this.lamps[i]);
    const most = Math.max(r, g, b);
    lamp.classList.toggle("lit", most > 0);
    if (most > 0) {
      const seen = (255 * (most / 255) ** EYE) / most;
      const [red, green, blue] = [r, g, b].map((part) => Math.round(part * seen));
      lamp.style.setProperty("--glow", `rgb(${red} ${green} ${blue})`);
    }
  }
}
