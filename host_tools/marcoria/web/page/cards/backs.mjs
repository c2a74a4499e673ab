// The back of a card: a woven lattice, and a medallion with an M that reads from both ends.

import { disc, GOLD, PAPER } from "./drawing.mjs";

const COLOURS = [
  { ground: "#1f3f73", ribbon: "#8fabd3" },
  { ground: "#8f1f2a", ribbon: "#e0a596" },
];

// From ribbon to ribbon, and how wide one is. Each is broken where it dives below another.
const [STEP, WIDE] = [18, 9];
const GAP = WIDE + 4;
const M = "M-17-5V-29L0-12L17-29V-5";

/**
 * One way of the weave.
 * @param {number} turn
 * @param {number} odd  0 or 1: which crossings it dives at
 */
function ribbons(turn, odd) {
  const numbers = Array.from({ length: 25 }, (_, i) => i - 12);
  const lines = numbers.map((i) => {
    const start = -14 * STEP + GAP / 2 + ((i + odd) % 2 ? STEP : 0);
    return `M${start} ${i * STEP}H260`;
  });
  const dashes = `${2 * STEP - GAP} ${GAP}`;
  return `<path transform="rotate(${turn})" stroke-dasharray="${dashes}" d="${lines.join("")}"/>`;
}

/** @param {number} deck */
export function lattice(deck) {
  const { ground, ribbon } = COLOURS[deck % COLOURS.length];
  const half = `<path d="${M}"/>`;
  return (
    `<rect x="11" y="11" width="218" height="314" rx="7" fill="${ground}"/>` +
    `<svg x="18" y="18" width="204" height="300" viewBox="-102 -150 204 300" fill="none">` +
    `<g stroke="${ribbon}" stroke-width="${WIDE}">${ribbons(45, 0)}${ribbons(-45, 1)}</g>` +
    `<path d="${disc(0, 0, 46)}" fill="${ground}" stroke="${PAPER}" stroke-width="3"/>` +
    `<path d="${disc(0, 0, 40)}" stroke="${GOLD}" stroke-width="1.5"/>` +
    `<g stroke="${PAPER}" stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round">` +
    `${half}<g transform="rotate(180)">${half}</g></g></svg>` +
    `<rect x="18" y="18" width="204" height="300" rx="3" fill="none" stroke="${PAPER}" ` +
    'stroke-width="2"/>'
  );
}
