// What is to be said of a match, one sentence each, in the language of the page.

import { cardName, joined, seatName, sideName, suitName, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Glance} Glance */
/** @typedef {import("./shapes.mjs").Told} Told */

const SUITS = "CDHS";
/** As the display draws them; a voice would not read these. */
const SIGNS = / ?([♣♦♥♠])/g;
const SIGNED = "♣♦♥♠";

/**
 * A play: "South plays seven of hearts."
 * @param {[string, string]} play
 */
export function played([seat, card]) {
  return words("say-played", { seat: seatName(seat), card: cardName(card) });
}

/**
 * What lies in the trick under way, or the card turned up before there is one.
 * @param {Told} told
 * @param {Glance | null} glance
 */
export function onTheTable(told, glance) {
  if (told.trick.length === 0) {
    const card = told.phase === "bidding" ? told.upcard : glance?.upcard;
    return card ? words("say-upcard", { card: cardName(card) }) : words("say-trick-empty");
  }
  return words("say-trick", { number: told.number, cards: joined(told.trick.map(laid)) });
}

/** @param {Told} told */
export function trump(told) {
  if (!told.contract) {
    return told.upcard && told.phase === "bidding"
      ? words("say-upcard", { card: cardName(told.upcard) })
      : words("say-trump-none");
  }
  const suit = SUITS.includes(told.contract);
  const name = suit ? "say-trump" : "say-contract";
  const said = words(name, {
    suit: suitName(told.contract),
    seat: told.taker ? seatName(told.taker) : "",
  });
  return told.factor > 1 ? `${said} ${words("say-factor", { factor: told.factor })}` : said;
}

/** @param {Told} told */
export function led(told) {
  return told.led ? words("say-led", { suit: suitName(told.led) }) : words("say-led-none");
}

/** @param {Told} told */
export function score(told) {
  const { sides, match, target, hangs } = told.score;
  if (target === 0) {
    return words("events-none");
  }
  const rows = sides.map((side, i) => points(side, match[i] ?? 0));
  const said = words("say-score", { points: rows.join(", "), target });
  const now = sides.map((side, i) => points(side, told.deal.cards[i] ?? 0));
  const parts = [said];
  if (told.phase === "play") {
    parts.push(words("say-deal-score", { points: now.join(", ") }));
  }
  if (hangs > 0) {
    parts.push(words("say-hangs", { points: hangs }));
  }
  return parts.join(" ");
}

/** @param {Told} told */
export function lastTrick(told) {
  if (!told.last) {
    return words("say-last-none");
  }
  const cards = joined(told.last.cards.map(laid));
  return `${words("say-last", { cards })} ${taken(told)}`;
}

/** @param {Told} told */
export function taken(told) {
  return words("say-taken", {
    seat: seatName(told.last?.winner ?? ""),
    points: told.last?.points ?? 0,
  });
}

/**
 * @param {string} seat
 * @param {string[]} cards
 */
export function hand(seat, cards) {
  const name = cards.length > 0 ? "say-hand" : "say-hand-empty";
  return words(name, { seat: seatName(seat), cards: joined(cards.map(cardName)) });
}

/** @param {Told} told */
export function turn(told) {
  if (!told.turn) {
    return "";
  }
  const name = told.phase === "bidding" ? "say-turn-bid" : "say-turn-play";
  return words(name, { seat: seatName(told.turn) });
}

/**
 * A call of the bidding: a suit, pass, double and so on.
 * @param {[string, string]} call
 */
export function call([seat, said]) {
  const suit = ["C", "D", "H", "S", "NT", "AT"].includes(said);
  const places = { seat: seatName(seat), suit: suit ? suitName(said) : "" };
  return words(suit ? "say-bid" : `say-${said}`, places);
}

/**
 * An announcement: tierce, fifty, hundred, carre, belote and so on.
 * @param {[string, string]} announced
 */
export function announcement([seat, kind]) {
  return words("say-announced", { seat: seatName(seat), what: words(`meld-${kind}`) });
}

/** @param {Told} told */
export function result(told) {
  const { outcome, score: brought } = told.deal;
  const parts = [words(`outcome-${outcome}`)];
  if (brought) {
    const rows = told.score.sides.map((side, i) => points(side, brought[i] ?? 0));
    parts.push(words("say-brought", { points: rows.join(", ") }));
  }
  return parts.join(" ");
}

/**
 * Whom a question on the display is for.
 * @param {string[]} seats
 */
export function asked(seats) {
  return words("say-asked", { seats: joined(seats.map(seatName)) });
}

/**
 * What a table asks, with its answers behind the names of the keys that give them.
 * @param {Told} told
 */
export function question({ question, answers }) {
  const keyed = answers.map((answer, at) => `${suitName(SUITS[at] ?? "")}: ${answer}`);
  return spelled([question, ...keyed].filter(Boolean).join("; "));
}

/**
 * What stands on the display.
 * @param {string[]} lines
 */
export function display(lines) {
  return words("say-display", { text: spelled(lines.join("; ")) });
}

/**
 * A text with the names of suits in the place of their signs.
 * @param {string} text
 */
export function spelled(text) {
  return text.replace(SIGNS, (_, sign) => ` ${suitName(SUITS[SIGNED.indexOf(sign)] ?? "")}`);
}

/** @param {Told} told */
export function over(told) {
  const [one = 0, other = 0] = told.score.match;
  const winner = told.score.sides[one >= other ? 0 : 1] ?? "";
  return words("say-over", { side: sideName(winner) });
}

/** @param {[string, string]} play */
function laid([seat, card]) {
  return words("say-card-of", { card: cardName(card), seat: seatName(seat) });
}

/**
 * @param {string} side
 * @param {number} number
 */
function points(side, number) {
  return words("say-points", { side: sideName(side), points: number });
}
