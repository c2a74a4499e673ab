// What is told of a match, without gaps: between two matches hardly anything is told.

/** @typedef {import("./shapes.mjs").Told} Told */

/** @type {Told} */
const NOTHING = {
  phase: "none",
  over: false,
  house: "",
  mode: "blind",
  dealer: "N",
  turn: null,
  contract: null,
  taker: null,
  factor: 1,
  upcard: null,
  led: null,
  trick: [],
  number: 1,
  last: null,
  score: { sides: ["NS", "EW"], match: [0, 0], target: 0, hangs: 0 },
  deal: { cards: [0, 0], tricks: [0, 0], melds: [0, 0], belote: [0, 0], outcome: "", score: null },
  calls: [],
  announced: [],
  legal: [],
  denied: {},
  had: {},
  offences: [],
  suspects: [],
  events: 0,
  health: {},
  asked: [],
  question: "",
  answers: [],
};

/**
 * @param {Partial<Told> | null} told
 * @returns {Told}
 */
export function whole(told) {
  return { ...NOTHING, ...told };
}
