// The banner of a page of which the browser keeps nothing: because a newer program has kept a match
// there, or because its storage fails.

import { element, fill } from "./dom.mjs";
import { button } from "./form.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {{name: "kept-newer" | "kept-fails", version?: string, own?: string}} Reason */

export class Unkept {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    /** @type {Reason | null} */
    this.reason = null;
    this.box = element("div", { class: "banner", role: "status", hidden: true });
    root.prepend(this.box);
    feed.on("unkept", (/** @type {Reason | null} */ reason) => this.#show(reason));
    document.addEventListener("spoken", () => this.#show(this.reason));
  }

  /** @param {Reason | null} reason */
  #show(reason) {
    this.reason = reason;
    this.box.hidden = !reason;
    fill(
      this.box,
      reason && element("span", {}, words(reason.name, { ...reason })),
      reason && button(words("unkept-ok"), () => this.#show(null)),
    );
  }
}
