// The page's worker: runs the table in real time, reports its state to the page, and carries out
// the page's actions.

import { Cable } from "./cable.mjs";
import { placeOf } from "./choice.mjs";
import { Papers } from "./papers.mjs";
import { fetched, load } from "./program.mjs";
import { Newer, Store } from "./store.mjs";
import { Table } from "./table.mjs";

/** @import { Chosen, Facade, Glance, Kept, News, Parts, Stage, Step, Tell } from "./shapes.js" */

const FRAME_MS = 16;
const MOST_MS = 12; // longest run of the table in a frame, so that other code can run
const FAST_MS = 30; // longest run of the table in a frame at the highest speed
const AHEAD_MS = 60_000; // longest time that a new table runs at full speed, in virtual ms
const BEHIND_MS = 250; // longest delay behind real time that the table makes up for
const SLICE_MS = 10; // virtual time of a slice, the same as in table.mjs
const INK_MS = 200; // time between two looks at the display while it draws or is expected to draw
const CALM_LOOKS = 2; // looks without drawing after which the display counts as still
const MOST_LOOKS = 40; // limit of looks in a wait for a drawing to begin, or to end
const SOON_LOOKS = 10; // limit of looks in a wait for a drawing to begin right after another one
const MISTAKE = "mistake"; // code of an error that a bug in the program has caused
const TRACEBACK = "Traceback";
const KEEP_MS = 2000; // interval of storing while neither flash nor visible state changes
const KEEP_SOON_MS = 250; // shortest interval at full speed, or if only the visible state changes
const STEP_SLICES = 2000;

/** @type {Parts} */
let parts;
/** @type {Papers} */
let papers;
/** @type {Store | undefined} the store to which the table is written, if any */
let store;
/** @type {Store | undefined} the store with a table that could not be opened, if any */
let unopened;
/** @type {Table} */
let table;
/** @type {Cable | undefined} */
let cable; // a real table, while it is shown; the virtual table is paused then
/** @type {Chosen} */
let chosen;
let begins = false; // whether the match has still to be started at the table
/** @type {string[]} */
let script = []; // the lines of the scenario that is played
/** @type {number | "fast"} */
let speed = 1;
let behindMs = 0; // virtual ms that the table is behind real time
// A new table runs at full speed until its match has begun, but at most until the virtual time
// `until` in ms. `until` is 0 when the table runs at its usual speed. `drawn` has the display's
// counters at the last look before the match began.
const ahead = { until: 0, drawn: "" };
let last = performance.now();
const sent = {
  glance: "",
  ink: "",
  inkAt: 0,
  kept: -1,
  keptAt: 0,
  changed: false,
  fault: "",
  trouble: "",
  isKept: true,
};
// At full speed a message starts the next frame at once. A timer that the callback of another
// timer sets would wait for 4 ms.
const { port1: begun, port2: atOnce } = new MessageChannel();
begun.onmessage = frame;

/** @type {Tell} */
const tell = (event, data, transfer = []) => postMessage({ event, data }, transfer);

// --- time ---------------------------------------------------------------------------------------

async function frame() {
  const now = performance.now();
  try {
    if (cable) cable.run();
    else if (table && speed) await runTable(now);
    sent.trouble = "";
  } catch (error) {
    tellOnce(troubleOf("table", error));
  }
  last = now;
  const spent = performance.now() - now;
  if (rate() === "fast" && !cable) atOnce.postMessage(null);
  else setTimeout(frame, Math.max(0, FRAME_MS - spent));
}

/** @param {number} now */
async function runTable(now) {
  const of = rate();
  const fast = of === "fast";
  behindMs = fast ? Infinity : Math.min(behindMs + (now - last) * of, BEHIND_MS * of);
  const until = now + (fast ? FAST_MS : MOST_MS);
  while (behindMs >= SLICE_MS && performance.now() < until) {
    behindMs -= SLICE_MS;
    spread(await table.run());
  }
  look();
}

/** Return the speed at which the table runs now. */
function rate() {
  return ahead.until ? "fast" : speed;
}

