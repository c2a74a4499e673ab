// What the page asks of a new table, as the table and its people take it.

/** @import { Chosen, Wanted } from "./shapes.js" */

const SEATS = ["N", "E", "S", "W"];
const MOST = 0xffff;
const OWN = "own";

/**
 * @param {Wanted} wanted
 * @returns {Chosen}
 */
export function chosenFrom(wanted) {
  const { house = "piedicavallo", file, agreed = [], language = "en", hands = "blind" } = wanted;
  const { target = 0, names = {}, deal = null, bots = {}, dealer = "S" } = wanted;
  const seed = wanted.seed ?? Math.floor(Math.random() * MOST);
  const scanned = hands === "scanned";
  const key = file ? OWN : house;
  return {
    house: key,
    agreed,
    seed,
    scanned,
    dealer,
    dealt: deal,
    bots: SEATS.map((seat) => bots[seat] ?? ""),
    files: file ? { [`/bar/houses/${key}.house`]: file } : {},
    settings: {
      house: key,
      agreed,
      language,
      hands: Number(scanned),
      target,
      names: SEATS.map((seat) => names[seat] ?? ""),
    },
    wanted: { ...wanted, seed },
  };
}
