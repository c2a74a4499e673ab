// The four jacks: young, without a beard, each with a cap of his own.

import { disc, discs, lozenge } from "./drawing.mjs";
import { PLACKET, SHOULDERS } from "./robes.mjs";

/** @type {Record<string, import("./figures.mjs").Figure>} */
export const JACKS = {
  // A beret with a long feather.
  S: {
    behind: [
      "night M-24 56C-40 62-38 90-38 112C-30 118-22 116-16 112H16C22 116 30 118 38 112" +
        "C38 90 40 62 24 56Z",
    ],
    robe: [
      `blue ${SHOULDERS}`,
      "red M0 122H24C56 132 96 136 108 158V240H0Z",
      `gold fine ${discs(3.2, 0, 156, 0, 170, 0, 184)}`,
      "line M-60 134C-54 150-52 170-54 200M-80 142C-76 150-76 170-76 200M56 136" +
        "C50 156 50 180 52 215M84 142C80 160 80 190 82 215",
    ],
    collar: ["white M-12 120L-30 126L-16 146L0 134L16 146L30 126L12 120L0 132Z"],
    face: { skin: "fair", brows: "level", lids: "open", mouth: "wry", gaze: 1, nose: 1 },
    hair: [
      "night M-26 92C-30 74-24 62 0 62C24 62 30 74 26 92C24 82 20 76 18 72C6 76-8 76-18 72" +
        "C-20 76-24 82-26 92Z",
      "line pale both M32 74C33 86 33 98 32 108",
    ],
    hat: [
      "night M-34 62C-54 58-46 32-14 28C14 24 46 30 48 48C48 58 40 62 34 64C14 56-14 56-34 62Z",
      "gold M-35 68L-34 60C-14 53 14 53 35 61L34 69C14 60-14 61-35 68Z",
      "white M30 54C20 38-4 24-34 30C-50 33-58 44-60 60C-54 53-47 54-44 58C-42 48-34 46-30 50" +
        "C-24 42-12 42-8 46C4 44 20 48 30 54Z",
      "line fine M28 53C8 40-32 32-56 54",
      `red ${disc(31, 55, 5)}`,
    ],
    holds: "halberd",
    sleeve: "red",
    cuff: "gold",
  },
  // A page's fringe, a round cap with an upright feather.
  H: {
    behind: [
      "chestnut M-22 58C-40 62-36 84-38 98C-40 108-46 108-44 114C-36 122-24 118-18 110H18" +
        "C24 118 36 122 44 114C46 108 40 108 38 98C36 84 40 62 22 58Z",
    ],
    robe: [
      `red ${SHOULDERS}`,
      "gold M-70 134L-62 134C-54 156-54 180-54 240H-64C-64 190-62 156-70 134ZM-40 127L-30 124" +
        "C-26 150-26 180-26 240H-36C-36 180-36 150-40 127ZM70 136L62 134C54 156 54 180 54 240H64" +
        "C64 190 62 156 70 136ZM40 127L30 124C26 150 26 180 26 240H36C36 180 36 150 40 127Z",
      `white ${PLACKET}`,
      `blue fine ${discs(3, 0, 154, 0, 167, 0, 180)}`,
    ],
    collar: [
      "blue M-13 119C-24 118-36 122-40 128C-34 140-16 146 0 148C16 146 34 140 40 128" +
        "C36 122 24 118 13 119C6 130-6 130-13 119Z",
      `gold fine ${lozenge(-26, 130, 4, 5)}${lozenge(0, 139, 4, 5)}${lozenge(26, 130, 4, 5)}`,
    ],
    face: { skin: "fair", brows: "soft", lids: "open", mouth: "smile", gaze: -1, nose: -1 },
    hair: [
      "chestnut M-27 94C-34 66-26 52 0 52C26 52 34 66 27 94C26 84 24 78 22 72H-22" +
        "C-24 78-26 84-27 94Z",
      "line fine M-12 58V71M0 58V71M12 58V71",
    ],
    hat: [
      "red M14 50C4 36 10 20 30 17C44 16 50 26 44 38C42 32 36 30 34 34C32 30 26 32 26 38" +
        "C22 40 18 46 14 50Z",
      "line fine M15 49C18 34 28 24 42 24",
      "blue M-30 56C-36 32-14 28 0 28C14 28 36 32 30 56Z",
      "gold M-33 64L-32 52C-14 47 14 47 32 52L33 64C14 58-14 58-33 64Z",
      `red fine ${lozenge(0, 54, 4, 5)}${lozenge(-18, 56, 4, 5)}${lozenge(18, 56, 4, 5)}`,
    ],
    holds: "arrow",
    sleeve: "red",
    cuff: "blue",
  },
  // Long blond curls, a hat with a broad brim.
  D: {
    behind: [
      "gold both M20 58C36 62 32 78 36 86C38 94 46 94 46 102C44 108 38 106 36 104" +
        "C38 112 30 118 22 114L12 100Z",
      "line fine both M30 76C28 90 32 98 36 104M25 92C26 102 28 108 24 112",
    ],
    robe: [
      `blue ${SHOULDERS}`,
      "gold M-24 122C-40 150-50 190-50 240H50C50 190 40 150 24 122Z",
      "line M-12 150V240M12 150V240",
      `blue fine ${discs(3, 0, 160, 0, 176)}`,
      `gold fine ${lozenge(-62, 140, 4, 6)}${lozenge(-84, 135, 4, 6)}${lozenge(58, 146, 4, 6)}` +
        `${lozenge(60, 168, 4, 6)}`,
    ],
    collar: [
      "white M-13 118C-30 124-46 124-54 134C-50 146-26 150-4 142L0 132L4 142" +
        "C26 150 50 146 54 134C46 124 30 124 13 118L0 130Z",
      "line fine M-48 136C-34 142-18 142-8 136M48 136C34 142 18 142 8 136",
      "red M-6 132H6L4 150H-4Z",
    ],
    face: { skin: "fair", brows: "stern", lids: "open", mouth: "small", gaze: 1, nose: 1 },
    hair: [
      "gold M-27 90C-33 72-28 54 0 54C28 54 33 72 27 90C26 80 22 76 20 72C8 72-6 70-14 64" +
        "C-16 72-24 78-27 90Z",
    ],
    hat: [
      "red M-26 54C-28 30-14 24 0 24C14 24 28 30 26 54Z",
      "gold M-27 54L-27 44C-12 40 12 40 27 44L27 54Z",
      "red M-56 50C-40 52-26 46 0 46C26 46 40 54 58 44C54 62 34 66 0 62C-34 64-50 62-56 50Z",
      "sky M-22 46C-36 38-44 26-40 18C-34 22-32 20-28 20C-26 24-24 24-20 24C-20 30-16 32-14 36" +
        "C-16 40-18 44-22 46Z",
      "line fine M-22 45C-26 36-32 28-38 21",
    ],
    holds: "pennon",
    sleeve: "blue",
    cuff: "white",
  },
  // Red-haired, in a hood that ends in a tail.
  C: {
    behind: ["ginger M-24 64C-38 70-34 92-32 106L-18 108H18L32 106C34 92 38 70 24 64Z"],
    robe: [
      `gold ${SHOULDERS}`,
      "night M0 122H-24C-56 132-96 136-108 158V240H0Z",
      `gold fine ${lozenge(-26, 153, 4, 6)}${lozenge(-54, 144, 4, 6)}${lozenge(-84, 136, 4, 6)}`,
      `night fine ${lozenge(20, 160, 5, 8)}${lozenge(42, 168, 5, 8)}${lozenge(58, 148, 5, 8)}`,
    ],
    collar: [
      "red M-14 118C-34 120-50 126-58 134L-44 138L-38 150L-24 144L-14 156L0 146L14 156L24 144" +
        "L38 150L44 138L58 134C50 126 34 120 14 118C8 130-8 130-14 118Z",
    ],
    face: { skin: "tan", brows: "arched", lids: "open", mouth: "wry", gaze: -1, nose: -1 },
    hair: [
      "ginger M-26 90C-32 70-26 56 0 56C26 56 32 70 26 90C24 80 22 76 16 70C14 74 8 74 6 68" +
        "C2 74-4 74-6 68C-10 74-14 74-16 70C-22 76-24 80-26 90Z",
    ],
    hat: [
      "red M-34 58C-38 30-10 24 10 26C34 28 44 44 46 62C48 82 50 96 58 106C46 112 34 104 32 88" +
        "C32 76 34 66 30 58Z",
      "line fine M34 50C40 66 40 90 50 104",
      "gold M-36 66C-42 54-34 50-26 52C-10 46 10 46 26 52C34 50 42 54 36 66C26 62-26 62-36 66Z",
      "line fine M-22 51L-18 63M-8 48L-6 62M8 48L6 62M22 51L18 63",
    ],
    holds: "horn",
    sleeve: "night",
    cuff: "red",
  },
};
