// Links to a match. The fragment of the address contains the house with the rules that its players
// choose, the kind of hands, the cards or a seed, the language, the target, and the kind of player
// at each seat.

import { houseOf, OWN } from "./houses.mjs";
import { handsFrom } from "./pack.mjs";
import { SEATS } from "./seats.mjs";
import { sentenceOf } from "./shapes.mjs";
import { languages } from "./words.mjs";

/** @import { House } from "./houses.mjs" */
/** @import { Match } from "./shapes.mjs" */

/**
 * The table's own parsers for house files and for deals in BDN. `text` is the text to parse, and
 * `name` is the name of its file. If the text is wrong, the promise is rejected with an object
 * {sentence}: an error message that contains `name`. `file` is given for a deal in the user's own
 * house: it is the text of the house file.
 * @typedef {object} Readers
 * @property {(text: string, name: string) => Promise<House>} house
 * @property {(text: string, name: string, file?: string) => Promise<unknown>} deal
 */

/**
 * @typedef {object} Link
 * @property {Match} match the match; missing and wrong parts have defaults, but a deal in BDN with
 *   errors is kept
 * @property {House} [own] the house of the house file in the link, if the link has a valid one
 * @property {string[]} wrong the wrong parts, shortened and without control characters
 * @property {string} reason the table's error messages for these parts, or ""
 */

/** The display's languages: the languages of the page, and the dialect of Piedicavallo. */
export const TABLE_LANGUAGES = /** @type {[string, string][]} */ ([
  ...languages(),
  ["pms", "Piedicavallo"],
]);
/** The kinds of bots (bots/kinds.py) that can be chosen, and the default kind. */
export const BOTS = ["beginner", "player", "expert", "honest", "wild", "forgetful", "any-duty"];
export const USUAL_BOT = "player";
const PERSON = "-";
export const HIGHEST_SEED = 2 ** 30 - 1;
const LONGEST_BDN = 65536;
const LONGEST_PART = 32; // a message shows at most this many characters of a part
const AGREED = "agreed.";
const [OWN_NAME, DEAL_NAME] = ["own.house", "deal.bdn"]; // file names in error messages

/**
 * Parsers of the parts that do not depend on other parts, by the name of the part. Each returns
 * values for the match, or null for a wrong part.
 * @type {Record<string, (value: string) => Partial<Match> | null>}
 */
const SIMPLE = {
  hands: (value) => (["blind", "scanned"].includes(value) ? { hands: value } : null),
  lang: (value) => (TABLE_LANGUAGES.some(([code]) => code === value) ? { language: value } : null),
  target: (value) => (isNumber(value, 1, 9999) ? { target: Number(value) } : null),
  seed: (value) => (isNumber(value, 0, HIGHEST_SEED) ? { seed: Number(value) } : null),
  bots: botsOf,
};
const OTHERS = ["house", "rules", "cards", "bdn"];

/**
 * Return the default match: a person at South, and bots at the other seats.
 * @param {string} language
 * @returns {Match}
 */
export function usual(language) {
  return {
    house: "piedicavallo",
    hands: "blind",
    language,
    bots: { N: USUAL_BOT, E: USUAL_BOT, S: null, W: USUAL_BOT },
  };
}

/**
 * Return the match of the first visit. It is the default match, but the bot at West deals, so that
 * the person at South bids first.
 * @param {string} language
 * @returns {Match}
 */
export function firstMatch(language) {
  return { ...usual(language), dealer: "W" };
}

/**
 * Return the link to a match: the page's address with the match in its fragment.
 * @param {Match} match
 * @param {string} [letters] the hands that the user has dealt, from `Hands.letters` (pack.mjs), or
 *   ""
 */
export function linkTo(match, letters = "") {
  const parts = new URLSearchParams();
  const add = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    value !== undefined && value !== "" && parts.set(name, String(value));
  add("house", match.house);
  add("rules", match.file && bare(match.file));
  add("hands", match.hands);
  add("lang", match.language);
  add("target", match.target);
  add("bots", SEATS.map((seat) => match.bots[seat] ?? PERSON).join(","));
  add("seed", match.seed);
  add("cards", letters);
  add("bdn", typeof match.deal === "string" ? match.deal : "");
  for (const [key, word] of Object.entries(match.agreed ?? {})) {
    add(AGREED + key, word);
  }
  return `${location.origin}${location.pathname}#${parts}`;
}

/** Remove the fragment from the address, so that a reload of the page does not parse it again. */
export function forgetLink() {
  history.replaceState(null, "", location.pathname + location.search);
}

/**
 * Return a parsed fragment, or null if it is empty. If a part is wrong, parse the other parts
 * nevertheless. If the house is wrong, the default house decides which other parts are right.
 * @param {string} fragment
 * @param {string} language the display's language if the link names none
 * @param {Readers} readers
 * @returns {Promise<Link | null>}
 */
