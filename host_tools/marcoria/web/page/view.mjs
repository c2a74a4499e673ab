// The two views of the table: "play", for people who want to play cards, and "workbench", with all
// keys and lights. Both show the same elements; a view is a set of style sheets. The document gets
// the event "view" after each change.

import { keep, kept } from "./settings.mjs";

/** @typedef {"play" | "workbench"} ViewName */

const KEPT = "marcoria.view";

export class View {
  constructor() {
    /** @type {ViewName} the view that the user has chosen */
    this.chosen = kept(KEPT) === "workbench" ? "workbench" : "play";
    this.isReal = false;
    this.#apply();
  }

  /** Return the view that is shown. A real table is always shown in the view "workbench". */
  get name() {
    return this.isReal ? "workbench" : this.chosen;
  }

  /** @param {ViewName} name */
  choose(name) {
    this.chosen = name;
    keep(KEPT, name);
    this.#apply();
  }

  /** @param {boolean} isReal whether the table shown is a real one */
  follow(isReal) {
    if (isReal !== this.isReal) {
      this.isReal = isReal;
      this.#apply();
    }
  }

  #apply() {
    document.documentElement.dataset.view = this.name;
    /** @type {NodeListOf<HTMLLinkElement>} */
    const sheets = document.querySelectorAll("link[data-view]");
    for (const sheet of sheets) {
      sheet.disabled = sheet.dataset.view !== this.name;
    }
    document.dispatchEvent(new Event("view"));
  }
}
