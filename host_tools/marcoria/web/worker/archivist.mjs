// Worker for the history of finished deals that the browser keeps. It reads journals and texts in
// BDN (docs/bdn.md) with the Python code of the host tools.

import { Papers } from "./papers.mjs";
import { fetched, load } from "./program.mjs";

const papers = load(fetched).then((parts) => new Papers(parts, fetched));

/** @type {Record<string, (papers: Papers, question: any) => Promise<unknown[]>>} */
const questions = {
  finished: (desk, journal) => desk.finished(journal),
  facts: (desk, text) => desk.paperDeals({ text }),
};

addEventListener("message", async ({ data: { id, ask, question } }) => {
  try {
    postMessage({ id, value: await questions[ask](await papers, question) });
  } catch (error) {
    const { message, code } = /** @type {Error & {code?: string}} */ (error);
    postMessage({ id, error: { code: code ?? "mistake", sentence: message } });
  }
});
