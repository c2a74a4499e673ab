// Who sits where: a person or a bot for each seat, and their names.

import { element, fill } from "./dom.mjs";
import { choice } from "./form.mjs";
import { BOTS } from "./link.mjs";
import { seatsOf } from "./pack.mjs";
import { seatName, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Match} Match */

const PERSON = "person";
const LONGEST = 12;

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
    /** @type {[string, string][]} */
    const kinds = [PERSON, ...BOTS].map((kind) => [kind, words(`player-${kind}`)]);
    return choice(kinds, this.match.bots[seat] ?? PERSON, (kind) => {
      this.match.bots = { ...this.match.bots, [seat]: kind === PERSON ? null : kind };
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
