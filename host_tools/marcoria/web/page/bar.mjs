// The toolbar above the table, for everything that is not done at the table itself.

import { element, fill, label } from "./dom.mjs";
import { icon } from "./icons.mjs";
import { Options } from "./options.mjs";
import { Company } from "./players.mjs";
import { language, languages, speak, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Manner } from "./manner.mjs" */
/** @import { Panels } from "./panels.mjs" */
/** @import { Sounds } from "./sounds.mjs" */
/** @import { Table } from "./table.mjs" */

/** @import { View } from "./view.mjs" */

/** @typedef {{panels: Panels, sounds: Sounds, table: Table, view: View, manner: Manner}} Others */

// The speeds that each view offers, as factors of real time. At "0" the table runs only in single
// steps; "fast" is the highest speed.
const SPEEDS = { play: ["0.5", "1", "4"], workbench: ["0", "1", "4", "fast"] };

export class Bar {
  /**
   * @param {Feed} feed
   * @param {HTMLElement} root
   * @param {Others} others
   */
  constructor(feed, root, others) {
    this.feed = feed;
    this.root = root;
    this.others = others;
    this.company = new Company(feed, others.table);
    this.options = new Options(others.manner);
    this.speed = element("select", { onchange: () => this.#pace() });
    this.tongue = element("select", { lang: "", onchange: () => speak(this.tongue.value) });
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    // On a phone this is a menu that opens. In a wider window it is a part of the bar.
    this.menu = element(
      "div",
      { id: "menu", class: "menu", popover: "auto", role: "group" },
      this.#opener("breaking", "break", "breaking"),
      this.#opener("inside", "inside", "inside"),
      element("span", { class: "room" }),
      this.#opener("problems", "problems", "problems"),
      this.#opener("matches", "matches", "matches"),
      this.#opener("build", "build", "build"),
      this.#button("sound", "sound", () => this.#sound()),
      element("span", { class: "pick tongue" }, icon("tongue"), this.tongue),
      this.#opener("help", "help", "shortcuts"),
    );
    this.menu.addEventListener("click", (event) => this.#leaveMenu(event));
    root.append(
      element("h1", {}, icon("mark"), element("span", {}, "Marcoria")),
      this.#opener("new-match", "cards", "setup"),
      this.#opener("real", "cable", "real"),
      this.#popper("players", "person", this.company.box),
      element("span", { class: "pick speed" }, icon("speed"), this.speed),
      this.#button("step", "step", () => feed.attempt("step")),
      this.#button("view", "view", () => this.#turn()),
      this.#popper("options", "options", this.options.box),
      this.menu,
      this.#popper("more", "more", this.menu),
      this.company.box,
      this.options.box,
    );
    feed.on("glance", () => this.#show());
    document.addEventListener("spoken", () => this.speak());
  }

  speak() {
    this.root.setAttribute("aria-label", words("the-bar"));
    for (const [name, button] of this.buttons) {
      if (name === "view") {
        continue;
      }
      const text = words(`bar-${name}`);
      fill(button, button.firstChild, element("span", {}, text));
      label(button, text);
    }
    this.menu.setAttribute("aria-label", words("bar-more"));
    this.#nameView();
    this.#offerSpeeds();
    fill(
      this.tongue,
      languages().map(([code, name]) => element("option", { value: code }, name)),
    );
    this.tongue.value = language();
    this.speed.setAttribute("aria-label", words("bar-speed"));
    this.tongue.setAttribute("aria-label", words("bar-language"));
    this.#quiet();
    this.company.speak();
    this.options.speak();
    this.#show();
  }

  #show() {
    const { glance } = this.feed.last;
    if (!glance) {
      return;
    }
    if (this.speed.value !== String(glance.speed)) {
      this.#offerSpeeds();
    }
    this.root.toggleAttribute("data-real", glance.real === true);
    this.#get("step").toggleAttribute("hidden", glance.speed !== 0);
    this.company.show(glance);
  }

  /** List the speeds of the view, and the table's current speed if the view does not offer it. */
  #offerSpeeds() {
    const now = String(this.feed.last.glance?.speed ?? 1);
    const offered = SPEEDS[this.others.view.name];
    const values = offered.includes(now) ? offered : [now, ...offered];
    fill(
      this.speed,
      values.map((value) => element("option", { value }, words(`speed-${value}`))),
    );
    this.speed.value = now;
  }

  #turn() {
    const { view } = this.others;
    view.choose(view.name === "play" ? "workbench" : "play");
    this.#nameView();
    this.#offerSpeeds();
  }

  #nameView() {
    const other = this.others.view.name === "play" ? "workbench" : "play";
    const button = this.#get("view");
    const text = words(`view-${other}`);
    fill(button, icon(other === "play" ? "fan" : "keys"), element("span", {}, text));
    label(button, text);
    button.title = words(`view-${other}-hint`);
  }

  /**
   * Close the menu after a press of one of its buttons.
   * @param {Event} event
   */
  #leaveMenu({ target }) {
    if (
      target instanceof Element &&
      target.closest("button") &&
      this.menu.matches(":popover-open")
    ) {
      this.menu.hidePopover();
    }
  }

  #pace() {
    const { value } = this.speed;
    this.feed.attempt("speed", { value: value === "fast" ? value : Number(value) });
  }

  #sound() {
    this.others.sounds.turn(!this.others.sounds.on);
    this.#quiet();
  }

  #quiet() {
    const button = this.#get("sound");
    const { on } = this.others.sounds;
    button.setAttribute("aria-pressed", String(on));
    button.firstChild?.replaceWith(icon(on ? "sound" : "quiet"));
  }

  /**
   * @param {string} name
   * @param {string} sign
   * @param {HTMLElement} box what the button opens below itself
   */
  #popper(name, sign, box) {
    const button = this.#button(name, sign, () => {});
    button.setAttribute("popovertarget", box.id);
    box.addEventListener("toggle", () => {
      const { left } = button.getBoundingClientRect();
      box.style.left = `max(8px, min(${left}px, 100vw - ${box.offsetWidth + 8}px))`;
    });
    return button;
  }

  /**
   * @param {string} name
   * @param {string} sign
   * @param {import("./panels.mjs").Panel} panel
   */
  #opener(name, sign, panel) {
    return this.#button(name, sign, () => this.others.panels.open(panel));
  }

  /**
   * @param {string} name
   * @param {string} sign
   * @param {() => void} act
   */
  #button(name, sign, act) {
    const button = element("button", { type: "button", class: name, onclick: act }, icon(sign));
    this.buttons.set(name, button);
    return button;
  }

  /** @param {string} name */
  #get(name) {
    return /** @type {HTMLButtonElement} */ (this.buttons.get(name));
  }
}
