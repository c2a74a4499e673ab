// The texts of the page, in one file for each language: words/<lang>.words.

import { nameIn } from "./key_names.mjs";
import { RANKS, SIGNS, SUITS } from "./pack.mjs";
import { SEATS } from "./seats.mjs";
import { keep, kept } from "./settings.mjs";

/** @typedef {Record<string, string | number>} Places */

const LANGUAGES = new Map([
  ["it", "Italiano"],
  ["fr", "Français"],
  ["es", "Español"],
  ["bg", "Български"],
  ["en", "English"],
]);
const KEPT = "marcoria.language";
const KEY = /^(PASS|CALL|MENU)$/;
/** In French, "de" before a name that begins with a vowel, such as "de Est"; it becomes "d'Est". */
const DE_BEFORE_VOWEL = /\b([Dd])e (?=[AEIOUÉÈ])/g;

/** @type {Map<string, string>} */
let texts = new Map();
let spoken = "en";
let asked = 0; // how often a language was chosen
/** The language of the table's display, "" if it is not known. */
let displayed = "";

/**
 * Return a text by name, with the placeholders filled in from `places`. If `places` has no value,
 * {PASS}, {CALL} and {MENU} become the names on those keys, and other placeholders stay. If there
 * is no text of this name, return the name.
 * @param {string} name
 * @param {Places} [places]
 */
export function words(name, places = {}) {
  const text = texts.get(name) ?? name;
  const filled = text.replace(/\{(\w+)\}/g, (whole, place) =>
    String(places[place] ?? (KEY.test(place) ? keyName(place) : whole)),
  );
  return spoken === "fr" ? filled.replace(DE_BEFORE_VOWEL, "$1'") : filled;
}

/**
 * Return "label: text" as the page's language writes it; French has a space before the colon.
 * @param {string} label
 * @param {string} text
 */
export function labelled(label, text) {
  return `${label}${spoken === "fr" ? "\u00a0" : ""}: ${text}`;
}

/** Return whether there is a text of this name. @param {string} name */
export function hasWords(name) {
  return texts.has(name);
}

/**
 * Return the name on a key in the language of the table's display, or in the page's language if
 * that of the display is not known.
 * @param {string} key
 */
export function keyName(key) {
  return nameIn(key, displayed || spoken);
}

/**
 * Set the language of the table's display, in which the keys are named. If it has changed, send
 * the event "spoken".
 * @param {string} language "" if it is not known
 */
export function nameKeys(language) {
  if (language !== displayed) {
    displayed = language;
    document.dispatchEvent(new Event("spoken"));
  }
}

/**
 * Switch the page to a language, store this choice, and send the event "spoken", on which all
 * parts redraw.
 * @param {string} language a code such as "it"; an unknown code means English
 */
export async function speak(language) {
  const known = LANGUAGES.has(language) ? language : "en";
  const mine = ++asked;
  const answer = await fetch(new URL(`words/${known}.words`, import.meta.url));
  const file = await answer.text();
  if (mine !== asked) return; // another language was chosen meanwhile
  texts = read(file);
  spoken = known;
  document.documentElement.lang = known;
  keep(KEPT, known);
  document.dispatchEvent(new Event("spoken"));
}

/** Return the languages of the page: [["it", "Italiano"], …]. */
export function languages() {
  return [...LANGUAGES];
}

/** Return the code of the page's language, such as "it". */
export function language() {
  return spoken;
}

/**
 * Return the language chosen last time, else the browser's first language that the page has, else
 * English.
 */
export function preferred() {
  const wanted = [kept(KEPT) ?? "", ...navigator.languages];
  const known = wanted.map((one) => one.slice(0, 2)).find((one) => LANGUAGES.has(one));
  return known ?? "en";
}

/**
 * Return a card's name to be read aloud, such as "seven of hearts". If `card` is not a card of the
 * pack, return "a foreign card" in the page's language.
 * @param {string} card such as "7H"
 */
export function cardName(card) {
  const [rank, suit] = [RANKS.indexOf(card[0] ?? ""), SUITS.indexOf(card[1] ?? "")];
  if (card.length !== 2 || rank < 0 || suit < 0) {
    return words("card-foreign");
  }
  return words("card-name", { rank: listed("rank-names", rank), suit: listed("suit-names", suit) });
}

/**
 * Return a card in short, such as "7♥", with the rank's letter in the page's language.
 * @param {string} card
 */
export function cardSign(card) {
  return rankLetter(card[0] ?? "") + suitSign(card[1] ?? "");
}

/** Return a rank's letter in the page's language. @param {string} rank such as "T" in "TS" */
export function rankLetter(rank) {
  return listed("rank-letters", RANKS.indexOf(rank));
}

/** @param {string} suit */
export function suitSign(suit) {
  return SIGNS[SUITS.indexOf(suit)] ?? "";
}

/** @param {string} suit C, D, H or S; NT for no trumps, AT for all trumps */
export function suitName(suit) {
  return SUITS.includes(suit) ? listed("suit-names", SUITS.indexOf(suit)) : words(`suit-${suit}`);
}

/** @param {string} seat */
export function seatName(seat) {
  return listed("seat-names", SEATS.indexOf(seat));
}

/** @param {string} side "NS" or "EW", or a seat at a table of two */
export function sideName(side) {
  return side.length === 1 ? seatName(side) : words(`side-${side}`);
}

/**
 * Return a list in words, in English "hearts, spades, and clubs". The type "disjunction" has "or"
 * in place of "and".
 * @param {string[]} items
 * @param {"conjunction" | "disjunction"} [type]
 */
export function joined(items, type = "conjunction") {
  return new Intl.ListFormat(spoken, { type }).format(items);
}

/**
 * @param {string} name
 * @param {number} item
 */
function listed(name, item) {
  return words(name).split("|")[item] ?? "";
}

/** @param {string} file */
function read(file) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const line of file.split("\n")) {
    const [name, ...text] = line.split(": ");
    if (name && text.length > 0 && !name.startsWith("#")) {
      found.set(name, unbroken(text.join(": ").trim()));
    }
  }
  return found;
}

/**
 * Replace each space before ; : ! ? » or …, and each space after «, with a non-breaking space.
 * French has spaces there.
 * @param {string} text
 */
function unbroken(text) {
  return text.replace(/ (?=[;:!?»…])/g, "\u00a0").replace(/(?<=«) /g, "\u00a0");
}
