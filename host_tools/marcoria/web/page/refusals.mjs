// Handling of a person's card that the table refuses: the page shows the reason below the trick,
// and puts the card back into the hand.

import { element } from "./dom.mjs";
import { refusalReason } from "./events.mjs";
import { whole } from "./shapes.mjs";
import { cardSign, joined, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Happened } from "./shapes.mjs" */
/** @import { View } from "./view.mjs" */

const BACK_MS = 900; // time in which the player sees the refused card
const SHOWN_MS = 6000;
const FEW = 3; // the reason names at most this many playable cards

export class Refusals {
  /**
   * @param {Feed} feed
   * @param {View} view
   * @param {(sentence: string) => void} say tells screen readers, which ignore the shown text
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
   * Say why the page has not laid a card.
   * @param {string} code as in docs/events.md
   * @param {string} seat
   */
  refuse(code, seat) {
    const reason = this.#reason(code, seat);
    this.#show(reason);
    this.say(reason);
  }

  /**
   * Return the reason of a refusal, with the cards that the player may lay if they are few.
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
   * Take refused cards off a person's pad. In the view "workbench", people take the cards off
   * themselves, as at a real table.
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
