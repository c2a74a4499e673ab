// The line below a real table: what is the matter with it, or what is waited for there.

import { joined, seatName } from "./words.mjs";

/** @typedef {import("./advice.mjs").Advice} Advice */
/** @typedef {import("./shapes.mjs").Glance} Glance */
/** @typedef {import("./shapes.mjs").Told} Told */

/** What can be in the way, that there is a sentence for. */
const TROUBLES = ["connecting", "gone", "busy", "no-answer", "unknown"];
const MOMENTS = ["start", "deal", "lay-upcard", "bid", "card", "confirm", "answer"];

/**
 * @param {Glance} glance
 * @param {Told | null} told
 * @returns {Advice}
 */
export function adviseReal(glance, told) {
  const trouble = told?.trouble ?? "connecting";
  if (trouble) {
    return { name: TROUBLES.includes(trouble) ? `real-${trouble}` : "real-other", wrong: true };
  }
  if (told?.known === false) {
    return { name: "real-house-unknown", places: { house: glance.house.name }, wrong: true };
  }
  const name = MOMENTS.includes(glance.next) ? `real-${glance.next}` : "help-wait";
  return { name, places: { seat: joined(glance.who.map(seatName)) } };
}
