// What stands in the middle of a real table in the place of its display, of which the cable says
// nothing: the score, and what is played, in the language of the page.

import { element, fill } from "./dom.mjs";
import * as say from "./sentences.mjs";
import { whole } from "./whole.mjs";
import { sideName, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Glance} Glance */
/** @typedef {import("./shapes.mjs").Told} Told */

const PLAYED = ["dealt", "bidding", "play", "done"];

export class Sheet {
  constructor() {
    this.lines = element("div", {});
    this.box = element("section", { class: "sheet", hidden: true }, this.lines);
    this.shown = "";
  }

  speak() {
    this.box.setAttribute("aria-label", words("real-title"));
    this.shown = "";
  }

  /**
   * @param {Glance} glance
   * @param {Partial<Told> | null} told
   */
  show(glance, told) {
    this.box.hidden = !glance.real;
    const shown = glance.real ? JSON.stringify([glance.house, told]) : "";
    if (shown !== this.shown) {
      this.shown = shown;
      fill(this.lines, ...(told ? rows(glance, whole(told)) : []));
    }
  }
}

/**
 * @param {Glance} glance
 * @param {Told} told
 */
function rows(glance, told) {
  return [
    element("h2", {}, glance.house.name || "Marcoria"),
    told.score.target > 0 && points(told),
    ...sentences(told).map((text) => element("p", {}, text)),
  ];
}

/** @param {Told} told */
function points({ score, deal, phase }) {
  const under = PLAYED.includes(phase);
  return element(
    "dl",
    {},
    score.sides.map((side, i) =>
      element(
        "div",
        { "data-team": side },
        element("dt", {}, sideName(side)),
        element("dd", {}, score.match[i] ?? 0),
        under && element("dd", { class: "deal" }, `+${deal.cards[i] ?? 0}`),
      ),
    ),
  );
}

/** @param {Told} told */
function sentences(told) {
  if (told.over) {
    return [say.over(told)];
  }
  if (told.phase === "done") {
    return [say.result(told)];
  }
  if (!PLAYED.includes(told.phase)) {
    return told.last ? [say.lastTrick(told)] : [];
  }
  const lines = [say.trump(told)];
  if (told.trick.length > 0) {
    lines.push(say.led(told));
  } else if (told.last) {
    lines.push(say.taken(told));
  }
  return lines;
}
