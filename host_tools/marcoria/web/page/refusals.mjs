// Reactions to a refusal in the view "play". If the table refuses what a person did, the page shows
// the reason near the trick, and puts a refused card back into the hand. The page also shows the
// reason if it does not lay a card because that would be an offence.

import { element } from "./dom.mjs";
import { refusalReason } from "./events.mjs";
import { whole } from "./shapes.mjs";
import { cardSign, joined, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Happened } from "./shapes.mjs" */
/** @import { View } from "./view.mjs" */

const BACK_MS = 900; // time in which the player sees the refused card
const SHOWN_MS = 6000;
const FEW = 3; // if more cards are playable, the reason does not name them

export class Refusals {
  /**
   * @param {Feed} feed
   * @param {View} view
   * @param {(sentence: string) => void} say announces a sentence to screen readers, which ignore
   *   the shown text
   */
  constructor(feed, view, say) {
    this.feed = feed;
    this.view = view;
    this.say = say;
    this.box = element("p", { class: "why", "aria-hidden": "true", hidden: true });
    this.timer = 0;
    feed.on("happened", (/** @type {Happened[]} */ rows) => this.#hear(rows));
  }

  /**
   * Show and announce why the page has not laid a card.
   * @param {string} code of the offence that the player would commit with the card, as in
   *   docs/events.md
   * @param {string} seat the player's seat
   */
  refuse(code, seat) {
    const reason = this.#reason(code, seat);
    this.#show(reason);
    this.say(reason);
  }

  /**
   * Return the reason for a refusal, or "" if the page has no text for it. If it is the player's
   * turn and at most FEW cards are playable, add these cards.
   * @param {string} code
   * @param {string} seat
   */
  #reason(code, seat) {
    const { turn, legal } = whole(this.feed.last.told);
    const isShort = turn === seat && legal.length > 0 && legal.length <= FEW;
    const cards = joined(legal.map(cardSign), "disjunction");
    return `${refusalReason(code)} ${isShort ? words("refused-only", { cards }) : ""}`.trim();
  }

  /** @param {Happened[]} rows */
  #hear(rows) {
    const { glance } = this.feed.last;
    for (const { kind, seat, rest } of rows) {
      if (kind === "refused" && seat && glance?.bots[seat] === null) {
        this.#show(this.#reason(rest?.[0] ?? "", seat));
        setTimeout(() => this.#takeBack(seat), BACK_MS);
      } else if (kind === "card") {
        this.box.hidden = true;
      }
    }
  }

  /** @param {string} reason */
  #show(reason) {
    clearTimeout(this.timer);
    this.box.textContent = reason;
    this.box.hidden = reason === "";
    this.timer = window.setTimeout(() => {
      this.box.hidden = true;
    }, SHOWN_MS);
  }

  /**
   * Take all cards off a person's pad if none of them belongs to the current trick. Do this only in
   * the view "play", and only while the phase of the deal is "play". In the view "workbench" the
   * user must take a refused card off the pad, as at a real table.
   * @param {string} seat
   */
  #takeBack(seat) {
    const { glance, told } = this.feed.last;
    const lying = glance?.pads[seat] ?? [];
    const counted = (told?.trick ?? []).map(([, card]) => card);
    const isRefused = lying.length > 0 && !lying.some((card) => counted.includes(card));
    if (isRefused && told?.phase === "play" && this.view.name === "play") {
      for (const card of lying) {
        this.feed.attempt("lift", { card });
      }
    }
  }
}
