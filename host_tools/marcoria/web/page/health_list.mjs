// The state of the board and its parts: memory, readers, display, keys and journal. The memory is
// left out if the table does not report it.

import { element, fill } from "./dom.mjs";
import { language, seatName, words } from "./words.mjs";

/** @import { Told } from "./shapes.mjs" */

const KIB = 1024;

export class HealthList {
  constructor() {
    this.box = element("div", { class: "health" });
  }

  /**
   * @param {Told} told
   * @param {number} records the number of the latest record
   */
  draw({ health }, records) {
    if (!health.readers) {
      fill(this.box, element("p", { class: "hint" }, words("health-none")));
      return;
    }
    const size = words("health-records", { number: records });
    fill(
      this.box,
      element(
        "dl",
        {},
        health.heap && memory(health.heap),
        Object.entries(health.readers).flatMap(([seat, state]) =>
          row("health-reader", part(state), null, { seat: seatName(seat) }),
        ),
        row("health-display", part(health.display)),
        row("health-keys", part(health.keys)),
        row("health-journal", `${part(health.journal)}, ${size}`),
      ),
    );
  }
}

/** @param {{used: number, free: number}} heap */
function memory(heap) {
  const [used, free] = [kib(heap.used), kib(heap.free)];
  return row("health-heap", words("health-heap-is", { used, free }), meter(heap));
}

/**
 * @param {string} name
 * @param {string} text
 * @param {Node | null} [more]
 * @param {import("./words.mjs").Places} [places]
 */
function row(name, text, more = null, places = {}) {
  return [element("dt", {}, words(name, places)), element("dd", {}, text, more)];
}

/** @param {{used: number, free: number}} heap */
function meter({ used, free }) {
  const all = used + free;
  return element("meter", {
    min: 0,
    max: all,
    high: all * 0.85,
    value: used,
    "aria-label": words("health-heap"),
  });
}

/**
 * Return a part's state in words, or unchanged if the page has no text for it.
 * @param {string} [state]
 */
function part(state = "unknown") {
  const name = `part-${state}`;
  const text = words(name);
  return text === name ? state : text;
}

/** @param {number} bytes */
function kib(bytes) {
  return number(Math.round(bytes / KIB));
}

/** @param {number} value */
function number(value) {
  return new Intl.NumberFormat(language()).format(Math.round(value));
}
