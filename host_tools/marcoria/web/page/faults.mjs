// The faults of the drawer "Break it", with the actions that the page sends to the worker to cause
// and to mend each fault. docs/simulator.md explains the orders to simulated parts. A fault's
// texts in the .words files are fault-NAME and fault-NAME-does.

import { SEATS } from "./seats.mjs";

/** @import { Feed } from "./feed.mjs" */

/** @typedef {{seat: string, key: string, number: number}} Where */
/** @typedef {[action: string, args: Record<string, unknown>]} Act */

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {"seat" | "key" | "block" | ""} asks what the user must choose: a seat, a seat and one
 *   of its keys, a block, or nothing
 * @property {readonly [string, string]} acts names of the button's two texts, without "act-": for
 *   causing the fault and for mending it
 * @property {(where: Where, feed: Feed) => Act[]} breaks returns the actions that cause the fault;
 *   [] if the seat has no card for it
 * @property {((where: Where) => Act[]) | null} mends returns the actions that mend the fault; null
 *   if the fault ends by itself or cannot be mended
 */

const GOOD_READER = 0x92;
const NO_READER = 0;
const NOISE = 0.02;
const BUS_PASS = "04A1B2C3D4E5F6";
const PHONE = "08A1B2C3";
const LIGHTS = 32;
const HALF = 16; // the lights from this number on, those of South and West, get no data
const NEXT_RECORD = 1;
const CUT_SEED = 7; // random seed that decides how much of the record is written before the cut
const KEYS_BUS = "i2c_buses.0.stuck";

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
 * Return the first `count` cards of a seat's hand, or all cards if the hand has fewer.
 * @param {Feed} feed
 * @param {string} seat
 * @param {number} count
 */
const from = (feed, seat, count) => (feed.last.glance?.hands[seat] ?? []).slice(0, count);

/**
 * @param {string} name
 * @param {Fault["asks"]} asks
 * @param {Fault["acts"]} acts
 * @param {Fault["breaks"]} breaks
 * @param {Fault["mends"]} mends
 * @returns {Fault}
 */
const fault = (name, asks, acts, breaks, mends) => ({ name, asks, acts, breaks, mends });

/** @type {() => Act[]} */
const plug = () => [["plug", {}]];
/** @type {() => Act[]} */
const untear = () => [...plug(), order("flash.cut_at", 0)]; // 0 cancels a scheduled cut
/** @type {(where: Where) => Act[]} */
const clear = ({ seat }) => [["lift", { seat }]];
/** @type {(value: number) => (where: Where) => Act[]} */
const version = (value) => (where) => [set(`readers.${where.seat}.version`, value)];
/** @type {(value: number) => (where: Where) => Act[]} */
const noise = (value) => (where) => [set(`fields.${where.seat}.noise`, value)];
/** @type {(fails: boolean) => (where: Where) => Act[]} */
const field = (fails) => (where) => [order(`fields.${where.seat}.fail`, fails)];
/** @type {(method: string) => (where: Where) => Act[]} */
const key = (method) => (where) => [order(`keys.${method}`, `${where.seat} ${where.key}`)];
/** @type {(action: string) => (where: Where) => Act[]} */
const finger = (action) => (where) => [[action, { key: where.key, seat: where.seat }]];
/** @type {(name: string, value: unknown) => () => Act[]} */
const setting = (name, value) => () => [set(name, value)];
/** @type {(method: string, ...args: unknown[]) => () => Act[]} */
const ordered =
  (method, ...args) =>
  () => [order(method, ...args)];
/** @type {Fault["breaks"]} */
const twoCards = ({ seat }, feed) => from(feed, seat, 2).map((card) => put(card, seat));
/** @type {Fault["breaks"]} */
const oneCard = ({ seat }, feed) => from(feed, seat, 1).flatMap((card) => between(card, seat));
/** @type {(card: string) => (where: Where) => Act[]} */
const laid = (card) => (where) => [put(card, where.seat)];
/** @type {(card: string) => () => Act[]} */
const lifted = (card) => () => [lift(card)];
/** @type {() => Act[]} */
const replug = () => [
  ["cut", {}],
  ["plug", {}],
];
/** @type {(where: Where) => Act[]} */
const wear = ({ number }) => [order("flash.worn.add", number)];
/** @type {(where: Where) => Act[]} */
const wedge = ({ seat }) => [order(`readers.${seat}.wedge`, "hard")];

/** @type {readonly {group: string, faults: readonly Fault[]}[]} */
export const FAULTS = [
  {
    group: "power",
    faults: [
      fault("cut", "", PLUG, () => [["cut", {}]], plug),
      fault("torn", "", ["do", "plug"], ordered("flash.cut_at", NEXT_RECORD, CUT_SEED), untear),
    ],
  },
  {
    group: "cards",
    faults: [
      fault("two-cards", "seat", LAY, twoCards, clear),
      fault("bus-pass", "seat", LAY, laid(BUS_PASS), lifted(BUS_PASS)),
      fault("phone", "seat", LAY, laid(PHONE), lifted(PHONE)),
      fault("between", "seat", LAY, oneCard, clear),
    ],
  },
  {
    group: "readers",
    faults: [
      fault("reader", "seat", PLUG, version(NO_READER), version(GOOD_READER)),
      fault("wedge", "seat", DO, wedge, null),
      fault("noise", "seat", DO, noise(NOISE), noise(0)),
      fault("field", "seat", DO, field(true), field(false)),
    ],
  },
  {
    group: "keys",
    faults: [
      fault("held", "key", HOLD, finger("hold"), finger("release")),
      fault("beer", "key", SPILL, key("stick"), key("free")),
      fault("bus", "", DO, setting(KEYS_BUS, true), setting(KEYS_BUS, false)),
    ],
  },
  {
    group: "display",
    faults: [
      fault("jam", "", DO, ordered("display.jam"), replug),
      fault("unplug", "", PLUG, ordered("display.unplug"), ordered("display.plug")),
      fault("frames", "", DO, setting("lights.to_lose", 1), null),
      fault("dark", "", DO, setting("lights.broken_at", HALF), setting("lights.broken_at", LIGHTS)),
    ],
  },
  { group: "flash", faults: [fault("worn", "block", DO, wear, null)] },
];

/**
 * Return the actions that lay a card on a seat's pad in such a way that the pad of the next seat,
 * clockwise, reads the card too.
 * @param {string} card
 * @param {string} seat
 * @returns {Act[]}
 */
function between(card, seat) {
  const next = SEATS[(SEATS.indexOf(seat) + 1) % SEATS.length] ?? "N";
  return [order("pads.bleed", card, next, 0.9), put(card, seat)];
}
