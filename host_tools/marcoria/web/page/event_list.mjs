// What has happened, in words, the latest first: with its number in the deal and the time since the
// table was switched on.

import { element, fill } from "./dom.mjs";
import { recordText } from "./record_text.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Happened} Happened */

/** So many stay: an evening is long, and the journal has them all. */
const KEPT = 300;

export class EventList {
  constructor() {
    /** @type {Happened[]} */
    this.rows = [];
    this.notes = true;
    this.marked = 0;
    this.list = element("ol", { class: "events", tabindex: 0 });
    this.box = element("div", { class: "event-list" });
  }

  /** The number of the latest record. */
  get records() {
    return this.rows.at(-1)?.seq ?? 0;
  }

  /** @param {Happened[]} rows */
  add(rows) {
    this.rows = [...this.rows, ...rows].slice(-KEPT);
  }

  /**
   * The words of an event of the deal under way, or "".
   * @param {number} event
   */
  textOf(event) {
    const row = this.rows.findLast((one) => one.event === event);
    return row ? recordText(row) : "";
  }

  /**
   * The event that is looked at, 0 for none.
   * @param {number} event
   */
  mark(event) {
    this.marked = event;
    this.draw();
  }

  draw() {
    const shown = this.rows.filter((row) => this.notes || row.event > 0).reverse();
    const last = shown.find((row) => row.event === this.marked);
    this.list.setAttribute("aria-label", words("inside-events"));
    fill(
      this.list,
      shown.map((row) => line(row, this.marked > 0 && row === last)),
    );
    if (this.box.childElementCount === 0 || !this.box.isConnected) {
      fill(this.box, this.#filter(), this.list);
    }
    if (shown.length === 0) {
      fill(this.list, element("li", { class: "hint" }, words("events-none")));
    }
  }

  #filter() {
    const input = element("input", {
      type: "checkbox",
      checked: this.notes,
      onchange: () => {
        this.notes = input.checked;
        this.draw();
      },
    });
    return element("label", { class: "check" }, input, words("events-notes"));
  }
}

/**
 * @param {Happened} row
 * @param {boolean} marked
 */
function line(row, marked) {
  return element(
    "li",
    { class: row.event > 0 ? "event" : "note", "aria-current": marked ? "true" : null },
    element("span", { class: "number" }, row.event > 0 ? row.event : "·"),
    element("span", { class: "text" }, recordText(row)),
    element("time", {}, clock(row.ms)),
  );
}

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
