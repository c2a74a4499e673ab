// A view of a position with open cards: the hands of all players around the trick. The viewer may
// choose a card for the player whose turn it is. Nothing here changes the match at the table.

import { facePicture } from "./cards.mjs";
import { costBadge, costText } from "./cost.mjs";
import { element, fill } from "./dom.mjs";
import { Rove } from "./focus.mjs";
import { places, SEATS } from "./seats.mjs";
import { cardName, seatName, words } from "./words.mjs";

/**
 * @typedef {object} Shown a position to be shown
 * @property {Record<string, string[]>} hands the cards of each seat, in the order in which they
 *   lie; a seat that is left out is not drawn
 * @property {[string, string][]} trick seat and name of each card on the table, in the order in
 *   which the cards were played
 * @property {string} [near] the seat at the bottom, South if it is left out
 * @property {string | null} [winner] the seat that takes the trick, if the trick is complete
 * @property {string | null} [turn] the seat that plays next
 * @property {string[]} [choices] the cards that may be chosen, from the hand of `turn`
 * @property {Record<string, number>} [marks] the costs (cost.mjs) to be shown, by card
 * @property {string | null} [taker]
 * @property {string} [sign] the sign beside the taker's name; a star if it is left out
 */

const TEAMS = /** @type {Record<string, string>} */ ({ N: "NS", S: "NS", E: "EW", W: "EW" });

export class PositionView {
  /** @param {(card: string) => void} [choose] is called with the card that the viewer chooses */
  constructor(choose = () => {}) {
    this.choose = choose;
    /** @type {Shown} */
    this.shown = { hands: {}, trick: [] };
    this.places = places("S");
    /** @type {Map<string, HTMLImageElement>} */
    this.pictures = new Map();
    this.box = element("div", { class: "position", role: "group", tabindex: -1 });
    this.rove = new Rove(this.box, "button.face");
    for (const change of ["spoken", "looks"]) {
      document.addEventListener(change, () => this.pictures.clear());
    }
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown = shown;
    const held = this.box.contains(document.activeElement);
    if (held) {
      this.box.focus({ preventScroll: true });
    }
    const { near = "S" } = shown;
    const first = SEATS.indexOf(near);
    const seats = [...SEATS.slice(first), ...SEATS.slice(0, first)].filter(
      (seat) => shown.hands[seat],
    );
    this.places = places(near);
    this.box.toggleAttribute("data-two", seats.length === 2);
    this.box.toggleAttribute("data-choosing", this.#choices.length > 0);
    this.box.setAttribute("aria-label", words("look-hands"));
    fill(
      this.box,
      seats.map((seat) => this.#hand(seat)),
      element(
        "ul",
        { class: "trick", "aria-label": words("look-trick") },
        shown.trick.map(([seat, card], i) => this.#laid(seat, card, i)),
      ),
    );
    this.rove.current = null;
    this.rove.refresh();
    if (held && this.#choices.length > 0) {
      this.focus();
    }
  }

  /** Focus the first card that may be chosen, or else the whole position. */
  focus() {
    const first = /** @type {HTMLElement | null} */ (this.box.querySelector("button.face"));
    (first ?? this.box).focus({ preventScroll: true });
  }

  get #choices() {
    return this.shown.choices ?? [];
  }

  /** @param {string} seat */
  #hand(seat) {
    const { hands, turn, taker, sign = "★" } = this.shown;
    const cards = hands[seat] ?? [];
    const name = words("hand", { seat: seatName(seat), count: cards.length });
    return element(
      "section",
      {
        class: `open-hand ${this.places[seat]}`,
        "data-team": TEAMS[seat],
        "data-turn": turn === seat,
      },
      element(
        "h3",
        { class: "seat-plate" },
        element("span", {}, seatName(seat)),
        taker === seat && element("span", { "aria-hidden": "true" }, sign),
      ),
      element(
        "ul",
        { "aria-label": name, style: `--count:${cards.length}` },
        cards.map((card) => element("li", {}, this.#card(card, turn === seat))),
      ),
    );
  }

  /**
   * @param {string} card
   * @param {boolean} onTurn
   */
  #card(card, onTurn) {
    const cost = this.shown.marks?.[card];
    const badge = cost !== undefined && costBadge(cost);
    const told = cost === undefined ? cardName(card) : `${cardName(card)}, ${costText(cost)}`;
    const attributes = { class: "face", "data-face": card, "aria-label": told };
    if (onTurn && this.#choices.includes(card)) {
      const onclick = () => this.choose(card);
      return element(
        "button",
        { type: "button", ...attributes, onclick },
        this.#picture(card),
        badge,
      );
    }
    return element("span", { ...attributes, role: "img" }, this.#picture(card), badge);
  }

  /**
   * @param {string} seat
   * @param {string} card
   * @param {number} order
   */
  #laid(seat, card, order) {
    const cost = this.shown.marks?.[card];
    const said = words("say-card-of", { card: cardName(card), seat: seatName(seat) });
    const told = cost === undefined ? said : `${said}, ${costText(cost)}`;
    return element(
      "li",
      {
        class: `laid ${this.places[seat]}`,
        style: `--order:${order}`,
        "data-won": this.shown.winner === seat,
      },
      element(
        "span",
        { class: "face", "data-face": card, role: "img", "aria-label": told },
        this.#picture(card),
        cost !== undefined && costBadge(cost),
      ),
    );
  }

  /** Return the image of a card, cached until the language or the looks of the cards change. @param {string} card */
  #picture(card) {
    const made = this.pictures.get(card) ?? element("img", { alt: "", src: facePicture(card) });
    this.pictures.set(card, made);
    return made;
  }
}
