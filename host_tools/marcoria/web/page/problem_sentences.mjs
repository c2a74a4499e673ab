// Sentences about a problem: the contract, the state of play, and why one card is right.

import { SUITS } from "./pack.mjs";
import { cardsOf } from "./problem_game.mjs";
import { cardName, seatName, sideName, suitName, words } from "./words.mjs";

/** @import { Play } from "../worker/deal_shapes.js" */
/** @import { Problem, ProblemGame } from "./problem_game.mjs" */

/** Return the sentences about the contract and the points needed. @param {Problem} problem */
export function heading({ contract, taker, need }) {
  const name = SUITS.includes(contract) ? "say-trump" : "say-contract";
  const said = words(name, { suit: suitName(contract), seat: seatName(taker) });
  return [said.charAt(0).toUpperCase() + said.slice(1), words("problem-need", { need })];
}

/** Return a text with the points of both sides so far, South's first. @param {ProblemGame} game */
export function points({ seats, side, points: both }) {
  const [own, others] = seats.length === 2 ? ["S", "N"] : ["NS", "EW"];
  const said = [
    words("say-points", { side: sideName(own ?? ""), points: both[side] ?? 0 }),
    words("say-points", { side: sideName(others ?? ""), points: both[1 - side] ?? 0 }),
  ];
  return said.join(", ");
}

/**
 * Return the sentence that says what the viewer should do now, or what the result is.
 * @param {ProblemGame} game
 */
export function state({ choice, isOver, isMade, own, problem: { need } }) {
  if (isOver) {
    return words(isMade ? "problem-made" : "problem-failed", { points: own, need });
  }
  return choice ? words("problem-choose", { seat: seatName(choice.seat) }) : words("problem-waits");
}

/**
 * Return the sentence about a card that was played. If the card completes a trick, add who takes
 * the trick, and its points.
 * @param {Play} play
 */
export function play({ seat, card, winner, points: won }) {
  const said = words("say-played", { seat: seatName(seat), card: cardName(card) });
  return winner ? `${said} ${words("say-taken", { seat: seatName(winner), points: won })}` : said;
}

/**
 * Return sentences that say why one card is right. The first says how many points South's side
 * gets in the deal after this card, and how many after the tempting card. Then comes a sentence
 * for each motif.
 * @param {Problem} problem
 * @param {(card: string) => string} named returns the name or the sign of a card
 */
export function why(problem, named) {
  const { values, tempting, need, motifs } = problem;
  const [card = ""] = cardsOf(problem.keys);
  const places = { card: named(card), points: values[card] ?? 0, need };
  const wrong = { other: named(tempting), fewer: values[tempting] ?? 0 };
  const reasons = Object.entries(motifs).map(([name, { seat = "", ...cards }]) => {
    const shown = Object.entries(cards).map(([place, one]) => [place, named(one)]);
    return words(`motif-${name}`, { ...Object.fromEntries(shown), seat: seatName(seat) });
  });
  return [words("problem-brings", { ...places, ...wrong }), ...reasons];
}

/** Return the cards of best play. @param {Problem} problem */
export function lineOf({ line }) {
  return cardsOf(line);
}
