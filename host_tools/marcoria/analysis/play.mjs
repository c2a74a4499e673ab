/**
 * Rules and state of a deal in play, for the solver's search.
 *
 * The rules of a house come as tables, which `analysis/tables.py` makes with the engine. A card is
 * `suit << 3 | strength`: in each suit, the card that beats the others has strength 7. A hand
 * is a mask of 32 such cards. Side 0 is North and South, or North alone.
 */

/**
 * @typedef {object} Rules
 * @property {number} players 4 or 2
 * @property {number} step the number that is added to a seat, modulo 4, to get the next seat
 * @property {number} trump the trump suit; 4 if no suit or every suit is trump
 * @property {number[][]} strength for each suit, the strength of each rank
 * @property {number[][]} points for each suit, the points of each rank
 * @property {number[]} high for each suit, 1 if it has the order of trumps
 * @property {number[]} follow the duties of a player who can follow suit, at index
 *   `held + 2 * high`: `held` is 1 if the partner has the best card so far, and `high` is 1 if
 *   the led suit has the order of trumps
 * @property {number[]} void the duties of a player who cannot follow suit, at index
 *   `2 * held + cut`: `cut` is 1 if somebody has cut
 * @property {number} last additional points for the last trick
 */

// Bits of the duties, as in firmware/belote/duties.py. RISE and OWES_LOWEST are bits of `follow`.
// The others are bits of `void`.
const RISE = 1;
const OWES_LOWEST = 2;
const ANY = 1;
const HIGHER = 2;
const UNDER = 12;
const UNDER_LOWEST = 8;
const HEIGHT_ONLY = 16;

export const NO_TRUMP = 4;
export const PLIES = 37; // number of plies, the turns of a search; a deal has fewer cards

/** @type {Map<string, Uint8Array>} */
const tablesOfEquals = new Map();

/**
 * Return a table that maps `own << 8 | others` to the cards of `own` that are worth a try.
 *
 * `own` and `others` are masks of strengths of a suit. Of neighbouring cards with the same points
 * one is enough, if no card of `others` is between them.
 *
 * @param {number[]} points the points of each strength
 * @returns {Uint8Array}
 */
function representatives(points) {
  const key = points.join();
  const known = tablesOfEquals.get(key);
  if (known) return known;
  const table = new Uint8Array(1 << 16);
  for (let own = 0; own < 256; own++) {
    for (let others = 0; others < 256; others++) {
      let kept = 0;
      let last = -1; // points of the next higher card in play; -1 if `own` does not have it
      for (let card = 7; card >= 0; card--) {
        if ((own >> card) & 1) {
          if (points[card] !== last) kept |= 1 << card;
          last = points[card];
        } else if ((others >> card) & 1) {
          last = -1;
        }
      }
      table[(own << 8) | others] = kept;
    }
  }
  tablesOfEquals.set(key, table);
  return table;
}

/** Cards in play: whose turn it is, the trick under way, and what may be played to it. */
export class Play {
  /** @param {Rules} rules */
  constructor(rules) {
    this.players = rules.players;
    this.step = rules.step;
    this.partner = rules.players === 4 ? 2 : 8; // XOR of partners' seats; no two seats give 8
    this.shift = rules.players === 4 ? 0 : 1; // `seat >> shift & 1` is the side of a seat
    this.trump = rules.trump;
    this.trumpShift = (rules.trump & 3) * 8;
    this.trumpMask = rules.trump === NO_TRUMP ? 0 : 255 << this.trumpShift;
    this.high = Int32Array.from(rules.high);
    this.follow = Int32Array.from(rules.follow);
    this.void = Int32Array.from(rules.void);
    this.last = rules.last;
    this.inner = new Int32Array(32); // this solver's card for a card of the engine
    this.outer = new Int32Array(32); // the engine's card for a card of this solver
    this.worth = new Int32Array(32); // points of each card
    /** @type {Int32Array[]} for each suit, the sum of the points of each mask of strengths */
    this.sums = [];
    /** @type {Uint8Array[]} */
    this.equals = [];
    for (let suit = 0; suit < 4; suit++) {
      for (let rank = 0; rank < 8; rank++) {
        const card = (suit << 3) | rules.strength[suit][rank];
        this.inner[(suit << 3) | rank] = card;
        this.outer[card] = (suit << 3) | rank;
        this.worth[card] = rules.points[suit][rank];
      }
      const points = Array.from(this.worth.subarray(suit * 8, suit * 8 + 8));
      this.equals.push(representatives(points));
      this.sums.push(
        Int32Array.from({ length: 256 }, (_, mask) =>
          points.reduce((sum, one, bit) => sum + ((mask >> bit) & 1 ? one : 0), 0),
        ),
      );
    }
    this.hands = new Int32Array(4);
    this.all = 0; // cards in all hands
    this.table = 0; // cards of the trick under way
    // For each ply: whose turn it is, the best card found, and the trick before this turn.
    this.seat = new Int32Array(PLIES);
    this.best = new Int32Array(PLIES);
    this.led = new Int32Array(PLIES); // the led suit, NO_TRUMP before the first card
    this.up = new Int32Array(PLIES); // strengths above the highest card of the led suit
    this.cut = new Int32Array(PLIES); // 1 if a trump lies in a trick of another suit
    this.top = new Int32Array(PLIES); // strengths above the highest of these trumps
    this.winner = new Int32Array(PLIES); // seat of the best card
    this.won = new Int32Array(PLIES); // points in the trick
  }

