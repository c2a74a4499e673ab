// Print what the page's solver finds out about the deals in a file: `node open_deals.mjs FILE`.

import { readFileSync } from "node:fs";
import { OpenDeal } from "../../host_tools/marcoria/web/worker/open_deal.mjs";

const found = JSON.parse(readFileSync(process.argv[2], "utf-8")).map((facts) => {
  const deal = new OpenDeal(facts);
  const plays = deal.weigh(facts.plays);
  const turns = facts.plays.map((_, at) => deal.choices(facts.plays.slice(0, at)));
  return { ...deal.verdict(), plays, turns };
});
process.stdout.write(JSON.stringify(found));
