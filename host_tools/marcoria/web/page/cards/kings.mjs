// The four kings: crowned and bearded.

import { disc, discs, lozenge } from "./drawing.mjs";
import { MANTLE, PLACKET, SHOULDERS } from "./robes.mjs";

const LIP = "M-6 107.5C-2 109.5 2 109.5 6 107.5C4 112.5-4 112.5-6 107.5Z";

/** @type {Record<string, import("./figures.mjs").Figure>} */
export const KINGS = {
  // Old, with a long white beard and ermine.
  S: {
    behind: [
      "grey both M-20 58C-44 56-42 84-38 96C-36 108-46 114-42 126C-38 132-26 132-18 124Z",
      "line fine both M-33 72C-30 88-28 106-34 122",
    ],
    robe: [
      `red ${SHOULDERS}`,
      `gold fine ${discs(3.2, -26, 152, 26, 152, -14, 160, 14, 164, 30, 172, 0, 174, 18, 184)}`,
      `blue both ${MANTLE}`,
    ],
    collar: [
      "white both M13 120C32 124 48 126 58 130C66 150 68 190 66 240H44C46 190 40 152 16 130Z",
      "ink bare both M40 129l2.5 8h-5zM52 142l2.5 8h-5zM45 156l2.5 8h-5zM58 162l2.5 8h-5z" +
        "M52 178l2.5 8h-5zM60 194l2.5 8h-5z",
    ],
    face: { skin: "fair", brows: "stern", lids: "open", mouth: "small", gaze: -1, nose: -1 },
    hair: [
      "white M-26 82C-30 106-26 124-16 138C-10 146-4 150 0 160C4 150 10 146 16 138" +
        "C26 124 30 106 26 82C24 98 16 103 8 101H-8C-16 103-24 98-26 82Z",
      "line fine M-17 110C-17 126-8 136-4 146M-8 116C-8 128-3 136 0 144M17 110" +
        "C17 126 8 136 4 146M8 116C8 128 4 132 3 136",
      "white M0 101C-7 97-17 101-20 112C-12 113-4 110 0 104C4 110 12 113 20 112C17 101 7 97 0 101Z",
      `red fine ${LIP}`,
    ],
    hat: [
      "red M-28 60C-34 40-16 30 0 28C16 30 34 40 28 60Z",
      "gold M-30 62L-37 34C-30 34-24 40-20 48C-18 38-8 32 0 22C8 32 18 38 20 48" +
        "C24 40 30 34 37 34L30 62C14 68-14 68-30 62Z",
      `gold ${discs(4, -37, 31, 0, 21, 37, 31)}`,
      `blue fine ${lozenge(0, 54, 5, 7)}`,
      `red fine ${discs(3.4, -17, 56, 17, 56)}`,
    ],
    holds: "sword",
    sleeve: "blue",
    cuff: "white",
  },
  // Blond and curly, with a chain.
  H: {
    behind: [
      `gold ${discs(10, -31, 70, 31, 70, -35, 86, 35, 86, -33, 102, 33, 102, -27, 115, 27, 115)}`,
    ],
    robe: [
      `blue ${SHOULDERS}`,
      `gold fine ${lozenge(0, 170, 6, 9)}${lozenge(22, 186, 6, 9)}${lozenge(-16, 152, 5, 8)}` +
        `${lozenge(17, 154, 5, 8)}`,
      `red both ${MANTLE}`,
      `gold fine ${lozenge(-62, 139, 4, 6)}${lozenge(-84, 136, 4, 6)}${lozenge(57, 155, 4, 6)}`,
      "gold both M24 121C44 146 54 190 54 240H46C46 190 38 150 13 126Z",
    ],
    collar: [
      "gold M-34 126C-26 142-12 148 0 150C12 148 26 142 34 126L26 122C20 132 10 138 0 139" +
        "C-10 138-20 132-26 122Z",
      `red fine ${discs(2.6, -22, 136, -9, 143, 9, 143, 22, 136)}`,
      `red ${disc(0, 150, 6)}`,
    ],
    face: { skin: "fair", brows: "arched", lids: "open", mouth: "small", gaze: 0, nose: 1 },
    hair: [
      "gold M-26 80C-27 100-26 112-18 118C-16 126-6 126 0 130C6 126 16 126 18 118" +
        "C26 112 27 100 26 80C24 94 18 102 8 101H-8C-18 102-24 94-26 80Z",
      "line fine M-17 106C-20 112-14 117-10 113M-6 117C-8 122 0 125 3 120M17 106" +
        "C20 112 14 117 10 113",
      "gold M0 101C-7 97-15 100-18 108C-12 110-5 108 0 104C5 108 12 110 18 108C15 100 7 97 0 101Z",
      `red fine ${LIP}`,
    ],
    hat: [
      "gold M-28 63L-32 38L-22 46L-17 30L-8 44L0 24L8 44L17 30L22 46L32 38L28 63" +
        "C14 68-14 68-28 63Z",
      `red fine ${discs(3.4, -32, 36, -17, 28, 0, 22, 17, 28, 32, 36)}`,
      "blue M-28 63L-29 55C-14 60 14 60 29 55L28 63C14 68-14 68-28 63Z",
      `gold fine ${discs(2.4, -18, 61.5, 0, 62.5, 18, 61.5)}`,
    ],
    holds: "orb",
    sleeve: "red",
    cuff: "gold",
  },
  // Short hair, a crown of rays.
  D: {
    behind: ["chestnut both M-22 58C-36 58-36 88-30 100L-20 104Z"],
    robe: [
      `gold ${SHOULDERS}`,
      `blue fine ${lozenge(-54, 139, 5, 7)}${lozenge(-80, 136, 5, 7)}${lozenge(54, 142, 5, 7)}` +
        `${lozenge(50, 166, 5, 7)}`,
      "red M-36 124C-40 150-38 190-36 240H36C38 190 40 150 36 124Z",
      `gold ${PLACKET}`,
      `blue ${lozenge(0, 160, 7, 10)}${lozenge(0, 184, 7, 10)}`,
    ],
    collar: [
      "blue M-12 120C-20 122-36 122-42 128C-34 142-18 146 0 152C18 146 34 142 42 128" +
        "C36 122 20 122 12 120C6 128-6 128-12 120Z",
      `gold fine ${discs(3, -31, 130, -17, 137, 0, 142, 17, 137, 31, 130)}`,
    ],
    face: { skin: "tan", brows: "level", lids: "heavy", mouth: "small", gaze: 1, nose: 1 },
    hair: [
      "chestnut M-26 76C-28 104-22 118-12 126H12C22 118 28 104 26 76C24 92 18 101 8 100H-8" +
        "C-18 101-24 92-26 76Z",
      "line fine M-8 116V125M0 117V125M8 116V125M-16 110L-14 121M16 110L14 121",
      "chestnut M0 100C-6 97-12 99-16 106H-4C-2 105 2 105 4 106H16C12 99 6 97 0 100Z",
      `red fine ${LIP}`,
    ],
    hat: [
      "chestnut M-27 70C-34 42-12 38 0 38C12 38 34 42 27 70C20 60-20 60-27 70Z",
      "gold M-29 62L-44 42L-26 48L-28 24L-12 42L0 17L12 42L28 24L26 48L44 42L29 62" +
        "C14 54-14 54-29 62Z",
      "gold M-30 66L-28 56C-12 50 12 50 28 56L30 66C14 60-14 60-30 66Z",
      `red ${disc(0, 56, 4.4)}`,
      `blue fine ${discs(2.8, -15, 57, 15, 57)}`,
    ],
    holds: "axe",
    sleeve: "red",
    cuff: "blue",
  },
  // Dark, with a turban in the crown.
  C: {
    behind: [
      "night both M-20 58C-40 60-36 88-34 98C-32 108-34 114-28 122L-16 118Z",
      "line pale both M-31 72C-31 88-29 104-29 114",
    ],
    robe: [
      `white ${SHOULDERS}`,
      "line fine M0 150V240",
      `red fine ${discs(3.4, 0, 154)}`,
      `night both ${MANTLE}`,
      "red both M24 121C46 150 60 190 62 240H46C46 190 38 150 13 126Z",
      `gold fine ${lozenge(-72, 137, 5, 7)}${lozenge(60, 140, 5, 7)}${lozenge(64, 170, 4, 6)}`,
    ],
    collar: [
      "gold M-12 122C-24 124-44 126-52 132C-48 142-34 148-20 146C-12 144-6 140 0 140" +
        "C6 140 12 144 20 146C34 148 48 142 52 132C44 126 24 124 12 122C6 130-6 130-12 122Z",
      "line fine M-44 133C-34 140-24 140-16 136M44 133C34 140 24 140 16 136",
    ],
    face: { skin: "brown", brows: "arched", lids: "open", mouth: "small", gaze: -1, nose: -1 },
    hair: [
      "night M-26 84C-27 100-24 110-14 118L0 142L14 118C24 110 27 100 26 84C23 96 16 104 8 101" +
        "H-8C-16 104-23 96-26 84Z",
      "line pale M-15 112C-10 122-4 130 0 136M15 112C10 122 4 130 0 136M-21 94" +
        "C-21 100-19 106-16 110M21 94C21 100 19 106 16 110",
      "night M0 101C-6 96-14 100-18 104C-21 107-25 106-26 102C-28 110-20 114-13 111" +
        "C-7 109-3 107 0 104C3 107 7 109 13 111C20 114 28 110 26 102C25 106 21 107 18 104" +
        "C14 100 6 96 0 101Z",
      `red fine ${LIP}`,
    ],
    hat: [
      "white M-30 58C-40 30-14 24 0 24C14 24 40 30 30 58Z",
      "line fine M-30 46C-14 32 8 28 24 34M-24 56C-12 44 12 36 32 42",
      "sky M-5 26C-7 18 7 18 5 26Z",
      "gold M-30 63L-36 42L-24 50C-22 44-14 44-12 50L0 34L12 50C14 44 22 44 24 50L36 42L30 63" +
        "C14 69-14 69-30 63Z",
      `red ${disc(0, 56, 4.6)}`,
      `blue fine ${discs(3, -18, 57, 18, 57)}`,
    ],
    holds: "sceptre",
    sleeve: "night",
    cuff: "red",
  },
};
