// A finished deal in the browser's history: its fields, their check, and the facts in its BDN
// text.

/**
 * @typedef {object} KeptDeal
 * @property {string} key "TABLE.EPOCH.NUMBER": the table's id, the epoch of the table's journal,
 *   and the number of the deal's record of kind DEAL, with leading zeros
 * @property {string} match in the same form, with the number of the match's record of kind MATCH,
 *   or with "x" if that number is unknown
 * @property {number} when time at which the page copied the journal after the deal, in ms since
 *   1970
 * @property {{key: string, name: string}} house
 * @property {Record<string, {name: string, bot: string | null}>} players by seat; `bot` is the
 *   kind of bot, or null for a person
 * @property {string} bdn
 * @property {boolean | null} made whether the taker has made the contract; null if contracts of
 *   the house cannot fail, or if the deal was broken off or void
 * @property {string} capot the side that has taken every trick, or ""
 * @property {boolean} star whether the user has marked the deal
 * @property {Record<string, number> | null} costs the points that the cards of each player have
 *   lost, by seat; null until they are computed, {} if they cannot be computed, for example because
 *   the deal was not played to its end
 */

/**
 * @typedef {object} KeptFacts
 * @property {string[]} sides
 * @property {number[]} score
 * @property {number[]} total
 * @property {string} contract
 * @property {string} taker
 * @property {number} factor
 * @property {string} outcome
 * @property {string} winner the side that has won the match with this deal, or ""
 */

const LONGEST = { key: 80, name: 80, bdn: 1 << 16 };
const MOST_COST = 1000;
const LATEST = 8.64e15; // ms, the last time that a Date can have
const KEY = /^[\w.-]+$/;
const SEAT = /^[NESW]$/;
const SIDES = ["NS EW", "N S"];
const TAG = /^\[(\w+) "((?:[^"\\]|\\.)*)"\]$/gm;

/** @type {WeakMap<KeptDeal, KeptFacts>} */
const known = new WeakMap();

/** @type {Record<keyof KeptDeal, (value: any) => boolean>} */
const CHECKS = {
  key: (value) => isText(value, LONGEST.key) && KEY.test(value),
  match: (value) => isText(value, LONGEST.key) && KEY.test(value),
  when: (value) => Number.isFinite(value) && value >= 0 && value <= LATEST,
  house: (value) => isObject(value) && [value.key, value.name].every((one) => isName(one)),
  players: (value) =>
    isObject(value) &&
    Object.entries(value).every(
      ([seat, one]) =>
        SEAT.test(seat) &&
        isObject(one) &&
        isName(one.name) &&
        (one.bot === null || isName(one.bot)),
    ),
  bdn: (value) => isText(value, LONGEST.bdn),
  made: (value) => value === null || typeof value === "boolean",
  capot: (value) => isText(value, 2),
  star: (value) => typeof value === "boolean",
  costs: (value) =>
    value === null ||
    (isObject(value) &&
      Object.entries(value).every(
        ([seat, cost]) => SEAT.test(seat) && Number.isInteger(cost) && Math.abs(cost) <= MOST_COST,
      )),
};

/**
 * Return a copy of a deal without unknown fields, or null if a field is missing or wrong.
 * @param {any} value
 * @returns {KeptDeal | null}
 */
export function checked(value) {
  if (!isObject(value)) {
    return null;
  }
  const fields = Object.entries(CHECKS);
  if (!fields.every(([name, isGood]) => isGood(value[name]))) {
    return null;
  }
  const facts = factsIn(value.bdn);
  const deal = /** @type {any} */ (Object.fromEntries(fields.map(([name]) => [name, value[name]])));
  if (facts) {
    known.set(deal, facts);
  }
  return facts && deal;
}

/**
 * Return the facts in the BDN tags of a deal.
 * @param {KeptDeal} deal
 * @returns {KeptFacts}
 */
export function factsOf(deal) {
  const found = known.get(deal) ?? /** @type {KeptFacts} */ (factsIn(deal.bdn));
  known.set(deal, found);
  return found;
}

/**
 * Return whether two deals are the same apart from `costs`, which are computed from the deal.
 * @param {KeptDeal} one
 * @param {KeptDeal} other
 */
export function isSame(one, other) {
  const text = (/** @type {KeptDeal} */ deal) => JSON.stringify({ ...sorted(deal), costs: null });
  return text(one) === text(other);
}

/** @param {KeptDeal} deal */
function sorted(deal) {
  const players = Object.entries(deal.players).sort(([one], [other]) => (one < other ? -1 : 1));
  const { key, name } = deal.house;
  return {
    ...checked(deal),
    house: [key, name],
    players: players.map(([seat, one]) => [seat, one.name, one.bot]),
  };
}

/**
 * @param {string} bdn
 * @returns {KeptFacts | null}
 */
function factsIn(bdn) {
  /** @type {Record<string, string>} */
  const tags = {};
  for (const [, name, value] of bdn.matchAll(TAG)) {
    tags[name ?? ""] = (value ?? "").replace(/\\(.)/g, "$1");
  }
  const [score, total] = [bySide(tags.Score), bySide(tags.Total)];
  const sides = score.map(([side]) => side ?? "");
  if (!SIDES.includes(sides.join(" ")) || total.length !== sides.length) {
    return null;
  }
  return {
    sides,
    score: score.map(([, points]) => Number(points)),
    total: total.map(([, points]) => Number(points)),
    contract: tags.Contract ?? "",
    taker: SEAT.test(tags.Taker ?? "") ? (tags.Taker ?? "") : "",
    factor: Number(tags.Factor ?? 1) || 1,
    outcome: tags.Outcome ?? "",
    winner: (tags.Winner ?? "").split(" ")[0] ?? "",
  };
}

/**
 * Return pairs of side and points, both as text, from a text such as "NS:12 EW:150". Leave out
 * parts without points.
 * @param {string | undefined} text
 */
function bySide(text = "") {
  return text
    .split(" ")
    .map((part) => part.split(":"))
    .filter(([, points]) => /^-?\d{1,8}$/.test(points ?? ""));
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {any} value
 * @param {number} most
 */
function isText(value, most) {
  return typeof value === "string" && value.length <= most;
}

/** @param {any} value */
function isName(value) {
  return isText(value, LONGEST.name);
}