/**
 * Run at the usual speed again once the match has begun, or if that takes too long. The match has
 * begun when the display has replaced the page that it shows without a match, and a person has to
 * deal or a player has to bid.
 * @param {Glance} glance
 */
function stopAhead({ next, who, bots, ink }) {
  const drawn = ink.slice(ink.indexOf(" ")); // counters of what was drawn
  if (begins) ahead.drawn = drawn;
  const isDue = next === "deal" ? who.some((seat) => bots[seat] === null) : next === "bid";
  if ((isDue && drawn !== ahead.drawn) || table.now / 1000 > ahead.until) {
    [ahead.until, behindMs, last] = [0, 0, performance.now()];
  }
}

// Report an error only once, even if it repeats in each frame.
/** @param {{ sentence: string }} trouble */
function tellOnce(trouble) {
  if (trouble.sentence !== sent.trouble) tell("trouble", trouble);
  sent.trouble = trouble.sentence;
}

// Run until the table has written a record, but at most STEP_SLICES slices.
async function step() {
  for (let i = 0; i < STEP_SLICES; i++) {
    const news = await table.run();
    spread(news);
    if (news.happened) break;
  }
  look();
}

// --- reports to the page ------------------------------------------------------------------------

/** @param {News} news */
function spread(news) {
  if (news.told) tell("told", news.told);
  if (news.happened) tell("happened", news.happened);
  if (news.happened?.some(({ kind }) => kind === "match")) begins = false;
  if (news.reasons) tell("reasons", news.reasons);
  if (news.refused) tell("refused", news.refused);
  for (const step of news.scenario ?? []) tell("scenario", told(step));
  for (const failure of news.failures ?? []) tell("trouble", { code: MISTAKE, sentence: failure });
  if (table.fault && table.fault !== sent.fault) {
    tell("trouble", { code: MISTAKE, sentence: `${table.fault}\n${table.printed}` });
  }
  sent.fault = table.fault;
}

/** @param {Step} step */
function told({ step, of, line, ok, wrong }) {
  return { step, of, line, ok, text: wrong || (script[line - 1] ?? "").trim() };
}

function look() {
  const glance = table.ask("look");
  if (ahead.until) stopAhead(glance);
  const text = JSON.stringify({ ...glance, lights: Array.from(glance.lights) });
  /** @type {[number, number][]} */
  const tones = table.ask("heard");
  if (tones.length)
    tell(
      "tones",
      tones.map(([hz, ms]) => ({ hz, ms })),
    );
  const { language = "en" } = chosen.settings;
  if (text !== sent.glance) tell("glance", { ...glance, language, now: table.now / 1000, speed });
  lookAtDisplay(glance.ink);
  keep(text !== sent.glance);
  sent.glance = text;
}

/** @param {string} ink */
function lookAtDisplay(ink) {
  const now = performance.now();
  const again = isDrawing(ink) && now - sent.inkAt >= INK_MS;
  if (ink === sent.ink && !again) return;
  const screen = table.ask("screen");
  [sent.ink, sent.inkAt] = [ink, now];
  tell("screen", screen, [screen.buffer]);
}

/**
 * Wait until the display begins to draw, but for at most `most` looks.
 * @param {number} most
 */
async function drawingBegins(most) {
  const before = table.ask("look").ink;
  const begins = (/** @type {string} */ ink) => isDrawing(ink) || ink !== before;
  for (let looks = 0; looks < most && !begins(table.ask("look").ink); looks++) {
    await new Promise((resolve) => setTimeout(resolve, INK_MS));
  }
}

/** Wait until the display has drawn something new, but only for a limited time. */
async function newPicture() {
  // If the display is drawing now, it may still draw old content. The new content follows soon.
  const older = isDrawing(table.ask("look").ink);
  if (older) await drawingEnds();
  await drawingBegins(older ? SOON_LOOKS : MOST_LOOKS);
  await drawingEnds();
}

async function drawingEnds() {
  for (let calm = 0, looks = 0; calm < CALM_LOOKS && looks < MOST_LOOKS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, INK_MS));
    calm = isDrawing(table.ask("look").ink) ? 0 : calm + 1;
  }
}

/** @param {string} ink */
function isDrawing(ink) {
  return ink.startsWith("True");
}

