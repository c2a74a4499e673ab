// Drawing in SVG: a few colours, and rows of shapes. Nothing here has an id, so that any number of
// cards can be on one page.

export const [INK, PAPER, IVORY, GOLD] = ["#231f2b", "#fffdf5", "#fbf2dd", "#f0b73a"];

/** @type {Record<string, string>} */
const COLOURS = {
  ...{ line: "none", ink: INK, white: "#fffefa", grey: "#dcd9d3", night: "#34303d" },
  ...{ red: "#c42b2f", blue: "#27559b", gold: GOLD, sky: "#bcd2ea", leaf: "#4f8a52" },
  ...{ fair: "#fce4cd", tan: "#efc49c", brown: "#c98f63" },
  ...{ chestnut: "#7d4424", ginger: "#c3672a" },
};

/** Styles of the outline; "pale" is visible on dark shapes. @type {Record<string, string>} */
const OUTLINES = {
  bare: ' stroke="none"',
  blush: ' stroke="none" opacity=".22"',
  fine: ' stroke-width="1.2"',
  pale: ' stroke="#8d8799" stroke-width="1.2"',
};

/**
 * Return rows of shapes as SVG, the last row on top. A row is a few words and a path, which begins
 * with "M". The first word is the colour, or "line" for a shape without a fill. Optional further
 * words are a style of the outline, and "both" to draw the shape a second time, mirrored at x = 0.
 * @param {string[]} rows  such as "gold fine both M10 0H20V10Z"
 */
export function draw(rows) {
  return rows.map(shape).join("");
}

/** @param {string} row */
function shape(row) {
  const start = row.indexOf("M");
  const [colour, ...marks] = row.slice(0, start).trim().split(" ");
  const outline = marks.map((mark) => OUTLINES[mark] ?? "").join("");
  const drawn = `<path d="${row.slice(start)}" fill="${COLOURS[colour]}"${outline}/>`;
  return marks.includes("both") ? `${drawn}<g transform="scale(-1 1)">${drawn}</g>` : drawn;
}

/**
 * Return the SVG path of a disc. A row for `draw` can end with it.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function disc(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * Return the path of discs of one size; `places` has x and y of each disc in turn.
 * @param {number} r
 * @param {number[]} places
 */
export function discs(r, ...places) {
  return places.map((x, i) => (i % 2 ? "" : disc(x, places[i + 1], r))).join("");
}

/**
 * Return the path of a lozenge.
 * @param {number} x
 * @param {number} y
 * @param {number} wide  half of its width
 * @param {number} high  half of its height
 */
export function lozenge(x, y, wide, high) {
  return `M${x} ${y - high}l${wide} ${high}l${-wide} ${high}l${-wide} ${-high}z`;
}
