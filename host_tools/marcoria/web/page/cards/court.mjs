// The figures of the twelve court cards. Most parts of a figure are rows of shapes, in the form
// that `draw` (drawing.mjs) expects.

import { disc, discs, lozenge } from "./drawing.mjs";

/** @import { Figure } from "./figures.mjs" */

// Shapes that several robes share.
const SHOULDERS = "M-112 142C-94 124-54 129-24 120H24C54 129 94 124 112 142V240H-112Z";
/** One side of a mantle that is open in the middle. */
const MANTLE = "M24 120C54 129 94 124 112 142V240H46C46 190 38 150 13 126Z";
const PLACKET = "M-14 122H14V240H-14Z";

const LIP = "M-6 107.5C-2 109.5 2 109.5 6 107.5C4 112.5-4 112.5-6 107.5Z";

/** The kings, crowned and bearded. @type {Record<string, Figure>} */
const K = {
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

/** The queens. @type {Record<string, Figure>} */
const Q = {
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

/** The jacks, without a beard, each with a different cap. @type {Record<string, Figure>} */
const J = {
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
  // Straight hair with a fringe, a round cap with an upright feather.
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

/** The figures by rank and suit. @type {Record<string, Record<string, Figure>>} */
export const COURT = { J, Q, K };
