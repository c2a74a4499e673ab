// The slate of the view "play": the contract, the score, the points of the deal, and buttons that
// show the last trick, the score sheet and the display.

import { facePicture } from "./cards.mjs";
import { element, fill, label } from "./dom.mjs";
import { button } from "./form.mjs";
import { icon } from "./icons.mjs";
import { ownSeat } from "./seats.mjs";
import { lastTrick } from "./sentences.mjs";
import { cardName, labelled, seatName, sideName, suitName, suitSign, words } from "./words.mjs";

/** @import { Glance, Told, Trick } from "./shapes.mjs" */

const UNDER_WAY = ["dealt", "bidding", "play", "done"];

export class Slate {
  /** @param {() => void} openSheet opens the score sheet */
  constructor(openSheet) {
    this.contract = element("p", { class: "contract" });
    this.sides = element("dl", {});
    this.note = element("p", { class: "note" });
    this.last = element("div", { class: "last-trick", id: "last-trick", popover: "auto" });
    this.look = button("", () => {}, { class: "last", popovertarget: this.last.id });
    this.look.hidden = true; // until there is a last trick that players may see
    this.sheet = button("", openSheet, { class: "score-sheet" });
    this.paper = button("", () => this.#turnPaper(), { class: "paper-by-tap" });
    this.box = element(
      "section",
      { class: "slate" },
      this.contract,
      this.sides,
      this.note,
      element("div", { class: "tools" }, this.look, this.sheet, this.paper),
      this.last,
    );
    this.shown = "";
  }

  speak() {
    this.box.setAttribute("aria-label", words("slate"));
    face(this.look, "cards", words("slate-last"));
    face(this.sheet, "sheet", words("sheet-title"));
    face(this.paper, "paper", words("slate-paper"));
    this.shown = "";
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  show(glance, told) {
    const { phase, contract, taker, factor, score, deal, shows, last, names, dealer, over } = told;
    const shown = JSON.stringify([
      phase,
      contract,
      taker,
      factor,
      score,
      deal,
      shows,
      last,
      names,
      dealer,
      over,
      glance.house.name,
      isResult(glance, told),
      ownSeat(glance.bots),
    ]);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    this.box.toggleAttribute("data-result", isResult(glance, told));
    fill(this.contract, ...contractOf(told, ownSeat(glance.bots)));
    fill(this.sides, sides(told));
    this.note.textContent = note(glance, told);
    const isOpen = shows.last && last !== null && UNDER_WAY.includes(phase);
    this.look.hidden = !isOpen;
    if (isOpen && last) {
      fill(this.last, element("h2", {}, lastTrick(told)), trick(last, ownSeat(glance.bots)));
    } else {
      this.last.hidePopover();
    }
  }

  /** Show or hide the table's display. Only a small screen has the button that calls this. */
  #turnPaper() {
    document.body.toggleAttribute("data-paper");
  }
}

/**
 * Put an icon and a text on a button. The text is also the accessible name and the tooltip of the
 * button, because some style sheets hide the text.
 * @param {HTMLButtonElement} target
 * @param {string} sign
 * @param {string} text
 */
function face(target, sign, text) {
  fill(target, icon(sign), element("span", {}, text));
  label(target, text);
}

/**
 * Return whether to show the result of a deal: the deal has ended, and no card lies on a pad.
 * @param {Glance} glance
 * @param {Told} told
 */
function isResult({ pads }, { phase }) {
  return phase === "done" && Object.values(pads).every((lying) => lying.length === 0);
}

/**
 * Return the sign and the name of the contract, the taker, and the factor if the deal is doubled.
 * Say so if there is no contract yet. Return nothing after the end of the match.
 * @param {Told} told
 * @param {string} own as in `takerText`
 */
function contractOf({ contract, taker, factor, phase, deal, over }, own) {
  if (over) {
    return [];
  }
  if (!contract || !UNDER_WAY.includes(phase)) {
    return [element("span", { class: "none" }, words("slate-no-contract"))];
  }
  const sign = suitSign(contract);
  return [
    sign && element("b", { class: `sign ${contract}`, "aria-hidden": "true" }, sign),
    element(
      "span",
      {},
      element("strong", {}, suitName(contract)),
      taker && element("small", {}, takerText(taker, phase, deal.outcome, own)),
    ),
    factor > 1 && element("span", { class: "factor" }, `×${factor}`),
  ];
}

/**
 * Return the text about the taker. During the bidding, the text is about the highest bidder. At
 * the end of the deal, it contains the outcome too.
 * @param {string} taker
 * @param {string} phase
 * @param {string} outcome "" before the end
 * @param {string} own the seat that is called "you", "" for none
 */
function takerText(taker, phase, outcome, own) {
  const seat = taker === own ? words("you") : seatName(taker);
  if (outcome) {
    return labelled(seat, words(`keep-out-${outcome}`));
  }
  if (phase === "bidding") {
    return words("slate-bidder", { seat });
  }
  return taker === own ? words("slate-taker-you") : words("slate-taker", { seat });
}

/**
 * Return the score of each side, and the points of the current deal, which the score does not
 * include yet. During play, these are the points in cards; a house may hide them.
 * @param {Told} told
 */
function sides({ score, deal, shows, phase }) {
  const soFar = phase === "play" && shows.points ? deal.cards : deal.score;
  return score.sides.map((side, i) =>
    element(
      "div",
      { "data-team": side },
      element("dt", {}, sideName(side)),
      element("dd", {}, score.match[i] ?? 0),
      soFar && element("dd", { class: "so-far" }, `+${soFar[i] ?? 0}`),
    ),
  );
}

/**
 * @param {Glance} glance
 * @param {Told} told
 */
function note(glance, { score }) {
  const parts = [glance.house.name];
  if (score.target > 0) {
    parts.push(words("slate-target", { points: score.target }));
  }
  if (score.hangs > 0) {
    parts.push(words("slate-hangs", { points: score.hangs }));
  }
  return parts.join(" · ");
}

/**
 * @param {Trick} last
 * @param {string} own the seat that is called "you", "" for none
 */
function trick({ cards }, own) {
  return element(
    "ul",
    {},
    cards.map(([seat, card]) =>
      element(
        "li",
        {},
        element("img", { src: facePicture(card), alt: cardName(card) }),
        element("small", {}, seat === own ? words("you") : seatName(seat)),
      ),
    ),
  );
}
