// The first link of the page, for who goes by keys: past the bar to the cards.

import { element } from "./dom.mjs";
import { words } from "./words.mjs";

export class Skip {
  /**
   * @param {Element} root
   * @param {() => HTMLElement} goal
   */
  constructor(root, goal) {
    this.link = element("a", { class: "skip", href: "#table" });
    this.link.addEventListener("click", (event) => {
      event.preventDefault();
      goal().focus();
    });
    root.prepend(this.link);
    document.addEventListener("spoken", () => this.speak());
  }

  speak() {
    this.link.textContent = words("skip");
  }
}
