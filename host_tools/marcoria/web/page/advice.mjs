// The advice in the help line: a sentence that tells a newcomer what to do next, and a button if
// one press can do it. For a real table, the sentence reports a fault or says who has to act.

import { ownSeat, persons } from "./seats.mjs";
import { ending } from "./sentences.mjs";
import {
  cardName,
  cardSign,
  joined,
  seatName,
  sideName,
  suitName,
  suitSign,
  words,
} from "./words.mjs";

/** @import { Panel } from "./panels.mjs" */
/** @import { Glance, Told } from "./shapes.mjs" */

/**
 * @typedef {object} Deed what a button of the advice does: it opens a panel, calls a function, or
 *   performs an action of the feed
 * @property {string} name
 * @property {string} [action]
 * @property {Record<string, any>} [args]
 * @property {Panel} [panel]
 * @property {() => void} [call]
 */
/**
 * @typedef {object} Advice
 * @property {string} name
 * @property {Record<string, string>} [places]
 * @property {Deed[]} [deeds]
 * @property {boolean} [quiet] whether screen readers do not announce the advice
 * @property {{name: string, places: Record<string, string>}} [heard] the text for screen readers,
 *   if it is not the visible text
 * @property {string} [way] name of the text that tells screen readers which key leads to the
 *   buttons or cards
 * @property {string} [seat] seat of the person who may ask the expert now
 * @property {string[]} [terms] names of terms that explain the advice (terms.mjs)
 * @property {boolean} [wrong] whether the advice reports a fault instead of giving help
 */

/** @type {Record<string, (glance: Glance, told: Told) => Advice>} */
const MOMENTS = {
  start,
  deal,
  bid,
  card,
  tidy,
  show,
  confirm,
  answer: (glance) => {
    const people = mine(glance);
    return people.length > 0 ? { name: "help-answer", places: whom(people) } : thinks(glance);
  },
};

/** Texts of the view "play", in which buttons with words replace the keys of the table. */
const IN_WORDS = /** @type {Record<string, string>} */ ({
  "help-bid": "help-bid-words",
  "help-second-round": "help-second-round-words",
  "help-auction": "help-auction-words",
  "help-card": "help-card-words",
  "help-only": "help-only-words",
  "help-lead": "help-lead-words",
  "help-show": "help-show-words",
  "help-answer": "help-answer-words",
});

/** Texts that need another verb if the view "play" calls the only person at the table "you". */
const TO_YOU = /** @type {Record<string, string>} */ ({
  "help-deal": "help-deal-you",
  "help-took": "help-took-you",
  "help-tidy": "help-tidy-you",
});

/** For each action, the text that tells screen readers which key leads to its buttons or cards. */
const WAYS = /** @type {Record<string, string>} */ ({
  bid: "hear-choose",
  answer: "hear-choose",
  card: "hear-cards",
});

/** @type {Record<string, string[]>} */
const OUTCOME_TERMS = {
  litige: ["litige", "hanging"],
  capot: ["capot"],
  "reverse-capot": ["capot"],
  failed: ["contract"],
};

/** Faults of a real table for which there is a sentence. */
const TROUBLES = ["connecting", "gone", "busy", "no-answer", "unknown"];
const REAL_MOMENTS = ["start", "deal", "lay-upcard", "bid", "card", "confirm", "answer"];

/**
 * Return the advice while the page has no table.
 * @param {"wakes" | "slow" | "fails"} start how the start of the table goes
 * @param {boolean} readonly whether another tab runs the table
 * @returns {Advice}
 */
export function adviseStart(start, readonly) {
  if (start === "wakes") {
    return { name: "help-wakes" };
  }
  if (readonly) {
    return { name: "help-readonly", deeds: [{ name: "tab-take", action: "take" }], wrong: true };
  }
  const reload = { name: "do-reload", call: () => location.reload() };
  return { name: `help-${start}`, deeds: [reload], wrong: true };
}

/**
 * Return the advice for this state of the table.
 * @param {Glance} glance
 * @param {Told} told
 * @param {boolean} isPlay whether the view "play" is shown
 * @returns {Advice}
 */
export function advise(glance, told, isPlay = false) {
  const found = adviseInView(glance, told, isPlay);
  const own = isPlay ? ownSeat(glance.bots) : "";
  return own && found.places?.seat === seatName(own) ? toYou(found) : found;
}

/**
 * Return the advice with "you" instead of the person's seat. Screen readers still announce the
 * seat, as they do in all sentences.
 * @param {Advice} advice
 */
