// The worker that reads the deal in a link. It has no access to the table, so a link can be opened
// in any tab without disturbing a match.

import { Papers } from "./papers.mjs";
import { fetched, load } from "./program.mjs";

addEventListener("message", async ({ data: parts }) => {
  try {
    const papers = new Papers(await load(fetched), fetched);
    postMessage({ deal: await papers.linkedDeal(parts) });
  } catch (error) {
    const { code = "", message } = /** @type {Error & {code?: string}} */ (error);
    postMessage({ code, message });
  }
});
