// The houses that come with the table, as the set-up offers them. House files are read by the table's
// own reader in the worker, never here.

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

export const OWN = "own";

/** @param {string} id */
export function houseOf(id) {
  return HOUSES.find((one) => one.id === id);
}

/**
 * A house file without comments, to travel in a link.
 * @param {string} text
 */
export function bare(text) {
  const lines = text.split("\n").map((line) => (line.split("#")[0] ?? "").trim());
  return lines.filter((line) => line !== "").join("\n");
}
