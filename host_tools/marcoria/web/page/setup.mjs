// The dialog "New match": house, hands, language, target, who plays each seat, and the cards.

import { CardSource } from "./card_source.mjs";
import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { button, choice, field, radios } from "./form.mjs";
import { HouseChoice } from "./house_choice.mjs";
import { linkTo, readLink, usual } from "./link.mjs";
import { Players } from "./players.mjs";
import { hasPorts } from "./port.mjs";
import { language, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./shapes.mjs").Match} Match */

const TABLE_LANGUAGES = /** @type {[string, string][]} */ ([
  ["it", "Italiano"],
  ["fr", "Français"],
  ["es", "Español"],
  ["bg", "Български"],
  ["en", "English"],
  ["pms", "Piedicavallo"],
]);

export class Setup {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    this.match = usual(language());
    this.house = new HouseChoice(
      this.match,
      () => this.#houseChanged(),
      () => this.#changed(),
    );
    this.players = new Players(this.match, () => this.#changed());
    this.cards = new CardSource(this.match, () => this.#changed());
    this.options = element("div", { class: "options" });
    this.link = element("input", { type: "text", readonly: true });
    this.copied = element("span", { class: "hint", role: "status" });
    this.trouble = element("p", { class: "trouble", role: "alert" });
    this.dialog = new Dialog(root, "setup-title", { fill: () => this.#draw() });
  }

  open() {
    this.trouble.textContent = "";
    this.copied.textContent = "";
    this.dialog.open();
  }

  /**
   * The match of the page's address: null without one. A bad one is told in the dialog.
   * @param {string} fragment
   * @returns {Match | null}
   */
  fromLink(fragment) {
    const found = readLink(fragment, language());
    if (found === "bad") {
      this.open();
      this.trouble.textContent = words("link-bad");
      return null;
    }
    if (found) {
      this.#take(found);
    }
    return found;
  }

  /**
   * A house file or a text of deals that somebody has dropped on the page.
   * @param {"house" | "deal"} what
   * @param {string} text
   */
  drop(what, text) {
    this.open();
    if (what === "house") {
      this.house.own(text);
    } else {
      this.cards.bdn(text);
    }
    this.dialog.draw();
    this.#changed();
  }

  /** @param {Match} found */
  #take(found) {
    Object.assign(this.match, { target: undefined, seed: undefined }, found);
    this.house.read();
    this.cards.read(this.house.players);
  }

  #draw() {
    fill(
      this.options,
      radios(
        words("setup-hands"),
        [
          ["blind", words("hands-blind"), words("hands-blind-hint")],
          ["scanned", words("hands-scanned"), words("hands-scanned-hint")],
        ],
        this.match.hands,
        (value) => this.#set({ hands: value }),
      ),
      field(
        words("setup-language"),
        choice(TABLE_LANGUAGES, this.match.language, (value) => this.#set({ language: value })),
      ),
      field(words("setup-target"), this.#target(), words("setup-target-hint")),
    );
    this.players.draw(this.house.players);
    this.cards.draw(this.house.players);
    this.#changed();
    return [
      this.house.draw(),
      this.options,
      this.players.box,
      this.cards.box,
      this.#real(),
      element("div", { class: "share" }, field(words("link"), this.link), this.#copy()),
      element(
        "div",
        { class: "foot" },
        this.trouble,
        this.#underWay() && element("p", { class: "hint" }, words("setup-ends")),
        button(words("setup-start"), () => this.#start(), { class: "main" }),
      ),
    ];
  }

  #target() {
    const input = element("input", {
      type: "number",
      min: 1,
      max: 9999,
      placeholder: this.house.target,
      value: this.match.target,
      oninput: () => this.#set({ target: input.value ? Number(input.value) : undefined }),
    });
    return input;
  }

  #copy() {
    const copy = async () => {
      this.link.select();
      await navigator.clipboard
        .writeText(this.link.value)
        .catch(() => document.execCommand("copy"));
      this.copied.textContent = words("link-copied");
    };
    return element("div", {}, button(words("link-copy"), copy), this.copied);
  }

  /** Another table than this one: in wood, or on its way to a chip. */
  #real() {
    return element(
      "section",
      { class: "wooden" },
      element("h3", {}, words("real-title")),
      element("p", { class: "hint" }, words(hasPorts() ? "real-about" : "install-cannot")),
      element(
        "div",
        { class: "actions" },
        hasPorts() && button(words("real-connect"), () => this.#connect()),
        element("a", { href: "install.html" }, words("install-title")),
      ),
    );
  }

  async #connect() {
    try {
      if (await this.feed.connect()) {
        this.dialog.close();
      }
    } catch (error) {
      this.trouble.textContent = /** @type {Error} */ (error).message;
    }
  }

  #underWay() {
    return ["dealt", "bidding", "play"].includes(this.feed.last.told?.phase ?? "none");
  }

  /** @param {Partial<Match>} part */
  #set(part) {
    Object.assign(this.match, part);
    this.#changed();
  }

  #houseChanged() {
    this.cards.clear();
    this.dialog.draw();
    this.house.focus();
  }

  #changed() {
    this.link.value = linkTo(this.match, this.cards.letters());
  }

  async #start() {
    this.trouble.textContent = this.cards.missing();
    if (this.trouble.textContent) {
      return;
    }
    try {
      await this.feed.do("new", { ...this.match, agreed: lines(this.match.agreed) });
      this.dialog.close();
    } catch (error) {
      this.trouble.textContent = /** @type {{sentence: string}} */ (error).sentence;
    }
  }
}

/**
 * What was agreed as lines of a house file, which is how the table takes it.
 * @param {Record<string, string>} [agreed]
 */
function lines(agreed = {}) {
  return Object.entries(agreed).map(([key, word]) => `${key}: ${word}`);
}