/** @param {boolean} changed */
function keep(changed) {
  const operations = table.ask("flash_operations");
  const now = performance.now();
  sent.changed ||= changed || operations !== sent.kept;
  const soon = rate() === "fast" || operations === sent.kept ? KEEP_SOON_MS : 0;
  if (now - sent.keptAt < (sent.changed ? soon : KEEP_MS)) return;
  sent.changed = false;
  [sent.kept, sent.keptAt] = [operations, now];
  const kept = { ...chosen, scenario: false };
  store?.save({ ...table.keep(), starts: table.starts, begins, chosen: kept });
}

// --- actions of the page ------------------------------------------------------------------------

/** @type {Record<string, (args: any) => unknown>} */
const actions = {
  async begin() {
    parts = await load(fetched);
    papers = new Papers(parts, fetched);
    store = await Store.open(parts.version, (isKept) => tellKept(isKept)).catch(reportUnstored);
    const wanted = await openStored();
    frame();
    return { version: parts.version, wanted, isUnopened: unopened !== undefined };
  },
  async new(wanted) {
    const found = await papers.chosen(wanted);
    leave();
    await openTable(found, null);
    ahead.until = table.now / 1000 + AHEAD_MS;
    return chosen.wanted;
  },
  speed({ value }) {
    [speed, behindMs, ahead.until] = [value, 0, 0];
    last = performance.now();
    if (table && !cable) keep(false);
  },
  step,
  cut() {
    table.cut();
  },
  async plug() {
    await table.plug();
  },
  // Start a scenario at a new table, which the page shows. `spread` reports each step later.
  async scenario({ text }) {
    const { chosen: wanted, stage } = await papers.scenario(text);
    await openTable(wanted, null, stage);
    script = text.split("\n");
    table.ask("play_scenario");
  },
  // Return what an expert would do in a person's place, or null if there is no advice. The table
  // goes on meanwhile.
  async advise(named) {
    table.call("advise", named);
    for (;;) {
      const advice = table.ask("advised");
      if (advice !== false) return advice;
      await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    }
  },
  journal: () => table.cells(),
  // Return the journal of the stored table that could not be opened.
  unopenedJournal: () => unopened?.journal(),
  // Store the current table in place of the table that could not be opened.
  replaceUnopened() {
    [store, unopened] = [unopened, undefined];
    Object.assign(sent, { kept: -1, keptAt: 0 });
    tell("unkept", null);
  },
  // Return what the history of finished deals needs. The table's id is "" if its deals must not be
  // stored, because it plays a scenario.
  history: () => ({ cells: table.cells(), files: chosen.files, ...tableOf(chosen) }),
  async follow() {
    cable = await Cable.make(parts, tell);
    tell("another", { real: true });
  },
  leave,
  readHouse: (file) => papers.house(file),
  rules: (wanted) => papers.rules(known(wanted)),
  readDeal: (paper) => papers.deal(paper),
  paperDeals: (paper) => papers.paperDeals(paper),
  bdn: () => papers.bdn(table.cells(), chosen),
  openDeals: () => papers.openDeals(table.cells(), chosen),
  sheet: () => papers.sheet(table.cells(), chosen),
  // Return the lines of text on the display once it is still. With `fresh`, first wait some
  // seconds for a new picture.
  async read({ fresh = false }) {
    await (fresh ? newPicture() : drawingEnds());
    return papers.read(table.ask("screen"));
  },
};
const OF_BOTH = [
  "new",
  "follow",
  "leave",
  "readHouse",
  "readDeal",
  "paperDeals",
  "rules",
  "unopenedJournal",
  "replaceUnopened",
];
/** @type {(keyof Facade)[]} */
const OF_PEOPLE = [
  "put",
  "lay",
  "play",
  "lift",
  "press",
  "hold",
  "release",
  "rap",
  "offer",
  "manner",
  "deal",
  "agree",
  "show",
  "tidy",
  "bots",
  "start",
  "order",
  "set",
  "past",
  "ask",
];
for (const name of OF_PEOPLE) {
  actions[name] = (named) => table.call(name, named);
}

