/**
 * The solver as a program for node: one JSON request on each line, one line of answer.
 *
 * `solver` is the number of a solver. `tables` makes it, `value` and `cards` ask it about a
 * position, `weigh` about what a player knows. The answer is a list of numbers.
 */

import { createInterface } from "node:readline";
import { Solver } from "./solver.mjs";
import { weigh } from "./worlds.mjs";

/** @type {Solver[]} */
const solvers = [];

/** @param {any} request @returns {number[]} */
function answer(request) {
  const { solver: number, tables, value, cards, weigh: question } = request;
  if (tables) solvers[number] = new Solver(tables);
  const solver = solvers[number];
  if (value) return [solver.value(value.position, value.score)];
  if (cards) return [...solver.cards(cards.position, cards.score)].flat();
  if (question) return weigh(solver, question);
  return [];
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