export async function readLink(fragment, language, readers) {
  const text = fragment.replace(/^#/, "");
  return text === "" ? null : new LinkReader(text, language, readers).read();
}

class LinkReader {
  /**
   * @param {string} text
   * @param {string} language
   * @param {Readers} readers
   */
  constructor(text, language, readers) {
    this.readers = readers;
    /** @type {Link} */
    this.link = { match: usual(language), wrong: [], reason: "" };
    /** @type {Map<string, string>} */
    this.values = new Map();
    for (const [name, value] of new URLSearchParams(text)) {
      this.#sort(name, value);
    }
  }

  async read() {
    const house = await this.#house();
    for (const [name, read] of Object.entries(SIMPLE)) {
      this.#take(name, read);
    }
    this.#agreed(house);
    this.#take("cards", (value) => {
      const hands = handsFrom(value, house.players);
      return hands && { deal: hands.dealt() };
    });
    await this.#deal();
    return this.link;
  }

  /**
   * Store a part. Refuse the part if its name is unknown, or has another value already.
   * @param {string} name
   * @param {string} value
   */
  #sort(name, value) {
    const known = Object.hasOwn(SIMPLE, name) || OTHERS.includes(name) || name.startsWith(AGREED);
    if (known && !this.values.has(name)) {
      this.values.set(name, value);
    } else if (this.values.get(name) !== value) {
      this.#refuse(name, value);
    }
  }

  /**
   * @param {string} name
   * @param {(value: string) => Partial<Match> | null} read
   */
  #take(name, read) {
    const value = this.values.get(name);
    const found = value === undefined ? {} : read(value);
    if (found) {
      Object.assign(this.link.match, found);
    } else {
      this.#refuse(name, value ?? "");
    }
  }

  /**
   * Return the house of the match: one that comes with the table, or the house of the file in the
   * link. Return the default house if the link has a wrong house or none.
   */
  async #house() {
    const [name, rules] = [this.values.get("house"), this.values.get("rules")];
    if (name === OWN && rules) {
      const own = await this.#ask("rules", rules, this.readers.house(rules, OWN_NAME));
      if (own) {
        this.link.own = own;
        Object.assign(this.link.match, { house: OWN, file: rules });
        return own;
      }
    } else {
      this.#take("house", (value) => (houseOf(value) ? { house: value } : null));
      this.#take("rules", () => null);
    }
    return /** @type {House} */ (houseOf(this.link.match.house));
  }

  /** @param {House} house */
  #agreed({ leaves }) {
    for (const [name, word] of this.values) {
      if (name.startsWith(AGREED)) {
        const key = name.slice(AGREED.length);
        const known = Object.hasOwn(leaves, key) && leaves[key]?.includes(word);
        const { agreed } = this.link.match;
        this.#take(name, () => (known ? { agreed: { ...agreed, [key]: word } } : null));
      }
    }
  }

  /**
   * Read the deal in BDN. Refuse it if it is too long, or if the link has valid cards too. Keep a
   * deal with other errors, because the user can correct it in the dialog.
   */
  async #deal() {
    const { match } = this.link;
    this.#take("bdn", (value) =>
      value.length <= LONGEST_BDN && !match.deal ? { deal: value } : null,
    );
    if (typeof match.deal === "string") {
      await this.#ask("bdn", match.deal, this.readers.deal(match.deal, DEAL_NAME, match.file));
    }
  }

  /**
   * Return the result of one of the table's parsers. If the parser rejects, refuse the part and
   * return undefined.
   * @template Kind
   * @param {string} name
   * @param {string} value
   * @param {Promise<Kind>} answer
   */
  async #ask(name, value, answer) {
    try {
      return await answer;
    } catch (error) {
      this.#refuse(name, value);
      this.link.reason = [this.link.reason, sentenceOf(error)].filter(Boolean).join("\n");
      return undefined;
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #refuse(name, value) {
    const part = value === "" ? name : `${name}=${value}`;
    const shown = part.slice(0, LONGEST_PART).replace(/[\p{C}\uFFFD]/gu, "?");
    this.link.wrong.push(part.length > LONGEST_PART ? `${shown}…` : shown);
  }
}

/**
 * @param {string} value
 * @returns {Partial<Match> | null}
 */
function botsOf(value) {
  const kinds = value.split(",");
  if (kinds.length !== SEATS.length || !kinds.every((kind) => [...BOTS, PERSON].includes(kind))) {
    return null;
  }
  const seats = SEATS.map((seat, i) => [seat, kinds[i] === PERSON ? null : kinds[i]]);
  return { bots: Object.fromEntries(seats) };
}

/**
 * @param {string} value
 * @param {number} least
 * @param {number} most
 */
function isNumber(value, least, most) {
  return /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most;
}

/**
 * Return a house file without comments, for a link.
 * @param {string} text
 */
function bare(text) {
  const lines = text.split("\n").map((line) => (line.split("#")[0] ?? "").trim());
  return lines.filter((line) => line !== "").join("\n");
}
