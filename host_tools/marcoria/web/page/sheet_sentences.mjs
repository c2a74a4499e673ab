// Sentences about the steps by which the score of a deal came about (analysis/score_steps.py).

import { joined, seatName, sideName, suitName, words } from "./words.mjs";

/**
 * @typedef {object} Step a step to the score of a deal; a step may have more numbers, which fill
 *   placeholders of the sentence
 * @property {string} key "offence", "ruling", or the name of the sentence without "sheet-why-"
 * @property {number} [side] index of the side
 * @property {string} [seat]
 * @property {string} [suit]
 * @property {string[]} [kinds] of melds
 * @property {number[]} [both] points of both sides
 * @property {number[]} [adds] what the step brings to each side
 * @property {number} [points]
 * @property {number} [raw] the points before they were rounded
 * @property {number} [rounded] the rounded points, before they were multiplied
 * @property {string} [code] of an offence
 * @property {boolean} [pardoned]
 * @property {string} [ruling]
 */

/**
 * @typedef {object} Row a deal on the score sheet, from web/world/score_sheet.py
 * @property {number} match 0 for the first match of the sheet, 1 for the second
 * @property {number} seq the number of the journal's record that dealt the cards
 * @property {string} house
 * @property {string[]} sides
 * @property {number} target
 * @property {string} dealer
 * @property {string | null} contract
 * @property {string | null} taker
 * @property {number} factor
 * @property {string} outcome
 * @property {boolean} played whether the deal was played to its end
 * @property {boolean} over whether the deal or the match has ended
 * @property {number[] | null} cards
 * @property {number[] | null} melds
 * @property {number[] | null} belote
 * @property {number[]} score
 * @property {number[]} total
 * @property {number[] | null} carried totals before this deal, if the previous deal is unknown
 * @property {number} hangs
 * @property {{side: string, why: string} | null} winner
 * @property {Step[]} steps
 */

const ENDINGS = ["target", "called-out", "awarded", "stake"];

/** Return the sentence about the dealer. @param {Row} row */
export function dealt({ dealer }) {
  return words("sheet-why-dealt", { seat: seatName(dealer) });
}

/**
 * Return the sentences about the contract with its taker, and about a doubling. Return "" if there
 * is no contract.
 * @param {Row} row
 */
export function contract({ contract, taker, factor }) {
  if (!contract || !taker) {
    return "";
  }
  const said = words("say-contract", { suit: suitName(contract), seat: seatName(taker) });
  return factor > 1 ? `${said} ${words("say-factor", { factor })}` : said;
}

/**
 * Return the sentence about a step.
 * @param {Row} row
 * @param {Step} step
 */
export function step({ sides }, step) {
  const side = sideName(sides[step.side ?? 0] ?? "");
  const seat = seatName(step.seat ?? "");
  if (step.key === "offence") {
    const said = words(`offence-${step.code}`, { seat });
    return step.pardoned ? `${said} ${words("offence-pardoned")}` : said;
  }
  if (step.key === "ruling") {
    return words(`record-ruling-${step.ruling}`);
  }
  const { raw, points = 0, rounded = points } = step;
  const isRounded = raw !== undefined && raw !== rounded;
  return words(isRounded ? `sheet-why-${step.key}-rounded` : `sheet-why-${step.key}`, {
    ...numbersOf(step),
    side,
    seat,
    suit: suitName(step.suit ?? ""),
    what: joined((step.kinds ?? []).map((kind) => words(`meld-${kind}`))),
    both: joined(
      (step.both ?? []).map((points, i) =>
        words("say-points", { side: sideName(sides[i] ?? ""), points }),
      ),
    ),
  });
}

/**
 * Return the sentence about the winner of the match, with the reason if it is known. Return "" if
 * the match has no winner.
 * @param {Row} row
 */
export function ending({ winner }) {
  if (!winner) {
    return "";
  }
  const side = sideName(winner.side);
  if (winner.why === "untold") {
    return words("say-over", { side });
  }
  return words(`sheet-won-${ENDINGS.includes(winner.why) ? winner.why : "offence"}`, { side });
}

/** @param {Step} step */
function numbersOf(step) {
  return Object.fromEntries(Object.entries(step).filter(([, value]) => typeof value === "number"));
}
