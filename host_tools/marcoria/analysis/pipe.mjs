/** The solvers as a program for node: one question on each line, one line of answer. */

import { createInterface } from "node:readline";
import { Solvers } from "./solvers.mjs";

const solvers = new Solvers();

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${solvers.answer(line)}\n`);
}
