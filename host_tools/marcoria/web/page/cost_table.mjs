// The HTML table of all cards played, trick by trick, with the cost of each card. A press on a
// card shows the position after this card.

import { costBadge, costText } from "./cost.mjs";
import { element, fill } from "./dom.mjs";
import { isRed } from "./pack.mjs";
import { cardName, cardSign, seatName, words } from "./words.mjs";

/** @import { Study } from "./study.mjs" */

/** @typedef {import("../worker/deal_shapes.js").Play} Play */

export class CostTable {
  /** @param {(at: number) => void} move shows the position after `at` cards */
  constructor(move) {
    this.move = move;
    this.box = element("table", { class: "costs" });
  }

  /** @param {Study} study */
  draw(study) {
    const { seats } = study.deal;
    const tricks = Array.from({ length: Math.ceil(study.line.length / seats.length) }, (_, i) =>
      this.#trick(study, i),
    );
    fill(
      this.box,
      element("caption", { class: "unseen" }, words("look-tricks")),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element("th", { scope: "col" }, headed("#", words("look-column-trick"))),
          seats.map((seat) => element("th", { scope: "col" }, seatName(seat))),
          element("th", { scope: "col" }, headed("Σ", words("look-column-points"))),
        ),
      ),
      element("tbody", {}, tricks),
    );
  }

  /**
   * @param {Study} study
   * @param {number} number
   */
  #trick(study, number) {
    const { seats } = study.deal;
    const first = number * seats.length;
    const plays = study.line.slice(first, first + seats.length);
    const end = plays.at(-1);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, number + 1),
      seats.map((seat) => {
        const order = plays.findIndex((play) => play.seat === seat);
        const play = plays[order];
        return play
          ? this.#play(study, play, first + order, end?.winner === seat)
          : element("td", {});
      }),
      element("td", { class: "points" }, end?.winner ? end.points : ""),
    );
  }

  /**
   * @param {Study} study
   * @param {Play} play
   * @param {number} index
   * @param {boolean} wins
   */
  #play(study, play, index, wins) {
    const leads = index % study.deal.seats.length === 0;
    const told = [cardName(play.card), costText(play.cost)];
    told.push(...(play.isLegal ? [] : [words("look-illegal")]));
    told.push(...(leads ? [words("look-leads")] : []), ...(wins ? [words("look-takes")] : []));
    const button = element(
      "button",
      {
        type: "button",
        class: "play",
        tabindex: -1,
        "data-play": index,
        "aria-current": study.at === index + 1 ? "step" : null,
        onclick: () => this.move(index + 1),
      },
      leads && element("i", { class: "leads", "aria-hidden": "true" }, "▸"),
      element("span", { class: colour(play.card), "aria-hidden": "true" }, sign(play)),
      costBadge(play.cost),
      element("span", { class: "unseen" }, told.join(", ")),
    );
    const own = study.mode === "own" && index >= study.fork;
    return element(
      "td",
      { class: [wins && "wins", own && "own"].filter(Boolean).join(" ") },
      button,
    );
  }
}

/** @param {string} card */
function colour(card) {
  return isRed(card[1] ?? "") ? "red" : "";
}

/** @param {Play} play */
function sign({ card, isLegal }) {
  return isLegal ? cardSign(card) : `${cardSign(card)}!`;
}

/**
 * Return the content of a column head: a short text, and the column's name for screen readers.
 * @param {string} short
 * @param {string} name
 */
function headed(short, name) {
  return [
    element("span", { "aria-hidden": "true", title: name }, short),
    element("span", { class: "unseen" }, name),
  ];
}
