// What can be made to go wrong at the table: for each fault what it does to the simulated parts,
// and what mends it (docs/simulator.md). Its words are fault-NAME and fault-NAME-does.

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {{seat: string, key: string, number: number}} Where */
/** @typedef {[action: string, args: Record<string, unknown>]} Act */

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {"seat" | "key" | "block" | ""} asks what must be chosen
 * @property {readonly [string, string]} acts what the button says before and after
 * @property {(where: Where, feed: Feed) => Act[]} breaks
 * @property {((where: Where) => Act[]) | null} mends null: it is over by itself, or stays
 */

const GOOD_READER = 0x92;
const NO_READER = 0;
const NOISE = 0.02;
const BUS_PASS = "04A1B2C3D4E5F6";
const PHONE = "08A1B2C3";
const LIGHTS = 32;
const HALF = 16; // the lights of South and West get no data any more
const NEXT_RECORD = 1;

const PLUG = /** @type {const} */ (["unplug", "plug"]);
const LAY = /** @type {const} */ (["lay", "lift"]);
const HOLD = /** @type {const} */ (["hold", "release"]);
const SPILL = /** @type {const} */ (["spill", "dry"]);
const DO = /** @type {const} */ (["do", "mend"]);

/** @type {(method: string, ...args: unknown[]) => Act} */
const order = (method, ...args) => ["order", { method, args }];
/** @type {(name: string, value: unknown) => Act} */
const set = (name, value) => ["set", { name, value }];
/** @type {(card: string, seat: string) => Act} */
const put = (card, seat) => ["put", { card, seat }];
/** @type {(card: string) => Act} */
const lift = (card) => ["lift", { card }];

/**
 * The first cards in a hand, which slip onto a pad.
 * @param {Feed} feed
 * @param {string} seat
 * @param {number} count
 */
const from = (feed, seat, count) => (feed.last.glance?.hands[seat] ?? []).slice(0, count);

/** @type {readonly {group: string, faults: readonly Fault[]}[]} */
export const FAULTS = [
  {
    group: "power",
    faults: [
      {
        name: "cut",
        asks: "",
        acts: PLUG,
        breaks: () => [["cut", {}]],
        mends: () => [["plug", {}]],
      },
      {
        name: "torn",
        asks: "",
        acts: ["do", "plug"],
        breaks: () => [order("flash.cut_at", NEXT_RECORD, 7)],
        mends: () => [["plug", {}]],
      },
    ],
  },
  {
    group: "cards",
    faults: [
      {
        name: "two-cards",
        asks: "seat",
        acts: LAY,
        breaks: ({ seat }, feed) => from(feed, seat, 2).map((card) => put(card, seat)),
        mends: ({ seat }) => [["lift", { seat }]],
      },
      {
        name: "bus-pass",
        asks: "seat",
        acts: LAY,
        breaks: ({ seat }) => [put(BUS_PASS, seat)],
        mends: () => [lift(BUS_PASS)],
      },
      {
        name: "phone",
        asks: "seat",
        acts: LAY,
        breaks: ({ seat }) => [put(PHONE, seat)],
        mends: () => [lift(PHONE)],
      },
      {
        name: "between",
        asks: "seat",
        acts: LAY,
        breaks: ({ seat }, feed) => from(feed, seat, 1).flatMap((card) => between(card, seat)),
        mends: ({ seat }) => [["lift", { seat }]],
      },
    ],
  },
  {
    group: "readers",
    faults: [
      {
        name: "reader",
        asks: "seat",
        acts: PLUG,
        breaks: ({ seat }) => [set(`readers.${seat}.version`, NO_READER)],
        mends: ({ seat }) => [set(`readers.${seat}.version`, GOOD_READER)],
      },
      {
        name: "wedge",
        asks: "seat",
        acts: DO,
        breaks: ({ seat }) => [order(`readers.${seat}.wedge`, "hard")],
        mends: null,
      },
      {
        name: "noise",
        asks: "seat",
        acts: DO,
        breaks: ({ seat }) => [set(`fields.${seat}.noise`, NOISE)],
        mends: ({ seat }) => [set(`fields.${seat}.noise`, 0)],
      },
      {
        name: "field",
        asks: "seat",
        acts: DO,
        breaks: ({ seat }) => [order(`fields.${seat}.fail`, true)],
        mends: ({ seat }) => [order(`fields.${seat}.fail`, false)],
      },
    ],
  },
  {
    group: "keys",
    faults: [
      {
        name: "held",
        asks: "key",
        acts: HOLD,
        breaks: ({ seat, key }) => [["hold", { key, seat }]],
        mends: ({ seat, key }) => [["release", { key, seat }]],
      },
      {
        name: "beer",
        asks: "key",
        acts: SPILL,
        breaks: ({ seat, key }) => [order("keys.stick", `${seat} ${key}`)],
        mends: ({ seat, key }) => [order("keys.free", `${seat} ${key}`)],
      },
      {
        name: "bus",
        asks: "",
        acts: DO,
        breaks: () => [set("i2c_buses.0.stuck", true)],
        mends: () => [set("i2c_buses.0.stuck", false)],
      },
    ],
  },
  {
    group: "display",
    faults: [
      {
        name: "jam",
        asks: "",
        acts: DO,
        breaks: () => [order("display.jam")],
        mends: () => [
          ["cut", {}],
          ["plug", {}],
        ],
      },
      {
        name: "unplug",
        asks: "",
        acts: PLUG,
        breaks: () => [order("display.unplug")],
        mends: () => [order("display.plug")],
      },
      {
        name: "frames",
        asks: "",
        acts: DO,
        breaks: () => [set("lights.to_lose", 1)],
        mends: null,
      },
      {
        name: "dark",
        asks: "",
        acts: DO,
        breaks: () => [set("lights.broken_at", HALF)],
        mends: () => [set("lights.broken_at", LIGHTS)],
      },
    ],
  },
  {
    group: "flash",
    faults: [
      {
        name: "worn",
        asks: "block",
        acts: DO,
        breaks: ({ number }) => [order("flash.worn.add", number)],
        mends: null,
      },
    ],
  },
];

/**
 * A card that lies on one pad and is felt by the next.
 * @param {string} card
 * @param {string} seat
 * @returns {Act[]}
 */
function between(card, seat) {
  const seats = ["N", "E", "S", "W"];
  const next = seats[(seats.indexOf(seat) + 1) % seats.length] ?? "N";
  return [order("pads.bleed", card, next, 0.9), put(card, seat)];
}
