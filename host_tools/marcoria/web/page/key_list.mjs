// The dialog that lists the single keys, with the switch that turns them off (WCAG 2.1.4).

import { Dialog } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shortcuts.mjs").Shortcuts} Shortcuts */

/** The keys, and the names of what they do among the words. */
const KEYS = [
  ["C", "cards"],
  ["A", "trump"],
  ["F", "led"],
  ["S", "score"],
  ["L", "last"],
  ["H", "hand"],
  ["D", "display"],
  ["W", "what"],
  ["N", "next"],
  ["T", "tidy"],
  ["space", "belote"],
  ["enter", "lay"],
  ["arrows", "elsewhere"],
  ["?", "help"],
  ["escape", "close"],
];
/** What a pointer does that is no mere click. */
const GRIPS = ["grip-drag", "grip-hold", "grip-bridge", "grip-rap"];

export class KeyList {
  /**
   * @param {Element} root
   * @param {Shortcuts} shortcuts
   */
  constructor(root, shortcuts) {
    this.shortcuts = shortcuts;
    this.dialog = new Dialog(root, "keys-title", { fill: () => this.#draw() });
  }

  open() {
    this.dialog.open();
  }

  #draw() {
    const rows = KEYS.map(([key = "", what]) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, element("kbd", {}, named(key))),
        element("td", {}, words(`key-${what}`)),
      ),
    );
    return [
      element("table", { class: "keys" }, element("tbody", {}, rows)),
      this.#switch(),
      element("p", { class: "hint" }, words("keys-hint")),
      element("h3", {}, words("grip-title")),
      element(
        "ul",
        {},
        GRIPS.map((name) => element("li", {}, words(name))),
      ),
    ];
  }

  #switch() {
    const input = element("input", {
      type: "checkbox",
      role: "switch",
      checked: this.shortcuts.on,
      onchange: () => this.shortcuts.turn(input.checked),
    });
    return element("label", { class: "check" }, input, words("keys-on"));
  }
}

/** @param {string} key */
function named(key) {
  return key.length > 1 ? words(`keyboard-${key}`) : key;
}
