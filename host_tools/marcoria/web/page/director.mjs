// The director's four keys beside the display.

import { element } from "./dom.mjs";
import { Grip } from "./grip.mjs";
import { Rove } from "./rove.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */

const NAMES = ["MENU", "UNDO", "OK", "MUTE"];

export class Director {
  /** @param {Feed} feed */
  constructor(feed) {
    this.keys = new Map(NAMES.map((name) => [name, key(feed, name)]));
    this.box = element("div", { class: "director", role: "toolbar" }, [...this.keys.values()]);
    this.rove = new Rove(this.box, "button");
    this.rove.refresh();
  }

  speak() {
    this.box.setAttribute("aria-label", words("director"));
    for (const [name, button] of this.keys) {
      button.title = words(`key-${name}`);
    }
  }

  /** @param {string[]} down */
  show(down) {
    for (const [name, button] of this.keys) {
      button.classList.toggle("down", down.includes(name));
    }
  }
}

/**
 * @param {Feed} feed
 * @param {string} name
 */
function key(feed, name) {
  const button = element(
    "button",
    { type: "button", class: "key word", "data-key": name },
    element("span", {}, name),
  );
  new Grip(feed, button, [{ key: name }]);
  return button;
}
