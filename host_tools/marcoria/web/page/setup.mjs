// The dialog "New match": the settings of a match, a link to it, and a button to connect a real
// table.

import { CardSource } from "./card_source.mjs";
import { copyFrom } from "./clipboard.mjs";
import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, actions, button, choice, field, numberInput, radios } from "./form.mjs";
import { HouseChoice } from "./houses.mjs";
import { forgetLink, linkTo, readLink, TABLE_LANGUAGES, usual } from "./link.mjs";
import { Players } from "./players.mjs";
import { hasPorts } from "./port.mjs";
import { language, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Match } from "./shapes.mjs" */

const MOST_PARTS = 3; // the highest number of wrong parts of a link that a message names

export class Setup {
  /**
   * @param {Feed} feed
   * @param {Element} root
   * @param {(text: string, file?: string) => void} look shows the deals of a text in BDN with open
   *   cards; `file` is the text of their house file, if they need one
   */
  constructor(feed, root, look) {
    this.feed = feed;
    this.match = usual(language());
    /** @type {import("./link.mjs").Readers} */
    this.readers = {
      house: (text, name) => feed.do("readHouse", { text, name }),
      deal: (text, name, file) => feed.do("readDeal", { text, name, file }),
    };
    this.house = new HouseChoice(
      this.match,
      this.readers,
      () => this.#houseChanged(),
      () => this.#changed(),
    );
    this.players = new Players(this.match, () => this.#changed());
    this.cards = new CardSource(this.match, this.readers, () => this.#changed(), look);
    this.options = element("div", { class: "options" });
    this.link = element("input", { type: "text", readonly: true });
    this.copied = element("span", { class: "hint", role: "status" });
    this.trouble = new Alert();
    this.ends = element("p", { class: "hint" });
    this.dialog = new Dialog(root, "setup-title", {
      fill: () => this.#draw(),
      closed: () => forgetLink(),
    });
    feed.on("told", () => this.#warn());
  }

  open() {
    this.trouble.say();
    this.copied.textContent = "";
    this.dialog.open();
  }

  /**
   * Start the match in the page's address, if the address has one. Open the dialog instead if a
   * part of the link is wrong, if another match would end, or if the match cannot be started.
   * @param {boolean} kept whether another match is stored or under way
   * @returns {Promise<boolean>} whether the match was started
   */
  async follow(kept) {
    const link = await readLink(location.hash, language(), this.readers);
    if (!link) {
      return false;
    }
    this.#take(link);
    if (link.wrong.length === 0 && !kept && (await this.#start(link.match))) {
      forgetLink();
      return true;
    }
    this.say(told(link) || this.trouble.box.textContent || words("link-waits"));
    return false;
  }

  /**
   * Open the dialog and show a sentence in it.
   * @param {string} sentence
   */
  say(sentence) {
    this.open();
    this.dialog.draw();
    this.trouble.say(sentence);
    this.trouble.box.scrollIntoView({ block: "nearest" });
  }

  /**
   * Open the dialog with a house file or a file of deals that was dropped on the page.
   * @param {"house" | "deal"} what
   * @param {string} text
   * @param {string} name of the file
   */
  async drop(what, text, name) {
    this.open();
    await (what === "house" ? this.house.own(text, name) : this.cards.paper(text, name));
    this.dialog.draw();
  }

  /** @param {import("./link.mjs").Link} link */
  #take({ match, own }) {
    const nothing = { file: undefined, agreed: undefined, deal: undefined };
    Object.assign(this.match, nothing, { target: undefined, seed: undefined }, match);
    this.house.read(own);
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
    this.#warn();
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
        this.trouble.box,
        this.ends,
        button(words("setup-start"), () => this.#begin(), { class: "main" }),
      ),
    ];
  }

  #target() {
    const usual = { placeholder: this.house.target, value: this.match.target };
    return numberInput({ min: 1, max: 9999, ...usual }, (value) =>
      this.#set({ target: value ? Number(value) : undefined }),
    );
  }

  #copy() {
    const copy = async () => {
      this.copied.textContent = "";
      this.copied.textContent = await copyFrom(this.link);
    };
    return element("div", {}, button(words("link-copy"), copy), this.copied);
  }

  /** Return the section about real tables. */
  #real() {
    return element(
      "section",
      { class: "wooden" },
      element("h3", {}, words("real-title")),
      element("p", { class: "hint" }, words(hasPorts() ? "real-about" : "install-cannot")),
      actions(
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
      this.trouble.say(/** @type {Error} */ (error).message);
    }
  }

  /** Show a warning if a deal is under way: a new match would end the current match. */
  #warn() {
    const phase = this.feed.last.told?.phase ?? "none";
    this.ends.textContent = words("setup-ends");
    this.ends.hidden = !["dealt", "bidding", "play"].includes(phase);
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

  async #begin() {
    const missing = this.cards.missing();
    if (missing) {
      this.trouble.say(missing);
    } else if (await this.#start(this.match)) {
      this.dialog.close();
    }
  }

  /**
   * Start a match, or show the error. Return whether it was started.
   * @param {Match} match
   */
  async #start(match) {
    const wanted = { ...match, agreed: lines(match.agreed) };
    return this.trouble.attempt(() => this.feed.do("new", wanted));
  }
}

/**
 * Return the message about the parts of a link that were not understood, followed by the table's
 * error messages. Return "" if all parts were understood.
 * @param {import("./link.mjs").Link} link
 */
function told({ wrong, reason }) {
  if (wrong.length === 0) {
    return "";
  }
  const shown = wrong.slice(0, MOST_PARTS);
  const parts = shown.join(", ") + (wrong.length > shown.length ? " …" : "");
  return [words("link-bad", { parts }), reason].filter(Boolean).join("\n");
}

/**
 * Return the players' choices of rules (see houses.mjs) as lines of a house file.
 * @param {Record<string, string>} [agreed]
 */
function lines(agreed = {}) {
  return Object.entries(agreed).map(([key, word]) => `${key}: ${word}`);
}
