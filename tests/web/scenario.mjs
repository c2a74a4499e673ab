// Play scenario files at the page's table, without the page: `node scenario.mjs SITE FILE...`.
// SITE is the page's folder. Print a line of JSON for each file, with the reports on its steps (as
// the page would receive them), the errors, and the real time in ms. If a file is refused, the
// line has the code and the sentence of the error instead of the reports.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , site, ...files] = process.argv;
const part = (name) => import(pathToFileURL(path.join(site, "worker", name)));
const { load } = await part("program.mjs");
const { Papers } = await part("papers.mjs");
const { Table } = await part("table.mjs");

const LIMIT_US = 900e6; // limit of virtual time for a scenario
const fetched = async (name) => new Uint8Array(fs.readFileSync(path.join(site, name)));
const parts = await load(fetched);
const papers = new Papers(parts, fetched);

async function played(text) {
  const { chosen, stage } = await papers.scenario(text);
  const table = await Table.make(parts, chosen, null, stage);
  table.call("play_scenario", {});
  const steps = [];
  const troubles = [];
  const over = () => steps.some(({ step, of, ok }) => ok === false || (ok && step === of));
  while (!over() && !troubles.length && table.now < LIMIT_US) {
    const news = await table.run();
    table.ask("look"); // as the worker does; this must work while a scenario's players hold cards
    steps.push(...(news.scenario ?? []));
    troubles.push(...(news.failures ?? []));
  }
  return { steps, troubles, fault: table.fault, house: chosen.house };
}

for (const file of files) {
  const since = performance.now();
  const found = await played(fs.readFileSync(file, "utf8")).catch((error) => {
    return { refused: error.code ?? error.stack, sentence: error.message };
  });
  console.log(JSON.stringify({ ...found, ms: performance.now() - since }));
}
