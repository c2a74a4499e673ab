/**
 * Solver of deals with open cards: what each side gets with best play, and what each card gives.
 *
 * The rules of a house come as tables, which `analysis/tables.py` makes with the engine. Inside, a
 * card is `suit << 3 | strength`: in each suit, 7 is the strongest card of the contract. A hand is
 * a mask of 32 such cards. Side 0 wants many points, side 1 few; each search asks whether side 0
 * gets at least some number of points ("null window"), and remembers what it has found out.
 */

/**
 * @typedef {object} Rules
 * @property {number} players 4 or 2
 * @property {number} step added to a seat, modulo 4, it gives the next seat
 * @property {number} trump the trump suit; 4 if there is none, or if all are
 * @property {number[][]} strength for each suit, the strength of each rank
 * @property {number[][]} points for each suit, the points of each rank
 * @property {number[]} high for each suit, 1 if it has the order of trumps
 * @property {number[]} follow the duties of a player who can follow suit
 * @property {number[]} void the duties of a player who cannot
 * @property {number} last points for the last trick
 */

/**
 * A position. A card is `suit << 3 | rank`, as in the engine.
 *
 * @typedef {object} Position
 * @property {number[][]} hands the cards of each seat, without those of the trick under way
 * @property {number} leader seat that leads, or has led, the trick under way
 * @property {number[]} trick cards of the trick under way
 */

/**
 * The score of a deal, for each result of the cards: side 0's points minus those of side 1.
 *
 * @typedef {object} ScoreTable
 * @property {number} flag bit 0: side 0 has taken a trick; bit 1: side 1 has
 * @property {number[]} points the score if both sides take a trick, by side 0's points from here on
 * @property {number[]} capots the score if side 0 takes all tricks, and if side 1 does
 */

/**
 * A search: return at least `need` if side 0 gets so many points, else fewer.
 *
 * @callback Search
 * @param {number} need
 * @param {number} flag
 * @returns {number}
 */

// Bits of the duties, as in firmware/belote/duties.py.
const RISE = 1;
const OWES_LOWEST = 2;
const ANY = 1;
const HIGHER = 2;
const UNDER = 12;
const UNDER_LOWEST = 8;
const HEIGHT_ONLY = 16;

const NO_TRUMP = 4;
const BOTH = 3; // both sides have taken a trick, or it does not matter
const PLIES = 37; // more than the cards of a deal
const WIDTH = 9; // largest number of cards in a hand
const SLOTS = 1 << 18; // entries of the table of positions
const GENERATIONS = 16;
const CERTAIN = 511; // larger than all points of a deal
// Weights of moves, by which they are ordered.
const FIRST = 1 << 20;
const TAKES = 4000; // the player's side takes the trick, whatever follows
const HELPED = 2000; // the partner, who still has to play, can take it

/** @type {Map<string, Uint8Array>} */
const tablesOfEquals = new Map();

