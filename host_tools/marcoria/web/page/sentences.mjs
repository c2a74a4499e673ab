// Sentences in the page's language, about the state of a match and about each change of it.

import { SIGNS, SUITS } from "./pack.mjs";
import {
  cardName,
  cardSign,
  joined,
  labelled,
  seatName,
  sideName,
  suitName,
  suitSign,
  words,
} from "./words.mjs";

/** @import { Glance, Offence, Reason, Told } from "./shapes.mjs" */

/** A suit sign in a text, with the space before it. Screen readers do not pronounce the signs. */
const SIGNED = / ?([♣♦♥♠])/g;

/** Reasons for the end of a match that get no sentence. */
const AS_USUAL = ["untold", "target"];
/** Reasons for the end of a match that have their own sentence. All others share one sentence. */
const ENDINGS = ["called-out", "awarded", "stake", "false-call-out"];

/**
 * Return the sentence for a play, such as "South: seven of hearts."
 * @param {[string, string]} play
 */
function played([seat, card]) {
  return words("say-played", { seat: seatName(seat), card: cardName(card) });
}

/**
 * Return the sentence about the cards of the trick. If the trick is empty, return the sentence
 * about the upcard, or the sentence that no card lies on the table.
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
  if (told.phase === "play" && told.shows.points) {
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
  if (!told.shows.last) {
    return words("say-last-hidden");
  }
  const cards = joined(told.last.cards.map(laid));
  return `${words("say-last", { cards })} ${taken(told)}`;
}

/** @param {Told} told */
export function taken(told) {
  const points = told.last?.points ?? null;
  return words(points === null ? "say-taken-hidden" : "say-taken", {
    seat: seatName(told.last?.winner ?? ""),
    points: points ?? 0,
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
 * Return the sentence for a call: a contract, pass, double and so on.
 * @param {[string, string]} call the seat, and the call
 */
export function call([seat, said]) {
  const suit = [...SUITS, "NT", "AT"].includes(said);
  const places = { seat: seatName(seat), suit: suit ? suitName(said) : "" };
  return words(suit ? "say-bid" : `say-${said}`, places);
}

/**
 * Return the sentence for an announcement of a meld.
 * @param {[string, string]} announced the seat, and "tierce", "fifty", "hundred" or "carre"
 */
function announcement([seat, kind]) {
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
 * Return the sentence that names the players who must answer the display's question.
 * @param {string[]} seats
 */
export function asked(seats) {
  return words("say-asked", { seats: joined(seats.map(seatName)) });
}

/**
 * Return the table's question and the answers to it. The name of a suit key stands before each
 * answer.
 * @param {Told} told
 */
export function question({ question, answers }) {
  const keyed = answers.map((answer, at) => labelled(suitName(SUITS[at] ?? ""), answer));
  return spelled([question, ...keyed].filter(Boolean).join("; "));
}

/**
 * Return the sentence that reads out the lines of the display.
 * @param {string[]} lines
 */
export function display(lines) {
  return words("say-display", { text: spelled(lines.join("; ")) });
}

/**
 * Return a text with suit names instead of suit signs.
 * @param {string} text
 */
export function spelled(text) {
  return text.replace(SIGNED, (_, sign) => ` ${suitName(SUITS[SIGNS.indexOf(sign)] ?? "")}`);
}

/** @param {Told} told */
export function over(told) {
  const [one = 0, other = 0] = told.score.match;
  const winner = told.winner?.side ?? told.score.sides[one >= other ? 0 : 1] ?? "";
  return `${words("say-over", { side: sideName(winner) })} ${ending(told)}`.trim();
}

/**
 * Return the sentence about the reason for the end of a match. Return "" if a side has reached the
 * target, if the reason is unknown, or if the match has not ended.
 * @param {Told} told
 */
export function ending({ winner }) {
  const why = winner?.why ?? "untold";
  if (AS_USUAL.includes(why)) {
    return "";
  }
  return words(ENDINGS.includes(why) ? `ended-${why}` : "ended-offence");
}

/**
 * Return the sentence about an offence. If the offence is about a card, put the card in front.
 * @param {Offence} offence
 * @param {(card: string) => string} named returns the text for a card
 */
export function offenceText(offence, named = cardSign) {
  const said = words(`offence-${offence.code}`, { seat: seatName(offence.seat) });
  return offence.card ? labelled(named(offence.card), said) : said;
}

/**
 * Return why an expert played a card, such as "draws the last trump".
 * @param {Reason} reason
 */
export function reasonText({ key, suit, card, seat }) {
  const places = { suit: suitSign(suit), card: cardSign(card ?? ""), seat: seatName(seat ?? "") };
  return words(`reason-${key}`, places);
}

/** @param {string[]} seats */
export function suspicion(seats) {
  return words("suspicion", { seats: joined(seats.map(seatName)) });
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

/**
 * Return the sentences about all changes between two states, in the order in which people would
 * say the sentences. A sentence may be "".
 * @param {Told} before
 * @param {Told} now
 * @returns {string[]}
 */
export function allSince(before, now) {
  return [
    ...calls(before, now),
    ...plays(before, now),
    ...resultsSince(before, now),
    ...turns(before, now),
  ];
}

/**
 * Return the sentences about offences and results only, for a match that runs fast.
 * @param {Told} before
 * @param {Told} now
 * @returns {string[]}
 */
export function resultsSince(before, now) {
  return [...offences(before, now), ...results(before, now)];
}

/**
 * @template Item
 * @param {Item[]} before
 * @param {Item[]} now
 * @returns {Item[]} the items that were added at the end; if earlier items have changed, only the
 *   last item of a list that has become longer, and no items of any other list
 */
function added(before, now) {
  const same = before.every((one, i) => JSON.stringify(one) === JSON.stringify(now[i]));
  return same ? now.slice(before.length) : now.length > before.length ? now.slice(-1) : [];
}

/**
 * Return the items of `now` that `before` lacks, wherever they are in the list.
 * @template Item
 * @param {Item[]} before
 * @param {Item[]} now
 */
function gained(before, now) {
  const left = before.map((one) => JSON.stringify(one));
  return now.filter((one) => {
    const at = left.indexOf(JSON.stringify(one));
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0;
  });
}

/**
 * Return the sentences about a new upcard, new bids, the contract, and new announcements.
 * @param {Told} before
 * @param {Told} now
 */
function calls(before, now) {
  const fresh = now.calls.length < before.calls.length;
  const called = added(fresh ? [] : before.calls, now.calls);
  const decided = now.phase === "play" && before.phase !== "play";
  const last = decided ? called.filter(([seat, bid]) => !takes(now, seat, bid)) : called;
  const melds = now.announced.length < before.announced.length ? [] : before.announced;
  const upcard = now.phase === "bidding" && now.upcard && now.upcard !== before.upcard;
  return [
    ...(upcard ? [trump({ ...now, contract: null })] : []),
    ...last.map(call),
    ...(decided ? [trump(now)] : []),
    ...gained(melds, now.announced).map(announcement),
  ];
}

/**
 * Return whether a call became the contract. Such a call gets no sentence, because the sentence
 * about the contract contains it.
 * @param {Told} now
 * @param {string} seat
 * @param {string} bid
 */
function takes(now, seat, bid) {
  return seat === now.taker && bid === now.contract;
}

/**
 * Return the sentences about new cards, and about a trick that the cards complete. If a card was
 * taken back, return the sentence about that.
 * @param {Told} before
 * @param {Told} now
 */
function plays(before, now) {
  const complete = now.last && JSON.stringify(now.last) !== JSON.stringify(before.last);
  if (complete && now.last) {
    const rest = added(before.trick, now.last.cards).map(played);
    return [...rest, taken(now), ...now.trick.map(played)];
  }
  if (now.trick.length < before.trick.length) {
    return now.number === before.number ? [words("say-taken-back")] : [];
  }
  return added(before.trick, now.trick).map(played);
}

/**
 * @param {Told} before
 * @param {Told} now
 */
function offences(before, now) {
  const said = added(before.offences, now.offences).map((offence) =>
    offenceText(offence, cardName),
  );
  if (now.suspects.length > 0 && now.suspects.join() !== before.suspects.join()) {
    said.push(suspicion(now.suspects));
  }
  return said;
}

/**
 * @param {Told} before
 * @param {Told} now
 */
function results(before, now) {
  const said = [];
  if (now.deal.outcome && now.deal.outcome !== before.deal.outcome) {
    said.push(result(now));
  }
  if (now.score.match.join() !== before.score.match.join()) {
    said.push(score(now));
  }
  if (now.over && !before.over) {
    said.push(over(now));
  }
  return said;
}

/**
 * Return whether the table now asks a question, and asks other players than before.
 * @param {Told} before
 * @param {Told} now
 */
export function asks(before, now) {
  return now.asked.length > 0 && now.asked.join() !== before.asked.join();
}

/**
 * Return a list with the sentence about the turn, or with "" if it is nobody's turn. The list is
 * empty if turn, phase and the number of cards in the trick are the same as before.
 * @param {Told} before
 * @param {Told} now
 */
function turns(before, now) {
  const said = [];
  const same = now.turn === before.turn && now.phase === before.phase;
  if (!same || now.trick.length !== before.trick.length) {
    said.push(turn(now));
  }
  return said;
}
