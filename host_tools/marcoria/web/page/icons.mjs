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
  idea: "M9 18h6M10 21h4M9 15q-3-2-3-5.500a6 6 0 0 1 12 0q0 3.500-3 5.500v3H9z",
  help: "M9 9q0-4 3.500-4T16 8.500q0 2.500-4 4.500v2M12 19v.5",
  away: "M6 9l6 6 6-6",
  knock:
    "M7 12V7a1.700 1.700 0 0 1 3.400 0M10.400 10V6a1.700 1.700 0 0 1 3.400 0v4M13.800 10V7a1.700 1.700 0 0 1 3.400 0v6q0 7-5 7-4 0-6-4l-2-3q1-2 3-.500",
  turn: "M5 12a7.500 7.500 0 1 1 2.500 5.500M4 20v-5h5",
  cable: "M9 3v4M15 3v4M7 7h10v4a5 5 0 0 1-10 0zM12 16v5",
  sheet: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h3",
  paper: "M3 5h18v14H3zM7 9h4v4H7zM14 9h3M14 12h3M7 16h10",
  options: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6",
  more: "M5 12v.5M12 12v.5M19 12v.5",
  fan: "M4 9l5-3 4 12-5 2zM10 5h5v13M16 6l4 1-2 11-3-.500",
  keys: "M3 6h18v12H3zM7 10v.5M12 10v.5M17 10v.5M8 14h8",
  build: "M13 7l4 4M15 9L5.500 18.500a1.500 1.500 0 0 1-2-2L13 7M11 5l3-2 7 7-2 3z",
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