  /**
   * Lay a card at `ply`: write the state of the trick after this card to `ply + 1`.
   *
   * @param {number} ply
   * @param {number} card
   */
  _lay(ply, card) {
    const suit = card >> 3;
    const above = (254 << (card & 7)) & 255;
    const after = ply + 1;
    let up = this.up[ply];
    let cut = this.cut[ply];
    let top = this.top[ply];
    let led = this.led[ply];
    let winner = this.winner[ply];
    if (led === NO_TRUMP) {
      led = suit;
      up = above;
    } else if (suit === led) {
      if ((up >> (card & 7)) & 1) {
        up = above;
        if (!cut) winner = this.seat[ply];
      }
    } else if (suit === this.trump && (!cut || (top >> (card & 7)) & 1)) {
      cut = 1;
      top = above;
      winner = this.seat[ply];
    }
    this.led[after] = led;
    this.up[after] = up;
    this.cut[after] = cut;
    this.top[after] = top;
    this.winner[after] = winner;
    this.won[after] = this.won[ply] + this.worth[card];
  }

  /**
   * Return the legal cards of the turn at `ply` as a mask.
   *
   * @param {number} ply
   * @returns {number}
   */
  _legal(ply) {
    const own = this.hands[this.seat[ply]];
    const led = this.led[ply];
    if (led === NO_TRUMP) return own;
    const held = (this.winner[ply] ^ this.seat[ply]) === this.partner ? 1 : 0;
    const cards = (own >>> (led * 8)) & 255;
    if (cards) {
      const owes = this.follow[held + 2 * this.high[led]];
      let able = owes & RISE ? cards & this.up[ply] : 0;
      if (!able) able = owes & OWES_LOWEST ? cards & -cards : cards;
      return able << (led * 8);
    }
    const trumps = (own & this.trumpMask) >>> this.trumpShift;
    if (!trumps) return own;
    const owes = this.void[held * 2 + this.cut[ply]];
    const able = trumps & (owes & HIGHER ? this.top[ply] : owes & ANY ? 255 : 0);
    if (able) {
      const free = owes & HEIGHT_ONLY ? own & ~this.trumpMask : 0;
      return free | (able << this.trumpShift);
    }
    if (!(owes & UNDER)) return own;
    return (owes & UNDER_LOWEST ? trumps & -trumps : trumps) << this.trumpShift;
  }

  /**
   * Return whether a player, who must follow suit if able, can beat the best card of a trick.
   *
   * @param {number} seat
   * @param {number} led the led suit
   * @param {number} cut 1 if the best card is a trump in a trick of another suit
   * @param {number} above the strengths above the best card
   * @returns {boolean}
   */
  _beats(seat, led, cut, above) {
    const own = this.hands[seat];
    const cards = (own >>> (led * 8)) & 255;
    if (cards) return cut === 0 && (cards & above) !== 0;
    const trumps = (own & this.trumpMask) >>> this.trumpShift;
    return cut ? (trumps & above) !== 0 : trumps !== 0;
  }
}

/** Return the number of set bits in a byte. @param {number} mask @returns {number} */
export function bits(mask) {
  let rest = mask - ((mask >> 1) & 0x55);
  rest = (rest & 0x33) + ((rest >> 2) & 0x33);
  return (rest + (rest >> 4)) & 15;
}

/** Return the number of set bits in a hand. @param {number} mask @returns {number} */
export function bits32(mask) {
  return (
    bits(mask & 255) + bits((mask >>> 8) & 255) + bits((mask >>> 16) & 255) + bits(mask >>> 24)
  );
}

/**
 * Return the strengths above the highest one of a mask; all strengths if the mask is 0.
 *
 * @param {number} mask
 * @returns {number}
 */
export function higher(mask) {
  return mask ? 255 & ~((2 << (31 - Math.clz32(mask))) - 1) : 255;
}
