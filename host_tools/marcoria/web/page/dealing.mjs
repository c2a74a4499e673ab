// Four hands dealt by hand: cards are pressed or typed, and none is dealt twice.

import { element, fill } from "./dom.mjs";
import { button, field } from "./form.mjs";
import { CARDS, cardTyped, Hands } from "./pack.mjs";
import { PackGrid } from "./pack_grid.mjs";
import { cardSign, seatName, words } from "./words.mjs";

export class Dealing {
  /**
   * @param {number} players
   * @param {() => void} changed
   */
  constructor(players, changed) {
    this.hands = new Hands(players);
    this.changed = changed;
    this.seat = this.hands.seats[0] ?? "N";
    this.grid = new PackGrid((card) => this.#press(card));
    this.trouble = element("p", { class: "trouble", role: "alert" });
    this.box = element("div", { class: "dealing" });
    /** @type {Map<string, HTMLElement>} */
    this.fields = new Map();
  }

  draw() {
    this.fields = new Map(this.hands.seats.map((seat) => [seat, this.#field(seat)]));
    fill(
      this.box,
      element("p", { class: "hint" }, words("hands-how")),
      element("div", { class: "typed-hands" }, [...this.fields.values()]),
      this.grid.box,
      this.trouble,
      element(
        "div",
        { class: "actions" },
        button(words("hands-rest"), () => this.#act(() => this.hands.dealRest())),
        button(words("hands-clear"), () => this.#act(() => this.hands.clear())),
      ),
    );
    this.#refresh();
    return this.box;
  }

  /** @param {Hands} hands */
  put(hands) {
    this.hands = hands;
  }

  /** @param {() => void} act */
  #act(act) {
    act();
    this.#say("");
    this.#refresh();
    this.changed();
  }

  /** @param {string} seat */
  #field(seat) {
    const input = element("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      onchange: () => this.#type(seat, input.value),
      onfocus: () => this.#turnTo(seat),
    });
    return field(seatName(seat), input);
  }

  #refresh() {
    for (const [seat, box] of this.fields) {
      const cards = this.hands.of(seat);
      const count = { seat: seatName(seat), number: cards.length, of: this.hands.size };
      const [label, input] = [box.querySelector("label"), box.querySelector("input")];
      if (label && input) {
        label.textContent = words("hands-of", count);
        input.value = cards.map(cardSign).join(" ");
      }
    }
    this.grid.draw(this.hands);
    this.#turnTo(this.seat);
  }

  /** @param {string} seat */
  #turnTo(seat) {
    this.seat = seat;
    this.grid.name(seat);
    for (const [one, box] of this.fields) {
      box.classList.toggle("chosen", one === seat);
    }
  }

  /** @param {string} card */
  #press(card) {
    const mine = this.hands.holders.get(card) === this.seat;
    const wrong = mine ? "" : this.hands.give(card, this.seat);
    if (mine) {
      this.hands.take(card);
    }
    this.#refresh();
    this.#say(wrong, card);
    this.changed();
  }

  /**
   * The whole hand of a seat as it was typed.
   * @param {string} seat
   * @param {string} text
   */
  #type(seat, text) {
    for (const card of this.hands.of(seat)) {
      this.hands.take(card);
    }
    let [wrong, which] = ["", ""];
    for (const typed of text.split(/[\s,;]+/).filter(Boolean)) {
      const card = cardTyped(typed);
      const trouble = card ? this.hands.give(card, seat) : "hands-no-card";
      [wrong, which] = trouble ? [trouble, card || typed] : [wrong, which];
    }
    this.#refresh();
    this.#say(wrong, which);
    this.changed();
  }

  /**
   * @param {string} wrong
   * @param {string} [card]
   */
  #say(wrong, card = "") {
    const seat = this.hands.holders.get(card) ?? this.seat;
    const shown = CARDS.includes(card) ? cardSign(card) : card;
    this.trouble.textContent = wrong && words(wrong, { card: shown, seat: seatName(seat) });
  }
}
