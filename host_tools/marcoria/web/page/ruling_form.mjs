// The form for a director's ruling. docs/events.md lists the kinds of rulings and their arguments.

import { element, fill } from "./dom.mjs";
import { button, choice, field, options } from "./form.mjs";
import { SEATS } from "./seats.mjs";
import { seatName, sideName, words } from "./words.mjs";

/** @import { Told } from "./shapes.mjs" */

/** @typedef {{what: number, arg: number}} Act the kind and the argument of an event RULING */

const [VOID, AWARD, PARDON, NEW_DEALER, HANGING, GIVE] = [2, 3, 4, 5, 6, 7];
const NO_POINTS = 0x8000;
const REOPENED = 2;
const KINDS = ["points", "void", "award", "pardon", "new-dealer"];
const WHY = ["beside", "instead", "corrected"];

export class RulingForm {
  /** @param {(acts: Act[]) => void} rule makes the ruling, which may consist of several acts */
  constructor(rule) {
    this.rule = rule;
    this.kind = "points";
    this.sides = ["NS", "EW"];
    /** @type {[string, string][]} index and text of each offence that is not pardoned */
    this.offences = [];
    this.pardoned = ""; // number of the offence that the director has chosen
    this.more = element("div", { class: "more" });
    /** @type {() => Act[]} */
    this.acts = () => [];
  }

  draw() {
    const kinds = options(KINDS, (kind) => words(`ruling-${kind}`));
    const kind = choice(kinds, this.kind, (value) => {
      this.kind = value;
      this.#ask();
    });
    this.#ask();
    return element(
      "div",
      { class: "ruling" },
      field(words("real-ruling"), kind),
      this.more,
      button(words("real-rule"), () => this.rule(this.acts())),
    );
  }

  /**
   * Follow the sides and the offences. Draw the fields again only if the fields of the chosen kind
   * show something that has changed. Otherwise, what the director has filled in stays as it is.
   * @param {Told} told
   */
  follow(told) {
    const before = this.#shownIn();
    this.sides = told.score?.sides ?? this.sides;
    this.offences = (told.offences ?? []).flatMap(({ seat, code, pardoned }, number) =>
      pardoned ? [] : [[String(number), words(`offence-${code}`, { seat: seatName(seat) })]],
    );
    if (this.#shownIn() !== before) this.#ask();
  }

  /** Return what the fields of the chosen kind show of the match. */
  #shownIn() {
    if (this.kind === "pardon") return JSON.stringify(this.offences);
    return ["points", "award"].includes(this.kind) ? JSON.stringify(this.sides) : "";
  }

  /** Draw the fields that the chosen kind of ruling needs. */
  #ask() {
    const { fields, acts } = this.#needs();
    this.acts = acts;
    fill(this.more, fields);
  }

  /** @returns {{fields: HTMLElement[], acts: () => Act[]}} */
  #needs() {
    switch (this.kind) {
      case "points":
        return this.#points();
      case "award":
        return this.#award();
      case "pardon":
        return this.#pardon();
      case "new-dealer":
        return this.#dealer();
      default:
        return { fields: [], acts: () => [{ what: VOID, arg: 0 }] };
    }
  }

  #points() {
    const whose = choice([...this.#sides(), [String(HANGING), words("record-hanging")]], "0");
    const number = element("input", { type: "number", min: -9999, max: 9999, value: 0 });
    const why = choice(
      options([...WHY.keys()], (i) => words(`ruling-${WHY[i]}`)),
      "0",
    );
    const acts = () => [
      { what: Number(whose.value), arg: NO_POINTS + Math.round(number.valueAsNumber || 0) },
      { what: GIVE, arg: Number(why.value) },
    ];
    const fields = [
      field(words("ruling-whom"), whose),
      field(words("ruling-number"), number),
      field(words("ruling-why"), why),
    ];
    return { fields, acts };
  }

  #award() {
    const side = choice([...this.#sides(), [String(REOPENED), words("ruling-reopened")]], "0");
    const acts = () => [{ what: AWARD, arg: Number(side.value) }];
    return { fields: [field(words("ruling-whom"), side)], acts };
  }

  #pardon() {
    const [first] = this.offences;
    if (!first) {
      return { fields: [element("p", { class: "hint" }, words("offences-none"))], acts: () => [] };
    }
    const isLeft = this.offences.some(([number]) => number === this.pardoned);
    const which = choice(this.offences, isLeft ? this.pardoned : first[0], (number) => {
      this.pardoned = number;
    });
    const acts = () => [{ what: PARDON, arg: Number(which.value) }];
    return { fields: [field(words("offences"), which)], acts };
  }

  #dealer() {
    const seat = choice(
      options([...SEATS.keys()], (i) => seatName(SEATS[i] ?? "")),
      "0",
    );
    const acts = () => [{ what: NEW_DEALER, arg: Number(seat.value) }];
    return { fields: [field(words("ruling-whom"), seat)], acts };
  }

  #sides() {
    return options([...this.sides.keys()], (i) => sideName(this.sides[i] ?? ""));
  }
}
