// Icons for buttons, each drawn in a square of 24 by 24 units.

import { drawing } from "./dom.mjs";

/** @type {Record<string, string>} */
const LINES = {
  cards: "M4 7l9-3 4 13-9 3zM14 5h5v14h-4",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 3.5-7 8-7s8 2 8 7",
  bot: "M5 9h14v10H5zM12 9V5M9 4h6M9 13v2M15 13v2M2 13v3M22 13v3",
  speed: "M4 18a9 9 0 1 1 16 0M12 15l4-6",
  step: "M6 5l9 7-9 7zM18 5v14",
  break: "M13 2L5 13h6l-1 9 8-12h-6z",
  problems: "M6 3h12v18H6zM9.500 9.500q0-3 2.500-3t2.500 2.800q0 1.700-2.500 3.200v1.500M12 17v.5",
  matches: "M5 3h12a2 2 0 0 1 2 2v16H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-1h12M9 7h6M9 11h6",
  star: "M12 3l2.700 5.800 6.300.800-4.600 4.300 1.200 6.200L12 17l-5.600 3.100 1.200-6.200L3 9.600l6.300-.800z",
  inside: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9q2 3 0 6M19 6q4 6 0 12",
  quiet: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  tongue: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3q-8 9 0 18M12 3q8 9 0 18",
  help: "M9 9q0-4 3.500-4T16 8.500q0 2.500-4 4.500v2M12 19v.5",
  away: "M6 9l6 6 6-6",
  knock:
    "M7 12V7a1.700 1.700 0 0 1 3.400 0M10.400 10V6a1.700 1.700 0 0 1 3.400 0v4M13.800 10V7a1.700 1.700 0 0 1 3.400 0v6q0 7-5 7-4 0-6-4l-2-3q1-2 3-.500",
  turn: "M5 12a7.500 7.500 0 1 1 2.500 5.500M4 20v-5h5",
  cable: "M9 3v4M15 3v4M7 7h10v4a5 5 0 0 1-10 0zM12 16v5",
  deal: "M6 6h9v13H6zM9 6V3h9v13h-3",
};

/**
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const attributes = {
    viewBox: "0 0 24 24",
    class: "icon",
    "data-icon": name,
    "aria-hidden": "true",
  };
  if (name === "mark") {
    return drawing("svg", attributes, ...mark());
  }
  return drawing("svg", attributes, drawing("path", { d: LINES[name] ?? "" }));
}

/** Return the shapes of the program's icon, a table. */
function mark() {
  return [
    drawing("rect", { x: 2, y: 4, width: 20, height: 16, rx: 5, class: "wood" }),
    drawing("rect", { x: 5, y: 7, width: 14, height: 10, rx: 2.5, class: "felt" }),
    drawing("rect", { x: 9, y: 9.5, width: 6, height: 5, rx: 0.8, class: "sheet" }),
  ];
}
