// Types of deals with open cards, for the type checker only.

import type { Rules } from "../../analysis/play.mjs";

/**
 * The facts about a deal that the solver needs, from analysis/open_facts.py. `hands` has the cards
 * of each seat before the first card. `made` is null if no contract can fail.
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
 * `par` has the points of both sides if both play best for points. `line` has the cards if both
 * play best for the score. `makes` is whether the contract is made with these cards, or null if no
 * contract can fail.
 */
export interface Verdict {
  par: number[];
  makes: boolean | null;
  line: string[];
}