/**
 * Return a table that maps `own << 8 | others` to the cards of `own` that are worth a try.
 *
 * Of neighbouring cards with the same points one is enough, if no other player has a card between.
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
      let last = -1; // points of the next higher card, -1 if somebody else has it
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

/** Solver for one house and contract. It remembers what it has found out about a deal. */
export class Solver {
  /** @param {Rules} rules */
  constructor(rules) {
    this.players = rules.players;
    this.step = rules.step;
    this.partner = rules.players === 4 ? 2 : 8; // the XOR of partners' seats; 8 fits no seats
    this.shift = rules.players === 4 ? 0 : 1; // `seat >> shift & 1` is the side of a seat
    this.trump = rules.trump;
    this.trumpShift = (rules.trump & 3) * 8;
    this.trumpMask = rules.trump === NO_TRUMP ? 0 : 255 << this.trumpShift;
    this.high = Int32Array.from(rules.high);
    this.follow = Int32Array.from(rules.follow);
    this.void = Int32Array.from(rules.void);
    this.last = rules.last;
    this.inner = new Int32Array(32); // this solver's card for a card of the engine
    this.outer = new Int32Array(32); // and the other way round
    this.worth = new Int32Array(32); // points of each card
    /** @type {Int32Array[]} points of all cards in a byte, for each suit */
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
    this.dealt = new Int32Array(4); // the hands at the first position of the deal
    this.all = 0; // cards in all hands
    this.table = 0; // cards of the trick under way
    this.left = 0; // points that are not won yet
    this.nodes = 0; // tricks begun, counted for measurements
    this.moves = new Int32Array(PLIES * WIDTH);
    this.weights = new Int32Array(PLIES * WIDTH);
    // For each ply: whose turn it is, the best card found, and the trick before this turn.
    this.seat = new Int32Array(PLIES);
    this.best = new Int32Array(PLIES);
    this.led = new Int32Array(PLIES);
    this.up = new Int32Array(PLIES); // strengths above the highest card of the led suit
    this.cut = new Int32Array(PLIES); // 1 if a trump lies in a trick of another suit
    this.top = new Int32Array(PLIES); // strengths above the highest of these trumps
    this.winner = new Int32Array(PLIES);
    this.won = new Int32Array(PLIES); // points in the trick
    this.keys = new Int32Array(SLOTS);
    this.facts = new Int32Array(SLOTS);
    this.generation = 0;
    this.capot0 = true; // whether the goal is reached if side 0 takes all tricks
    this.capot1 = false; // and if side 1 does
    this.foe0 = this.foe1 = -1;
    this.held = this.helped = false;
    this.goal = 0; // number of the goal, from 1 on
    this.others = 0; // second result of `_certain`
  }

  // --- positions --------------------------------------------------------------------------

  /**
   * Set up the turn of a position; return its ply.
   *
   * @param {Position} position
   * @returns {number}
   */
  _turn(position) {
    this.hands.fill(0);
    this.all = 0;
    this.left = this.last;
    position.hands.forEach((hand, seat) => {
      for (const outer of hand) {
        const card = this.inner[outer];
        this.hands[seat] |= 1 << card;
        this.left += this.worth[card];
      }
      this.all |= this.hands[seat];
    });
    const dealt = this.hands.slice();
    this.seat[0] = this.winner[0] = position.leader;
    this.led[0] = NO_TRUMP;
    this.up[0] = this.cut[0] = this.top[0] = this.won[0] = 0;
    this.table = 0;
    position.trick.forEach((outer, ply) => {
      const card = this.inner[outer];
      this._lay(ply, card);
      this.left += this.worth[card];
      this.table |= 1 << card;
      dealt[this.seat[ply]] |= 1 << card;
      this.seat[ply + 1] = (this.seat[ply] + this.step) & 3;
    });
    this._compare(dealt);
    return position.trick.length;
  }

  /** Forget what is known about another deal than this. @param {Int32Array} dealt */
  _compare(dealt) {
    if (dealt.every((hand, seat) => (hand & ~this.dealt[seat]) === 0)) return;
    this.dealt.set(dealt);
    this._forget();
  }

  /** Forget everything that is known about the deal. */
  _forget() {
    this.generation++;
    if (this.generation === GENERATIONS) {
      this.facts.fill(0);
      this.generation = 1;
    }
  }

  // --- search -----------------------------------------------------------------------------

  /**
   * Search from the begin of a trick whether side 0 gets at least `need` of the points left.
   *
   * @param {number} ply number of cards played since the search began
   * @param {number} need
   * @param {number} left points that are not won yet
   * @param {number} flag bit 0: side 0 has taken a trick; bit 1: side 1 has
   * @returns {number} at least `need` points that are certain, or fewer, which side 0 cannot exceed
   */
  _begin(ply, need, left, flag) {
    if (need <= 0 && (flag & 2 || this.capot0) && (flag & 1 || this.capot1)) return 0;
    if (need > left && (flag & 2 || !this.capot0) && (flag & 1 || !this.capot1)) return left;
    const all = this.all;
    // The search comes to the end of the deal only if one side has taken no trick.
    if (all === 0) return (flag === 1 ? this.capot0 : this.capot1) ? Math.max(need, 0) : need - 1;
    const leader = this.seat[ply];
    this.nodes++;
    const hash = Math.imul(all, 0x9e3779b1) ^ Math.imul((leader << 2) | flag, 0x85ebca6b);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const head = (this.generation << 4) | (leader << 2) | flag;
    const fact = this.facts[slot];
    let low = 0;
    let high = CERTAIN;
    let best = -1;
    if (this.keys[slot] === all && fact >>> 23 === head) {
      best = fact & 31;
      low = (fact >>> 5) & 511;
      high = (fact >>> 14) & 511;
      if (flag !== BOTH) {
        if (low === this.goal) return high ? Math.max(need, 0) : need - 1;
      } else if (low >= need) {
        return low;
      } else if (high < need) {
        return high;
      }
    } else if (flag === BOTH) {
      low = this._certain(leader, left);
      if (low >= need) return low;
      high = left - this.others;
      if (high < need) return high;
    }
    this.led[ply] = NO_TRUMP;
    this.up[ply] = 0;
    this.cut[ply] = 0;
    this.top[ply] = 0;
    this.winner[ply] = leader;
    this.won[ply] = 0;
    const value = this._next(ply, 0, need, left, flag, best);
    if (flag !== BOTH) {
      low = this.goal;
      high = value >= need ? 1 : 0;
    } else if (value >= need) {
      low = value;
    } else {
      high = value;
    }
    this.keys[slot] = all;
    this.facts[slot] = (head << 23) | (high << 14) | (low << 5) | this.best[ply];
    return value;
  }

