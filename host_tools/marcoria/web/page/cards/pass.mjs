// A bus pass: what somebody lays on the table by mistake.

import { disc, PAPER } from "./drawing.mjs";

const COLOUR = "#6f8b93";
const BODY = "M-44-40C-44-50-38-54-28-54H28C38-54 44-50 44-40V30H36V42H20V30H-20V42H-36V30H-44Z";
const WINDOWS = `M-34-40H34V-6H-34ZM-14-50H14V-45H-14Z${disc(-28, 14, 6)}${disc(28, 14, 6)}`;
const RADIO = [10, 18, 26].map((x) => `M${x} ${-x}a${1.4 * x} ${1.4 * x} 0 0 1 0 ${2 * x}`);

/** @param {number} y @param {number} opacity */
function wave(y, opacity) {
  const crest = `M1 ${y}c59-44 95 34 149 0c36-22 66-20 89-4`;
  return `<path d="${crest}V321Q239 335 225 335H15Q1 335 1 321Z" opacity="${opacity}"/>`;
}

export function pass() {
  return (
    `<rect x="1" y="1" width="238" height="334" rx="14" fill="${COLOUR}"/>` +
    `<g fill="${PAPER}">${wave(196, 0.16)}${wave(228, 0.2)}${wave(262, 0.28)}</g>` +
    `<g fill="none" stroke-linecap="round"><path transform="translate(182 52)" ` +
    `d="${RADIO.join("")}" stroke="${PAPER}" stroke-width="5"/>` +
    `<path d="M24 296H120M24 310H84" stroke="${COLOUR}" stroke-width="6"/></g>` +
    `<g transform="translate(120 150)"><path d="${BODY}" fill="${PAPER}"/>` +
    `<path d="${WINDOWS}" fill="${COLOUR}"/></g>`
  );
}
