// The banner of a page that is older than the table that is kept in the browser: nothing is kept of
// what is played here.

import { element, fill } from "./dom.mjs";
import { button } from "./form.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {{version: string, own: string}} Versions */

export class Newer {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    /** @type {Versions | null} */
    this.versions = null;
    this.box = element("div", { class: "banner", role: "status", hidden: true });
    root.prepend(this.box);
    feed.on("newer", (/** @type {Versions} */ versions) => this.#show(versions));
    document.addEventListener("spoken", () => this.#show(this.versions));
  }

  /** @param {Versions | null} versions */
  #show(versions) {
    this.versions = versions;
    this.box.hidden = !versions;
    fill(
      this.box,
      versions && element("span", {}, words("kept-newer", { ...versions })),
      versions && button(words("kept-newer-ok"), () => this.#show(null)),
    );
  }
}
