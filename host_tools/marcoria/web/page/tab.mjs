// The banner of a second tab: it only looks on, and can take over.

import { element, fill } from "./dom.mjs";
import { button } from "./form.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./shapes.mjs").Glance} Glance */

export class Tab {
  /**
   * @param {Feed} feed
   * @param {Element} root
   * @param {(begun: import("./shapes.mjs").Begun) => unknown} taken the tab has the table now
   */
  constructor(feed, root, taken) {
    this.feed = feed;
    this.taken = taken;
    this.readonly = false;
    this.box = element("div", { class: "banner", role: "status", hidden: true });
    root.prepend(this.box);
    feed.on("glance", (/** @type {Glance} */ glance) => this.#look(glance));
    document.addEventListener("spoken", () => this.#draw());
  }

  /** @param {Glance} glance */
  #look(glance) {
    if (glance.readonly !== this.readonly) {
      this.readonly = glance.readonly;
      this.#draw();
    }
  }

  #draw() {
    this.box.hidden = !this.readonly;
    fill(
      this.box,
      this.readonly && element("span", {}, words("tab-looks-on")),
      this.readonly && button(words("tab-take"), () => this.#take()),
    );
  }

  async #take() {
    this.taken(await this.feed.do("take"));
  }
}
