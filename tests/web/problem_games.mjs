// Play each problem in FILE twice with the page's code: `node problem_games.mjs FILE`. The first
// game begins with the right card. The second game begins with the tempting card, which is wrong.
// Both games go on with best play. Print the results of both games of each problem as JSON.
import { readFileSync } from "node:fs";
import { ProblemGame } from "../../host_tools/marcoria/web/page/problem_game.mjs";
import { OpenDeal } from "../../host_tools/marcoria/web/worker/open_deal.mjs";

const { problems, tables } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const analyst = {
  weigh: async (deal, cards) => new OpenDeal(deal).weigh(cards),
  choices: async (deal, cards) => new OpenDeal(deal).choices(cards),
  answers: async (deal, cards, seat) => new OpenDeal(deal).answers(cards, seat),
};

async function played(problem, first) {
  const rules = tables[`${problem.house} ${problem.contract}`];
  const game = new ProblemGame(analyst, problem, rules, async () => {});
  await game.start();
  const choices = Object.keys(game.choice.costs).sort();
  for (let card = first; card; ) {
    await game.play(card);
    [card] = Object.entries(game.choice?.costs ?? {}).find(([, cost]) => cost === 0) ?? [];
  }
  return { choices, isOver: game.isOver, isMade: game.isMade, points: game.points };
}

const found = [];
for (const problem of problems) {
  const [key] = problem.keys.split(" ");
  found.push([await played(problem, key), await played(problem, problem.tempting)]);
}
console.log(JSON.stringify(found));
