// The houses that come with the table, as the set-up offers them, and what a house file of one's
// own says of itself. Whether a house is right is decided by the table, never here.

/**
 * @typedef {object} House
 * @property {string} id
 * @property {string} name
 * @property {number} players
 * @property {number} target
 * @property {Record<string, string[]>} leaves what it leaves to its players
 */

/** @type {readonly House[]} */
export const HOUSES = [
  { id: "piedicavallo", name: "Piedicavallo", players: 4, target: 1000, leaves: {} },
  { id: "salotto", name: "Salotto", players: 4, target: 1000, leaves: {} },
  { id: "french", name: "Belote à la française", players: 4, target: 1000, leaves: {} },
  {
    id: "bulgarian",
    name: "Българска белот",
    players: 4,
    target: 151,
    leaves: { third: ["no", "x8", "match"], no_trump: ["none", "aces"], kirtik: ["0", "10"] },
  },
  {
    id: "libre",
    name: "Belote libre",
    players: 4,
    target: 1000,
    leaves: { melds: ["on", "off"] },
  },
  {
    id: "espanola-4",
    name: "Española, por parejas",
    players: 4,
    target: 1000,
    leaves: {},
  },
  {
    id: "espanola-2",
    name: "Española, mano a mano",
    players: 2,
    target: 1000,
    leaves: {},
  },
];

/** The keys that a house may leave to its players. */
const LEFT_OPEN = ["melds", "third", "no_trump", "kirtik"];
export const OWN = "own";
const LONGEST = 8000;

/** @param {string} id */
export function houseOf(id) {
  return HOUSES.find((one) => one.id === id);
}

/**
 * A house file of somebody's own, or null if it is none.
 * @param {string} text
 * @returns {House | null}
 */
export function readHouse(text) {
  const lines = new Map(text.split("\n").map(pair));
  const name = lines.get("name");
  if (text.length > LONGEST || !name) {
    return null;
  }
  /** @type {Record<string, string[]>} */
  const leaves = {};
  for (const key of LEFT_OPEN) {
    const choices = (lines.get(key) ?? "").split("|").map((one) => one.trim());
    if (choices.length > 1) {
      leaves[key] = choices;
    }
  }
  const players = lines.get("players") === "2" ? 2 : 4;
  const target = Number(lines.get("target") ?? 1000) || 1000;
  return { id: OWN, name, players, target, leaves };
}

/**
 * A house file without comments, to travel in a link.
 * @param {string} text
 */
export function bare(text) {
  const lines = text.split("\n").map((line) => (line.split("#")[0] ?? "").trim());
  return lines.filter((line) => line !== "").join("\n");
}

/**
 * @param {string} line
 * @returns {[string, string]}
 */
function pair(line) {
  const [key, ...value] = (line.split("#")[0] ?? "").split(":");
  return [(key ?? "").trim(), value.join(":").trim()];
}