  /**
   * Search from a turn within a trick; see `_begin`.
   *
   * @param {number} ply
   * @param {number} count cards in the trick
   * @param {number} need
   * @param {number} left
   * @param {number} flag
   * @param {number} hint card to try first, -1 for none
   * @returns {number}
   */
  _next(ply, count, need, left, flag, hint) {
    const seat = this.seat[ply];
    const wants = ((seat >> this.shift) & 1) === 0; // whether this player wants many points
    const moves = this.moves;
    const first = ply * WIDTH;
    const end = this._order(ply, count, hint);
    let best = wants ? -CERTAIN : CERTAIN;
    for (let at = first; at < end; at++) {
      const card = moves[at];
      const value = this._after(ply, count, card, need, left, flag);
      if (wants ? value > best : value < best) {
        best = value;
        this.best[ply] = card;
        if (wants === value >= need) {
          break;
        }
      }
    }
    return best;
  }

  /**
   * Search from the position after a card; see `_begin`.
   *
   * @param {number} ply
   * @param {number} count
   * @param {number} card
   * @param {number} need
   * @param {number} left
   * @param {number} flag
   * @returns {number}
   */
  _after(ply, count, card, need, left, flag) {
    const seat = this.seat[ply];
    const after = ply + 1;
    const bit = 1 << card;
    const table = this.table;
    this._lay(ply, card);
    this.hands[seat] ^= bit;
    this.all ^= bit;
    let value;
    if (count + 1 < this.players) {
      this.table = table | bit;
      this.seat[after] = (seat + this.step) & 3;
      value = this._next(after, count + 1, need, left, flag, -1);
    } else {
      this.table = 0;
      const winner = this.winner[after];
      this.seat[after] = winner;
      const won = this.all === 0 ? this.won[after] + this.last : this.won[after];
      if ((winner >> this.shift) & 1) value = this._begin(after, need, left - won, flag | 2);
      else value = won + this._begin(after, need - won, left - won, flag | 1);
    }
    this.table = table;
    this.hands[seat] ^= bit;
    this.all ^= bit;
    return value;
  }

  /** Lay a card of the turn at `ply`: write the state of the trick after it. @param {number} ply @param {number} card */
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

  /** Return the legal cards of the turn at `ply` as a mask. @param {number} ply @returns {number} */
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

  // --- order of moves ---------------------------------------------------------------------

