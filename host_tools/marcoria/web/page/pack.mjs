// The 32 cards of a pack, and who holds which: dealt by hand, typed, or in a link.

import { SEATS } from "./seats.mjs";

export const RANKS = ["7", "8", "9", "T", "J", "Q", "K", "A"];
export const SUITS = ["C", "D", "H", "S"];
export const SIGNS = ["♣", "♦", "♥", "♠"];
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
const NOBODY = "-";

/**
 * The seats that play at a table of two or four.
 * @param {number} players
 */
export function seatsOf(players) {
  return players === 2 ? ["N", "S"] : SEATS;
}

/**
 * How many cards a hand has.
 * @param {number} players
 */
function handSize(players) {
  return players === 2 ? 9 : 8;
}

/** Hands in the making: a card is in one of them or in none. */
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
   * The name of what is wrong with giving that card to that seat, or "".
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

  /** Whoever is short of cards gets them as they come. */
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
   * As the world takes a deal.
   * @returns {{hands: Record<string, string>}}
   */
  dealt() {
    return { hands: Object.fromEntries(this.seats.map((seat) => [seat, this.of(seat).join(" ")])) };
  }

  /** One letter a card: who holds it. */
  letters() {
    return CARDS.map((card) => this.holders.get(card) ?? NOBODY).join("");
  }
}

/**
 * The hands that such letters tell of, or null if they tell of none.
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
