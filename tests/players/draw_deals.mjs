// Deal the unseen cards DEALS times. `node draw_deals.mjs DEALS SEED BELIEF` prints a list of the
// deals as JSON. A deal is a list with the place of each unseen card, or null if no deal is
// possible. BELIEF has the fields of the Python class `Belief`, also as JSON.

import { Dealer } from "../../host_tools/marcoria/analysis/worlds.mjs";

const [deals, seed, belief] = process.argv.slice(2).map((text) => JSON.parse(text));
const dealer = new Dealer(belief, seed);
const places = (hands) =>
  hands && belief.unseen.map((card) => hands.findIndex((hand) => hand.includes(card)));
console.log(JSON.stringify(Array.from({ length: deals }, () => places(dealer.deal()))));