  /**
   * Write the moves of a turn to `moves`, the most promising first.
   *
   * @param {number} ply
   * @param {number} count
   * @param {number} hint
   * @returns {number} the end of the moves
   */
  _order(ply, count, hint) {
    const { moves, weights } = this;
    const seat = this.seat[ply];
    const legal = this._legal(ply);
    const first = ply * WIDTH;
    if ((legal & (legal - 1)) === 0) {
      moves[first] = 31 - Math.clz32(legal);
      return first + 1;
    }
    const others = (this.all ^ this.hands[seat]) | this.table;
    if (count > 0) this._look(ply, count);
    let end = first;
    for (let shift = 0; shift < 32; shift += 8) {
      const own = (legal >>> shift) & 255;
      if (!own) continue;
      const suit = shift >> 3;
      const theirs = (others >>> shift) & 255;
      let kept = this.equals[suit][(own << 8) | theirs];
      while (kept) {
        const strength = 31 - Math.clz32(kept);
        kept ^= 1 << strength;
        const card = shift | strength;
        let weight = FIRST;
        if (card !== hint) {
          if (count === 0) weight = this._leadWeight(seat, suit, strength, theirs);
          else weight = this._followWeight(ply, card, theirs);
        }
        let at = end++;
        while (at > first && weights[at - 1] < weight) {
          moves[at] = moves[at - 1];
          weights[at] = weights[at - 1];
          at--;
        }
        moves[at] = card;
        weights[at] = weight;
      }
    }
    return end;
  }

  /**
   * Find out about a trick what its next player wants to know before choosing a card.
   *
   * @param {number} ply
   * @param {number} count
   */
  _look(ply, count) {
    const seat = this.seat[ply];
    let held = (this.winner[ply] ^ seat) === this.partner;
    let helped = false;
    this.foe0 = this.foe1 = -1;
    let other = seat;
    for (let left = this.players - count - 1; left > 0; left--) {
      other = (other + this.step) & 3;
      if (((other ^ seat) >> this.shift) & 1) {
        if (this.foe0 < 0) this.foe0 = other;
        else this.foe1 = other;
        if (held && this._beats(other, ply)) held = false;
      } else if (this._beats(other, ply)) helped = true;
    }
    this.held = held;
    this.helped = helped;
  }

  /**
   * Return how promising it is to lead a card.
   *
   * @param {number} seat
   * @param {number} suit
   * @param {number} strength
   * @param {number} theirs strengths of the suit that the other players have
   * @returns {number}
   */
  _leadWeight(seat, suit, strength, theirs) {
    const shift = suit * 8;
    const points = this.worth[shift | strength];
    let partnerBest = 0;
    let foesBest = 0;
    let foeHasTrumps = false;
    let foeMayCut = false;
    for (let other = (seat + this.step) & 3; other !== seat; other = (other + this.step) & 3) {
      const hand = this.hands[other];
      const cards = (hand >>> shift) & 255;
      if (((other ^ seat) >> this.shift) & 1) {
        if (cards > foesBest) foesBest = cards;
        if (hand & this.trumpMask) {
          foeHasTrumps = true;
          if (!cards) foeMayCut = true;
        }
      } else partnerBest = cards;
    }
    const isMaster = theirs >>> strength === 0;
    if (suit === this.trump) {
      const draws = foeHasTrumps ? 30 : 0;
      if (isMaster) return 36 + draws;
      return partnerBest > foesBest ? 6 + draws + points : -4 * points;
    }
    if (foeMayCut) return -3 * points;
    if (isMaster) return 60;
    return partnerBest > foesBest ? 20 + 3 * points : -3 * points;
  }

  /**
   * Return how promising it is to play a card to a trick, after `_look`.
   *
   * @param {number} ply
   * @param {number} card
   * @param {number} theirs strengths of the suit that the other players have
   * @returns {number}
   */
  _followWeight(ply, card, theirs) {
    const suit = card >> 3;
    const strength = card & 7;
    const isTrump = suit === this.trump;
    const points = this.worth[card] - (isTrump ? 10 : 0);
    const isMaster = theirs >>> strength === 0;
    const { led } = this;
    let wins = false;
    let cut = this.cut[ply];
    if (suit === led[ply]) {
      wins = !cut && ((this.up[ply] >> strength) & 1) !== 0;
    } else if (isTrump) {
      wins = !cut || ((this.top[ply] >> strength) & 1) !== 0;
      cut = 1;
    }
    if (wins) {
      const above = (254 << strength) & 255;
      if (
        this._isSafe(this.foe0, led[ply], cut, above) &&
        this._isSafe(this.foe1, led[ply], cut, above)
      )
        return TAKES + points - 2 * strength;
    } else if (this.held) {
      return TAKES + points - (isMaster ? 4 : 0);
    }
    if (this.helped) return HELPED + 2 * this.worth[card] - 2 * strength - (isTrump ? 10 : 0);
    return -6 * this.worth[card] - 2 * strength - (isMaster ? 4 : 0) - (isTrump ? 10 : 0);
  }

