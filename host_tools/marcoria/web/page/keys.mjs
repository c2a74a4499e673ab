// The six keys of a seat, and a bridge over two of them for who has one finger.

import { element } from "./dom.mjs";
import { Grip } from "./grip.mjs";
import { Rove } from "./rove.mjs";
import { seatName, suitName, suitSign, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */

const SUITS = ["C", "D", "H", "S"];
const NAMES = [...SUITS, "PASS", "CALL"];

export class Keys {
  /**
   * @param {Feed} feed
   * @param {string} seat
   */
  constructor(feed, seat) {
    this.seat = seat;
    this.keys = new Map(NAMES.map((name) => [name, key(name)]));
    this.both = element("button", { type: "button", class: "both", "data-key": "BOTH" });
    this.box = element(
      "div",
      { class: "keys", role: "toolbar" },
      [...this.keys.values()],
      this.both,
    );
    for (const [name, button] of this.keys) {
      new Grip(feed, button, [{ key: name, seat }]);
    }
    new Grip(feed, this.both, [
      { key: "CALL", seat },
      { key: "PASS", seat },
    ]);
    this.rove = new Rove(this.box, "button");
    this.rove.refresh();
    this.shown = "";
  }

  speak() {
    const seat = seatName(this.seat);
    this.box.setAttribute("aria-label", words("keys", { seat }));
    for (const [name, button] of this.keys) {
      const label = SUITS.includes(name) ? suitName(name) : name;
      button.setAttribute("aria-label", label);
      button.title = words(SUITS.includes(name) ? "key-suit" : `key-${name}`, { suit: label });
    }
    this.both.setAttribute("aria-label", words("key-both"));
    this.both.title = words("key-both-hint");
  }

  /** @param {string[]} down */
  show(down) {
    const mine = down.filter((name) => name.startsWith(`${this.seat} `));
    if (mine.join() === this.shown) {
      return;
    }
    this.shown = mine.join();
    for (const [name, button] of this.keys) {
      button.classList.toggle("down", mine.includes(`${this.seat} ${name}`));
    }
  }
}

/** @param {string} name */
function key(name) {
  const legend = suitSign(name) || name;
  return element(
    "button",
    { type: "button", class: SUITS.includes(name) ? "key suit" : "key word", "data-key": name },
    element("span", {}, legend),
  );
}
