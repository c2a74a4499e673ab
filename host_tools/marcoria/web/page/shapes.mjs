// Types of the data in the feed (feed.mjs), and defaults for fields that a state leaves out.

/** @typedef {"N" | "E" | "S" | "W"} Seat */
/** @typedef {{code?: string, sentence: string}} Trouble */
/**
 * @typedef {{wanted: unknown, isUnopened: boolean}} Begun the worker's answer to "begin": `wanted`
 *   has the settings of the stored match, or is null if no match is stored; `isUnopened` is true if
 *   a match is stored that cannot be opened (then `wanted` is null too)
 */

/**
 * @typedef {object} Offer what a person may do now, and the keys of a real table that do the same
 * @property {Seat} seat
 * @property {string} do such as "take", "pass", "announce" or "salt"
 * @property {string | null} what the contract of a bid, the kind of a meld or the number of an
 *   answer; null for other acts
 * @property {string[][]} keys the presses in order; a press is a list of keys that are pressed
 *   together, and RAP is a knock on the table
 * @property {boolean} [hold] whether the key must be held down
 * @property {boolean} [sure] whether to suggest it, because the player has the cards of this meld
 *   or belote
 * @property {boolean} [armed] whether it will be done when the player lays the next card
 */

/**
 * @typedef {object} Glance what can be seen on the table now
 * @property {number} now time in ms
 * @property {boolean} power
 * @property {number | string} speed a factor of real time, 0 for single steps only, or "fast"
 * @property {boolean} readonly
 * @property {boolean} [real] whether it is a real table
 * @property {string} [language] of the display; unknown for a real table
 * @property {{name: string, players: number, step: number}} house the index of a seat plus `step`,
 *   modulo 4, is the index of the next player's seat
 * @property {Uint8Array} lights red, green and blue of each light
 * @property {Record<string, string[]>} pads the cards on the pad of each seat
 * @property {Record<string, string>} [covered] for each card that lies face down on a pad while
 *   hands are scanned, the seat of its player
 * @property {string[]} down the keys that are held down
 * @property {Record<string, string[]>} hands
 * @property {number} stock the number of cards that are not dealt
 * @property {string | null} upcard null also if the upcard lies on a pad or is in a hand
 * @property {Record<string, number>} taken the number of tricks that each seat has taken
 * @property {Record<string, string | null>} bots the kind of bot at each seat, null for a person;
 *   "person" at each seat of a real table
 * @property {string} next the action that the table waits for, such as "bid"
 * @property {string[]} who the seats that have to act
 * @property {Offer[]} [offers] of persons; a real table has none
 * @property {{neat: boolean, hints: boolean | null}} [manner] the options for the people at the
 *   table that the action `manner` has set, see manner.mjs
 */

/**
 * @typedef {object} Offence
 * @property {string} seat
 * @property {string} code
 * @property {string | null} card "" or null if no card is known
 * @property {number} play index of the card in the deal, see firmware/belote/conduct.py
 * @property {number} proved the number of cards laid when the offence was certain
 * @property {boolean} pardoned
 */

/**
 * @typedef {object} Health empty for a table that has not answered yet
 * @property {{used: number, free: number}} [heap]
 * @property {Record<string, string>} [readers]
 * @property {string} [display]
 * @property {string} [keys]
 * @property {string} [journal]
 */

/**
 * @typedef {{cards: [string, string][], winner: string,
 *   points: number | null}} Trick `points` is null while the house hides the points
 */

/**
 * @typedef {object} Told what the table reports about the match and about itself
 * @property {string} phase
 * @property {boolean} over whether the match has a winner
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
 * @property {{points: boolean, last: boolean}} shows whether the house lets players see the card
 *   points of a deal under way (`points`), and whether it lets them see the last trick (`last`)
 * @property {[string, string][]} calls
 * @property {[string, string][]} announced
 * @property {Record<string, string[]>} melds for each seat, the cards of its announced melds, but
 *   only of melds whose cards everybody has seen; always empty if the hands were scanned
 * @property {string[]} legal
 * @property {Record<string, string[]>} denied
 * @property {Record<string, string[]>} had
 * @property {Offence[]} offences
 * @property {string[]} suspects
 * @property {number} events the number of events in the deal so far
 * @property {Health} health
 * @property {string[]} asked the seats that must answer the display's question
 * @property {string} question the display's question, in the language of the display, or ""
 * @property {string[]} answers what the suit keys answer now, in the order clubs to spades
 * @property {boolean} [more] whether CALL shows more answers
 * @property {string[]} [names]
 * @property {string} [trouble] code of the reason if the table's state is unknown now, else ""
 * @property {boolean} [unknown] whether a match is under way whose events the page does not know
 * @property {boolean} [known] whether the rules of the house are known; only for a real table
 * @property {{board?: string, version?: string, pin?: boolean}} [table] identity of a real table
 */

/** @typedef {{key: string, suit: string, card: string | null, seat: string | null}} Reason */

/**
 * @typedef {object} Happened a record of the journal, with names instead of numbers
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

/**
 * A step of a scenario; `ok` is null until the step has passed or failed.
 * @typedef {{step: number, of: number, line: number, ok: boolean | null, text: string}} Step
 */

/**
 * @typedef {object} Match the settings of a new match; the action `new` takes them, but needs
 *   `agreed` as lines of a house file
 * @property {string} house
 * @property {string} [file] text of the house file, if the house is the user's own
 * @property {Record<string, string>} [agreed] the players' choices of rules, see houses.mjs
 * @property {string} language of the display
 * @property {string} hands "blind" or "scanned"
 * @property {number} [target]
 * @property {Record<string, string>} [names]
 * @property {string} [dealer] of the first deal; South if left out
 * @property {number} [seed]
 * @property {string | {hands: Record<string, string>}} [deal] hands by seat, or a text in BDN; the
 *   text also sets house, agreed and dealer
 * @property {Record<string, string | null>} bots the kind of bot at each seat, null for a person
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