  /** Return whether a player cannot beat a winning card. `above` are the strengths above it. @param {number} seat @param {number} led @param {number} cut @param {number} above @returns {boolean} */
  _isSafe(seat, led, cut, above) {
    if (seat < 0) return true;
    const own = this.hands[seat];
    const cards = (own >>> (led * 8)) & 255;
    if (cards) return cut !== 0 || (cards & above) === 0;
    const trumps = (own & this.trumpMask) >>> this.trumpShift;
    return trumps === 0 || (cut !== 0 && (trumps & above) === 0);
  }

  /** Return whether a player has a card that would win the trick before `ply`. @param {number} seat @param {number} ply @returns {boolean} */
  _beats(seat, ply) {
    const own = this.hands[seat];
    const cards = (own >>> (this.led[ply] * 8)) & 255;
    if (cards) return this.cut[ply] === 0 && (cards & this.up[ply]) !== 0;
    const trumps = (own & this.trumpMask) >>> this.trumpShift;
    return this.cut[ply] ? (trumps & this.top[ply]) !== 0 : trumps !== 0;
  }

  // --- bounds without a search --------------------------------------------------------------

  /**
   * Return points that side 0 gets for certain; write those of side 1 to `others`.
   *
   * @param {number} leader
   * @param {number} left
   * @returns {number}
   */
  _certain(leader, left) {
    const first = (leader >> this.shift) & 1;
    let mine = 0;
    let theirs = 0;
    // The highest trumps of one side win their tricks, whenever they are played.
    if (this.trump !== NO_TRUMP) {
      const ours = this.shift ? this.hands[0] : this.hands[0] | this.hands[2];
      const all = (this.all & this.trumpMask) >>> this.trumpShift;
      const own = (ours & this.trumpMask) >>> this.trumpShift;
      if (own !== all) {
        const other = all ^ own;
        if (own > other) {
          const run = own & ~((2 << (31 - Math.clz32(other))) - 1);
          mine = this.sums[this.trump][run];
        } else {
          const run = other & ~((2 << (31 - Math.clz32(own))) - 1);
          theirs = this.sums[this.trump][run];
        }
      } else mine = this.sums[this.trump][own];
    }
    const sure = this._cashed(leader, left);
    if (first === 0) mine = sure === left ? left : mine + sure;
    else theirs = sure === left ? left : theirs + sure;
    this.others = theirs;
    return mine;
  }

  /**
   * Return the points of the tricks that the leader can take one after the other.
   *
   * A card takes its trick if nobody else has a higher one, and everybody must follow suit or
   * has no trump.
   *
   * @param {number} leader
   * @param {number} left
   * @returns {number}
   */
  _cashed(leader, left) {
    const own = this.hands[leader];
    const others = this.all ^ own;
    let trumpsTaken = 0;
    let points = 0;
    let tricks = 0;
    const trump = this.trump;
    if (trump !== NO_TRUMP) {
      const mine = (own >>> this.trumpShift) & 255;
      const theirs = (others >>> this.trumpShift) & 255;
      const masters = mine & ~((2 << (31 - Math.clz32(theirs))) - 1);
      trumpsTaken = bits(theirs === 0 ? mine : masters & 255);
      tricks += trumpsTaken;
    }
    for (let suit = 0; suit < 4; suit++) {
      if (suit === trump) continue;
      const mine = (own >>> (suit * 8)) & 255;
      if (!mine) continue;
      const theirs = (others >>> (suit * 8)) & 255;
      let safe = 8; // number of tricks in this suit that nobody can trump
      if (trump !== NO_TRUMP) {
        for (let seat = 0; seat < 4; seat++) {
          if (seat === leader) continue;
          const hand = this.hands[seat];
          if (bits((hand & this.trumpMask) >>> this.trumpShift) <= trumpsTaken) continue;
          const length = bits((hand >>> (suit * 8)) & 255);
          if (length < safe) safe = length;
        }
      }
      let card = 7;
      while (safe > 0 && card >= 0 && theirs >>> card === 0) {
        if ((mine >> card) & 1) {
          points += this.worth[(suit << 3) | card];
          tricks++;
          safe--;
        }
        card--;
      }
    }
    return tricks > 0 && tricks >= bits32(own) ? left : points;
  }

