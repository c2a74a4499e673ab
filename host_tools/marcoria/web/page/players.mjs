// The choice of a person or a bot for each seat: fields for a new match, and a menu of the
// toolbar.

import { element, fill } from "./dom.mjs";
import { choice, options } from "./form.mjs";
import { BOTS } from "./link.mjs";
import { seatsOf } from "./pack.mjs";
import { SEATS } from "./seats.mjs";
import { seatName, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Glance, Match } from "./shapes.mjs" */
/** @import { Table } from "./table.mjs" */

const PERSON = "person";
const LONGEST = 12;

const kinds = () => options([PERSON, ...BOTS], (kind) => words(`player-${kind}`));
/** @type {(kind: string) => string | null} */
const botOf = (kind) => (kind === PERSON ? null : kind);

export class Players {
  /**
   * @param {Match} match
   * @param {() => void} changed
   */
  constructor(match, changed) {
    this.match = match;
    this.changed = changed;
    this.box = element("fieldset", { class: "players" });
  }

  /** @param {number} players */
  draw(players) {
    fill(
      this.box,
      element("legend", {}, words("setup-players")),
      seatsOf(players).map((seat) => this.#seat(seat)),
      element("p", { class: "hint" }, words("setup-players-hint")),
    );
  }

  /** @param {string} seat */
  #seat(seat) {
    const kind = this.#kind(seat);
    kind.setAttribute("aria-label", words("player-kind", { seat: seatName(seat) }));
    return element(
      "div",
      { class: `player ${seat}` },
      element("span", { class: "seat-name" }, seatName(seat)),
      kind,
      this.#name(seat),
    );
  }

  /** @param {string} seat */
  #kind(seat) {
    return choice(kinds(), this.match.bots[seat] ?? PERSON, (kind) => {
      this.match.bots = { ...this.match.bots, [seat]: botOf(kind) };
      this.changed();
    });
  }

  /** @param {string} seat */
  #name(seat) {
    const input = element("input", {
      type: "text",
      maxlength: LONGEST,
      autocomplete: "off",
      "aria-label": words("player-name", { seat: seatName(seat) }),
      placeholder: words("player-name-hint"),
      value: this.match.names?.[seat],
      oninput: () => {
        const names = { ...this.match.names, [seat]: input.value.trim() };
        this.match.names = Object.fromEntries(Object.entries(names).filter(([, name]) => name));
      },
    });
    return input;
  }
}

export class Company {
  /**
   * @param {Feed} feed
   * @param {Table} table
   */
  constructor(feed, table) {
    this.feed = feed;
    this.table = table;
    /** @type {Map<string, HTMLSelectElement>} */
    this.kinds = new Map();
    this.open = element("input", {
      type: "checkbox",
      onchange: () => table.reveal(this.open.checked),
    });
    this.box = element("div", { id: "company", class: "company", popover: "auto", role: "group" });
    this.shown = "";
  }

  speak() {
    this.kinds = new Map(SEATS.map((seat) => [seat, this.#kind(seat)]));
    const rows = [...this.kinds].map(([seat, kind]) =>
      element("label", {}, element("span", {}, seatName(seat)), kind),
    );
    this.open.checked = this.table.open;
    fill(this.box, rows, element("label", { class: "open check" }, this.open, words("all-open")));
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

  /** @param {string} seat */
  #kind(seat) {
    return choice(kinds(), PERSON, (kind) => this.feed.attempt("bots", { [seat]: botOf(kind) }));
  }
}