/**
 * Return a complete request for the rules of a house. If the virtual table plays this house and
 * the request has no file, add the options that the players have agreed on, and the text of the
 * user's own house file, if there is one.
 * @param {{house: string, file?: string}} wanted
 */
function known(wanted) {
  if (wanted.file || wanted.house !== chosen?.house) return wanted;
  return { file: chosen.files[placeOf(chosen.house)], agreed: chosen.agreed, ...wanted };
}

/**
 * Report that this visit is not stored, because the browser's storage fails or a newer version of
 * the program has opened the store.
 * @param {unknown} error
 */
function reportUnstored(error) {
  if (error instanceof Newer) tell("unkept", { name: "kept-newer", ...error.told });
  else tellKept(false);
  return undefined;
}

/** @param {boolean} isKept */
function tellKept(isKept) {
  if (isKept !== sent.isKept) tell("unkept", isKept ? null : { name: "kept-fails" });
  sent.isKept = isKept;
}

/**
 * Return the id and the house of a table. A table that was stored by an older version of the page
 * has no id. Then make the id from the seed.
 * @param {Chosen} table
 */
function tableOf({ id, seed, house }) {
  return { id: id ?? `seed${seed}`, house };
}

// Leave the real table and resume the virtual one.
function leave() {
  if (!cable) return;
  cable = undefined;
  [behindMs, last] = [0, performance.now()];
  Object.assign(sent, { glance: "", ink: "" });
  tell("another", { real: false });
  if (table) tell("told", table.ask("told"));
}

/**
 * Open the stored table, and return the page's request for it. Return null if there is none. If the
 * stored table cannot be opened, return null too, and write no other table over it: a newer version
 * of the program may be able to open it.
 */
async function openStored() {
  try {
    const kept = await store?.load();
    if (!kept) return null;
    await openTable(kept.chosen, kept);
    return kept.chosen.wanted;
  } catch (error) {
    console.error(error);
    [store, unopened] = [undefined, store];
    tell("unkept", { name: "kept-unopened" });
    return null;
  }
}

/**
 * Open the stored table `kept`, or a new table if `kept` is null. At a new table, start a match
 * from the menu. If the page is closed before the match has started, the next visit starts it
 * again. A scenario starts its own match.
 * @param {Chosen} wanted
 * @param {Kept | null} kept
 * @param {Stage} [stage] if a scenario is played
 */
async function openTable(wanted, kept, stage) {
  const made = await Table.make(parts, wanted, kept, stage);
  [table, chosen, ahead.until] = [made, wanted, 0];
  begins = kept ? kept.begins === true : !stage;
  if (begins) table.call(kept ? "start_again" : "start", { dealer: chosen.dealer });
  Object.assign(sent, { glance: "", ink: "", kept: -1, fault: "" });
  look();
}

addEventListener("message", async ({ data: { id, action, args } }) => {
  /** @type {{ id: number, value?: unknown, error?: unknown }} */
  const answer = { id };
  try {
    answer.value = await handlerOf(action)(args);
  } catch (error) {
    answer.error = troubleOf(action, error);
  }
  postMessage(answer);
  if (!table || cable || action === "speed") return;
  try {
    look();
  } catch (error) {
    tellOnce(troubleOf("table", error));
  }
});

// Return the function for an action. A real table refuses actions that only the virtual one has.
/** @param {string} action */
function handlerOf(action) {
  if (cable && !OF_BOTH.includes(action)) return cable.actions[action] ?? refuse;
  return actions[action];
}

function refuse() {
  throw { code: "real", sentence: "" };
}

/**
 * @param {string} action
 * @param {any} error
 */
function troubleOf(action, error) {
  if (!(error instanceof Error)) return error; // a real table's errors have a code and a sentence
  const sentence = sentenceOf(error);
  const code = /** @type {any} */ (error).code ?? action;
  return { code: sentence.startsWith(TRACEBACK) ? MISTAKE : code, sentence };
}

/**
 * Return the sentence of an error. If Python code raised TableError for a user's mistake, the
 * message is a traceback, and the sentence is in its last line.
 * @param {Error} error
 */
function sentenceOf({ message }) {
  return /^TableError: (.*)/m.exec(message)?.[1] ?? message;
}
