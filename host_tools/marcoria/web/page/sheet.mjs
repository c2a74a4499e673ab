// The dialog with the score sheet: a line for each deal of the current or of the previous match.
// If the user opens a line, it shows the steps by which the score of the deal came about.

import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, radios } from "./form.mjs";
import { isRed } from "./pack.mjs";
import * as say from "./sheet_sentences.mjs";
import { addStyle } from "./style.mjs";
import { seatName, sideName, suitName, suitSign, words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { Row } from "./sheet_sentences.mjs" */

const COLUMNS = 11;
const NONE = "–";
const COUNTS = ["cards", "melds", "belote"];

await addStyle(new URL("./sheet.css", import.meta.url));

export class ScoreSheet {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    /** @type {Row[]} */
    this.rows = [];
    this.match = 0;
    // `seq` of the open line's row, or -1. Its index in `rows` changes when a new match begins.
    this.opened = -1;
    this.waits = true;
    // Number of the latest request. It also rises when the dialog closes. The answer to a request
    // with a smaller number is ignored.
    this.reads = 0;
    this.phase = "";
    this.trouble = new Alert();
    this.sheet = element("div", { class: "score-sheet" });
    this.live = element("p", { class: "unseen", role: "status" });
    this.dialog = new Dialog(root, "sheet-title", {
      fill: () => this.#draw(),
      closed: () => this.reads++,
    });
    feed.on("told", ({ phase }) => this.#follow(phase));
  }

  open() {
    [this.rows, this.opened, this.waits] = [[], -1, true];
    this.phase = this.feed.last.told?.phase ?? "";
    this.dialog.open();
    this.#read();
  }

  /** Read the sheet again when the phase of the match changes. @param {string} phase */
  #follow(phase) {
    if (this.dialog.isOpen && phase !== this.phase) {
      this.phase = phase;
      this.#read();
    }
  }

  async #read() {
    const reads = ++this.reads;
    /** @type {Row[]} */
    let rows = [];
    if (!this.feed.last.glance?.real) {
      await this.trouble.attempt(async () => {
        rows = await this.feed.do("sheet").catch(refuseUnlessEmpty);
      });
    }
    if (reads !== this.reads) {
      return;
    }
    const [isFirst, isEmpty] = [this.waits, this.rows.length === 0];
    this.waits = false;
    this.rows = rows;
    if (isEmpty) {
      this.match = rows.at(-1)?.match ?? 0;
      this.opened = rows.findLast(({ over, steps }) => over && steps.length > 0)?.seq ?? -1;
    }
    this.dialog.draw();
    if (isFirst) {
      this.sheet.querySelector("tr.account:last-of-type")?.scrollIntoView({ block: "nearest" });
      this.live.textContent = this.#excuse() || words("sheet-how");
    }
  }

  // --- drawing ----------------------------------------------------------------------------------

  /** @returns {Child[]} */
  #draw() {
    const excuse = this.#excuse();
    this.#drawSheet();
    return [
      this.#which(),
      excuse ? element("p", {}, excuse) : this.sheet,
      this.trouble.box,
      this.live,
    ];
  }

  /**
   * Return the sentence that stands in place of the sheet, or "" if the sheet or an error message
   * is shown.
   */
  #excuse() {
    if (this.feed.last.glance?.real) {
      return words("sheet-real");
    }
    if (this.waits) {
      return words("sheet-waits");
    }
    return this.rows.length > 0 || this.trouble.box.textContent ? "" : words("sheet-none");
  }

  /** Return the choice of the match, or null if the sheet has only one match or none. */
  #which() {
    const last = this.rows.at(-1)?.match ?? 0;
    if (last === 0) {
      return null;
    }
    const names = /** @type {[string, string][]} */ ([
      ["1", words("sheet-now")],
      ["0", words("sheet-earlier")],
    ]);
    return radios(words("sheet-which"), names, `${this.match}`, (match) => {
      this.match = Number(match);
      this.opened = -1;
      this.#drawSheet();
    });
  }

  #drawSheet() {
    const shown = this.rows.filter(({ match }) => match === this.match);
    const [first] = shown;
    if (!first) {
      fill(this.sheet);
      return;
    }
    const hangs = shown.some((row) => row.hangs !== 0);
    const bodies = shown.map((row, i) => this.#deal(row, i + 1));
    const end = shown.at(-1);
    fill(
      this.sheet,
      element(
        "p",
        { class: "about" },
        words("sheet-about", { house: first.house, target: first.target }),
      ),
      element("p", { class: "hint" }, words("sheet-how")),
      element("table", { "data-hangs": hangs }, header(first), bodies),
      end?.winner && element("p", { class: "winner" }, say.ending(end)),
    );
  }

  /**
   * Return the lines of a deal: the totals brought forward if the previous deal is unknown, the
   * deal's numbers, and the steps to the score if the deal is open.
   * @param {Row} row
   * @param {number} number of the deal on the sheet, from 1
   */
  #deal(row, number) {
    const isOpen = row.seq === this.opened;
    const toggle = () => this.#toggle(isOpen ? -1 : row.seq);
    const press = element(
      "button",
      {
        type: "button",
        class: "deal",
        "data-row": row.seq,
        "aria-expanded": String(isOpen),
        "aria-label": words("sheet-open", { number }),
        title: words("sheet-open", { number }),
      },
      element("span", { "aria-hidden": "true" }, number),
    );
    return element(
      "tbody",
      { "data-open": isOpen },
      row.carried && carried(row.carried),
      element(
        "tr",
        { class: "entry", onclick: toggle },
        element("th", { scope: "row" }, press),
        element("td", { class: "dealer" }, seatName(row.dealer)),
        element("td", { class: "contract" }, contract(row)),
        pair("cards", row.cards),
        pair("melds", row.melds),
        pair("belote", row.belote),
        row.score.flatMap((points, i) => [
          element("td", { class: "score", "data-side": i }, scored(row) ? points : NONE),
          element("td", { class: "total", "data-side": i }, row.total[i] ?? 0),
        ]),
        element("td", { class: "hangs" }, row.hangs || ""),
      ),
      isOpen && explanation(row),
    );
  }

  /** Open a line, and close the line that was open. @param {number} seq -1 to open no line */
  #toggle(seq) {
    const focused = this.sheet.contains(document.activeElement);
    const row = seq < 0 ? this.opened : seq;
    this.opened = seq;
    this.#drawSheet();
    const press = this.sheet.querySelector(`[data-row="${row}"]`);
    if (focused && press instanceof HTMLElement) {
      press.focus({ preventScroll: true });
    }
    this.sheet.querySelector("tr.account")?.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Return no rows if the error says that the journal is empty; throw any other error again.
 * @param {{code?: string}} trouble
 * @returns {Row[]}
 */
