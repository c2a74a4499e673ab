// The 32 cards as small buttons, a suit a row, with who holds each; one stop of the Tab key, and
// arrows from there.

import { element, fill } from "./dom.mjs";
import { CARDS, RANKS, SUITS } from "./pack.mjs";
import { cardName, rankLetter, seatName, suitSign, words } from "./words.mjs";

/** @typedef {import("./pack.mjs").Hands} Hands */

const STEPS = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -RANKS.length,
  ArrowDown: RANKS.length,
});

export class PackGrid {
  /** @param {(card: string) => void} pressed */
  constructor(pressed) {
    this.pressed = pressed;
    this.focused = CARDS[0] ?? "";
    this.box = element("div", { class: "pack", role: "group", onkeydown: this.#move.bind(this) });
  }

  /** @param {string} seat for whom cards are pressed */
  name(seat) {
    this.box.setAttribute("aria-label", words("hands-cards", { seat: seatName(seat) }));
  }

  /** @param {Hands} hands */
  draw(hands) {
    const had = this.box.contains(document.activeElement);
    const row = (/** @type {string} */ suit) =>
      RANKS.map((rank) => this.#card(rank, suit, hands.holders.get(rank + suit)));
    fill(
      this.box,
      SUITS.map((suit) => element("div", { class: "pack-row" }, row(suit))),
    );
    if (had) {
      this.#focus();
    }
  }

  /**
   * @param {string} rank
   * @param {string} suit
   * @param {string | undefined} holder
   */
  #card(rank, suit, holder) {
    const card = rank + suit;
    const name = cardName(card);
    const label = holder ? words("hands-held", { card: name, seat: seatName(holder) }) : name;
    const press = () => {
      this.focused = card;
      this.pressed(card);
    };
    return element(
      "button",
      {
        type: "button",
        class: `mini ${"DH".includes(suit) ? "red" : ""} ${holder ? `held ${holder}` : ""}`,
        "aria-pressed": String(Boolean(holder)),
        "data-card": card,
        tabindex: card === this.focused ? 0 : -1,
        onclick: press,
      },
      element("span", { class: "unseen" }, label),
      element("span", { "aria-hidden": "true" }, rankLetter(rank), suitSign(suit)),
      element("b", { "aria-hidden": "true" }, holder && seatName(holder)[0]),
    );
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const step = STEPS[event.key];
    const next = step && CARDS[CARDS.indexOf(this.focused) + step];
    if (next) {
      event.preventDefault();
      this.focused = next;
      this.#focus();
    }
  }

  #focus() {
    for (const one of this.box.querySelectorAll("button")) {
      const here = one.dataset.card === this.focused;
      one.tabIndex = here ? 0 : -1;
      if (here) {
        one.focus();
      }
    }
  }
}
