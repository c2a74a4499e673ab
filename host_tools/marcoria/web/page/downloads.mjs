// What can be taken home: the deals as BDN, the journal, pictures of the display and of the table.

import { element, fill } from "./dom.mjs";
import { button } from "./form.mjs";
import { displayPicture, tablePicture } from "./pictures.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */

export class Downloads {
  /** @param {Feed} feed */
  constructor(feed) {
    this.feed = feed;
    this.trouble = element("p", { class: "trouble", role: "alert" });
    this.box = element("div", { class: "downloads" });
  }

  draw() {
    const rows = /** @type {[string, string, () => Promise<Blob | null>][]} */ ([
      ["bdn", "marcoria.bdn", () => this.#bdn()],
      ["journal", "marcoria.img", () => this.#journal()],
      ["display", "display.png", () => displayPicture(this.feed)],
      ["table", "table.png", () => tablePicture(this.feed)],
    ]);
    const real = this.feed.last.glance?.real === true;
    fill(
      this.box,
      element(
        "div",
        { class: "actions" },
        rows
          .filter(([name]) => !real || name === "table")
          .map(([name, file, make]) =>
            button(words(`take-${name}`), () => this.#take(file, make), { "data-take": name }),
          ),
      ),
      element("p", { class: "hint" }, words("take-how")),
      this.trouble,
    );
    return this.box;
  }

  async #bdn() {
    const text = await this.feed.do("bdn", {});
    return new Blob([text], { type: "text/plain;charset=utf-8" });
  }

  async #journal() {
    const bytes = await this.feed.do("journal", {});
    return new Blob([bytes], { type: "application/octet-stream" });
  }

  /**
   * @param {string} file
   * @param {() => Promise<Blob | null>} make
   */
  async #take(file, make) {
    this.trouble.textContent = "";
    try {
      const blob = await make();
      if (blob) {
        save(file, blob);
      } else {
        this.trouble.textContent = words("take-nothing");
      }
    } catch (error) {
      this.trouble.textContent = /** @type {{sentence: string}} */ (error).sentence;
    }
  }
}

/**
 * @param {string} file
 * @param {Blob} blob
 */
function save(file, blob) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}
