// Types of deals with open cards, for the type checker only.

import type { Rules } from "../../analysis/play.mjs";

/**
 * The facts about a deal that the solver needs, from analysis/open_facts.py. `hands` has the cards
 * of each seat before the first card. `made` says for each result of the cards whether the
 * contract is made. It is null if the house has no contract that can fail.
 */
export interface DealFacts {
  leader: string;
  hands: Record<string, string[]>;
  tables: Rules;
  score: { points: number[]; capots: number[] };
  made: { points: boolean[]; capots: boolean[] } | null;
}

/**
 * A card that was played. `cost` is the number of points that the card loses compared with the
 * best card. If the card ends a trick, `winner` is the seat that takes the trick, and `points` is
 * the number of points in the trick; otherwise `winner` is null and `points` is 0. `forecast` has
 * the points of both sides at the end of the deal, with best play after this card.
 */
export interface Play {
  seat: string;
  card: string;
  cost: number;
  isLegal: boolean;
  winner: string | null;
  points: number;
  forecast: number[];
}

/** The player whose turn it is, and the cost of each card that this player may play. */
export interface Choice {
  seat: string;
  costs: Record<string, number>;
}

/**
 * `par` has the points in cards of both sides if both play for the most points in cards. `line` has
 * the cards if both instead play for the best score of the deal. `makes` says whether the contract
 * is made with the cards of `line`. It is null if the house has no contract that can fail.
 */
export interface Verdict {
  par: number[];
  makes: boolean | null;
  line: string[];
}
