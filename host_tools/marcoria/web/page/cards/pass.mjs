// A bus pass: what somebody lays on the table by mistake.

import { disc } from "./drawing.mjs";

const BUS =
  "M-44-40C-44-50-38-54-28-54H28C38-54 44-50 44-40V30H36V42H20V30H-20V42H-36V30H-44Z";

export function pass() {
  const wave = (/** @type {number} */ y, /** @type {number} */ opacity) =>
    `<path d="M1 ${y}C60 ${y - 44} 96 ${y + 34} 150 ${y}C186 ${y - 22} 216 ${y - 20} 239 ${y - 4}` +
    `V321Q239 335 225 335H15Q1 335 1 321Z" fill="#fff" opacity="${opacity}"/>`;
  const radio = [14, 26, 38].map((r) => `M${190 - r * 0.7} ${52 - r * 0.7}A${r} ${r} 0 0 1 ${190 + r * 0.7} ${52 - r * 0.7}`);
  return (
    '<rect x="1" y="1" width="238" height="334" rx="14" fill="#6f8b93"/>' +
    wave(196, 0.16) + wave(228, 0.2) + wave(262, 0.28) +
    `<path d="${radio.join("")}" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>` +
    `<g transform="translate(120 150)"><path d="${BUS}" fill="#fff"/>` +
    '<path d="M-34-40H34V-6H-34ZM-14-50H14V-45H-14Z" fill="#6f8b93"/>' +
    `<path d="${disc(-28, 14, 6)}${disc(28, 14, 6)}" fill="#6f8b93"/></g>` +
    '<path d="M24 296H120M24 310H84" stroke="#6f8b93" stroke-width="6" stroke-linecap="round"/>'
  );
}
