// The four queens.

import { disc, discs, lozenge } from "./drawing.mjs";
import { SHOULDERS } from "./robes.mjs";

/** @type {Record<string, import("./figures.mjs").Figure>} */
export const QUEENS = {
  // A dark hood with pearls, and a crown on it.
  S: {
    behind: [
      "night M0 36C-36 34-42 60-42 84C-42 108-52 126-60 140L0 150L60 140C52 126 42 108 42 84" +
        "C42 60 36 34 0 36Z",
      "line pale both M37 70C37 92 44 112 51 128M34 96C36 110 42 122 46 130",
    ],
    robe: [
      `blue ${SHOULDERS}`,
      "white M-30 124C-26 150-24 190-24 240H24C24 190 26 150 30 124Z",
      `red fine ${lozenge(0, 158, 6, 9)}${lozenge(0, 180, 6, 9)}`,
      "gold M-30 124C-26 150-24 190-24 240H-33C-33 190-36 150-44 127ZM30 124" +
        "C26 150 24 190 24 240H33C33 190 36 150 44 127Z",
      "night both M26 112C38 130 62 138 70 152C54 158 40 150 30 140C26 134 24 126 20 122Z",
    ],
    collar: [
      "white M-30 122C-20 140-8 144 0 146C8 144 20 140 30 122L14 118C8 128-8 128-14 118Z",
      `gold fine ${discs(2.8, -18, 130, -7, 136, 7, 136, 18, 130)}`,
    ],
    face: { skin: "fair", brows: "level", lids: "heavy", mouth: "full", gaze: 1, nose: 1 },
    hair: [
      "chestnut M0 56C-10 56-22 64-26 84C-30 70-26 50 0 48C26 50 30 70 26 84C22 64 10 56 0 56Z",
      "white M0 42C-34 42-38 68-33 92L-27 92C-30 68-24 51 0 51C24 51 30 68 27 92L33 92" +
        "C38 68 34 42 0 42Z",
      `gold fine both ${discs(2.4, 31, 84, 31, 71, 25, 58, 14, 49)}`,
      `gold fine ${disc(0, 46.5, 2.4)}`,
    ],
    hat: [
      "gold M-22 44L-30 22L-14 32L0 18L14 32L30 22L22 44C10 38-10 38-22 44Z",
      `red fine ${discs(3, 0, 33, -15, 36, 15, 36)}`,
    ],
    holds: "lily",
    sleeve: "blue",
    cuff: "gold",
  },
  // Blond plaits, a heart-shaped headdress.
  H: {
    behind: [
      "white M-34 34C-52 62-54 100-60 130L-40 136C-34 110-30 80-26 60ZM34 34" +
        "C52 62 54 100 60 130L40 136C34 110 30 80 26 60Z",
      "line fine M-44 66C-46 90-48 110-50 130M44 66C46 90 48 110 50 130",
    ],
    robe: [
      `red ${SHOULDERS}`,
      "gold M-50 130C-40 150-20 164 0 168C20 164 40 150 50 130L42 127C34 144 18 154 0 157" +
        "C-18 154-34 144-42 127Z",
      "white M-42 127C-34 144-18 154 0 157C18 154 34 144 42 127L20 122H-20Z",
      "gold M-7 168H7V240H-7Z",
      `red fine ${discs(2.8, 0, 176, 0, 188)}`,
      `gold fine ${discs(3, -64, 136, -84, 134, 60, 138, 44, 158, 60, 172, 26, 170)}`,
    ],
    collar: [
      "gold M-22 122C-16 136-8 140 0 141C8 140 16 136 22 122L16 121C12 130 6 134 0 134" +
        "C-6 134-12 130-16 121Z",
      `red ${disc(0, 142, 5)}`,
    ],
    face: { skin: "fair", brows: "arched", lids: "lashes", mouth: "full", gaze: -1, nose: -1 },
    hair: [
      "gold M0 52C-12 56-22 66-26 88C-32 76-30 50 0 46C30 50 32 76 26 88C22 66 12 56 0 52Z",
      "gold M-30 76C-38 82-38 92-32 96C-38 100-38 110-32 114C-37 118-36 126-30 132" +
        "C-24 126-24 118-28 114C-22 110-22 100-27 96C-22 92-23 82-30 76ZM30 76C38 82 38 92 32 96" +
        "C38 100 38 110 32 114C37 118 36 126 30 132C24 126 24 118 28 114C22 110 22 100 27 96" +
        "C22 92 23 82 30 76Z",
    ],
    hat: [
      "red M0 56C-12 50-26 54-31 66C-48 54-44 22-22 20C-10 20-2 28 0 36C2 28 10 20 22 20" +
        "C44 22 48 54 31 66C26 54 12 50 0 56Z",
      "gold M0 56C-12 50-26 54-31 66L-35 61C-30 46-14 42 0 48C14 42 30 46 35 61L31 66" +
        "C26 54 12 50 0 56Z",
      `gold fine ${discs(3, -22, 32, 22, 32, -33, 43, 33, 43, -11, 36, 11, 36)}`,
      `blue fine ${lozenge(0, 51, 4, 5)}`,
    ],
    holds: "rose",
    sleeve: "white",
    cuff: "gold",
  },
  // Hair in two rolls, a ruff, a little crown.
  D: {
    behind: [],
    robe: [
      `blue ${SHOULDERS}`,
      "gold M-20 124L-10 240H10L20 124Z",
      "line fine M-14 160L14 172M-13 174L12 186M14 160L-14 172M12 174L-12 186",
      `sky fine ${lozenge(-64, 139, 4, 6)}${lozenge(-85, 136, 4, 6)}${lozenge(56, 141, 4, 6)}`,
      `sky fine ${lozenge(52, 164, 4, 6)}${lozenge(34, 158, 4, 6)}`,
    ],
    collar: [
      "white M-52 132C-58 126-50 120-44 122C-44 114-34 112-30 118H30C34 112 44 114 44 122" +
        "C50 120 58 126 52 132C58 140 48 146 42 142C40 150 28 150 26 144C22 152 10 152 8 146" +
        "C4 152-4 152-8 146C-10 152-22 152-26 144C-28 150-40 150-42 142C-48 146-58 140-52 132Z",
      "line fine M-18 124L-26 142M-6 128L-8 144M18 124L26 142M6 128L8 144M-26 122L-42 140" +
        "M26 122L42 140M-30 120L-50 131M30 120L50 131",
    ],
    face: { skin: "tan", brows: "soft", lids: "lashes", mouth: "smile", gaze: 1, nose: 1 },
    hair: [
      "chestnut M0 54C-10 64-22 66-26 86C-34 70-30 44 0 42C30 44 34 70 26 86C22 66 10 64 0 54Z",
      `chestnut ${disc(-36, 86, 15)}${disc(36, 86, 15)}`,
      "line fine M-46 88C-46 76-30 74-28 85C-28 94-40 94-40 87C-40 82-34 82-34 87M46 88" +
        "C46 76 30 74 28 85C28 94 40 94 40 87C40 82 34 82 34 87",
      `red fine ${discs(3, -36, 105, 36, 105)}`,
    ],
    hat: [
      "gold M-20 48L-28 26L-14 34L-10 22L0 32L10 22L14 34L28 26L20 48C10 43-10 43-20 48Z",
      `blue fine ${discs(3, 0, 39, -12, 40, 12, 40)}`,
      `gold ${discs(3, -28, 24, -10, 20, 10, 20, 28, 24)}`,
    ],
    holds: "cup",
    sleeve: "sky",
    cuff: "white",
  },
  // Long red hair below a hennin and its veil.
  C: {
    behind: [
      "sky M6 22C34 30 50 60 52 92C53 112 56 122 62 132L36 130L20 60Z",
      "ginger M-20 56C-38 62-36 84-38 98C-40 112-52 120-50 134C-46 150-22 148-14 134L14 134" +
        "C22 148 46 150 50 134C52 120 40 112 38 98C36 84 38 62 20 56Z",
      "line fine M-32 84C-30 104-42 120-40 136M-26 104C-26 118-32 128-30 140M32 84" +
        "C30 104 42 120 40 136M26 104C26 118 32 128 30 140",
    ],
    robe: [
      `gold ${SHOULDERS}`,
      "red M-40 127C-34 150-20 164 0 176C20 164 34 150 40 127Z",
      "white M-28 123C-24 140-12 150 0 158C12 150 24 140 28 123Z",
      "red M-4 176H4V240H-4Z",
      `red fine ${lozenge(-58, 137, 5, 7)}${lozenge(-82, 135, 5, 7)}${lozenge(52, 142, 5, 7)}` +
        `${lozenge(50, 166, 5, 7)}${lozenge(28, 162, 5, 7)}`,
    ],
    collar: [
      "night M-13 124C-6 132 6 132 13 124V130C6 138-6 138-13 130Z",
      `gold ${disc(0, 138, 4.5)}`,
    ],
    face: { skin: "fair", brows: "soft", lids: "open", mouth: "small", gaze: 0, nose: -1 },
    hair: ["ginger M0 58C-12 60-22 70-26 96C-34 80-32 52 0 50C32 52 34 80 26 96C22 70 12 60 0 58Z"],
    hat: [
      "blue M-30 62C-24 44-10 26-2 17H2C10 26 24 44 30 62C14 52-14 52-30 62Z",
      "gold M-32 68L-29 57C-14 47 14 47 29 57L32 68C14 56-14 56-32 68Z",
      `gold fine ${discs(2.8, 0, 38, -9, 45, 9, 45, 0, 27)}`,
      `red fine ${discs(2.6, 0, 54, -16, 57, 16, 57)}`,
    ],
    holds: "branch",
    sleeve: "gold",
    cuff: "red",
  },
};