function refuseUnlessEmpty(trouble) {
  if (trouble.code === "not-a-journal") {
    return [];
  }
  throw trouble;
}

/**
 * Return the heads of the columns.
 * @param {Row} row
 */
function header({ sides }) {
  const head = (/** @type {string} */ name, kind = name) =>
    element("th", { scope: "col", rowspan: 2, class: kind }, words(`sheet-${name}`));
  const below = (/** @type {string} */ name, /** @type {number} */ i) =>
    element("th", { scope: "col", class: name, "data-side": i }, words(`sheet-${name}`));
  return element(
    "thead",
    {},
    element(
      "tr",
      {},
      ["deal", "dealer", "contract"].map((name) => head(name)),
      COUNTS.map((name) => head(name, `in-${name}`)),
      sides.map((side, i) =>
        element(
          "th",
          { scope: "colgroup", colspan: 2, class: "side", "data-side": i },
          sideName(side),
        ),
      ),
      head("hangs"),
    ),
    element(
      "tr",
      {},
      sides.flatMap((_, i) => [below("score", i), below("total", i)]),
    ),
  );
}

/**
 * Return a cell with the numbers of both sides. The cell is empty if both are 0 or unknown.
 * @param {string} name
 * @param {number[] | null} both
 */
function pair(name, both) {
  const shown = both?.some((points) => points !== 0) ? both.join(" : ") : "";
  return element("td", { class: `in-${name}` }, shown);
}

/**
 * Return the contract with its doubling and taker, and the outcome of the deal. Return the outcome
 * alone if there is no contract.
 * @param {Row} row
 */
function contract({ contract, taker, factor, outcome }) {
  const sign = suitSign(contract ?? "");
  const colour = isRed(contract ?? "") ? "suit red" : "suit";
  const outcomeText = words(`sheet-outcome-${outcome}`);
  return [
    contract &&
      element(
        "span",
        { class: "what" },
        sign
          ? element("span", { class: colour, role: "img", "aria-label": suitName(contract) }, sign)
          : element("span", { class: "suitless" }, suitName(contract)),
        factor > 1 && element("span", { class: "factor" }, `×${factor}`),
        element("span", { class: "taker" }, seatName(taker ?? "")),
      ),
    element("span", { class: "outcome", "data-outcome": outcome }, outcomeText),
  ];
}

/**
 * Return whether to show a score: the deal was played to its end, or the score of a side is not 0.
 * @param {Row} row
 */
function scored({ played, score }) {
  return played || score.some((points) => points !== 0);
}

/**
 * Return the line with the totals from earlier deals that the table's journal no longer has.
 * @param {number[]} totals
 */
function carried(totals) {
  return element(
    "tr",
    { class: "carried", title: words("sheet-carried-why") },
    element("th", { scope: "row" }, "…"),
    element("td", { class: "dealer" }),
    element("td", { class: "contract" }, words("sheet-carried")),
    COUNTS.map((name) => element("td", { class: `in-${name}` })),
    totals.flatMap((points, i) => [
      element("td", { class: "score", "data-side": i }),
      element("td", { class: "total", "data-side": i }, points),
    ]),
    element("td", { class: "hangs" }),
  );
}

/** Return the line with the steps to the score of a deal. @param {Row} row */
function explanation(row) {
  const steps = row.steps.map((step) => item(say.step(row, step), step.adds));
  const [contract, end] = [say.contract(row), say.ending(row)];
  return element(
    "tr",
    { class: "account" },
    element(
      "td",
      { colspan: COLUMNS },
      element(
        "div",
        { class: "account-steps" },
        element(
          "p",
          { class: "heads", "aria-hidden": "true" },
          row.sides.map((side) => element("span", {}, sideName(side))),
        ),
        element(
          "ol",
          {},
          item(say.dealt(row)),
          contract && item(contract, undefined, "contract"),
          steps,
          item(words(`outcome-${row.outcome}`), scored(row) ? row.score : undefined, "sum"),
          end && item(end),
        ),
      ),
    ),
  );
}

/**
 * Return a list item: a sentence, and beside it the points of both sides if there are any.
 * @param {string} text
 * @param {number[]} [adds] the points of both sides
 * @param {string} [kind] class of the item; the points of a "sum" have no plus sign
 */
function item(text, adds, kind = "step") {
  const numbers = (adds ?? []).map((points) =>
    element("b", {}, kind === "sum" || points === 0 ? points || "" : signed(points)),
  );
  return element(
    "li",
    { class: kind },
    element("span", {}, text),
    adds && element("span", { class: "adds", "aria-hidden": "true" }, numbers),
  );
}

/** @param {number} points */
function signed(points) {
  return points > 0 ? `+${points}` : `−${-points}`;
}
