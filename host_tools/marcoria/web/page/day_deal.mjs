// The deal of the day: the date is the seed, so that everybody with the same house gets the same
// cards.

import { HOUSES } from "./houses.mjs";
import { linkTo, usual } from "./link.mjs";
import { language } from "./words.mjs";

/**
 * Return the seed of a day: 20261128 for 28 November 2026, in local time.
 * @param {Date} date
 */
export function seedOf(date) {
  return date.getFullYear() * 10000 + (date.getMonth() + 1) * 100 + date.getDate();
}

/**
 * Return the link to the match that begins with the deal of a day.
 * @param {string} name the name of the current house; if no house that comes with the table has
 *   this name, the link has the default house
 * @param {Date} date
 */
export function dayLink(name, date) {
  const match = usual(language());
  const house = HOUSES.find((one) => one.name === name)?.id ?? match.house;
  return linkTo({ ...match, house, seed: seedOf(date) });
}
