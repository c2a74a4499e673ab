// Let bots play at the page's table, without a page. `node bots.mjs SITE WISH` prints JSON with
// the last state that the page would receive, the number of deals, the kinds of all events and
// notes, the errors and the journal's image. SITE is the folder of the page. WISH is JSON with the
// settings of the table, `deals` (the number of deals), `limit_s` (the limit of virtual time in
// seconds) and perhaps `tidy`: if true, cards of finished tricks are lifted before each step.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , site, wish] = process.argv;
const part = (name) => import(pathToFileURL(path.join(site, "worker", name)));
const { chosenFrom } = await part("choice.mjs");
const { load } = await part("program.mjs");
const { Table } = await part("table.mjs");

const wanted = JSON.parse(wish);
const parts = await load(async (name) => new Uint8Array(fs.readFileSync(path.join(site, name))));
const chosen = chosenFrom(wanted);
const table = await Table.make(parts, chosen, null);
table.call("start", { dealer: chosen.dealer });

let told = null;
const troubles = [];
const happened = [];
// Each deal is confirmed twice: once by each side.
const confirmed = () => happened.filter((kind) => kind === "confirm").length;
while (confirmed() < 2 * wanted.deals && table.now < wanted.limit_s * 1e6) {
  if (wanted.tidy) table.call("tidy", {});
  const news = await table.run();
  told = news.told ?? told;
  troubles.push(...(news.failures ?? []));
  if (told?.stuck && troubles.at(-1) !== told.stuck) troubles.push(told.stuck);
  if (table.fault) break;
  happened.push(...(news.happened ?? []).map(({ kind }) => kind));
  if (told?.over) break;
}
for (let i = 0; i < 50; i++) told = (await table.run()).told ?? told; // receive pending messages
const journal = Buffer.from(table.cells()).toString("base64");
const deals = confirmed() / 2;
console.log(JSON.stringify({ told, deals, happened, troubles, fault: table.fault, journal }));
