// The table from above: four seats around a display, and what lies on it.

import { Cards } from "./cards.mjs";
import { Director } from "./director.mjs";
import { Display } from "./display.mjs";
import { element } from "./dom.mjs";
import { Drag } from "./drag.mjs";
import { Near } from "./near.mjs";
import { Seat } from "./seat.mjs";
import { persons, SEATS } from "./seats.mjs";
import { Sheet } from "./sheet.mjs";
import { Stock } from "./stock.mjs";
import { whole } from "./whole.mjs";
import { Wood } from "./wood.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./shapes.mjs").Glance} Glance */
/** @typedef {import("./shapes.mjs").Told} Told */
/** @typedef {import("./sounds.mjs").Sounds} Sounds */

const OPEN = "marcoria.open";
// Times real time at which cards are still seen to move.
const SLOW = 4;
// A person's own seat comes first, then clockwise.
const ORDER = ["S", "W", "N", "E"];

export class Table {
  /**
   * @param {Feed} feed
   * @param {HTMLElement} root
   * @param {Sounds} sounds
   */
  constructor(feed, root, sounds) {
    this.feed = feed;
    this.root = root;
    this.open = localStorage.getItem(OPEN) === "yes";
    this.hints = false;
    this.cards = new Cards();
    this.wood = new Wood(feed, root, sounds);
    this.near = new Near(root);
    this.seats = ORDER.map((seat) => new Seat(seat, this));
    this.display = new Display(feed);
    this.director = new Director(feed);
    this.sheet = new Sheet();
    this.stock = new Stock(this.cards);
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
      ...this.seats.map((seat) => seat.box),
      this.case,
      this.stock.box,
    );
    this.drag = new Drag(feed, root, {
      dealer: () => this.#dealer(),
      helped: (from, pad) => this.#helped(from, pad),
    });
    this.#listen();
  }

  /** @param {boolean} open whether all hands are seen */
  reveal(open) {
    this.open = open;
    localStorage.setItem(OPEN, open ? "yes" : "no");
    this.#draw();
  }

  /** @param {boolean} hints whether cards that may be laid stand higher */
  hint(hints) {
    this.hints = hints;
    this.#draw();
  }

  #listen() {
    this.feed.on("glance", () => this.#draw());
    this.feed.on("told", () => this.#draw());
    document.addEventListener("spoken", () => this.#speak());
    this.near.changed = () => this.#draw();
    this.#speak();
  }

  #speak() {
    this.root.setAttribute("aria-label", words("the-table"));
    this.cards.speak();
    this.display.speak();
    this.director.speak();
    this.sheet.speak();
    this.stock.speak();
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
    this.root.toggleAttribute("data-dark", !glance.power);
    this.near.follow(glance);
    const slow = typeof glance.speed === "number" && glance.speed <= SLOW;
    this.root.toggleAttribute("data-fast", !slow);
    this.cards.move(() => this.#lay(glance, told), told.last?.winner ?? null, slow);
    this.director.show(glance.down);
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

  /** Where somebody who goes by keys plays: a card of a person's hand, or else the table. */
  get resting() {
    const { glance, told } = this.feed.last;
    const people = persons(glance?.bots ?? {});
    const near = [told?.turn ?? "", this.near.seat, ...people].filter((one) =>
      people.includes(one),
    );
    const hands = near.map((one) => this.seats.find(({ seat }) => seat === one)?.hand.rove.current);
    return hands.find((card) => card?.isConnected) ?? this.root;
  }

  /**
   * Whether a pad is cleared before a card comes from a seat ("": from the pack): its own one, or
   * with a reader that is lost the one that it plays on.
   * @param {string} from
   * @param {string} pad
   */
  #helped(from, pad) {
    const lost = this.feed.last.told?.health?.readers?.[from] === "fault";
    return this.hints && (from === pad || from === "" || lost);
  }

  /** Whose pad the card turned up belongs on. */
  #dealer() {
    const { glance, told } = this.feed.last;
    return (glance?.next === "lay-upcard" && glance.who[0]) || told?.dealer || SEATS[0] || "N";
  }
}
