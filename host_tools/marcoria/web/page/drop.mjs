// Files that are dropped anywhere on the page.

import { kindOf, textOf } from "./papers.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./papers.mjs").Kind} Kind */

export class Drop {
  /**
   * @param {Document | Element} root
   * @param {Record<Kind, (text: string, name: string) => unknown>} takers
   * @param {(sentence: string) => void} refused
   */
  constructor(root, takers, refused) {
    this.takers = takers;
    this.refused = refused;
    root.addEventListener("dragover", (event) => event.preventDefault());
    root.addEventListener("drop", (event) => this.#dropped(/** @type {DragEvent} */ (event)));
  }

  /** @param {DragEvent} event */
  async #dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) {
      return;
    }
    event.preventDefault();
    try {
      const text = await textOf(file);
      const kind = kindOf(file.name, text);
      if (kind) {
        await this.takers[kind](text, file.name);
      } else {
        this.refused(words("file-unknown", { file: file.name }));
      }
    } catch (error) {
      this.refused(/** @type {{sentence: string}} */ (error).sentence);
    }
  }
}
