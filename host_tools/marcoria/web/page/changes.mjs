// What has changed in what the records tell of a match, in sentences.

import { offenceText, suspicion } from "./audit_grid.mjs";
import * as say from "./sentences.mjs";
import { cardName, words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Told} Told */

/**
 * Everything, in the order in which people would say it.
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
 * Only what a listener wants to know of a match that runs fast: offences and results.
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
 * @returns {Item[]} what has come at its end
 */
function added(before, now) {
  const same = before.every((one, i) => JSON.stringify(one) === JSON.stringify(now[i]));
  return same ? now.slice(before.length) : now.length > before.length ? now.slice(-1) : [];
}

/**
 * The bidding: what was turned up, called, and is played in the end; and announcements.
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
    ...(upcard ? [say.trump({ ...now, contract: null })] : []),
    ...last.map(say.call),
    ...(decided ? [say.trump(now)] : []),
    ...added(melds, now.announced).map(say.announcement),
  ];
}

/**
 * Whether a call is what is played in the end, which is said by itself.
 * @param {Told} now
 * @param {string} seat
 * @param {string} bid
 */
function takes(now, seat, bid) {
  return seat === now.taker && bid === now.contract;
}

/**
 * Cards laid, and the trick that they complete.
 * @param {Told} before
 * @param {Told} now
 */
function plays(before, now) {
  const complete = now.last && JSON.stringify(now.last) !== JSON.stringify(before.last);
  if (complete && now.last) {
    const rest = added(before.trick, now.last.cards).map(say.played);
    return [...rest, say.taken(now), ...now.trick.map(say.played)];
  }
  if (now.trick.length < before.trick.length) {
    return now.number === before.number ? [words("say-taken-back")] : [];
  }
  return added(before.trick, now.trick).map(say.played);
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
    said.push(say.result(now));
  }
  if (now.score.match.join() !== before.score.match.join()) {
    said.push(say.score(now));
  }
  if (now.over && !before.over) {
    said.push(say.over(now));
  }
  return said;
}

/**
 * Whether the display has a question, or the same one for others.
 * @param {Told} before
 * @param {Told} now
 */
export function asks(before, now) {
  return now.asked.length > 0 && now.asked.join() !== before.asked.join();
}

/**
 * Whose turn it is.
 * @param {Told} before
 * @param {Told} now
 */
function turns(before, now) {
  const said = [];
  const same = now.turn === before.turn && now.phase === before.phase;
  if (!same || now.trick.length !== before.trick.length) {
    said.push(say.turn(now));
  }
  return said;
}
