// How pictures are written: a few colours, and rows of shapes that become SVG.
// Nothing here has an id, so that any number of cards can be on one page.

export const [INK, PAPER, WHITE] = ["#231f2b", "#fffdf5", "#fffefa"];
export const [RED, BLUE, GOLD] = ["#c42b2f", "#27559b", "#f0b73a"];
export const [NIGHT, CHESTNUT, GINGER, GREY] = ["#34303d", "#7d4424", "#c3672a", "#dcd9d3"];
export const [FAIR, TAN, BROWN] = ["#fce4cd", "#efc49c", "#c98f63"];
export const [SKY, LEAF] = ["#bcd2ea", "#4f8a52"];

/**
 * What a row says after its path: "both" draws it mirrored as well, "bare" without outline, "fine"
 * with a thin one, "blush" faintly.
 * @typedef {[fill: string, path: string, ...marks: string[]]} Part
 */

/** @type {Record<string, string>} */
const OUTLINES = { bare: ' stroke="none"', fine: ' stroke-width="1.2"', blush: ' opacity=".22"' };

/**
 * Rows of shapes as SVG, the last on top.
 * @param {Part[]} parts
 */
export function draw(parts) {
  return parts.map(part).join("");
}

/** @param {Part} row */
function part([fill, path, ...marks]) {
  const outline = marks.map((mark) => OUTLINES[mark] ?? "").join("");
  const drawn = `<path d="${path}" fill="${fill}"${outline}/>`;
  return marks.includes("both") ? `${drawn}<g transform="scale(-1 1)">${drawn}</g>` : drawn;
}

/**
 * The path of a disc, for a row of shapes.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function disc(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * The path of discs of one size: `places` are x and y in turn.
 * @param {number} r
 * @param {number[]} places
 */
export function discs(r, ...places) {
  return places
    .map((x, i) => (i % 2 ? "" : disc(x, places[i + 1], r)))
    .join("");
}

/**
 * The path of a lozenge.
 * @param {number} x
 * @param {number} y
 * @param {number} wide  half of its width
 * @param {number} high  half of its height
 */
export function lozenge(x, y, wide, high) {
  return `M${x} ${y - high}l${wide} ${high}l${-wide} ${high}l${-wide} ${-high}z`;
}
