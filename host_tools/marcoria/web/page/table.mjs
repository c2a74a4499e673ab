// The table seen from above, with its seats, the display, the slate and the stock of cards. A
// click on the wood of the table is a rap (a knock) at the nearest seat.

import { Cards } from "./cards.mjs";
import { Display, Sheet } from "./display.mjs";
import { element } from "./dom.mjs";
import { Drag } from "./drag.mjs";
import { Director } from "./keys.mjs";
import { Offers } from "./offers.mjs";
import { Stock } from "./piles.mjs";
import { Refusals } from "./refusals.mjs";
import { Seat } from "./seat.mjs";
import { Near, OWN_FIRST, persons, SEATS } from "./seats.mjs";
import { spelled } from "./sentences.mjs";
import { keep, kept } from "./settings.mjs";
import { whole } from "./shapes.mjs";
import { Slate } from "./slate.mjs";
import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Panels } from "./panels.mjs" */
/** @import { Glance, Told } from "./shapes.mjs" */
/** @import { Sounds } from "./sounds.mjs" */
/** @import { View } from "./view.mjs" */

const OPEN = "marcoria.open";
// The highest speed of the table, as a factor of real time, at which cards are animated.
const SLOW = 4;
const RING_MS = 400;

export class Table {
  /**
   * @param {Feed} feed
   * @param {HTMLElement} root
   * @param {{sounds: Sounds, view: View, panels: Panels}} others
   */
  constructor(feed, root, { sounds, view, panels }) {
    this.feed = feed;
    this.root = root;
    this.view = view;
    this.open = kept(OPEN) === "yes";
    this.hints = false;
    this.cards = new Cards();
    this.wood = new Wood(feed, root, sounds);
    this.near = new Near(view);
    this.seats = OWN_FIRST.map((seat) => new Seat(seat, this));
    this.display = new Display(feed);
    this.director = new Director(feed);
    this.sheet = new Sheet();
    this.stock = new Stock(this.cards);
    this.offers = new Offers(feed, (sentence) => {
      if (this.view.name === "play") {
        panels.live.say(panels.shortcuts.withKey(sentence, "hear-choose"));
      }
    });
    panels.shortcuts.table = this;
    this.slate = new Slate(() => panels.open("sheet"));
    this.refusals = new Refusals(feed, view, (reason) => panels.live.say(spelled(reason)));
    this.case = element(
      "div",
      { class: "case" },
      this.display.box,
      this.director.box,
      this.sheet.box,
    );
    root.append(
      element("div", { class: "cloth" }),
      element("div", { class: "gloss" }),
      this.offers.box,
      ...this.seats.map((seat) => seat.box),
      this.case,
      this.slate.box,
      this.stock.box,
      this.refusals.box,
    );
    new Drag(feed, root, {
      hasHints: () => this.hints,
      isStrict: () => view.name === "play",
      refuse: (code, seat) => this.refusals.refuse(String(code), seat),
    });
    this.#listen();
  }

  /** @param {boolean} open whether all hands are face up */
  reveal(open) {
    this.open = open;
    keep(OPEN, open ? "yes" : "no");
    this.#draw();
  }

  /**
   * @param {boolean} hints whether the help line is shown. If so, playable cards are raised, and
   *   in some cases the page clears a pad before the user's card is laid on it (drag.mjs).
   */
  hint(hints) {
    this.hints = hints;
    this.#draw();
  }

  #listen() {
    this.feed.on("glance", () => this.#draw());
    this.feed.on("told", () => this.#draw());
    document.addEventListener("spoken", () => this.#speak());
    document.addEventListener("looks", () => this.cards.speak());
    this.near.changed = () => this.#draw();
    document.addEventListener("view", () => this.#draw());
    this.#speak();
  }

  #speak() {
    this.root.setAttribute("aria-label", words("the-table"));
    this.cards.speak();
    this.display.speak();
    this.director.speak();
    this.sheet.speak();
    this.stock.speak();
    this.offers.speak();
    this.slate.speak();
    for (const seat of this.seats) {
      seat.speak();
    }
  }

  #draw() {
    const { glance } = this.feed.last;
    if (!glance) {
      return;
    }
    const told = whole(this.feed.last.told);
    this.view.follow(glance.real === true);
    this.root.toggleAttribute("data-dark", !glance.power);
    this.near.follow(glance);
    const slow = typeof glance.speed === "number" && glance.speed <= SLOW;
    this.root.toggleAttribute("data-fast", !slow);
    this.cards.move(() => this.#lay(glance, told), told.last?.winner ?? null, slow);
    this.director.show(glance.down);
    this.offers.show(glance, told);
    this.slate.show(glance, told);
    this.sheet.show(glance, told);
    this.root.toggleAttribute("data-real", glance.real === true);
    this.root.toggleAttribute("data-two", glance.house.players === 2);
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  #lay(glance, told) {
    for (const seat of this.seats) {
      seat.show(glance, told, this);
    }
    this.stock.show(glance, told);
  }

  /**
   * Return the element to focus if no other is known: a card in a person's hand, or the table if
   * no person has a card. Prefer the person whose turn it is, then the person at the bottom.
   */
  get resting() {
    const { glance, told } = this.feed.last;
    const people = persons(glance?.bots ?? {});
    const near = [told?.turn ?? "", this.near.seat, ...people].filter((one) =>
      people.includes(one),
    );
    const hands = near.map((one) => this.seats.find(({ seat }) => seat === one)?.hand.rove.current);
    return hands.find((card) => card?.isConnected) ?? this.root;
  }
}

/** The wooden surface of the table. A click on it is a rap at the seat with the nearest pad. */
class Wood {
  /**
   * @param {Feed} feed
   * @param {HTMLElement} root
   * @param {Sounds} sounds
   */
  constructor(feed, root, sounds) {
    this.feed = feed;
    this.root = root;
    this.sounds = sounds;
    root.addEventListener("click", (event) => {
      if (event.target === root) {
        this.#knock(event);
      }
    });
  }

  /** @param {string} seat */
  rap(seat) {
    this.sounds.thump();
    this.feed.attempt("rap", { seat });
  }

  /** @param {MouseEvent} event */
  #knock(event) {
    const near = [...SEATS].sort((a, b) => this.#far(a, event) - this.#far(b, event))[0];
    if (near) {
      this.#ring(event.clientX, event.clientY);
      this.rap(near);
    }
  }

  /**
   * @param {string} seat
   * @param {MouseEvent} event
   */
  #far(seat, event) {
    const box = this.root.querySelector(`.seat[data-seat="${seat}"] .pad`);
    const at = (box ?? this.root).getBoundingClientRect();
    return Math.hypot(at.x + at.width / 2 - event.clientX, at.y + at.height / 2 - event.clientY);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #ring(x, y) {
    const ring = element("i", { class: "ring", style: `left:${x}px;top:${y}px` });
    document.body.append(ring);
    setTimeout(() => ring.remove(), RING_MS);
  }
}
