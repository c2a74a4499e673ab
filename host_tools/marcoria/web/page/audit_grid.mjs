// Grids of what the table knows about each hand, one grid for each suit. A card is "had" if the
// player surely has or had it. Otherwise it is "denied" if a play of this player was legal only
// without this card in the hand. Plays that are proved illegal do not count here. Any other card is
// "open": nothing is known about it. Signs carry the meaning; colours only repeat it.

import { element, fill } from "./dom.mjs";
import { isRed, RANKS, SUITS } from "./pack.mjs";
import { SEATS } from "./seats.mjs";
import { offenceText, suspicion } from "./sentences.mjs";
import { rankLetter, seatName, suitName, suitSign, words } from "./words.mjs";

/** @import { Told } from "./shapes.mjs" */

const MARKS = { had: "●", denied: "✕", open: "·" };

export class AuditGrid {
  constructor() {
    this.box = element("div", { class: "audit" });
  }

  /** @param {Told} told */
  draw(told) {
    const seats = SEATS.filter((seat) => told.had[seat] || told.denied[seat]);
    if (seats.length === 0) {
      fill(this.box, element("p", { class: "hint" }, words("audit-none")));
      return;
    }
    fill(
      this.box,
      element("p", { class: "hint" }, words("audit-how")),
      element("p", { class: "legend", "aria-hidden": "true" }, legend()),
      element(
        "div",
        { class: "suits" },
        SUITS.map((suit) => table(told, suit, seats)),
      ),
      offences(told),
      told.suspects.length > 0 && element("p", { class: "suspicion" }, suspicion(told.suspects)),
    );
  }
}

/**
 * @param {Told} told
 * @param {string} suit
 * @param {string[]} seats
 */
function table(told, suit, seats) {
  const head = RANKS.map((rank) => element("th", { scope: "col" }, rankLetter(rank)));
  return element(
    "table",
    {},
    element("caption", { class: isRed(suit) ? "red" : "" }, `${suitSign(suit)} ${suitName(suit)}`),
    element("thead", {}, element("tr", {}, element("td", {}), head)),
    element(
      "tbody",
      {},
      seats.map((seat) =>
        element(
          "tr",
          {},
          element("th", { scope: "row", title: seatName(seat) }, short(seat)),
          RANKS.map((rank) => cell(told, seat, rank + suit)),
        ),
      ),
    ),
  );
}

/**
 * @param {Told} told
 * @param {string} seat
 * @param {string} card
 */
function cell(told, seat, card) {
  const had = told.had[seat]?.includes(card);
  const state = had ? "had" : told.denied[seat]?.includes(card) ? "denied" : "open";
  return element(
    "td",
    { class: state },
    element("span", { "aria-hidden": "true" }, MARKS[state]),
    element("span", { class: "unseen" }, words(`audit-${state}`)),
  );
}

/** @param {string} seat */
function short(seat) {
  return [
    element("span", { "aria-hidden": "true" }, seatName(seat)[0]),
    element("span", { class: "unseen" }, seatName(seat)),
  ];
}

function legend() {
  const states = /** @type {(keyof typeof MARKS)[]} */ (Object.keys(MARKS));
  return states.map((state) =>
    element("span", { class: state }, `${MARKS[state]} ${words(`audit-${state}`)}`),
  );
}

/** @param {Told} told */
function offences(told) {
  if (told.offences.length === 0) {
    return element("p", { class: "hint" }, words("offences-none"));
  }
  const rows = told.offences.map((offence) =>
    element(
      "li",
      {},
      offenceText(offence),
      " ",
      offence.proved > 0 && words("offence-proved", { number: offence.proved }),
      offence.pardoned && ` ${words("offence-pardoned")}`,
    ),
  );
  return element("ul", { class: "offences", "aria-label": words("offences") }, rows);
}
