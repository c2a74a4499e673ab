// The dialog with the rules of a house. It first shows the special rules of the house, and then
// all its rules by subject.

import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, choice, field } from "./form.mjs";
import { HOUSES, houseOf, OWN } from "./houses.mjs";
import { askRules, openSentences, ruleSentence, specialSentences } from "./rule_sentences.mjs";
import { sentenceOf } from "./shapes.mjs";
import { addStyle } from "./style.mjs";
import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Rule, RuleSheet } from "./rule_sentences.mjs" */

await addStyle(new URL("rules.css", import.meta.url));

const USUAL = "piedicavallo";

export class Rules {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    this.house = "";
    /** @type {RuleSheet | null} */
    this.sheet = null;
    this.requests = 0;
    this.trouble = new Alert();
    this.box = element("div", { class: "rule-sheet" });
    this.dialog = new Dialog(root, "rules", { fill: () => this.#draw() });
  }

  /** Open the dialog with the rules of the house that is played now. */
  open() {
    this.house = playedHouse(this.feed);
    this.#ask();
    this.dialog.open();
  }

  async #ask() {
    const mine = ++this.requests;
    this.sheet = null;
    this.trouble.say();
    try {
      const sheet = await askRules(this.feed, this.house);
      if (mine === this.requests) {
        this.sheet = sheet;
      }
    } catch (error) {
      if (mine === this.requests) {
        this.trouble.say(sentenceOf(error));
      }
    }
    this.#show();
  }

  #draw() {
    this.#show();
    return [
      field(
        words("rule-which"),
        choice(this.#houses(), this.house, (house) => this.#turn(house)),
      ),
      this.trouble.box,
      this.box,
    ];
  }

  /**
   * Return the houses to choose from, each as [key, name]: those that come with the table. If the
   * house that is played now is another one, it is added in front.
   */
  #houses() {
    /** @type {[string, string][]} */
    const rows = HOUSES.map(({ id, name }) => [id, name]);
    const played = playedHouse(this.feed);
    if (!houseOf(played)) {
      rows.unshift([played, playedName(this.feed)]);
    }
    return rows;
  }

  /** @param {string} house */
  #turn(house) {
    this.house = house;
    this.#ask();
    this.#show();
  }

  #show() {
    const { sheet } = this;
    if (!sheet) {
      const waits = this.trouble.box.textContent ? null : words("rule-waits");
      fill(this.box, waits && element("p", { class: "hint", role: "status" }, waits));
      return;
    }
    fill(
      this.box,
      element(
        "section",
        { class: "special" },
        element("h3", {}, sheet.name),
        element("p", {}, words("rule-special-title")),
        element(
          "ul",
          {},
          specialSentences(sheet).map((one) => element("li", {}, one)),
        ),
      ),
      element("p", { class: "hint" }, words("rule-compared")),
      element("div", { class: "groups" }, sheet.groups.map(group)),
      element("p", { class: "hint" }, words("rule-on-page")),
    );
  }
}

/**
 * Return the key of the house that is played now, or of the usual house if none is known.
 * @param {Feed} feed
 */
export function playedHouse({ last: { told } }) {
  const house = told?.house;
  return (typeof house === "object" && house.key) || USUAL;
}

/** @param {Feed} feed */
function playedName({ last: { told } }) {
  const house = told?.house;
  return typeof house === "object" ? house.name : OWN;
}

/** @param {RuleSheet["groups"][number]} group */
function group({ name, rows }) {
  return element(
    "section",
    {},
    element("h3", {}, words(`rule-group-${name}`)),
    element("ul", {}, rows.map(row)),
  );
}

/** @param {Rule} rule */
function row(rule) {
  const others = openSentences(rule);
  return element(
    "li",
    { "data-key": rule.key, "data-special": rule.special },
    rule.special && element("span", { class: "unseen" }, `${words("rule-special-mark")}: `),
    ruleSentence(rule),
    others.length > 0 &&
      element("span", { class: "hint" }, ` ${words("rule-open")} ${others.join(" ")}`),
  );
}
