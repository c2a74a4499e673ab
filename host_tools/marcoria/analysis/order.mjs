/** The order in which the solver tries the cards of a turn: the most promising first. */

import { PLIES, Play } from "./play.mjs";

/** @import { Rules } from "./play.mjs" */

export const WIDTH = 9; // largest number of cards in a hand
// Weights of moves, by which they are ordered.
const FIRST = 1 << 20;
const TAKES = 4000; // the player's side takes the trick, whatever follows
const HELPED = 2000; // the partner, who still has to play, can take it

/** Play with ordered moves. `moves` has WIDTH entries for each ply (a turn of the search). */
export class Order extends Play {
  /** @param {Rules} rules */
  constructor(rules) {
    super(rules);
    this.moves = new Int32Array(PLIES * WIDTH);
    this.weights = new Int32Array(PLIES * WIDTH);
    // Results of `_look`. `foe0` and `foe1` are the opponents who still play to the trick, -1 for
    // none. `held` says whether the partner has the best card and no such opponent can beat it.
    // `helped` says whether the partner still plays to the trick and can take it.
    this.foe0 = this.foe1 = -1;
    this.held = this.helped = false;
  }

  /**
   * Write the legal cards worth a try to `moves`, the most promising first.
   *
   * @param {number} ply
   * @param {number} count cards in the trick
   * @param {number} hint card to try first, -1 for none
   * @returns {number} the index after the last move
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
   * Set `foe0`, `foe1`, `held` and `helped` for the next player of a trick.
   *
   * @param {number} ply
   * @param {number} count cards in the trick
   */
  _look(ply, count) {
    const seat = this.seat[ply];
    const led = this.led[ply];
    const cut = this.cut[ply];
    const above = cut ? this.top[ply] : this.up[ply];
    let held = (this.winner[ply] ^ seat) === this.partner;
    let helped = false;
    this.foe0 = this.foe1 = -1;
    let other = seat;
    for (let left = this.players - count - 1; left > 0; left--) {
      other = (other + this.step) & 3;
      if (((other ^ seat) >> this.shift) & 1) {
        if (this.foe0 < 0) this.foe0 = other;
        else this.foe1 = other;
        if (held && this._beats(other, led, cut, above)) held = false;
      } else if (this._beats(other, led, cut, above)) helped = true;
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
   * @param {number} theirs strengths in this suit that the other players have
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
   * Return how promising it is to play a card to a trick. Call `_look` first.
   *
   * @param {number} ply
   * @param {number} card
   * @param {number} theirs strengths in the card's suit that are in other hands or in the trick
   * @returns {number}
   */
  _followWeight(ply, card, theirs) {
    const suit = card >> 3;
    const strength = card & 7;
    const isTrump = suit === this.trump;
    const points = this.worth[card];
    const kept = (isTrump ? 10 : 0) + 2 * strength; // what the card may be worth later
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
      const isBeaten =
        (this.foe0 >= 0 && this._beats(this.foe0, led[ply], cut, above)) ||
        (this.foe1 >= 0 && this._beats(this.foe1, led[ply], cut, above));
      if (!isBeaten) return TAKES + points - kept;
    } else if (this.held) {
      return TAKES + points - (isTrump ? 10 : 0) - (isMaster ? 4 : 0);
    }
    if (this.helped) return HELPED + 2 * points - kept;
    return -6 * points - kept - (isMaster ? 4 : 0);
  }
}
