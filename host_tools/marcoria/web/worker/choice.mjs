// The settings of a new table, made from the page's request.

/** @import { Chosen, Dealt, Wanted } from "./shapes.js" */

const SEATS = ["N", "E", "S", "W"];
const MOST = 0xffff;
const ID_BASE = 36;
const OWN = "own";
/** Return the path of a house file on the board. @param {string} house */
export const placeOf = (house) => `/bar/houses/${house}.house`;
export const OWN_HOUSE = placeOf(OWN);

/**
 * Return the settings of a table. If `wanted.deal` is a text in BDN, `dealt` is the deal in it.
 * Then the house, the choices of rules and the dealer are those of the deal.
 * @param {Wanted} wanted
 * @param {Dealt} [dealt]
 * @returns {Chosen}
 */
export function chosenFrom(wanted, dealt) {
  const { house = "piedicavallo", agreed = [], dealer = "S" } = dealt ?? wanted;
  const { language = "en", hands = "blind", target = 0, names = {}, bots = {} } = wanted;
  const file = dealt ? dealt.rules : wanted.file;
  const seed = wanted.seed ?? Math.floor(Math.random() * MOST);
  const scanned = hands === "scanned";
  const key = file && !dealt ? OWN : house;
  return {
    id: Math.random().toString(ID_BASE).slice(2),
    house: key,
    agreed,
    seed,
    scanned,
    dealer,
    dealt: dealt ? textsOf(dealt) : (wanted.deal ?? null),
    bots: SEATS.map((seat) => bots[seat] ?? ""),
    files: file ? { [placeOf(key)]: file } : {},
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

/** @param {Dealt} dealt */
function textsOf({ hands, upcard, taker }) {
  const texts = Object.entries(hands).map(([seat, cards]) => [seat, cards.join(" ")]);
  return { hands: Object.fromEntries(texts), upcard, taker };
}
