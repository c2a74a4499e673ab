// A match in the fragment of an address, so that a situation can be sent to a friend: house, how
// the hands are known, the cards or their seed, language and who plays.

import { bare, houseOf, OWN, readHouse } from "./houses.mjs";
import { handsFrom, SEATS } from "./pack.mjs";

/** @typedef {import("./shapes.mjs").Match} Match */

const LANGUAGES = ["it", "fr", "es", "bg", "en", "pms"];
/** The kinds of players of people/players.py that one can choose. */
export const BOTS = ["honest", "wild", "forgetful", "any-duty"];
const PERSON = "-";
const HIGHEST = 2 ** 30 - 1;
const LONGEST_BDN = 8000;

/**
 * A match as it is when nothing was chosen: a person in the South, and bots around.
 * @param {string} language
 * @returns {Match}
 */
export function usual(language) {
  return {
    house: "piedicavallo",
    hands: "blind",
    language,
    bots: { N: "honest", E: "honest", S: null, W: "honest" },
  };
}

/**
 * The address of the page with that match.
 * @param {Match} match
 * @param {string} [letters] of hands that were dealt by hand, see pack.mjs
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
    add(`agreed.${key}`, word);
  }
  return `${location.origin}${location.pathname}#${parts}`;
}

/**
 * The match of a fragment: null without one, and "bad" for one that cannot be meant.
 * @param {string} fragment
 * @param {string} language in which the table speaks if the link does not say
 * @returns {Match | null | "bad"}
 */
export function readLink(fragment, language) {
  if (fragment.replace("#", "") === "") {
    return null;
  }
  try {
    return matchOf(new URLSearchParams(fragment.replace("#", "")), usual(language));
  } catch (error) {
    if (error instanceof BadLink) {
      return "bad";
    }
    throw error;
  }
}

class BadLink extends Error {}

/**
 * @param {URLSearchParams} parts
 * @param {Match} match
 */
function matchOf(parts, match) {
  for (const [name, value] of parts) {
    const [key, of] = name.split(".");
    if (key === "agreed" && of) {
      match.agreed = { ...match.agreed, [of]: value };
    } else {
      take(match, key ?? "", value);
    }
  }
  const house = match.file ? readHouse(match.file) : houseOf(match.house);
  need(house && (match.house === OWN) === Boolean(match.file));
  for (const [key, word] of Object.entries(match.agreed ?? {})) {
    need(house?.leaves[key]?.includes(word));
  }
  const cards = parts.get("cards");
  if (cards) {
    match.deal = needed(handsFrom(cards, house?.players ?? 4)).dealt();
  }
  return match;
}

/**
 * One part of a link.
 * @param {Match} match
 * @param {string} key
 * @param {string} value
 */
function take(match, key, value) {
  switch (key) {
    case "house":
      match.house = value;
      break;
    case "rules":
      match.file = value;
      break;
    case "hands":
      match.hands = oneOf(value, ["blind", "scanned"]);
      break;
    case "lang":
      match.language = oneOf(value, LANGUAGES);
      break;
    case "target":
      match.target = number(value, 9999);
      break;
    case "seed":
      match.seed = number(value, HIGHEST);
      break;
    case "bots":
      match.bots = botsOf(value.split(","));
      break;
    case "bdn":
      need(value.length <= LONGEST_BDN);
      match.deal = value;
      break;
    default:
      need(key === "cards");
  }
}

/** @param {string[]} kinds */
function botsOf(kinds) {
  need(kinds.length === SEATS.length);
  const seats = SEATS.map((seat, i) => {
    const kind = oneOf(kinds[i] ?? "", [...BOTS, PERSON]);
    return [seat, kind === PERSON ? null : kind];
  });
  return Object.fromEntries(seats);
}

/**
 * @param {string} value
 * @param {string[]} known
 */
function oneOf(value, known) {
  need(known.includes(value));
  return value;
}

/**
 * @param {string} value
 * @param {number} most
 */
function number(value, most) {
  need(/^\d{1,10}$/.test(value) && Number(value) <= most);
  return Number(value);
}

/** @param {unknown} truth */
function need(truth) {
  if (!truth) {
    throw new BadLink();
  }
}

/**
 * @template Kind
 * @param {Kind | null} value
 * @returns {Kind}
 */
function needed(value) {
  need(value);
  return /** @type {Kind} */ (value);
}
