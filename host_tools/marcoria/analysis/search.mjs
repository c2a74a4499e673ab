/**
 * The solver's search, with a null window.
 *
 * It finds out whether side 0 gets at least a given number of points, or reaches a goal (a set of
 * results). A hash table stores facts: what the search has found out about positions between two
 * tricks.
 */

import { Order, WIDTH } from "./order.mjs";
import { bits, bits32, higher, NO_TRUMP } from "./play.mjs";

/** @import { Rules } from "./play.mjs" */

// A flag says which sides have taken a trick: bit 0 is for side 0, bit 1 for side 1.
export const BOTH = 3;
export const POINTS = 7; // flag of a search for points: who takes a trick does not matter
const CERTAIN = 511; // larger than all points of a deal
const SLOTS = 1 << 18; // entries of the hash table
const GENERATIONS = 16; // a fact has 4 bits for the generation
const GOALS = 256; // a fact has 8 bits for the number of the goal
// Whether the results that are still possible reach the goal.
const MISSED = 0;
const REACHED = 1;
const EITHER = 2;

/** Error of a search that needs more tricks than its limit. */
export class TooLong extends Error {}

/**
 * Search in deals of one house and contract.
 *
 * `tricks` counts the searched tricks. If the count exceeds `limit`, the search throws TooLong.
 */
export class Search extends Order {
  /** @param {Rules} rules */
  constructor(rules) {
    super(rules);
    // Hash table. A key is the mask of the cards in all hands: within one deal these cards imply
    // the hands. A fact has the generation, the leader and the flag from bit 23 on, and the best
    // card in bits 0 to 4. `_begin` and `_reaches` set the bits between.
    this.keys = new Int32Array(SLOTS);
    this.facts = new Int32Array(SLOTS);
    this.generation = 0; // facts of earlier generations are invalid
    // A search for the score asks whether side 0 can reach a goal. `capots[side]` says whether the
    // goal is reached if this side takes all tricks. If both sides take a trick, the points that
    // side 0 wins decide. `reached[points]` is the smallest number, from `points` on, that reaches
    // the goal. `missed[points]` is the smallest number, from `points` on, that does not reach the
    // goal. The entry is CERTAIN if there is no such number.
    this.goal = 0; // number of the current goal, from 1 on
    /** @type {boolean[]} */
    this.capots = [];
    this.reached = new Int32Array(CERTAIN + 1);
    this.missed = new Int32Array(CERTAIN + 1);
    this.others = 0; // second result of `_certain`
    this.tricks = 0;
    this.limit = Number.POSITIVE_INFINITY;
  }

  /** Forget everything that is known about the deal. */
  forget() {
    this.goal = 0;
    this.generation++;
    if (this.generation === GENERATIONS) {
      this.facts.fill(0);
      this.generation = 1;
    }
  }

  /**
   * Set the goal of a search for the score.
   *
   * @param {boolean[]} points for each number of points of side 0, whether it reaches the goal
   * @param {boolean[]} capots for each side, whether the goal is reached if the side takes all
   *   tricks
   */
  _aim(points, capots) {
    this.capots = capots;
    this.reached[points.length] = this.missed[points.length] = CERTAIN;
    for (let at = points.length - 1; at >= 0; at--) {
      this.reached[at] = points[at] ? at : this.reached[at + 1];
      this.missed[at] = points[at] ? this.missed[at + 1] : at;
    }
    this.goal++;
    if (this.goal === GOALS) {
      this.forget();
      this.goal = 1;
    }
  }

  /**
   * Search from the beginning of a trick whether side 0 gets at least `need` of the points left.
   *
   * If the result is `need` or more, side 0 gets at least that number of points. If the result is
   * less than `need`, side 0 gets at most that number of points.
   *
   * If `flag` is not POINTS, search whether side 0 reaches the goal. Then `-need` is the number of
   * points that side 0 has won since the search began. The result is `need` if side 0 reaches the
   * goal, else `need - 1`.
   *
   * @param {number} ply number of cards played since the search's first trick was led
   * @param {number} need
   * @param {number} left points that are not won yet
   * @param {number} flag POINTS, or the sides that have taken a trick
   * @returns {number}
   */
  _begin(ply, need, left, flag) {
    if (flag !== POINTS) return this._reaches(ply, need, left, flag) ? need : need - 1;
    if (need <= 0) return 0;
    if (need > left) return left;
    const leader = this.seat[ply];
    const slot = this._slot(leader, flag);
    const fact = this._fact(slot, leader, flag);
    let low = (fact >>> 5) & 511;
    let high = (fact >>> 14) & 511;
    if (!fact) {
      low = this._certain(leader, left);
      high = left - this.others;
    }
    if (low >= need) return low;
    if (high < need) return high;
    const value = this._trick(ply, need, left, flag, fact ? fact & 31 : -1);
    if (value >= need) low = value;
    else high = value;
    this._remember(slot, leader, flag, (high << 14) | (low << 5) | this.best[ply]);
    return value;
  }

