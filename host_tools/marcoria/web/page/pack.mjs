// The 32 cards of a pack, and hands that the user deals or that a link contains.

import { SEATS } from "./seats.mjs";

export const RANKS = ["7", "8", "9", "T", "J", "Q", "K", "A"];
export const SUITS = ["C", "D", "H", "S"];
export const SIGNS = ["♣", "♦", "♥", "♠"];
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
const NOBODY = "-";
/** Return whether a suit is red. @param {string} suit */
export function isRed(suit) {
  return "DH".includes(suit);
}

// The suits of a hand from left to right: red and black alternate.
const ORDER = "SHCD";

/**
 * Return the cards of a hand in order: suit by suit, in each suit the strongest card first.
 * @param {string[]} cards
 * @param {number[][]} strength for each suit, the strength of each rank
 */
export function inOrder(cards, strength) {
  const place = (/** @type {string} */ card) => {
    const rank = strength[SUITS.indexOf(card[1] ?? "")]?.[RANKS.indexOf(card[0] ?? "")] ?? 0;
    return ORDER.indexOf(card[1] ?? "") * RANKS.length - rank;
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/**
 * Return the seats of a table of two or four players.
 * @param {number} players
 */
export function seatsOf(players) {
  return players === 2 ? ["N", "S"] : SEATS;
}

/**
 * Return the number of cards of a hand.
 * @param {number} players
 */
function handSize(players) {
  return players === 2 ? 9 : 8;
}

/** Hands that are being dealt: each card is in one hand or in none. */
export class Hands {
  /** @param {number} players */
  constructor(players) {
    this.seats = seatsOf(players);
    this.size = handSize(players);
    /** @type {Map<string, string>} */
    this.holders = new Map();
  }

  /** @param {string} seat */
  of(seat) {
    return CARDS.filter((card) => this.holders.get(card) === seat);
  }

  get complete() {
    return this.seats.every((seat) => this.of(seat).length === this.size);
  }

  /**
   * Give a card to a seat. Return "", or the name of the error's sentence if this is impossible.
   * @param {string} card
   * @param {string} seat
   */
  give(card, seat) {
    const holder = this.holders.get(card);
    if (holder && holder !== seat) {
      return "hands-twice";
    }
    if (!holder && this.of(seat).length >= this.size) {
      return "hands-full";
    }
    this.holders.set(card, seat);
    return "";
  }

  /** @param {string} card */
  take(card) {
    this.holders.delete(card);
  }

  clear() {
    this.holders.clear();
  }

  /** Deal random cards to each hand that is not full. */
  dealRest() {
    const left = CARDS.filter((card) => !this.holders.has(card));
    for (const seat of this.seats) {
      while (this.of(seat).length < this.size) {
        const [card] = left.splice(Math.floor(Math.random() * left.length), 1);
        this.holders.set(/** @type {string} */ (card), seat);
      }
    }
  }

  /**
   * Return the hands in the form that the simulated table expects.
   * @returns {{hands: Record<string, string>}}
   */
  dealt() {
    return { hands: Object.fromEntries(this.seats.map((seat) => [seat, this.of(seat).join(" ")])) };
  }

  /** Return one letter for each card of the pack: the seat that holds the card, or "-". */
  letters() {
    return CARDS.map((card) => this.holders.get(card) ?? NOBODY).join("");
  }
}

/**
 * Parse the result of `letters()`. Return the hands, or null if the letters are wrong or a hand is
 * not full.
 * @param {string} letters
 * @param {number} players
 */
export function handsFrom(letters, players) {
  const hands = new Hands(players);
  if (letters.length !== CARDS.length) {
    return null;
  }
  for (const [i, card] of CARDS.entries()) {
    const seat = letters[i] ?? NOBODY;
    const known = seat === NOBODY || hands.seats.includes(seat);
    if (!known || (seat !== NOBODY && hands.give(card, seat) !== "")) {
      return null;
    }
  }
  return hands.complete ? hands : null;
}
