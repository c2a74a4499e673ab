// The statistics of the history: one table with a row for each house, and one with a row for each
// player, for all houses or for a chosen house.

import { element, fill } from "./dom.mjs";
import { choice, field } from "./form.mjs";
import { byHouse, byPlayer } from "./history_numbers.mjs";
import { language, seatName, words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */
/** @import { Numbers, Player } from "./history_numbers.mjs" */
/** @import { KeptDeal } from "./history_record.mjs" */

const COLUMNS = ["deals", "made", "capots", "cost", "score"];
const ALL = "";

export class NumbersView {
  constructor() {
    /** @type {KeptDeal[]} */
    this.deals = [];
    this.house = ALL;
    this.houses = element("div", {});
    this.players = element("div", {});
    this.left = element("p", { class: "hint" });
  }

  /**
   * Return the whole view.
   * @param {KeptDeal[]} deals
   * @returns {Child[]}
   */
  draw(deals) {
    this.deals = deals;
    const names = [...new Set(deals.map((deal) => deal.house.name))];
    this.house = names.includes(this.house) ? this.house : ALL;
    const rows = /** @type {[string, string][]} */ ([
      [ALL, words("keep-all-houses")],
      ...names.map((name) => [name, name]),
    ]);
    const pick = choice(rows, this.house, (house) => {
      this.house = house;
      this.show();
    });
    this.show();
    return [
      element("section", { class: "keep-part" }, title("keep-by-house"), this.houses),
      element(
        "section",
        { class: "keep-part" },
        title("keep-by-player"),
        names.length > 1 && field(words("keep-house"), pick),
        this.players,
      ),
      element("div", {}, this.left, element("p", { class: "hint" }, words("keep-means"))),
    ];
  }

  /** Draw the tables with the costs that have been computed so far. */
  show() {
    const { deals, house } = this;
    const some = house === ALL ? deals : deals.filter((deal) => deal.house.name === house);
    fill(this.houses, table("keep-by-house", byHouse(deals)));
    fill(
      this.players,
      table(
        "keep-by-player",
        byPlayer(some).map(({ label, numbers }) => ({ label: playerText(label), numbers })),
      ),
    );
    const count = deals.filter(({ costs }) => costs === null).length;
    this.left.textContent = count > 0 ? words("keep-weighs", { count }) : "";
  }
}

/** @param {string} name */
function title(name) {
  return element("h3", {}, words(name));
}

/** @param {Player} player */
function playerText({ name, bot, seat }) {
  return bot ? words(`player-${bot}`) : name || seatName(seat);
}

/**
 * @param {string} name
 * @param {{label: string, numbers: Numbers}[]} rows
 */
function table(name, rows) {
  const heads = COLUMNS.map((column) => element("th", { scope: "col" }, words(`keep-n-${column}`)));
  return element(
    "table",
    { class: "keep-numbers" },
    element("caption", { class: "unseen" }, words(name)),
    element("thead", {}, element("tr", {}, element("td", {}), heads)),
    element(
      "tbody",
      {},
      rows.map(({ label, numbers }) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, label),
          values(numbers).map((value, i) =>
            element(
              "td",
              { "data-column": COLUMNS[i], "data-label": words(`keep-n-${COLUMNS[i]}`) },
              value,
            ),
          ),
        ),
      ),
    ),
  );
}

/** Return the cells of a row as texts, in the order of COLUMNS. @param {Numbers} numbers */
function values({ deals, taken, made, capots, weighed, cost, hands, score }) {
  return [
    `${deals}`,
    taken > 0 ? words("keep-of", { made, taken }) : "–",
    `${capots}`,
    weighed > 0 ? `${mean(cost, weighed)} (${weighed})` : "–",
    mean(score, hands),
  ];
}

/**
 * @param {number} sum
 * @param {number} count
 */
function mean(sum, count) {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), options).format(count > 0 ? sum / count : 0);
}
