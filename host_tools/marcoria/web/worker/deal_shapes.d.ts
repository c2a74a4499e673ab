// Types of deals with open cards, for the type checker only.

import type { Rules } from "../../analysis/play.mjs";

/** A deal for the solver, from analysis/open_facts.py: `hands` before the first card. */
export interface DealFacts {
  leader: string;
  hands: Record<string, string[]>;
  tables: Rules;
  score: { points: number[]; capots: number[] };
  made: { points: boolean[]; capots: boolean[] } | null;
}

/**
 * A card that was played. If it ends a trick, `winner` has taken the trick with `points` in cards.
 * `forecast` has the points of both sides at the end, with best play after this card.
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

/** The cost of each card that a player may play. */
export interface Choice {
  seat: string;
  costs: Record<string, number>;
}

/** Points of both sides with best play, and whether the contract is made then. */
export interface Verdict {
  par: number[];
  makes: boolean | null;
  line: string[];
}
