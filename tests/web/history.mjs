// Run functions of the page's history without a browser. `node history.mjs ACTION FILE` applies an
// action (facts, numbers, compared or read) to the JSON in FILE, and prints the result as JSON.

import { readFileSync } from "node:fs";

const PAGE = "../../host_tools/marcoria/web/page/";
const { checked, factsOf } = await import(`${PAGE}history_record.mjs`);
const { compared, read, written } = await import(`${PAGE}history_file.mjs`);
const { byHouse, byPlayer } = await import(`${PAGE}history_numbers.mjs`);

const [, , action, file] = process.argv;
const given = JSON.parse(readFileSync(file, "utf-8"));
const names = (deals) => deals.map(({ key }) => key);
const actions = {
  facts: (deals) => deals.map((deal) => checked(deal) && factsOf(deal)),
  numbers: (deals) => ({ houses: byHouse(deals), players: byPlayer(deals) }),
  compared: ([own, others]) => {
    const found = compared(own, read(written(others)));
    return Object.fromEntries(Object.entries(found).map(([kind, deals]) => [kind, names(deals)]));
  },
  read: (texts) =>
    texts.map((text) => {
      try {
        return names(read(text));
      } catch (error) {
        return error.told ?? `${error}`;
      }
    }),
};
process.stdout.write(JSON.stringify(actions[action](given)));
