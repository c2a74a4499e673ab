/** Program for node: for each line with a question, it writes a line with a solver's answer. */

import { createInterface } from "node:readline";
import { Solvers } from "./solvers.mjs";

const solvers = new Solvers();

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${solvers.answer(line)}\n`);
}
