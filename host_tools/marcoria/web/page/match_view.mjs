// Parts of the dialog "Matches" for one match: its score, and the list of its deals. The user can
// mark deals with a star.

import { element } from "./dom.mjs";
import { endOf, sidesOf } from "./history_matches.mjs";
import { factsOf } from "./history_record.mjs";
import { icon } from "./icons.mjs";
import { isRed, SUITS } from "./pack.mjs";
import { seatName, sideName, suitName, suitSign, words } from "./words.mjs";

/** @import { KeptMatch } from "./history_matches.mjs" */
/** @import { KeptDeal } from "./history_record.mjs" */

/**
 * @typedef {{look: (deal: KeptDeal) => void, mark: (deal: KeptDeal) => void}} Acts `look` shows a
 *   deal with open cards; `mark` sets or removes its star, and has changed `deal.star` when it
 *   returns
 */

/**
 * Return an element with the players and points of each side, and with the winner or a note that
 * the match is not finished.
 * @param {KeptMatch} match
 */
export function scoreBox(match) {
  return element(
    "span",
    { class: "keep-score" },
    sidesOf(match).map(({ side, players, points, hasWon }) =>
      element(
        "span",
        { "data-team": teamOf(side), "data-won": hasWon },
        element("span", {}, players),
        element("b", {}, points),
      ),
    ),
    element("span", { class: "hint" }, endOf(match)),
  );
}

/**
 * Return an HTML table of the deals of a match.
 * @param {KeptMatch} match
 * @param {boolean} onlyMarked whether to leave out deals without a star
 * @param {Acts} acts
 */
export function dealTable({ deals }, onlyMarked, acts) {
  const rows = deals.map((deal, i) =>
    onlyMarked && !deal.star ? null : dealRow(deal, i + 1, acts),
  );
  const heads = ["deal", "contract", "score", "cost"].map((name) =>
    element("th", { scope: "col" }, words(`keep-column-${name}`)),
  );
  return element(
    "table",
    { class: "keep-deals" },
    element("caption", { class: "unseen" }, words("keep-deals")),
    element("thead", {}, element("tr", {}, heads, element("td", {}), element("td", {}))),
    element("tbody", {}, rows),
  );
}

/**
 * @param {KeptDeal} deal
 * @param {number} number
 * @param {Acts} acts
 */
function dealRow(deal, number, acts) {
  const { sides, score, outcome } = factsOf(deal);
  const pair = (/** @type {(string | number)[]} */ values) =>
    values.map((value, i) => [
      i > 0 && element("span", { "aria-hidden": "true" }, " : "),
      element("span", { class: "unseen" }, `${sideName(sides[i] ?? "")} `),
      element("span", { "data-team": teamOf(sides[i] ?? "") }, value),
    ]);
  return element(
    "tr",
    { "data-deal": deal.key },
    element("th", { scope: "row" }, number),
    element("td", {}, contract(deal), element("small", {}, outcomeText(outcome))),
    element("td", { class: "pair" }, pair(score).flat()),
    element(
      "td",
      { class: "pair spent", "data-label": words("keep-column-cost") },
      pair(costs(deal, sides)).flat(),
    ),
    element("td", { class: "act" }, star(deal, number, acts)),
    element(
      "td",
      { class: "act" },
      element(
        "button",
        {
          type: "button",
          class: "look",
          title: words("do-look"),
          "aria-label": words("keep-look", { number }),
          onclick: () => acts.look(deal),
        },
        icon("inside"),
      ),
    ),
  );
}

/**
 * Fill in the costs that have been computed since `dealTable` was called.
 * @param {Element} root an element that contains the table
 * @param {KeptMatch} match
 */
export function showCosts(root, { deals }) {
  for (const deal of deals) {
    const cell = root.querySelector(`[data-deal="${deal.key}"] .spent`);
    const { sides } = factsOf(deal);
    const shown = [...(cell?.querySelectorAll("[data-team]") ?? [])];
    for (const [i, value] of costs(deal, sides).entries()) {
      const place = shown[i];
      if (place && place.textContent !== value) {
        place.textContent = value;
      }
    }
  }
}

/**
 * Return the cost of each side as a text: "…" until it is computed, "–" if the deal has no costs.
 * @param {KeptDeal} deal
 * @param {string[]} sides
 */
function costs({ costs: known }, sides) {
  return sides.map((side) => {
    const each = [...side].flatMap((seat) => known?.[seat] ?? []);
    const sum = each.reduce((one, other) => one + other, 0);
    return !known ? "…" : each.length > 0 ? `${sum}` : "–";
  });
}

/** @param {KeptDeal} deal */
function contract(deal) {
  const { contract: suit, taker, factor } = factsOf(deal);
  if (!suit) {
    return element("span", {}, "–");
  }
  const isSuit = SUITS.includes(suit);
  return element(
    "span",
    { class: "contract" },
    element(
      "span",
      { class: isRed(suit) ? "red" : "", "aria-hidden": isSuit },
      isSuit ? suitSign(suit) : suitName(suit),
    ),
    isSuit && element("span", { class: "unseen" }, suitName(suit)),
    ` ${seatName(taker)}${factor > 1 ? ` ×${factor}` : ""}`,
  );
}

/** @param {string} outcome */
function outcomeText(outcome) {
  const text = words(`keep-out-${outcome}`);
  return text.startsWith("keep-") ? "" : text;
}

/**
 * @param {KeptDeal} deal
 * @param {number} number
 * @param {Acts} acts
 */
function star(deal, number, acts) {
  const press = element(
    "button",
    {
      type: "button",
      class: "star",
      title: words("keep-star-title"),
      "aria-label": words("keep-star", { number }),
      "aria-pressed": `${deal.star}`,
      onclick: () => {
        acts.mark(deal);
        press.setAttribute("aria-pressed", `${deal.star}`);
      },
    },
    icon("star"),
  );
  return press;
}

/** @param {string} side */
function teamOf(side) {
  return "NS".includes(side) ? "NS" : "EW";
}
