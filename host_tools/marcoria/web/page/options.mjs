// The menu of options: how the page looks, and the settings of manner.mjs.

import { element, fill } from "./dom.mjs";
import { checkbox, choice, options } from "./form.mjs";
import { keep, kept } from "./settings.mjs";
import { words } from "./words.mjs";

/** @import { Hints, Manner } from "./manner.mjs" */

/** The options about the look. The option "four" sets the attribute `data-four`, and so on. */
const LOOKS = ["large", "four", "contrast"];
const HINTS = ["usual", "yes", "no"];

export class Options {
  /** @param {Manner} manner */
  constructor(manner) {
    this.manner = manner;
    this.box = element("div", { id: "options", class: "company", popover: "auto", role: "group" });
    for (const name of LOOKS) {
      show(name, isOn(name));
    }
  }

  speak() {
    const { manner } = this;
    this.box.setAttribute("aria-label", words("bar-options"));
    fill(
      this.box,
      LOOKS.map((name) =>
        checkbox(words(`option-${name}`), isOn(name), (on) => {
          keep(`marcoria.${name}`, on ? "yes" : "no");
          show(name, on);
        }),
      ),
      checkbox(words("option-purist"), manner.wantsOwnPad, (on) => {
        manner.wantsOwnPad = on;
      }),
      element("label", {}, element("span", {}, words("option-hints")), this.#hints()),
    );
  }

  #hints() {
    const rows = options(HINTS, (name) => words(`option-hints-${name}`));
    return choice(rows, this.manner.hints, (hints) => {
      this.manner.hints = /** @type {Hints} */ (hints);
    });
  }
}

/** @param {string} name */
function isOn(name) {
  return kept(`marcoria.${name}`) === "yes";
}

/**
 * @param {string} name
 * @param {boolean} on
 */
function show(name, on) {
  document.documentElement.toggleAttribute(`data-${name}`, on);
  document.dispatchEvent(new Event("looks"));
}

/** Return whether each suit has a colour of its own. */
export function hasFourColours() {
  return document.documentElement.hasAttribute("data-four");
}
