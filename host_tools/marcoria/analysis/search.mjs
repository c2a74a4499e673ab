/**
 * The solver's search: whether side 0 gets at least some number of points ("null window").
 *
 * It remembers what it has found out about the positions between two tricks.
 */

import { Order, WIDTH } from "./order.mjs";
import { bits, bits32, higher, NO_TRUMP } from "./play.mjs";

/** @import { Rules } from "./play.mjs" */

export const BOTH = 3; // both sides have taken a trick, or it does not matter
const CERTAIN = 511; // larger than all points of a deal
const SLOTS = 1 << 18; // entries of the table of positions
const GENERATIONS = 16;

/** Search for one house and contract. */
export class Search extends Order {
  /** @param {Rules} rules */
  constructor(rules) {
    super(rules);
    this.keys = new Int32Array(SLOTS);
    this.facts = new Int32Array(SLOTS);
    this.generation = 0;
    this.capot0 = true; // whether the goal is reached if side 0 takes all tricks
    this.capot1 = false; // and if side 1 does
    this.goal = 0; // number of the goal, from 1 on
    this.others = 0; // second result of `_certain`
  }

  /** Forget everything that is known about the deal. */
  _forget() {
    this.generation++;
    if (this.generation === GENERATIONS) {
      this.facts.fill(0);
      this.generation = 1;
    }
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
      trumpsTaken = bits(mine & higher(theirs));
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
}
