// The panel "Build one": pictures and costs of a table and of a mat, the skills and tools that the
// builder needs, the steps, the program for each board, and lists of what is proved and what is
// not.

import { away, boardList } from "./build_boards.mjs";
import { euro, figure, loadFacts, monthName } from "./build_facts.mjs";
import { Dialog } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { Alert, button, section } from "./form.mjs";
import { addStyle } from "./style.mjs";
import { words } from "./words.mjs";

/** @import { Body, Facts, List } from "./build_facts.mjs" */
/** @import { Child } from "./dom.mjs" */
/** @import { Feed } from "./feed.mjs" */

/** @type {[Body, string][]} each body (a table or a mat) and the name of its picture */
const BODIES = [
  ["table", "plate"],
  ["mat", "mat"],
];
/** @type {List[]} */
const LISTS = ["electric", "box", "body", "all"];
const NEEDS = ["solder", "wood", "print", "computer", "time"];
/** The steps of building a table. `Facts.guide` has the address of a page for each name. */
const STEPS = ["try", "buy", "bench", "wood", "game"];
const PROVED = ["build-proved-rules", "build-proved-reader", "build-proved-board"];
const UNPROVED = [
  "build-unproved-whole",
  "build-unproved-board",
  "build-unproved-over",
  "build-unproved-figures",
  "build-unproved-wrover",
];

await addStyle(new URL("build.css", import.meta.url));

export class Build {
  /**
   * @param {Feed} _feed
   * @param {Element} root
   */
  constructor(_feed, root) {
    /** @type {Facts | null} */
    this.facts = null;
    this.trouble = new Alert();
    this.dialog = new Dialog(root, "build-title", { fill: () => this.#draw() });
  }

  async open() {
    this.dialog.open();
    if (!this.facts) {
      await this.trouble.attempt(async () => {
        this.facts = await loadFacts();
      });
      this.dialog.draw();
    }
  }

  /** @returns {Child[]} */
  #draw() {
    const { facts } = this;
    if (!facts) {
      return [this.trouble.box];
    }
    return [
      element(
        "div",
        { class: "lead" },
        element("p", {}, words("build-lead")),
        element("p", { class: "status" }, words("build-nobody")),
      ),
      element(
        "div",
        { class: "bodies" },
        BODIES.map((body) => bodyCard(facts, ...body)),
      ),
      section("build-costs", ...costs(facts)),
      section("build-needs", ...needs(facts)),
      section("build-steps", ...steps(facts)),
      section("build-boards", ...boardList(facts).filter((part) => part !== null)),
      section("build-proofs", ...proofs(facts)),
      button(words("build-print"), () => print(), { class: "print" }),
    ];
  }
}

/**
 * @param {Facts} facts
 * @param {Body} body
 * @param {string} drawn
 */
function bodyCard(facts, body, drawn) {
  return element(
    "section",
    { class: "card-of", "data-body": body },
    picture(drawn),
    element("h3", {}, words(`build-${body}`)),
    element("p", { class: "price" }, euro(facts.costs[body].all)),
    element("p", {}, words(`build-${body}-about`, { side: figure(facts.side) })),
  );
}

/** @param {string} name */
function picture(name) {
  const alt = words(`build-alt-${name}`);
  const src = new URL(`construction/${name}.webp`, import.meta.url);
  return element("img", { src, alt, width: 640, height: 510, decoding: "async" });
}

/** @param {Facts} facts */
function costs(facts) {
  const head = element(
    "tr",
    {},
    element("td", {}),
    BODIES.map(([body]) => element("th", { scope: "col" }, words(`build-${body}`))),
  );
  const rows = LISTS.map((list) =>
    element(
      "tr",
      { "data-list": list },
      element("th", { scope: "row" }, words(`build-cost-${list}`)),
      BODIES.map(([body]) => element("td", {}, euro(facts.costs[body][list]))),
    ),
  );
  return [
    element("table", {}, element("thead", {}, head), element("tbody", {}, rows)),
    element("p", { class: "hint" }, words("build-cost-how", { month: monthName(facts.priced) })),
    element("p", {}, words("build-cost-first", { euro: euro(facts.first) })),
  ];
}

/** @param {Facts} facts */
function needs(facts) {
  const items = NEEDS.map((need) => {
    const [what, ...how] = words(`build-need-${need}`, { bed: figure(facts.bed) }).split("|");
    return element("li", {}, element("strong", {}, what), " ", how);
  });
  return [
    element(
      "figure",
      {},
      picture("below"),
      element("figcaption", { class: "hint" }, words("build-below")),
    ),
    element("ul", {}, items),
  ];
}

/** @param {Facts} facts */
function steps(facts) {
  const items = STEPS.map((step) => {
    const [what, how] = words(`build-step-${step}`).split("|");
    const mat = step === "wood" ? [" ", away(guide(facts, "mat"), words("build-step-mat"))] : [];
    return element(
      "li",
      {},
      element("strong", {}, away(guide(facts, step), what)),
      element("span", {}, how, ...mat),
    );
  });
  return [
    element("ol", {}, items),
    element("p", { class: "hint" }, words("build-guide"), " ", element("code", {}, "hardware/")),
  ];
}

/** @param {Facts} facts */
function proofs(facts) {
  const { table, mat } = facts.over;
  const places = { table: figure(table), mat: figure(mat) };
  return [
    element(
      "div",
      { class: "proofs" },
      proofList("build-proved", PROVED, places),
      proofList("build-unproved", UNPROVED, places),
    ),
    element(
      "p",
      { class: "links" },
      away(guide(facts, "risks"), words("build-risks")),
      away(guide(facts, "measure"), words("build-measure")),
    ),
  ];
}

/**
 * @param {string} name
 * @param {string[]} items
 * @param {import("./words.mjs").Places} places
 */
function proofList(name, items, places) {
  return element(
    "section",
    { class: name },
    element("h4", {}, words(name)),
    element(
      "ul",
      {},
      items.map((item) => element("li", {}, words(item, places))),
    ),
  );
}

/**
 * Return the address of a page of the guide, or "" if there is no such page.
 * @param {Facts} facts
 * @param {string} page
 */
function guide(facts, page) {
  return facts.guide[page] ?? "";
}
