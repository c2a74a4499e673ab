// Buttons that copy or send links, and a field with the link that was copied last.

import { copyFrom } from "./clipboard.mjs";
import { element, fill } from "./dom.mjs";
import { actions, button } from "./form.mjs";
import { words } from "./words.mjs";

/** @typedef {() => string} MakeLink */

export class ShareLinks {
  /**
   * @param {Record<string, MakeLink>} links the functions that return the links; each gets a button
   *   that copies its link; the keys are the names of the buttons' texts; the first link can also
   *   be sent
   * @param {(sentence: string) => void} say announces a sentence to screen readers
   */
  constructor(links, say) {
    this.links = links;
    this.say = say;
    this.field = element("input", { type: "text", readonly: true, hidden: true });
    this.told = element("p", { class: "hint" });
    this.box = element("div", { class: "share-links" });
  }

  draw() {
    this.field.hidden = true;
    this.field.setAttribute("aria-label", words("share-link"));
    this.told.textContent = "";
    const copies = Object.entries(this.links).map(([name, make]) =>
      button(words(name), () => this.#copy(make()), { "data-act": name }),
    );
    const [first] = Object.values(this.links);
    const send = first && hasShare() && button(words("share-send"), () => share(first()));
    fill(this.box, actions(copies, send), this.field, this.told);
  }

  /** @param {string} link */
  async #copy(link) {
    this.field.value = link;
    this.field.hidden = false;
    this.told.textContent = await copyFrom(this.field);
    this.say(this.told.textContent);
    this.told.scrollIntoView({ block: "nearest" });
  }
}

/** Return whether the browser has a menu for sharing and the pointer is a finger, as on phones. */
function hasShare() {
  return typeof navigator.share === "function" && matchMedia("(pointer: coarse)").matches;
}

/** Open the browser's menu for sharing. @param {string} url */
function share(url) {
  navigator.share({ title: document.title, url }).catch(() => {}); // rejects if the menu is closed
}
