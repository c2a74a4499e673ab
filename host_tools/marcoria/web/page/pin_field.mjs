// The director's PIN: suits, as they are pressed at the table's own keys. It is shown to nobody, and
// forgotten with the drawer.

import { element } from "./dom.mjs";
import { button, field } from "./form.mjs";
import { suitName, suitSign, words } from "./words.mjs";

const SUITS = ["C", "D", "H", "S"];
const LONGEST = 12;
const OTHERS = /[^CDHS]/g;

export class PinField {
  constructor() {
    this.input = element("input", {
      type: "password",
      autocomplete: "off",
      maxlength: LONGEST,
      oninput: () => this.#set(this.input.value),
    });
  }

  /** As the link has it: "CDHS". */
  get value() {
    return this.input.value;
  }

  clear() {
    this.#set("");
  }

  draw() {
    const keys = SUITS.map((suit) =>
      button(suitSign(suit), () => this.#set(this.value + suit), {
        class: `suit ${suit}`,
        "aria-label": suitName(suit),
      }),
    );
    return element(
      "div",
      { class: "pin" },
      field(words("real-pin"), this.input, words("real-pin-hint")),
      element(
        "div",
        { class: "actions" },
        keys,
        button(words("real-pin-clear"), () => this.clear()),
      ),
    );
  }

  /** @param {string} typed */
  #set(typed) {
    this.input.value = typed.toUpperCase().replace(OTHERS, "").slice(0, LONGEST);
  }
}
