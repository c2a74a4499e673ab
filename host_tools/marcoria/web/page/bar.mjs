// The toolbar above the table, for everything that is not done at the table itself.

import { element, fill, label } from "./dom.mjs";
import { icon } from "./icons.mjs";
import { Company } from "./players.mjs";
import { language, languages, speak, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Panels } from "./panels.mjs" */
/** @import { Sounds } from "./sounds.mjs" */
/** @import { Table } from "./table.mjs" */

/** @typedef {{panels: Panels, sounds: Sounds, table: Table}} Others */

const SPEEDS = ["0", "1", "4", "fast"];

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
    this.speed = element("select", { onchange: () => this.#pace() });
    this.tongue = element("select", { lang: "", onchange: () => speak(this.tongue.value) });
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    root.append(
      element("h1", {}, icon("mark"), element("span", {}, "Marcoria")),
      this.#opener("new-match", "cards", "setup"),
      this.#opener("real", "cable", "real"),
      this.#players(),
      element("span", { class: "pick speed" }, icon("speed"), this.speed),
      this.#button("step", "step", () => feed.attempt("step")),
      this.#opener("breaking", "break", "breaking"),
      this.#opener("inside", "inside", "inside"),
      this.#opener("problems", "problems", "problems"),
      this.#opener("matches", "matches", "matches"),
      element("span", { class: "room" }),
      this.#button("sound", "sound", () => this.#sound()),
      element("span", { class: "pick tongue" }, icon("tongue"), this.tongue),
      this.#opener("help", "help", "shortcuts"),
      this.company.box,
    );
    feed.on("glance", () => this.#show());
    document.addEventListener("spoken", () => this.speak());
  }

  speak() {
    this.root.setAttribute("aria-label", words("the-bar"));
    for (const [name, button] of this.buttons) {
      const text = words(`bar-${name}`);
      fill(button, button.firstChild, element("span", {}, text));
      label(button, text);
    }
    fill(
      this.speed,
      SPEEDS.map((value) => element("option", { value }, words(`speed-${value}`))),
    );
    fill(
      this.tongue,
      languages().map(([code, name]) => element("option", { value: code }, name)),
    );
    this.tongue.value = language();
    this.speed.setAttribute("aria-label", words("bar-speed"));
    this.tongue.setAttribute("aria-label", words("bar-language"));
    this.#quiet();
    this.company.speak();
    this.#show();
  }

  #show() {
    const { glance } = this.feed.last;
    if (!glance) {
      return;
    }
    const value = String(glance.speed);
    if (this.speed.value !== value && SPEEDS.includes(value)) {
      this.speed.value = value;
    }
    this.root.toggleAttribute("data-real", glance.real === true);
    this.#get("step").toggleAttribute("hidden", glance.speed !== 0);
    this.company.show(glance);
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

  #players() {
    const button = this.#button("players", "person", () => {});
    button.setAttribute("popovertarget", this.company.box.id);
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
