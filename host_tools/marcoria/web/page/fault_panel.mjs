// The drawer "Break it". Each fault has a row with a button that causes or mends the fault.
// Another button mends all faults that can be mended. Below are the steps of a scenario file.

import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { FAULTS } from "./faults.mjs";
import { Alert, button, choice, numberInput, options } from "./form.mjs";
import { SEAT_KEYS } from "./keys.mjs";
import { ScenarioSteps } from "./scenario_steps.mjs";
import { SEATS } from "./seats.mjs";
import { sentenceOf } from "./shapes.mjs";
import { keyName, seatName, suitSign, words } from "./words.mjs";

/** @import { Act, Fault, Where } from "./faults.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { Glance } from "./shapes.mjs" */

const BLOCKS = 64;
/** Faults that count as mended when the table is switched on. */
const CURED = ["cut", "torn", "jam"];

export class FaultPanel {
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
    this.trouble = new Alert();
    this.mend = button("", () => this.mendAll(), { class: "main" });
    this.steps = new ScenarioSteps(feed);
    this.dialog = new Dialog(root, "break-title", { drawer: true, fill: () => this.#draw() });
    this.power = true;
    feed.on("glance", (/** @type {Glance} */ glance) => this.#look(glance));
    feed.on("fresh", () => this.#forget());
  }

  open() {
    this.dialog.open();
  }

  /**
   * Play a scenario file that was dropped on the page.
   * @param {string} text
   */
  scenario(text) {
    this.dialog.open();
    this.steps.play(text);
  }

  /** Mend every fault of this drawer that can be mended, and switch the table on if it is off. */
  async mendAll() {
    for (const row of this.#rows()) {
      await row.mendAll();
    }
    if (this.feed.last.glance?.power === false) {
      await this.feed.do("plug", {});
    }
    this.#changed();
  }

  /** Forget the faults of the old table: a new table without faults has replaced it. */
  #forget() {
    for (const row of this.#rows()) {
      row.forget();
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
      this.trouble.box,
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
    this.trouble.say(troubles.find((one) => one !== "") ?? "");
    const idle = !this.#rows().some((row) => row.broken && row.fault.mends) && this.power;
    this.mend.setAttribute("aria-disabled", String(idle));
  }

  /**
   * Update the rows when the power goes off or on. This drawer is not the only place that
   * switches it: a scenario or the flash (fault "torn") can cut it, the help line can restore it.
   * @param {Glance} glance
   */
  #look(glance) {
    if (!glance.real && glance.power !== this.power) {
      this.power = glance.power;
      for (const row of this.#rows()) {
        row.powered(glance.power);
      }
      this.#changed();
    }
  }
}

/**
 * The row of a fault: the fault's name, the table's reaction, the choice of a seat, a key or a
 * block if the fault needs one, a button, and the fault's state.
 */
class FaultRow {
  /**
   * @param {Feed} feed
   * @param {Fault} fault
   * @param {() => void} changed
   */
  constructor(feed, fault, changed) {
    this.feed = feed;
    this.fault = fault;
    this.changed = changed;
    /** @type {Where} */
    this.where = { seat: "S", key: "PASS", number: 1 };
    /** @type {Map<string, Where>} */
    this.open = new Map();
    this.trouble = "";
    this.place = element("div", { class: "place" });
    this.press = element("button", { type: "button", onclick: () => this.#turn() });
    this.state = element("p", { class: "state", role: "status" });
  }

  get broken() {
    return this.open.size > 0;
  }

  draw() {
    const { name } = this.fault;
    const title = element("h4", { id: `fault-${name}` }, words(`fault-${name}`));
    fill(this.place, ...this.#asked(), this.press);
    this.press.setAttribute("aria-describedby", title.id);
    this.#show();
    return element(
      "div",
      { class: "fault", role: "group", "aria-labelledby": title.id },
      title,
      element("p", { class: "does" }, words(`fault-${name}-does`)),
      this.place,
      this.state,
    );
  }

  async mendAll() {
    for (const [key, where] of [...this.open]) {
      if (this.fault.mends) {
        if (await this.#all(this.fault.mends(where))) this.open.delete(key);
      }
    }
    this.#show();
  }

  forget() {
    this.open.clear();
    this.#show();
  }

  /**
   * Update the row after the power went off or on.
   * @param {boolean} on
   */
  powered(on) {
    if (on && CURED.includes(this.fault.name)) {
      this.open.clear();
    } else if (!on && this.fault.name === "cut") {
      this.open.set(this.#key(), { ...this.where });
    }
    this.#show();
  }

  #asked() {
    const { asks } = this.fault;
    const seats = asks === "seat" || asks === "key";
    return [
      seats && this.#choice("break-seat", SEATS, this.where.seat, seatName, "seat"),
      asks === "key" && this.#choice("break-key", SEAT_KEYS, this.where.key, signOf, "key"),
      asks === "block" && this.#block(),
    ];
  }

  /**
   * @param {string} label
   * @param {string[]} values
   * @param {string} now
   * @param {(value: string) => string} named
   * @param {"seat" | "key"} part
   */
  #choice(label, values, now, named, part) {
    const select = choice(options(values, named), now, (value) => {
      this.where[part] = value;
      this.#show();
    });
    select.setAttribute("aria-label", words(label));
    return select;
  }

  #block() {
    const label = words("break-block");
    const limits = { min: 0, max: BLOCKS - 1, value: this.where.number, "aria-label": label };
    return numberInput(limits, (value) => {
      this.where.number = Number(value);
      this.#show();
    });
  }

  #key() {
    const { seat, key, number } = this.where;
    return { seat, key: `${seat} ${key}`, block: String(number), "": "" }[this.fault.asks];
  }

  async #turn() {
    const key = this.#key();
    const where = this.open.get(key);
    if (where && this.fault.mends) {
      if (await this.#all(this.fault.mends(where))) this.open.delete(key);
    } else if (!where) {
      const done = await this.#all(this.fault.breaks({ ...this.where }, this.feed));
      if (done && (this.fault.mends || this.fault.asks === "block")) {
        this.open.set(key, { ...this.where });
      }
    }
    this.#show();
    this.changed();
  }

  /**
   * Send actions to the worker one after the other, until one fails. Return whether all succeeded.
   * If there is no action, note an error and return false.
   * @param {Act[]} acts
   */
  async #all(acts) {
    this.trouble = acts.length > 0 ? "" : words("break-nothing");
    try {
      for (const [action, args] of acts) {
        await this.feed.do(action, args);
      }
    } catch (error) {
      this.trouble = sentenceOf(error);
    }
    return this.trouble === "";
  }

  #show() {
    const here = this.open.has(this.#key());
    const mends = here && this.fault.mends;
    this.press.textContent = words(`act-${this.fault.acts[mends ? 1 : 0]}`);
    this.press.disabled = here && !mends;
    this.press.classList.toggle("on", Boolean(mends));
    const where = [...this.open.values()].map((one) => this.#named(one)).filter(Boolean);
    const now = where.length > 0 ? words("break-now", { where: where.join(", ") }) : "";
    this.state.textContent = this.broken ? now || words("break-is") : "";
  }

  /** @param {Where} where */
  #named({ seat, key, number }) {
    const key_ = `${seatName(seat)} ${signOf(key)}`;
    return { seat: seatName(seat), key: key_, block: String(number), "": "" }[this.fault.asks];
  }
}

/** @param {string} key */
function signOf(key) {
  return suitSign(key) || keyName(key);
}
