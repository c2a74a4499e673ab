// Deal the unseen cards many times. `node draw_deals.mjs DEALS SEED BELIEF` prints the places of
// the unseen cards in each deal as JSON, null for an impossible deal. BELIEF has the fields of the
// Python class `Belief` as JSON.

import { Dealer } from "../../host_tools/marcoria/analysis/worlds.mjs";

const [deals, seed, belief] = process.argv.slice(2).map((text) => JSON.parse(text));
const dealer = new Dealer(belief, seed);
const places = (hands) =>
  hands && belief.unseen.map((card) => hands.findIndex((hand) => hand.includes(card)));
console.log(JSON.stringify(Array.from({ length: deals }, () => places(dealer.deal()))));
