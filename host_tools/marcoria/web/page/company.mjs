// Who sits at the table: persons or bots, and whether all hands are seen.

import { element, fill } from "./dom.mjs";
import { BOTS } from "./link.mjs";
import { SEATS } from "./seats.mjs";
import { seatName, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./shapes.mjs").Glance} Glance */
/** @typedef {import("./table.mjs").Table} Table */

const PERSON = "person";

export class Company {
  /**
   * @param {Feed} feed
   * @param {Table} table
   */
  constructor(feed, table) {
    this.feed = feed;
    this.table = table;
    this.kinds = new Map(SEATS.map((seat) => [seat, this.#choice(seat)]));
    this.open = element("input", { type: "checkbox", onchange: () => this.#reveal() });
    this.box = element("div", { id: "company", class: "company", popover: "auto", role: "group" });
    this.shown = "";
  }

  speak() {
    const rows = [...this.kinds].map(([seat, kind]) => this.#row(seat, kind));
    this.open.checked = this.table.open;
    fill(this.box, rows, element("label", { class: "open" }, this.open, words("all-open")));
    this.box.setAttribute("aria-label", words("bar-players"));
    this.shown = "";
  }

  /** @param {Glance} glance */
  show(glance) {
    const shown = JSON.stringify(glance.bots);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    for (const [seat, kind] of this.kinds) {
      kind.value = glance.bots[seat] ?? PERSON;
    }
  }

  /**
   * @param {string} seat
   * @param {HTMLSelectElement} kind
   */
  #row(seat, kind) {
    const kinds = [PERSON, ...BOTS];
    fill(
      kind,
      kinds.map((value) => element("option", { value }, words(`player-${value}`))),
    );
    return element("label", {}, element("span", {}, seatName(seat)), kind);
  }

  /** @param {string} seat */
  #choice(seat) {
    const kind = element("select", {
      onchange: () => {
        const bot = kind.value === PERSON ? null : kind.value;
        this.feed.do("bots", { [seat]: bot }).catch(() => {});
      },
    });
    return kind;
  }

  #reveal() {
    this.table.reveal(this.open.checked);
  }
}
