// Sentences about a deal with open cards (study.mjs), for the page and for screen readers.

import { costText } from "./cost.mjs";
import {
  cardName,
  cardSign,
  joined,
  labelled,
  seatName,
  sideName,
  suitName,
  words,
} from "./words.mjs";

/** @import { Deal, Study } from "./study.mjs" */

/** @typedef {import("../worker/deal_shapes.js").Play} Play */

/**
 * Return a deal's name in the list of deals: its number, and the contract if there is one. The
 * number is `board`, or `index` + 1 if `board` is empty. `board` may be any text, because it may
 * come from a file.
 * @param {Deal} deal
 * @param {number} index index in the list
 */
export function deal({ board, contract, taker }, index) {
  const number = words("look-deal", { number: board || index + 1 });
  return contract && taker
    ? labelled(number, words("say-contract", { suit: suitName(contract), seat: seatName(taker) }))
    : number;
}

/**
 * Return the points of both sides in one phrase.
 * @param {Study} study
 * @param {number[]} points
 */
export function points({ deal: { sides } }, points) {
  const each = sides.map((side, i) =>
    words("say-points", { side: sideName(side), points: points[i] ?? 0 }),
  );
  return joined(each);
}

/** Return the sentences for a screen reader when a deal is shown. @param {Study} study */
export function summary(study) {
  return [
    words("look-heard-par", { points: points(study, study.verdict.par) }),
    words("look-heard-played", { points: points(study, study.points) }),
    ...(study.verdict.makes === null ? [] : [verdict(study)]),
  ];
}

/** Return the sentence that says whether best play makes the contract. @param {Study} study */
export function verdict({ verdict: { makes } }) {
  return words(makes ? "look-makes" : "look-fails");
}

/**
 * Return the sentence about the last card played in the position shown, with its cost, or about
 * the start of the deal.
 * @param {Study} study
 */
export function step({ line, at }) {
  const play = line[at - 1];
  return play ? told(play) : words("look-start");
}

/** @param {Play} play */
function told(play) {
  const { seat, card, cost, isLegal } = play;
  const said = words("look-step", {
    seat: seatName(seat),
    card: cardName(card),
    cost: costText(cost),
  });
  return isLegal ? said : `${said}, ${words("look-illegal")}`;
}

/** Return the line above the slider. @param {Study} study */
export function heading(study) {
  const { at, deal } = study;
  const players = deal.seats.length;
  const number = words("look-trick-number", {
    number: Math.ceil(at / players),
    of: study.count / players,
  });
  return at > 0 ? `${number} · ${step(study)}` : step(study);
}

/**
 * Return what the viewer should do now, or the result of the last choice. In mode "own", begin
 * with the forecast of the points. In mode "deal", return "".
 * @param {Study} study
 * @param {string} heard the sentences about the cards that were just played, "" for none
 */
export function state(study, heard) {
  const { mode } = study;
  if (mode === "again") {
    return study.tried ? compared(study, study.tried) : asked(study);
  }
  if (mode === "own") {
    return [forecast(study), heard || invited(study)].filter(Boolean).join(" ");
  }
  return "";
}

/** Return the request to choose another card than the one played. @param {Study} study */
function asked({ played, at }) {
  const play = played[at];
  return play
    ? words("look-ask", { seat: seatName(play.seat), card: cardSign(play.card), cost: play.cost })
    : "";
}

/**
 * Return the sentence that says whether the chosen card is better than the one played, and by how
 * much. Add a sentence with the cost of the chosen card, or one that says that no card is better.
 * @param {Study} study
 * @param {string} card
 */
function compared({ played, at, choice }, card) {
  const before = played[at];
  const cost = choice?.costs[card] ?? 0;
  if (!before) {
    return "";
  }
  const gain = before.cost - cost;
  const places = { card: cardSign(card), points: Math.abs(gain), cost };
  const name =
    card === before.card
      ? "look-as-played"
      : gain > 0
        ? "look-better"
        : gain < 0
          ? "look-worse"
          : "look-equal";
  const best = cost === 0 ? words("look-is-best") : words("look-still-costs", { cost });
  return `${words(name, places)} ${best}`;
}

/**
 * Return the points of the viewer's side at the end, with best play after the last card of
 * `study.line`. Compare them with the points in the deal as played.
 * @param {Study} study
 */
function forecast(study) {
  const { ends, isOver, seat } = study;
  const side = study.side(seat);
  const more = (ends[side] ?? 0) - (study.points[side] ?? 0);
  const name = more > 0 ? "look-more" : more < 0 ? "look-fewer" : "look-same";
  const places = { side: sideName(study.deal.sides[side] ?? ""), points: ends[side] ?? 0 };
  const end = words(isOver ? "look-ended" : "look-forecast", places);
  return `${end} ${words(name, { points: Math.abs(more) })}`;
}

/** @param {Study} study */
function invited({ choice, seat }) {
  return choice ? words("look-choose", { seat: seatName(seat) }) : "";
}

/**
 * Return the cards that were just played, the cost of the viewer's card, and who has taken tricks.
 * @param {Study} study
 * @param {Play[]} plays
 */
export function answers({ seat: own }, plays) {
  return plays
    .map((play) => {
      const { seat, card, cost, winner, points } = play;
      const said =
        seat === own
          ? words("look-step", { seat: seatName(seat), card: cardSign(card), cost: costText(cost) })
          : `${seatName(seat)} ${cardSign(card)}`;
      const taken = winner ? ` ${words("say-taken", { seat: seatName(winner), points })}` : "";
      return `${said}.${taken}`;
    })
    .join(" ");
}

/** Return the best cards of the position. @param {Study} study */
export function best({ choice }) {
  const cards = Object.entries(choice?.costs ?? {}).filter(([, cost]) => cost === 0);
  return words("look-best", { cards: joined(cards.map(([card]) => cardName(card))) });
}
