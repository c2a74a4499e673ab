// The worker in which the solvers of the experts run (experts.mjs).

import { Solvers } from "../../analysis/solvers.mjs";

const solvers = new Solvers();

addEventListener("message", ({ data: { number, text } }) => {
  postMessage({ number, answer: solvers.answer(text) });
});