  // --- results ------------------------------------------------------------------------------

  /**
   * Return the exact number of points that a search only compares with.
   *
   * @param {number} guess
   * @param {Search} search
   * @returns {number}
   */
  _points(guess, search) {
    const { left } = this;
    let low = 0;
    let high = left;
    let need = guess < 0 ? (high + 1) >> 1 : Math.min(Math.max(guess, 1), high);
    let step = guess < 0 ? 16 : 1;
    while (low < high) {
      const value = search(need, BOTH);
      if (value >= need) low = value;
      else high = value;
      if (high - low <= 2 * step) need = (low + high + 1) >> 1;
      else need = value >= need ? low + step : high - step;
      step *= 2;
    }
    return low;
  }

  /**
   * Return the highest score that side 0 can reach.
   *
   * @param {ScoreTable} score
   * @param {Search} search
   * @returns {number}
   */
  _score(score, search) {
    const { flag, points, capots } = score;
    const capotsLeft = flag === 0 ? capots : flag === BOTH ? [] : [capots[flag - 1]];
    const scores = [...new Set([...points, ...capotsLeft])].sort((a, b) => a - b);
    let low = 0;
    let high = scores.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const goal = scores[middle];
      this._aim(capots[0] >= goal, capots[1] >= goal);
      const enough = points.findIndex((one) => one >= goal);
      const need = enough < 0 ? points.length : enough;
      if (search(need, flag) >= need) low = middle;
      else high = middle - 1;
    }
    this._aim(true, false);
    return scores[low];
  }

  /** Set whether the goal is reached if side 0, or side 1, takes all tricks. @param {boolean} capot0 @param {boolean} capot1 */
  _aim(capot0, capot1) {
    this.capot0 = capot0;
    this.capot1 = capot1;
    this.goal++;
    if (this.goal === CERTAIN) {
      this.goal = 1;
      this._forget();
    }
  }

  /**
   * Return side 0's points from a position on, with best play of both sides.
   *
   * With a score table, return side 0's score minus that of side 1.
   *
   * @param {Position} position
   * @param {ScoreTable | null} score
   * @param {number} guess the probable number of points
   * @returns {number}
   */
  value(position, score = null, guess = -1) {
    const ply = this._turn(position);
    /** @type {Search} */
    const search = (need, flag) =>
      ply ? this._next(ply, ply, need, this.left, flag, -1) : this._begin(0, need, this.left, flag);
    return score ? this._score(score, search) : this._points(guess, search);
  }

  /**
   * Return for each legal card what `value` returns for the position after it.
   *
   * @param {Position} position
   * @param {ScoreTable | null} score
   * @returns {Map<number, number>}
   */
  cards(position, score = null) {
    const ply = this._turn(position);
    const { left } = this;
    const seat = this.seat[ply];
    const legal = this._legal(ply);
    const others = (this.all ^ this.hands[seat]) | this.table;
    const found = new Map();
    let value = -1;
    for (let suit = 0; suit < 4; suit++) {
      const own = (legal >>> (suit * 8)) & 255;
      const theirs = (others >>> (suit * 8)) & 255;
      const kept = this.equals[suit][(own << 8) | theirs];
      for (let strength = 7; strength >= 0; strength--) {
        if (!((own >> strength) & 1)) continue;
        const card = (suit << 3) | strength;
        /** @type {Search} */
        const search = (need, flag) => this._after(ply, ply, card, need, left, flag);
        if ((kept >> strength) & 1)
          value = score ? this._score(score, search) : this._points(value, search);
        found.set(this.outer[card], value);
      }
    }
    return found;
  }
}

/** Return the number of bits of a byte. @param {number} mask @returns {number} */
function bits(mask) {
  let rest = mask - ((mask >> 1) & 0x55);
  rest = (rest & 0x33) + ((rest >> 2) & 0x33);
  return (rest + (rest >> 4)) & 15;
}

/** Return the number of bits of a hand. @param {number} mask @returns {number} */
function bits32(mask) {
  return (
    bits(mask & 255) + bits((mask >>> 8) & 255) + bits((mask >>> 16) & 255) + bits(mask >>> 24)
  );
}
