// The four jacks: young, without a beard, each with a cap of his own.

import {
  BLUE, CHESTNUT, disc, discs, FAIR, GINGER, GOLD, lozenge, NIGHT, RED, SKY, TAN, WHITE,
} from "./drawing.mjs";
import { PLACKET, SHOULDERS } from "./robes.mjs";

/** @type {Record<string, import("./figures.mjs").Figure>} */
export const JACKS = {
  // A beret with a long feather.
  S: {
    behind: [[NIGHT, "M-24 56C-40 62-38 90-38 112C-30 118-22 116-16 112H16C22 116 30 118 38 112C38 90 40 62 24 56Z"]],
    robe: [
      [BLUE, SHOULDERS],
      [RED, "M0 122H24C56 132 96 136 108 158V240H0Z"],
      [GOLD, discs(3.2, 0, 156, 0, 170, 0, 184), "fine"],
      ["none", "M-60 134C-54 150-52 170-54 200M-80 142C-76 150-76 170-76 200M56 136C50 156 50 180 52 215M84 142C80 160 80 190 82 215"],
    ],
    collar: [[WHITE, "M-12 120L-30 126L-16 146L0 134L16 146L30 126L12 120L0 132Z"]],
    face: { skin: FAIR, brows: "level", lids: "open", mouth: "wry", gaze: 1, nose: 1 },
    hair: [[NIGHT, "M-26 92C-30 74-24 62 0 62C24 62 30 74 26 92C24 82 20 76 18 72C6 76-8 76-18 72C-20 76-24 82-26 92Z"]],
    hat: [
      [NIGHT, "M-34 62C-54 58-46 32-14 28C14 24 46 30 48 48C48 58 40 62 34 64C14 56-14 56-34 62Z"],
      [GOLD, "M-35 68L-34 60C-14 53 14 53 35 61L34 69C14 60-14 61-35 68Z"],
      [WHITE, "M30 54C20 38-4 24-36 30C-52 33-62 46-64 62C-56 54-48 54-44 58C-42 48-34 46-30 50C-24 42-12 42-8 46C4 44 20 48 30 54Z"],
      ["none", "M28 53C8 40-32 32-60 56", "fine"],
      [RED, disc(31, 55, 5)],
    ],
    holds: "halberd",
    sleeve: RED,
    cuff: GOLD,
  },
  // A page's fringe, a round cap with an upright feather.
  H: {
    behind: [[CHESTNUT, "M-22 58C-40 62-36 84-38 98C-40 108-46 108-44 114C-36 122-24 118-18 110H18C24 118 36 122 44 114C46 108 40 108 38 98C36 84 40 62 22 58Z"]],
    robe: [
      [RED, SHOULDERS],
      [GOLD, "M-70 134L-62 134C-54 156-54 180-54 240H-64C-64 190-62 156-70 134ZM-40 127L-30 124C-26 150-26 180-26 240H-36C-36 180-36 150-40 127ZM70 136L62 134C54 156 54 180 54 240H64C64 190 62 156 70 136ZM40 127L30 124C26 150 26 180 26 240H36C36 180 36 150 40 127Z"],
      [WHITE, PLACKET],
      [BLUE, discs(3, 0, 154, 0, 167, 0, 180), "fine"],
    ],
    collar: [[BLUE, "M-13 119C-24 118-36 122-40 128C-34 140-16 146 0 148C16 146 34 140 40 128C36 122 24 118 13 119C6 130-6 130-13 119Z"], [GOLD, lozenge(-26, 130, 4, 5) + lozenge(0, 139, 4, 5) + lozenge(26, 130, 4, 5), "fine"]],
    face: { skin: FAIR, brows: "soft", lids: "open", mouth: "smile", gaze: -1, nose: -1 },
    hair: [
      [CHESTNUT, "M-27 94C-34 66-26 52 0 52C26 52 34 66 27 94C26 84 24 78 22 72H-22C-24 78-26 84-27 94Z"],
      ["none", "M-12 58V71M0 58V71M12 58V71", "fine"],
    ],
    hat: [
      [RED, "M14 50C4 36 10 20 30 17C44 16 50 26 44 38C42 32 36 30 34 34C32 30 26 32 26 38C22 40 18 46 14 50Z"],
      ["none", "M15 49C18 34 28 24 42 24", "fine"],
      [BLUE, "M-30 56C-36 32-14 28 0 28C14 28 36 32 30 56Z"],
      [GOLD, "M-33 64L-32 52C-14 47 14 47 32 52L33 64C14 58-14 58-33 64Z"],
      [RED, lozenge(0, 54, 4, 5) + lozenge(-18, 56, 4, 5) + lozenge(18, 56, 4, 5), "fine"],
    ],
    holds: "arrow",
    sleeve: RED,
    cuff: BLUE,
  },
  // Long blond curls, a hat with a broad brim.
  D: {
    behind: [
      [GOLD, "M20 58C36 62 32 78 36 86C38 94 46 94 46 102C44 108 38 106 36 104C38 112 30 118 22 114L12 100Z", "both"],
      ["none", "M30 76C28 90 32 98 36 104M25 92C26 102 28 108 24 112", "fine", "both"],
    ],
    robe: [
      [BLUE, SHOULDERS],
      [GOLD, "M-24 122C-40 150-50 190-50 240H50C50 190 40 150 24 122Z"],
      ["none", "M-12 150V240M12 150V240"],
      [BLUE, discs(3, 0, 160, 0, 176), "fine"],
      [GOLD, lozenge(-66, 150, 5, 8) + lozenge(68, 156, 5, 8) + lozenge(-88, 154, 4, 7), "fine"],
    ],
    collar: [[WHITE, "M-13 118C-30 124-46 124-54 134C-50 146-26 150-4 142L0 132L4 142C26 150 50 146 54 134C46 124 30 124 13 118L0 130Z"], ["none", "M-48 136C-34 142-18 142-8 136M48 136C34 142 18 142 8 136", "fine"], [RED, "M-6 132H6L4 150H-4Z"]],
    face: { skin: FAIR, brows: "stern", lids: "open", mouth: "small", gaze: 1, nose: 1 },
    hair: [[GOLD, "M-27 90C-33 72-28 54 0 54C28 54 33 72 27 90C26 80 22 76 20 72C8 72-6 70-14 64C-16 72-24 78-27 90Z"]],
    hat: [
      [RED, "M-26 54C-28 30-14 24 0 24C14 24 28 30 26 54Z"],
      [GOLD, "M-27 54L-27 44C-12 40 12 40 27 44L27 54Z"],
      [RED, "M-56 50C-40 52-26 46 0 46C26 46 40 54 58 44C54 62 34 66 0 62C-34 64-50 62-56 50Z"],
      [SKY, "M-22 46C-36 38-44 26-40 18C-34 22-32 20-28 20C-26 24-24 24-20 24C-20 30-16 32-14 36C-16 40-18 44-22 46Z"],
      ["none", "M-22 45C-26 36-32 28-38 21", "fine"],
    ],
    holds: "pennon",
    sleeve: BLUE,
    cuff: WHITE,
  },
  // Red-haired, in a hood that ends in a tail.
  C: {
    behind: [[GINGER, "M-24 64C-38 70-34 92-32 106L-18 108H18L32 106C34 92 38 70 24 64Z"]],
    robe: [
      [GOLD, SHOULDERS],
      [NIGHT, "M0 122H-24C-56 132-96 136-108 158V240H0Z"],
      [GOLD, lozenge(-22, 158, 6, 9) + lozenge(-50, 148, 6, 9) + lozenge(-78, 150, 5, 8), "fine"],
      [NIGHT, lozenge(22, 166, 6, 9) + lozenge(50, 158, 6, 9) + lozenge(46, 190, 6, 9), "fine"],
    ],
    collar: [[RED, "M-14 118C-34 120-50 126-58 134L-44 138L-38 150L-24 144L-14 156L0 146L14 156L24 144L38 150L44 138L58 134C50 126 34 120 14 118C8 130-8 130-14 118Z"]],
    face: { skin: TAN, brows: "arched", lids: "open", mouth: "wry", gaze: -1, nose: -1 },
    hair: [[GINGER, "M-26 90C-32 70-26 56 0 56C26 56 32 70 26 90C24 80 22 76 16 70C14 74 8 74 6 68C2 74-4 74-6 68C-10 74-14 74-16 70C-22 76-24 80-26 90Z"]],
    hat: [
      [RED, "M-34 58C-38 30-10 24 10 26C34 28 44 44 46 62C48 82 50 96 58 106C46 112 34 104 32 88C32 76 34 66 30 58Z"],
      ["none", "M34 50C40 66 40 90 50 104", "fine"],
      [GOLD, "M-36 66C-42 54-34 50-26 52C-10 46 10 46 26 52C34 50 42 54 36 66C26 62-26 62-36 66Z"],
      ["none", "M-22 51L-18 63M-8 48L-6 62M8 48L6 62M22 51L18 63", "fine"],
    ],
    holds: "horn",
    sleeve: NIGHT,
    cuff: RED,
  },
};
