// The summary of a deal with open cards: the result, par (the points with best play), whether the
// contract could be made, the costliest card of each player, and the mistakes that the viewer may
// try again.

import { costBadge, costText } from "./cost.mjs";
import { element, fill } from "./dom.mjs";
import { button } from "./form.mjs";
import { isRed } from "./pack.mjs";
import * as say from "./study_sentences.mjs";
import { termMark } from "./terms.mjs";
import { cardName, cardSign, labelled, seatName, sideName, suitName, words } from "./words.mjs";

/** @import { Study } from "./study.mjs" */

export class StudySummary {
  /**
   * @param {(at: number) => void} retry is called with the index of a card, if the viewer wants to
   *   choose another card in its place
   */
  constructor(retry) {
    this.retry = retry;
    this.box = element("div", { class: "summary" });
  }

  /**
   * @param {Study} study
   * @param {string[]} own the seats whose mistakes the viewer may try again
   */
  draw(study, own) {
    const { contract, taker, factor } = study.deal;
    const played = words("say-contract", {
      suit: suitName(contract ?? ""),
      seat: seatName(taker ?? ""),
    });
    const doubled = factor > 1 ? ` ${words("say-factor", { factor })}` : "";
    fill(
      this.box,
      element("p", { class: "contract" }, `${played}${doubled}`),
      points(study),
      study.verdict.makes !== null &&
        element("p", { class: "verdict" }, contractText(study), outcomeTerm(study)),
      this.#mistakes(study, own),
      costliest(study),
    );
  }

  /**
   * @param {Study} study
   * @param {string[]} own
   */
  #mistakes(study, own) {
    const found = study.mistakes(own);
    const rows = found.map((at) => element("li", {}, this.#mistake(study, at, own)));
    return element(
      "section",
      {},
      element("h3", {}, words("look-again")),
      found.length > 0
        ? element("ul", { class: "mistakes" }, rows)
        : element("p", { class: "hint" }, words("look-no-mistakes")),
    );
  }

  /**
   * @param {Study} study
   * @param {number} at
   * @param {string[]} own
   */
  #mistake({ played, deal }, at, own) {
    const play = played[at];
    if (!play) {
      return null;
    }
    const number = words("look-trick-number", trickOf(at, deal.seats.length, played.length));
    const told = labelled(
      number,
      `${seatName(play.seat)}, ${cardName(play.card)}, ${costText(play.cost)}`,
    );
    const one = button("", () => this.retry(at), { "data-at": at });
    fill(
      one,
      element("span", { class: "unseen" }, told),
      element(
        "span",
        { class: "shown", "aria-hidden": "true" },
        own.length > 1 && element("span", {}, seatName(play.seat)),
        element("span", { class: suitClass(play.card) }, cardSign(play.card)),
        costBadge(play.cost),
      ),
    );
    return one;
  }
}

/**
 * Return the HTML table with the points of each side as played, par, and the difference.
 * @param {Study} study
 */
function points(study) {
  const { sides } = study.deal;
  const head = ["look-played", "look-par", "look-difference"].map((name) =>
    element("th", { scope: "col" }, words(name), name === "look-par" && termMark("par")),
  );
  const rows = sides.map((side, i) => {
    const [played, par] = [study.points[i] ?? 0, study.verdict.par[i] ?? 0];
    return element(
      "tr",
      { "data-team": "NS".includes(side) ? "NS" : "EW" },
      element("th", { scope: "row" }, sideName(side)),
      element("td", {}, played),
      element("td", {}, par),
      element("td", {}, signed(played - par)),
    );
  });
  return element(
    "table",
    { class: "par" },
    element("caption", { class: "unseen" }, words("look-result")),
    element("thead", {}, element("tr", {}, element("td", {}), head)),
    element("tbody", {}, rows),
  );
}

/** @param {number} difference */
function signed(difference) {
  return difference > 0 ? `+${difference}` : `${difference}`;
}

/** @param {Study} study */
function contractText(study) {
  return `${words(`outcome-${study.deal.outcome}`)} ${say.verdict(study)}`;
}

/**
 * Return a button that explains the outcome, or false if the outcome needs no explanation.
 * @param {Study} study
 */
function outcomeTerm({ deal: { outcome } }) {
  const name = ["capot", "reverse-capot"].includes(outcome) ? "capot" : outcome;
  return ["litige", "capot"].includes(name) && termMark(name);
}

/** @param {Study} study */
function costliest(study) {
  const rows = study.costliest().map((at) => {
    const play = study.played[at];
    if (!play) {
      return null;
    }
    const { number } = trickOf(at, study.deal.seats.length, study.played.length);
    return element(
      "li",
      { class: "costly" },
      element("span", { class: "who" }, seatName(play.seat)),
      element(
        "span",
        { class: suitClass(play.card), "aria-label": cardName(play.card), role: "img" },
        cardSign(play.card),
      ),
      costBadge(play.cost),
      element("span", { class: "unseen" }, costText(play.cost)),
      element("span", { class: "hint" }, words("look-in-trick", { number })),
    );
  });
  return element(
    "section",
    {},
    element("h3", {}, words("look-costliest"), termMark("cost")),
    rows.length > 0
      ? element("ul", { class: "costliest" }, rows)
      : element("p", { class: "hint" }, words("look-no-costs")),
  );
}

/**
 * @param {number} at
 * @param {number} players
 * @param {number} cards
 */
function trickOf(at, players, cards) {
  return { number: Math.floor(at / players) + 1, of: Math.ceil(cards / players) };
}

/** @param {string} card */
function suitClass(card) {
  return isRed(card[1] ?? "") ? "card-sign red" : "card-sign";
}