function toYou({ name, places, heard, ...rest }) {
  const told = heard ?? { name, places: places ?? {} };
  return {
    ...rest,
    name: TO_YOU[name] ?? name,
    places: { ...places, seat: words("you") },
    heard: told,
  };
}

/**
 * @param {Glance} glance
 * @param {Told} told
 * @param {boolean} isPlay
 * @returns {Advice}
 */
function adviseInView(glance, told, isPlay) {
  const found = adviseAny(glance, told);
  if (found.name === "help-tidy" && glance.manner?.neat) {
    return { ...found, name: "help-took", deeds: [] };
  }
  if (!isPlay) {
    return found;
  }
  if (found.name === "help-thinks" && persons(glance.bots).length > 0) {
    return { ...found, name: "help-others" }; // the seats show who thinks
  }
  const name = IN_WORDS[found.name];
  if (name) {
    return { ...found, name, way: WAYS[glance.next] };
  }
  const [deed] = found.deeds ?? [];
  if (deed?.name !== "do-confirm") {
    return found;
  }
  const next = { ...deed, name: "do-go-on", args: { ...deed.args, deal: true } };
  return { ...found, name: "help-go-on", deeds: [next] };
}

/**
 * @param {Glance} glance
 * @param {Told} told
 * @returns {Advice}
 */
function adviseAny(glance, told) {
  if (glance.readonly) {
    return { name: "help-readonly" };
  }
  if (glance.real) {
    return adviseReal(glance, told);
  }
  if (!glance.power || glance.next === "plug") {
    return { name: "help-plug", deeds: [{ name: "do-plug", action: "plug" }] };
  }
  if (glance.speed === 0) {
    return { name: "help-still", deeds: [{ name: "do-step", action: "step" }] };
  }
  const moment = MOMENTS[glance.next];
  // In the phase "dealt", hands are being scanned, or the upcard is not turned up yet.
  const busy = told.phase === "dealt" ? "help-deals" : "help-wait";
  return moment ? moment(glance, told) : { name: busy, quiet: true };
}

/**
 * Return whether a deal was played at the virtual table, and the next one has not begun. Return
 * false for a real table, and in a tab that only watches.
 * @param {Glance | null} glance
 * @param {Told} told
 */
export function hasEnded(glance, { phase, last }) {
  const isHere = glance !== null && !glance.readonly && !glance.real;
  return isHere && last !== null && ["done", "ready"].includes(phase);
}

/**
 * @param {Glance} glance
 * @param {Told | null} told
 * @returns {Advice}
 */
export function adviseReal(glance, told) {
  const trouble = told?.trouble ?? "connecting";
  if (trouble) {
    return { name: TROUBLES.includes(trouble) ? `real-${trouble}` : "real-other", wrong: true };
  }
  if (told?.known === false) {
    return { name: "real-house-unknown", places: { house: glance.house.name }, wrong: true };
  }
  const name = REAL_MOMENTS.includes(glance.next) ? `real-${glance.next}` : "help-wait";
  return { name, places: { seat: joined(glance.who.map(seatName)) } };
}

/**
 * @param {Glance} _
 * @param {Told} told
 * @returns {Advice}
 */
function start(_, told) {
  const deeds = [{ name: "do-new", panel: /** @type {Panel} */ ("setup") }];
  if (!told.over || !told.winner) {
    return { name: "help-start", deeds };
  }
  const places = { side: sideName(told.winner.side), why: ` ${ending(told)}`.trimEnd() };
  // Screen readers have already announced why the match has ended.
  const heard = { name: "help-over", places: { ...places, why: "" } };
  return { name: "help-over", places, heard, deeds };
}

/**
 * Return the advice to deal, or to wait if no person has to deal.
 * @param {Glance} glance
 * @param {Told} told
 * @returns {Advice}
 */
function deal(glance, told) {
  if (mine(glance).length === 0) {
    return { name: "help-deals", quiet: true };
  }
  const places = { seat: seatName(told.dealer) };
  return { name: "help-deal", places, deeds: [{ name: "do-deal", action: "deal" }] };
}

/**
 * Return the advice to clear pads: to take away played cards, or cards that do not count.
 * @param {Glance} glance
 * @param {Told} told
 * @returns {Advice}
 */
function tidy(glance, told) {
  const gone = told.last ? told.last.cards.map(([, card]) => card) : [told.upcard];
  const lying = glance.who.flatMap((seat) => glance.pads[seat] ?? []);
  if (["bidding", "play"].includes(told.phase) && lying.some((card) => !gone.includes(card))) {
    return {
      name: "help-clear",
      places: whom(glance.who),
      deeds: [{ name: "do-clear", action: "tidy" }],
    };
  }
  return {
    name: told.last ? "help-tidy" : "help-tidy-all",
    places: { seat: seatName(told.last?.winner ?? "") },
    deeds: [{ name: "do-tidy", action: "tidy" }],
  };
}

