// Advice of the expert bot in sentences: the bid or the card that the expert would choose in a
// person's place. The expert knows only this person's cards and the events of the match
// (web/world/advice.py). The page asks the expert only when the person presses a button.

import { reasonText } from "./sentences.mjs";
import { cardSign, joined, suitName, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Reason } from "./shapes.mjs" */

/**
 * @typedef {{do: "pass", what: string}} Pass
 * @typedef {{do: "bid", what: string, reason: {strong: string[]}}} Bid
 * @typedef {{do: "card", what: string, reason: Reason, announce: string[], belote: boolean}} Play
 */

const DOUBLES = ["double", "redouble", "third"];

/**
 * Ask what the expert would do at a seat now, and return the answer in sentences.
 * @param {Feed} feed
 * @param {string} seat
 */
export async function askExpert(feed, seat) {
  return adviceText(await feed.do("advise", { seat }));
}

/**
 * Return an answer of the action `advise` in sentences.
 * @param {Pass | Bid | Play | null} advice null if there is no advice
 */
export function adviceText(advice) {
  if (!advice) {
    return words("advice-none");
  }
  if (advice.do === "card") {
    return cardText(advice);
  }
  return advice.do === "bid" ? bidText(advice) : words("advice-pass");
}

/** @param {Bid} advice */
function bidText({ what, reason: { strong } }) {
  const bid = DOUBLES.includes(what)
    ? words(`advice-${what}`)
    : words("advice-bid", { suit: suitName(what) });
  const why = words("advice-strong", { cards: joined(strong.map(cardSign)) });
  return strong.length > 0 ? `${bid} ${why}` : bid;
}

/** @param {Play} advice */
function cardText({ what, reason, announce, belote }) {
  const said = [words("advice-card", { card: cardSign(what), reason: reasonText(reason) })];
  if (belote) {
    said.push(words("advice-belote"));
  }
  if (announce.length > 0) {
    const melds = joined(announce.map((kind) => words(`meld-${kind}`)));
    said.push(words("advice-announce", { what: melds }));
  }
  return said.join(" ");
}
