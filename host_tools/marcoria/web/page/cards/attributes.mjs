// What the twelve of the court hold in their hand, at the right: each upright around x = 80.

import { BLUE, CHESTNUT, disc, discs, GOLD, GREY, INK, LEAF, lozenge, RED, WHITE } from "./drawing.mjs";

/** @param {number} top @param {string} fill @returns {import("./drawing.mjs").Part} */
const pole = (top, fill = CHESTNUT) => [fill, `M77.5 ${top}H82.5V215H77.5Z`];

/** @type {Record<string, import("./drawing.mjs").Part[]>} */
export const ATTRIBUTES = {
  sword: [
    [GREY, "M75 134V36L80 22L85 36V134Z"],
    ["none", "M80 34V132", "fine"],
    [GOLD, "M60 134C58 128 64 126 67 130H93C96 126 102 128 100 134C98 138 94 138 92 138H68C66 138 62 138 60 134Z"],
    [CHESTNUT, "M77 138H83V180H77Z"],
  ],
  orb: [
    [GOLD, "M78 102V95H71V90H78V83H82V90H89V95H82V102Z"],
    [BLUE, disc(80, 123, 21)],
    [GOLD, "M59.5 119C72 126 88 126 100.5 119V126C88 133 72 133 59.5 126Z"],
    [GOLD, "M77 102.2V124H83V102.2Z"],
    [RED, disc(80, 126, 4)],
  ],
  axe: [
    [CHESTNUT, "M77.5 26H82.5V215H77.5Z"],
    [GREY, "M77 44C70 44 64 38 59 30C53 50 53 66 59 86C64 76 70 71 77 71Z"],
    [GREY, "M83 48L96 40V75L83 67Z"],
    [GOLD, "M75 42H85V73H75Z"],
    [GOLD, disc(80, 26, 4.5)],
  ],
  sceptre: [
    pole(60, GOLD),
    [RED, "M70 66C74 62 86 62 90 66L87 74H73Z"],
    [GOLD, discs(9, 80, 34, 69.5, 49, 90.5, 49)],
    [GOLD, "M77 42H83L86 64H74Z"],
    [BLUE, discs(3.5, 80, 34, 69.5, 49, 90.5, 49), "fine"],
    [GOLD, "M73 92H87V98H73Z"],
  ],
  lily: [
    [LEAF, "M78.5 60H81.5V215H78.5Z"],
    [LEAF, "M80 128C70 124 64 112 63 98C74 102 80 114 80 128Z"],
    [LEAF, "M80 112C90 108 96 98 97 84C86 88 80 98 80 112Z"],
    [WHITE, "M80 78C66 74 60 58 58 44C66 46 72 52 76 60Z"],
    [WHITE, "M80 78C94 74 100 58 101 44C94 46 88 52 84 60Z"],
    [WHITE, "M80 78C68 64 70 42 80 28C90 42 92 64 80 78Z"],
    ["none", "M80 40V66", "fine"],
    [GOLD, disc(80, 74, 4), "fine"],
  ],
  rose: [
    [LEAF, "M78.5 66H81.5V215H78.5Z"],
    [LEAF, "M80 124C68 124 62 114 60 102C72 102 80 110 80 124Z"],
    [LEAF, "M80 106C91 106 97 97 99 86C88 86 80 93 80 106Z"],
    [LEAF, "M80 78C70 76 64 72 62 64L80 66L98 64C96 72 90 76 80 78Z"],
    [RED, disc(80, 50, 21)],
    ["none", "M61 44C64 62 84 66 97 58C88 70 66 70 59.5 54M99 42C96 54 84 58 74 52", "fine"],
    [RED, "M70 44C72 34 88 34 90 44C92 54 72 58 70 44Z"],
    ["none", "M76 45C78 40 84 41 84 46C83 49 79 49 78 47", "fine"],
  ],
  cup: [
    [GOLD, "M76 116H84V180H76Z"],
    [GOLD, "M59 68H101C102 96 92 114 80 116C68 114 58 96 59 68Z"],
    [RED, "M59 68C62 62 98 62 101 68C98 74 62 74 59 68Z"],
    [BLUE, lozenge(80, 93, 7, 9)],
    [RED, discs(3.2, 66, 87, 94, 87), "fine"],
    [GOLD, disc(80, 126, 6.5)],
  ],
  branch: [
    ["none", "M80 215V40"],
    [LEAF, "M80 52C72 44 73 32 80 22C87 32 88 44 80 52Z"],
    ...[64, 92, 120].flatMap((y) => [
      [LEAF, `M80 ${y + 18}C68 ${y + 16} 61 ${y + 6} 60 ${y - 8}C72 ${y - 6} 79 ${y + 4} 80 ${y + 18}Z`],
      [LEAF, `M80 ${y + 8}C92 ${y + 6} 99 ${y - 4} 100 ${y - 18}C88 ${y - 16} 81 ${y - 6} 80 ${y + 8}Z`],
    ]),
    [RED, discs(4, 71, 63, 89, 78, 71, 91), "fine"],
  ],
  halberd: [
    pole(60),
    [GREY, "M80 18L86 50H74Z"],
    [GREY, "M75 52C66 52 60 48 57 42C54 58 55 74 60 88C64 80 69 76 75 76Z"],
    [GREY, "M85 54L100 60L85 72Z"],
    [RED, "M74 50H86V78H74Z"],
    [GOLD, "M73 78H87L90 96L85 92L80 98L75 92L70 96Z"],
  ],
  arrow: [
    pole(36),
    [GREY, "M80 20L92 48L80 42L68 48Z"],
    [RED, "M82.5 92L94 82V112L82.5 124Z"],
    [RED, "M77.5 92L66 82V112L77.5 124Z"],
    ["none", "M82.5 102L94 92M82.5 112L94 102M77.5 102L66 92M77.5 112L66 102", "fine"],
  ],
  pennon: [
    pole(32),
    [GREY, "M80 16L85 34H75Z"],
    [RED, "M77.5 40C68 36 62 46 52 42L58 54L50 66C60 70 68 62 77.5 66Z"],
    [GOLD, "M77.5 48.5C68 45 64 53 56 51L58 54L55.5 58C64 60 68 54 77.5 57.5Z", "fine"],
    [GOLD, disc(80, 36, 4)],
  ],
  horn: [
    [GOLD, "M62 64C58 60 64 44 72 46C92 56 102 92 86 140L78 176L72 174L76 138C86 104 80 80 62 64Z"],
    [CHESTNUT, "M66 67C82 82 87 104 78 134L86 138C98 96 90 66 72 52Z"],
    [GOLD, "M84 92L95 88L96 98L85 100Z"],
    [INK, "M60 65C56 58 62 44 70 44C74 50 68 66 60 65Z"],
  ],
};