/**
 * @param {Glance} glance
 * @param {Told} told
 * @returns {Advice}
 */
function bid(glance, told) {
  const places = whom(glance.who);
  const [seat] = mine(glance);
  if (!seat) {
    return thinks(glance);
  }
  // If the table has not read the upcard yet, take the upcard that lies beside the pads, or else
  // the first card on any pad.
  const upcard = told.upcard ?? glance.upcard ?? Object.values(glance.pads).flat()[0];
  const suit = upcard?.[1] ?? "";
  if (!suit) {
    return { name: "help-auction", places, seat, terms: ["double", "contract"] };
  }
  if (told.calls.length >= glance.house.players) {
    return { name: "help-second-round", places, seat, terms: ["second-round"] };
  }
  const sign = suitSign(suit);
  const of = { ...places, sign, suit: suitName(suit) };
  return { name: "help-bid", places: of, seat, terms: ["upcard", "contract"] };
}

/**
 * @param {Glance} glance
 * @param {Told} told
 * @returns {Advice}
 */
function card(glance, told) {
  const places = whom(glance.who);
  const seat = mine(glance)[0];
  if (!seat) {
    return thinks(glance);
  }
  if (told.health.readers?.[seat] === "fault") {
    return { name: "help-other-pad", places };
  }
  const legal = told.turn === seat ? told.legal : [];
  const heard = mayPlay(seat, legal, glance.hands[seat] ?? []);
  if (told.trick.length > 0 && legal.length === 1) {
    return { name: "help-only", places: { ...places, card: cardSign(legal[0] ?? "") }, heard };
  }
  return { name: told.trick.length > 0 ? "help-card" : "help-lead", places, heard, seat };
}

/**
 * Return the advice to wait while other players think.
 * @param {Glance} glance
 * @returns {Advice}
 */
function thinks(glance) {
  return { name: "help-thinks", quiet: true, places: whom(glance.who) };
}

/**
 * Return the text for screen readers. It lists the cards that may be played, or says that any
 * card may be played.
 * @param {string} seat
 * @param {string[]} legal
 * @param {string[]} held
 */
function mayPlay(seat, legal, held) {
  const name = legal.length === held.length ? "hear-any" : "hear-legal";
  return { name, places: { ...whom([seat]), cards: joined(legal.map(cardName)) } };
}

/**
 * @param {Glance} glance
 * @returns {Advice}
 */
function show(glance) {
  const [seat] = mine(glance);
  return seat
    ? {
        name: "help-show",
        terms: ["melds"],
        places: whom([seat]),
        deeds: [{ name: "do-show", action: "show", args: { seat } }],
      }
    : thinks(glance);
}

/**
 * Return the advice to confirm the result, or to wait if only bots still have to confirm it.
 * @param {Glance} glance
 * @param {Told} told
 * @returns {Advice}
 */
function confirm(glance, told) {
  const seats = oneOfEachSide(glance, told);
  if (seats.length === 0) {
    const sides = told.score.sides.filter((side) => glance.who.some((seat) => side.includes(seat)));
    return { name: "help-confirm-others", places: { side: joined(sides.map(sideName)) } };
  }
  return {
    name: seats.length > 1 ? "help-confirm-each" : "help-confirm",
    places: whom(seats),
    terms: termsOf(told),
    deeds: [{ name: "do-confirm", action: "agree", args: { seats } }],
  };
}

/**
 * Return the terms that explain the result of a deal.
 * @param {Told} told
 */
function termsOf({ deal: { outcome, belote }, score }) {
  return [
    ...(OUTCOME_TERMS[outcome] ?? []),
    ...(score.hangs > 0 && outcome !== "litige" ? ["hanging"] : []),
    ...(belote.some((points) => points > 0) ? ["belote"] : []),
  ];
}

/**
 * Return the seat of one person for each side that has not confirmed the result. A side without
 * persons has no seat in the list.
 * @param {Glance} glance
 * @param {Told} told
 */
function oneOfEachSide(glance, told) {
  const asked = mine(glance);
  const first = told.score.sides.map((side) => asked.find((seat) => side.includes(seat)));
  return first.filter((seat) => seat !== undefined);
}

/** @param {Glance} glance */
function mine(glance) {
  return persons(glance.bots).filter((seat) => glance.who.includes(seat));
}

/** @param {string[]} seats */
function whom(seats) {
  return { seat: joined(seats.map(seatName)) };
}
