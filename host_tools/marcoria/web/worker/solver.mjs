// Worker that answers questions about deals with open cards. The solver has a worker of its own,
// so that neither the page nor the table waits for it.

import { OpenDeal } from "./open_deal.mjs";

/** @import { Choice, DealFacts, Play, Verdict } from "./deal_shapes.js" */

/** @typedef {{deal: DealFacts, cards?: string[], seat?: string}} Question */

/** @type {Record<string, (question: Question) => Play[] | Choice | string[] | Verdict>} */
const questions = {
  weigh: ({ deal, cards = [] }) => new OpenDeal(deal).weigh(cards),
  choices: ({ deal, cards = [] }) => new OpenDeal(deal).choices(cards),
  answers: ({ deal, cards = [], seat = "" }) => new OpenDeal(deal).answers(cards, seat),
  verdict: ({ deal }) => new OpenDeal(deal).verdict(),
};

addEventListener("message", ({ data: { id, ask, question } }) => {
  try {
    postMessage({ id, value: questions[ask](question) });
  } catch (error) {
    const sentence = `${/** @type {Error} */ (error).stack}`;
    postMessage({ id, error: { code: "mistake", sentence } });
  }
});
