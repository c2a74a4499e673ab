// Play choices.py in the VM of the page's players. `node choices.mjs SITE FOLDER WISH` prints what
// `choices.played` returns, as JSON. SITE is the folder of the page. FOLDER has choices.py and
// kitchen.py. WISH is a JSON array: the house's name, and the arguments `kinds`, `seed` and
// `deals`.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [, , site, folder, wish] = process.argv;
const part = (name) => import(pathToFileURL(path.join(site, name)));
const { load } = await part("worker/program.mjs");
const { World } = await part("vm/world.mjs");
const { Experts } = await part("worker/experts.mjs");

const { package: pack, files } = await load(
  async (name) => new Uint8Array(fs.readFileSync(path.join(site, name))),
);
const own = Object.fromEntries(
  ["choices", "kitchen"].map((name) => [
    `/lib/${name}.py`,
    new Uint8Array(fs.readFileSync(path.join(folder, `${name}.py`))),
  ]),
);
const experts = new Experts(); // `ask` computes the answer at once, because node has no `Worker`
let printed = "";
const world = new World(() => {});
await world.build({
  package: pack,
  print: (bytes) => {
    printed += new TextDecoder().decode(bytes);
  },
  files: { ...files.world, ...own },
  setup: `
import json, board, sys
sys.path[:] = ["/lib", ".frozen"]
from marcoria.sim.chips.world import World
world = World(board, 0)
import _clock
from choices import played
from marcoria.analysis.solvers import PageSolver
PageSolver.weigh = lambda self, question: self.take(self.ask(question))
from marcoria.firmware.table.files.houses import load_anyhow
house, kinds, seed, deals = json.loads(${JSON.stringify(wish)})
print(json.dumps(played(load_anyhow("", house, []), kinds, seed, deals, _clock.now)))
`,
  seed: 0,
  facade: "None",
  reset: () => {},
  readPage: () => "",
  modules: {
    _solvers: experts.module(),
    _clock: { now: () => performance.now() },
  },
});
console.log(printed.trim().split("\n").at(-1));
