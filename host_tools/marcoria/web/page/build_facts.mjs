// The facts about building a table: types, loading, and formatting in the page's language.
// web/construction.py makes the facts from the files of hardware/.

import { language, words } from "./words.mjs";

/** @typedef {[number, number]} Range lowest and highest */
/** @typedef {"electric" | "box" | "body" | "all"} List a list of parts, or all lists together */
/** @typedef {"table" | "mat"} Body */
/**
 * @typedef {object} Image
 * @property {string} file
 * @property {string} version of Marcoria
 * @property {string} micropython version of MicroPython
 * @property {number} bytes
 * @property {string} sha256
 */
/**
 * @typedef {object} Board
 * @property {string} profile
 * @property {string} name
 * @property {string} chip
 * @property {Range} euro
 * @property {string} variant of the stock image of MicroPython
 * @property {string} stock address of the page with the stock image
 * @property {Image | null} image
 */
/**
 * @typedef {object} Facts
 * @property {string} priced the month of the prices: "2026-11"
 * @property {Record<Body, Record<List, Range>>} costs in euro
 * @property {Range} first price in euro of the parts to try first, with one reader and with two
 * @property {Record<Body, number>} over distance from a reader's antenna to a sticker, in mm
 * @property {number} side length of the plate's side, in mm
 * @property {number} bed length of the 3D printer's bed, in mm
 * @property {string} oldest version of MicroPython that the table can use
 * @property {Board[]} boards
 * @property {Record<string, string>} guide addresses of the guide's pages
 */

/**
 * Load the facts; throw {sentence} if they cannot be loaded.
 * @returns {Promise<Facts>}
 */
export async function loadFacts() {
  const answer = await fetch(new URL("construction/facts.json", import.meta.url)).catch(() => null);
  const facts = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!facts) {
    throw { sentence: words("build-no-facts") };
  }
  return facts;
}

/**
 * Return a range of prices in whole euro, in the page's language: "194–561 €" in French.
 * @param {Range} range
 */
export function euro([low, high]) {
  const format = new Intl.NumberFormat(language(), {
    style: "currency",
    currency: "EUR",
    maximumFractionDigits: 0,
  });
  return format.formatRange(low, high);
}

/** Return a number in the page's language, with at most one decimal. @param {number} value */
export function figure(value) {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value);
}

/** Return a month in words: "November 2026". @param {string} month such as "2026-11" */
export function monthName(month) {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat(language(), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(date);
}
