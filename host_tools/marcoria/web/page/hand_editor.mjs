// The editor of hands that the user deals: by typing cards, or by pressing them in a grid of the
// pack.

import { element, fill } from "./dom.mjs";
import { Alert, actions, button, field } from "./form.mjs";
import { CARDS, Hands, isRed, RANKS, SIGNS, SUITS } from "./pack.mjs";
import { cardName, cardSign, rankLetter, seatName, suitSign, words } from "./words.mjs";

const STEPS = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -RANKS.length,
  ArrowDown: RANKS.length,
});

export class HandEditor {
  /**
   * @param {number} players
   * @param {() => void} changed
   */
  constructor(players, changed) {
    this.hands = new Hands(players);
    this.changed = changed;
    this.seat = this.hands.seats[0] ?? "N";
    this.grid = new PackGrid((card) => this.#press(card));
    this.trouble = new Alert();
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
      this.trouble.box,
      actions(
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
   * Replace the hand of a seat by the typed cards. Leave out cards that the seat cannot get, and
   * show the last error.
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
    this.trouble.say(wrong && words(wrong, { card: shown, seat: seatName(seat) }));
  }
}

/**
 * Return the card that a text such as "10h" or "TH" names, or "" if the text names no card. The
 * rank may also be in the page's language, such as "D♠" for a queen in French.
 * @param {string} typed
 */
function cardTyped(typed) {
  const text = typed.trim().toUpperCase();
  const [rank, suit] = [text.slice(0, -1), text.slice(-1)];
  const own = words("rank-letters").toUpperCase().split("|").indexOf(rank);
  const plain = RANKS.indexOf(rank);
  const which = RANKS[plain >= 0 ? plain : own];
  const whose = SUITS[SIGNS.indexOf(suit)] ?? SUITS.find((one) => one === suit);
  return which && whose ? which + whose : "";
}

/**
 * The pack as small buttons, one row for each suit. Tab reaches one button, and arrow keys move to
 * the other buttons.
 */
class PackGrid {
  /** @param {(card: string) => void} pressed */
  constructor(pressed) {
    this.pressed = pressed;
    this.focused = CARDS[0] ?? "";
    this.box = element("div", {
      class: "pack-grid",
      role: "group",
      onkeydown: this.#move.bind(this),
    });
  }

  /** @param {string} seat the seat that gets the pressed cards */
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
        class: `mini ${isRed(suit) ? "red" : ""} ${holder ? `held ${holder}` : ""}`,
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
