// Run the page's table without the page: `node people_table.mjs SITE WISH`. SITE is the page's
// folder. WISH is JSON with the settings of the table (`Wanted` in worker/shapes.d.ts). Each line
// of standard input is a command in JSON. {"call": [name, fields]} calls a method of the table,
// and {"run": ms} advances the virtual time. The answer to a command is a line of JSON: the result
// of the method and the state after the command, or {"error": message}.

import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const [, , site, wish] = process.argv;
const part = (name) => import(pathToFileURL(path.join(site, "worker", name)));
const { chosenFrom } = await part("choice.mjs");
const { load } = await part("program.mjs");
const { Table } = await part("table.mjs");

const parts = await load(async (name) => new Uint8Array(fs.readFileSync(path.join(site, name))));
const chosen = chosenFrom(JSON.parse(wish));
const table = await Table.make(parts, chosen, null);
table.call("start", { dealer: chosen.dealer });

let told = null;
const reasons = {};
let most = 0; // the largest number of cards that were ever on one pad at once

async function run(ms) {
  const [end, happened] = [table.now + ms * 1000, []];
  while (table.now < end) {
    const news = await table.run();
    told = news.told ?? told;
    most = Math.max(most, ...Object.values(table.ask("look").pads).map((cards) => cards.length));
    happened.push(...(news.happened ?? []));
    Object.assign(reasons, news.reasons);
    if (news.failures?.length || table.fault) throw new Error(news.failures?.[0] ?? table.fault);
  }
  return happened;
}

async function answer({ call, run: ms }) {
  const value = call ? table.call(call[0], call[1]) : null;
  const happened = ms ? await run(ms) : [];
  const { lights: _, ...glance } = table.ask("look");
  return { value, happened, reasons, told, most, glance, now: table.now / 1000 };
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const found = await answer(JSON.parse(line)).catch(({ message }) => ({ error: message }));
  console.log(JSON.stringify(found));
}
