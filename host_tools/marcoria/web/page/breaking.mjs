// The drawer "Break it": one row a fault, with what the table does about it, and all of it mended
// with one button. A scenario file is played here, too.

import { Dialog } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { FaultRow } from "./fault_row.mjs";
import { FAULTS } from "./faults.mjs";
import { button } from "./form.mjs";
import { ScenarioSteps } from "./scenario_steps.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./shapes.mjs").Glance} Glance */

export class Breaking {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    this.groups = FAULTS.map(({ group, faults }) => ({
      group,
      rows: faults.map((fault) => new FaultRow(feed, fault, () => this.#changed())),
    }));
    this.trouble = element("p", { class: "trouble", role: "alert" });
    this.mend = button("", () => this.mendAll(), { class: "main" });
    this.steps = new ScenarioSteps(feed);
    this.dialog = new Dialog(root, "break-title", { drawer: true, fill: () => this.#draw() });
    this.power = true;
    feed.on("glance", (/** @type {Glance} */ glance) => this.#look(glance));
  }

  open() {
    this.dialog.open();
  }

  toggle() {
    this.dialog.toggle();
  }

  /**
   * A scenario file that somebody has dropped on the page.
   * @param {string} text
   */
  scenario(text) {
    this.dialog.open();
    this.steps.play(text);
  }

  /** Whatever was broken here and can be mended is mended. */
  async mendAll() {
    for (const row of this.#rows()) {
      await row.mendAll();
    }
    if (this.feed.last.glance?.power === false) {
      await this.feed.do("plug", {});
    }
    this.#changed();
  }

  #rows() {
    return this.groups.flatMap(({ rows }) => rows);
  }

  #draw() {
    this.mend.textContent = words("break-mend");
    this.#changed();
    return [
      element("p", { class: "hint" }, words("break-how")),
      this.mend,
      this.trouble,
      ...this.groups.map(({ group, rows }) =>
        element(
          "section",
          { class: "faults" },
          element("h3", {}, words(`break-${group}`)),
          rows.map((row) => row.draw()),
        ),
      ),
      this.steps.draw(),
    ];
  }

  #changed() {
    const troubles = this.#rows().map((row) => row.trouble);
    this.trouble.textContent = troubles.find((one) => one !== "") ?? "";
    const idle = !this.#rows().some((row) => row.broken && row.fault.mends) && this.power;
    this.mend.setAttribute("aria-disabled", String(idle));
  }

  /**
   * The plug may be pulled elsewhere on the page, or by the flash in the midst of a record.
   * @param {Glance} glance
   */
  #look(glance) {
    if (glance.power !== this.power) {
      this.power = glance.power;
      for (const row of this.#rows()) {
        row.powered(glance.power);
      }
      this.#changed();
    }
  }
}