  /**
   * Return whether side 0 reaches the goal from the beginning of a trick; see `_begin`.
   *
   * @param {number} ply
   * @param {number} need
   * @param {number} left
   * @param {number} flag
   * @returns {boolean}
   */
  _reaches(ply, need, left, flag) {
    const won = -need;
    const outcomes = this._outcomes(won, left, flag);
    if (outcomes !== EITHER) return outcomes === REACHED;
    if (flag === BOTH) {
      // If all numbers of points from `least` on reach the goal, search for points instead.
      const least = this.reached[won];
      if (this.missed[least] > won + left) {
        return this._begin(ply, least - won, left, POINTS) >= least - won;
      }
    }
    const leader = this.seat[ply];
    const slot = this._slot(leader, flag);
    const fact = this._fact(slot, leader, flag);
    if (fact && ((fact >>> 6) & 255) === this.goal && ((fact >>> 14) & 511) === won) {
      return (fact & 32) !== 0;
    }
    const isReached = this._trick(ply, need, left, flag, fact ? fact & 31 : -1) >= need;
    const found = (won << 14) | (this.goal << 6) | (isReached ? 32 : 0);
    this._remember(slot, leader, flag, found | this.best[ply]);
    return isReached;
  }

  /**
   * Return REACHED if all possible results reach the goal, MISSED if none does, else EITHER.
   *
   * Each number of points from `won` to `won + left` counts as possible.
   *
   * @param {number} won points of side 0 since the search began
   * @param {number} left
   * @param {number} flag
   * @returns {number}
   */
  _outcomes(won, left, flag) {
    if (this.all === 0 && flag !== BOTH) return this.capots[flag - 1] ? REACHED : MISSED;
    let all = this.missed[won] > won + left;
    let none = this.reached[won] > won + left;
    for (let side = 0; side < 2; side++) {
      // A side can take all tricks only if the other side has taken none.
      if (flag & (2 >> side)) continue;
      all &&= this.capots[side];
      none &&= !this.capots[side];
    }
    return all ? REACHED : none ? MISSED : EITHER;
  }

  /**
   * Search the trick that begins at `ply`; see `_begin`.
   *
   * @param {number} ply
   * @param {number} need
   * @param {number} left
   * @param {number} flag
   * @param {number} hint card to try first, -1 for none
   * @returns {number}
   */
  _trick(ply, need, left, flag, hint) {
    this.tricks++;
    if (this.tricks > this.limit) throw new TooLong();
    this.led[ply] = NO_TRUMP;
    this.up[ply] = 0;
    this.cut[ply] = 0;
    this.top[ply] = 0;
    this.winner[ply] = this.seat[ply];
    this.won[ply] = 0;
    return this._next(ply, 0, need, left, flag, hint);
  }

  // --- hash table -----------------------------------------------------------------------------

  /**
   * Return the index of the current position in the hash table.
   *
   * @param {number} leader
   * @param {number} flag
   * @returns {number}
   */
  _slot(leader, flag) {
    const hash = Math.imul(this.all, 0x9e3779b1) ^ Math.imul((leader << 3) | flag, 0x85ebca6b);
    return (hash ^ (hash >>> 15)) & (SLOTS - 1);
  }

  /**
   * Return the fact about the current position, 0 if none is stored.
   *
   * @param {number} slot
   * @param {number} leader
   * @param {number} flag
   * @returns {number}
   */
  _fact(slot, leader, flag) {
    const fact = this.facts[slot];
    const head = (this.generation << 5) | (leader << 3) | flag;
    return this.keys[slot] === this.all && fact >>> 23 === head ? fact : 0;
  }

  /**
   * Store a fact about the current position.
   *
   * @param {number} slot
   * @param {number} leader
   * @param {number} flag
   * @param {number} found bits 0 to 22 of the fact
   */
  _remember(slot, leader, flag, found) {
    this.keys[slot] = this.all;
    this.facts[slot] = (((this.generation << 5) | (leader << 3) | flag) << 23) | found;
  }

  // --- turns ----------------------------------------------------------------------------------

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
   * `left` and the result include the points of the trick under way.
   *
   * @param {number} ply
   * @param {number} count cards in the trick before this card
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
    const { table } = this;
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

  // --- bounds without a search --------------------------------------------------------------

  /**
   * Return points that side 0 gets for certain; write those of side 1 to `this.others`.
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
      const sums = this.sums[this.trump];
      const ours = this.shift ? this.hands[0] : this.hands[0] | this.hands[2];
      const own = (ours & this.trumpMask) >>> this.trumpShift;
      const other = (this.all & this.trumpMask & ~ours) >>> this.trumpShift;
      mine = sums[own & higher(other)];
      theirs = sums[other & higher(own)];
    }
    const sure = this._cashed(leader, left);
    if (first === 0) mine = sure === left ? left : mine + sure;
    else theirs = sure === left ? left : theirs + sure;
    this.others = theirs;
    return mine;
  }

  /**
   * Return points that the leader gets for certain if he plays his highest trumps, and then his
   * highest cards of the other suits.
   *
   * If all his cards take their tricks, the result is `left`. Otherwise the result counts only his
   * own cards, and no trumps: `_certain` adds the trumps.
   *
   * A card of another suit takes its trick if no other player has a higher card of this suit, and
   * each other player can follow suit or has no trump left.
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
      trumpsTaken = bits(mine & higher(theirs));
      tricks += trumpsTaken;
    }
    for (let suit = 0; suit < 4; suit++) {
      if (suit === trump) continue;
      const mine = (own >>> (suit * 8)) & 255;
      if (!mine) continue;
      const theirs = (others >>> (suit * 8)) & 255;
      let safe = 8; // number of tricks in this suit that nobody can cut
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
}
