// Types of the data in the feed (feed.mjs), and defaults for fields that a state leaves out.

/** @typedef {"N" | "E" | "S" | "W"} Seat */
/** @typedef {{code?: string, sentence: string}} Trouble */
/** @typedef {{wanted: unknown}} Begun `wanted` has the settings of the stored match, or null */

/**
 * @typedef {object} Offer what a person may do now, and the keys of a real table that do the same
 * @property {Seat} seat
 * @property {string} do such as "take", "pass", "announce" or "salt"
 * @property {string | null} what the suit, the kind of meld, or the number of an answer
 * @property {string[][]} keys presses one after the other, each of one or more keys; RAP is a knock
 * @property {boolean} [hold] whether the key is held down
 * @property {boolean} [sure] whether the player's own cards allow it
 * @property {boolean} [armed] whether it will happen with the next card
 */

/**
 * @typedef {object} Glance what can be seen on the table now
 * @property {number} now
 * @property {boolean} power
 * @property {number | string} speed
 * @property {boolean} readonly
 * @property {boolean} [real] whether it is a real table
 * @property {string} [language] of the display; unknown for a real table
 * @property {{name: string, players: number, step: number}} house
 * @property {Uint8Array} lights
 * @property {Record<string, string[]>} pads
 * @property {Record<string, string>} [covered] for each card that lies face down on a pad to be
 *   scanned, its player
 * @property {string[]} down
 * @property {Record<string, string[]>} hands
 * @property {number} stock
 * @property {string | null} upcard
 * @property {Record<string, number>} taken
 * @property {Record<string, string | null>} bots
 * @property {string} next
 * @property {string[]} who
 * @property {Offer[]} [offers] of persons; a real table has none
 * @property {{neat: boolean, hints: boolean | null}} [manner] as the action `manner` sets it
 */

/**
 * @typedef {object} Offence
 * @property {string} seat
 * @property {string} code
 * @property {string | null} card
 * @property {number} play
 * @property {number} proved
 * @property {boolean} pardoned
 */

/**
 * @typedef {object} Health empty for a table that has not answered yet
 * @property {{used: number, free: number}} [heap]
 * @property {number} [gap]
 * @property {Record<string, string>} [readers]
 * @property {string} [display]
 * @property {string} [keys]
 * @property {string} [journal]
 * @property {number} [records]
 */

/**
 * @typedef {{cards: [string, string][], winner: string,
 *   points: number | null}} Trick its points are null while the house hides them
 */

/**
 * @typedef {object} Told the match, from the table's records
 * @property {string} phase
 * @property {boolean} over
 * @property {{side: string, why: string} | null} [winner]
 * @property {string | {name: string, key?: string}} house
 * @property {string} mode
 * @property {string} dealer
 * @property {string | null} turn
 * @property {string | null} contract
 * @property {string | null} taker
 * @property {number} factor
 * @property {string | null} upcard
 * @property {string | null} led
 * @property {[string, string][]} trick
 * @property {number} number
 * @property {Trick | null} last
 * @property {{sides: string[], match: number[], target: number, hangs: number}} score
 * @property {{cards: number[], tricks: number[], melds: number[], belote: number[],
 *   outcome: string, score: number[] | null}} deal
 * @property {{points: boolean, last: boolean}} shows whether this house lets players see the card
 *   points of the deal under way, and the last trick
 * @property {[string, string][]} calls
 * @property {[string, string][]} announced
 * @property {Record<string, string[]>} melds cards of the announced melds that all players have seen
 * @property {string[]} legal
 * @property {Record<string, string[]>} denied
 * @property {Record<string, string[]>} had
 * @property {Offence[]} offences
 * @property {string[]} suspects
 * @property {number} events
 * @property {Health} health
 * @property {string[]} asked
 * @property {string} question the question to these seats, in the table's words
 * @property {string[]} answers the current answers of the suit keys
 * @property {boolean} [more] whether CALL shows more answers
 * @property {string[]} [names]
 * @property {string} [trouble] why the state of a real table is unknown now
 * @property {boolean} [unknown] whether the records of the deal are not complete
 * @property {boolean} [known] whether the rules of the house are known
 * @property {{board?: string, version?: string, pin?: boolean}} [table] identity of a real table
 */

/** @typedef {{key: string, suit: string, card: string | null, seat: string | null}} Reason */

/**
 * @typedef {object} Happened a record, with names instead of numbers
 * @property {number} seq
 * @property {number} ms
 * @property {number} boot
 * @property {string} kind
 * @property {string | null} seat
 * @property {string} [text]
 * @property {string[]} [rest]
 * @property {number} event
 * @property {Reason} [reason] why an expert played this card
 */

/** @typedef {{step: number, of: number, line: number, ok: boolean | null, text: string}} Step */

/**
 * @typedef {object} Match the arguments of the action `new`, which begins a match
 * @property {string} house
 * @property {string} [file]
 * @property {Record<string, string>} [agreed]
 * @property {string} language
 * @property {string} hands
 * @property {number} [target]
 * @property {Record<string, string>} [names]
 * @property {string} [dealer] of the first deal; South if left out
 * @property {number} [seed]
 * @property {string | {hands: Record<string, string>}} [deal] BDN, or hands by seat
 * @property {Record<string, string | null>} bots
 */

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
  shows: { points: true, last: true },
  calls: [],
  announced: [],
  melds: {},
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

/**
 * Return the sentence of an error that the feed has reported.
 * @param {unknown} error
 */
export function sentenceOf(error) {
  return /** @type {Trouble} */ (error).sentence;
}
