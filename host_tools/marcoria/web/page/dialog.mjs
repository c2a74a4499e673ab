// A window of the page with a title and a close button: a modal dialog, or a drawer beside the
// table. The table can still be used while a drawer is open.

import { element, fill } from "./dom.mjs";
import { words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */

let made = 0;

export class Dialog {
  /**
   * @param {Element} root
   * @param {string} name the class of the window, and the name of its title in `words`
   * @param {{drawer?: boolean, fill: () => Child[], closed?: () => void}} parts `fill` returns the
   *   content, `closed` is called after the window was closed
   */
  constructor(root, name, parts) {
    this.name = name;
    this.parts = parts;
    this.title = element("h2", { id: `dialog-${++made}` });
    this.exit = element("button", { type: "button", class: "exit", onclick: () => this.close() });
    this.body = element("div", { class: "body" });
    this.box = element(
      "dialog",
      { class: `${parts.drawer ? "drawer" : "window"} ${name}`, "aria-labelledby": this.title.id },
      element("header", {}, this.title, this.exit),
      this.body,
    );
    this.box.addEventListener("close", () => this.#closed());
    this.box.addEventListener("keydown", (event) => this.#escape(event));
    document.addEventListener("spoken", () => this.isOpen && this.draw());
    root.append(this.box);
    /** @type {Element | null} */
    this.lastFocus = null;
  }

  get isOpen() {
    return this.box.open;
  }

  open() {
    if (this.isOpen) {
      this.title.focus();
      return;
    }
    this.lastFocus = document.activeElement;
    this.draw();
    if (this.parts.drawer) {
      closeDrawers();
      this.box.show();
    } else {
      this.box.showModal();
    }
    this.title.setAttribute("tabindex", "-1");
    this.title.focus();
  }

  close() {
    this.box.close();
  }

  /** Draw the title and the whole content in the current language. */
  draw() {
    this.title.textContent = words(this.name);
    fill(this.exit, element("span", { "aria-hidden": "true" }, "✕"));
    this.exit.setAttribute("aria-label", words("close"));
    fill(this.body, ...this.parts.fill());
  }

  #closed() {
    if (this.lastFocus instanceof HTMLElement && this.lastFocus.isConnected) {
      this.lastFocus.focus();
    }
    this.parts.closed?.();
  }

  /**
   * Close a drawer on Escape. The browser itself does this only for modal dialogs.
   * @param {KeyboardEvent} event
   */
  #escape(event) {
    if (event.key === "Escape" && this.parts.drawer) {
      event.stopPropagation();
      this.close();
    }
  }
}

function closeDrawers() {
  for (const one of document.querySelectorAll("dialog.drawer[open]")) {
    /** @type {HTMLDialogElement} */ (one).close();
  }
}
