// The settings for persons at the virtual table: whether they clear their own pads, and whether
// the offers show a person's belote and melds. Offers are the buttons for what a person may do
// now (offers.mjs). A new table does not know these settings. Therefore the page sends them
// whenever the settings of the table differ.

import { keep, kept } from "./settings.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { View } from "./view.mjs" */

const PURIST = "marcoria.purist";
const HINTS = "marcoria.hints";

/**
 * @typedef {"usual" | "yes" | "no"} Hints whether the offers show which belote and melds a player
 *   holds; with "usual" they show the melds, and the house decides whether they show the belote
 */

export class Manner {
  /**
   * @param {Feed} feed
   * @param {View} view
   */
  constructor(feed, view) {
    this.feed = feed;
    this.view = view;
    this.isSending = false;
    feed.on("glance", () => this.#send());
  }

  /** Return whether people clear their own pads now. In the view "workbench" they always do. */
  get isPurist() {
    return this.view.name === "workbench" || this.wantsOwnPad;
  }

  /** Return whether people want to clear their own pads in the view "play". */
  get wantsOwnPad() {
    return kept(PURIST) === "yes";
  }

  set wantsOwnPad(wanted) {
    keep(PURIST, wanted ? "yes" : "no");
    this.#send();
  }

  /** @returns {Hints} */
  get hints() {
    const found = kept(HINTS);
    return found === "yes" || found === "no" ? found : "usual";
  }

  /** @param {Hints} hints */
  set hints(hints) {
    keep(HINTS, hints);
    this.#send();
  }

  #send() {
    const { glance } = this.feed.last;
    const hints = { usual: null, yes: true, no: false }[this.hints];
    const manner = { neat: !this.isPurist, hints };
    const isKnown = JSON.stringify(glance?.manner) === JSON.stringify(manner);
    if (glance?.manner && !isKnown && !this.isSending && !glance.readonly) {
      this.isSending = true;
      this.feed
        .do("manner", manner)
        .catch(() => {})
        .finally(() => {
          this.isSending = false;
        });
    }
  }
}
