// Keyboard shortcuts, and the dialog that lists them. For example, C reads out the cards on the
// table, and N does what the help line offers. Shortcuts do nothing while the user types, or while
// a modal dialog is open. A switch in the dialog turns the shortcuts off (WCAG 2.1.4).

import { Dialog } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { actions, button, checkbox } from "./form.mjs";
import * as say from "./sentences.mjs";
import { keep, kept } from "./settings.mjs";
import { sentenceOf, whole } from "./shapes.mjs";
import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Help } from "./help.mjs" */
/** @import { Live } from "./live.mjs" */
/** @import { Panel } from "./panels.mjs" */
/** @import { Told } from "./shapes.mjs" */
/** @import { Table } from "./table.mjs" */

const KEPT = "marcoria.keys";
const TYPED_IN = "input, textarea, select, [contenteditable]";
const BELOTE = "KQ";
/**
 * Each key, and the name of the text that explains the key, without the prefix "key-". Enter, the
 * arrows and Escape are handled elsewhere.
 */
const KEYS = [
  ["C", "cards"],
  ["A", "trump"],
  ["F", "led"],
  ["S", "score"],
  ["L", "last"],
  ["H", "hand"],
  ["D", "display"],
  ["W", "what"],
  ["N", "next"],
  ["O", "offers"],
  ["Y", "own"],
  ["T", "tidy"],
  ["B", "belote"],
  ["enter", "lay"],
  ["arrows", "elsewhere"],
  ["?", "help"],
  ["escape", "close"],
];
/** Names of the texts that explain what the mouse or a finger can do. */
const GRIPS = ["grip-drag", "grip-hold", "grip-bridge", "grip-rap"];

export class Shortcuts {
  /**
   * @param {Feed} feed
   * @param {Element} root
   * @param {{live: Live, open: (panel: Panel) => void}} others
   */
  constructor(feed, root, { live, open }) {
    this.feed = feed;
    this.live = live;
    this.openPanel = open;
    /** @type {Help | undefined} created after the panels */
    this.help = undefined;
    /** @type {Table | undefined} created after the panels */
    this.table = undefined;
    this.list = new KeyList(root, this);
    /** @type {Record<string, () => void>} */
    this.acts = {
      C: () => this.#tell((told) => say.onTheTable(told, this.feed.last.glance)),
      A: () => this.#tell(say.trump),
      F: () => this.#tell(say.led),
      S: () => this.#tell(say.score),
      L: () => this.#tell(say.lastTrick),
      H: () => this.#hand(),
      D: () => this.live.read(),
      W: () => this.live.say(this.help?.spoken() ?? "", { show: true }),
      N: () => this.help?.press(),
      O: () => this.table?.offers.focus(),
      Y: () => this.table?.resting.focus(),
      T: () => this.#do("tidy", {}),
      B: () => this.#belote(),
      "?": () => this.list.open(),
    };
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Open the dialog that lists the keys. */
  open() {
    this.list.open();
  }

  get on() {
    return kept(KEPT) !== "off";
  }

  /** @param {boolean} on */
  turn(on) {
    keep(KEPT, on ? "on" : "off");
  }

  /**
   * Return a sentence. If the shortcuts are on and the sentence is not empty, append the text that
   * names a shortcut key.
   * @param {string} sentence
   * @param {string} name of the text
   */
  withKey(sentence, name) {
    return sentence && this.on ? `${sentence} ${words(name)}` : sentence;
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const key = letter(event);
    const act = this.acts[key];
    if (act && this.on && !event.repeat && meant(event)) {
      event.preventDefault();
      act();
    }
  }

  /** @param {(told: Told) => string} sentence */
  #tell(sentence) {
    this.live.say(sentence(whole(this.feed.last.told)), { show: true });
  }

  #hand() {
    const seat = this.#seat();
    this.live.say(say.hand(seat, this.feed.last.glance?.hands[seat] ?? []), { show: true });
  }

  /**
   * Return the seat of the person whose turn it is. If it is nobody's or a bot's turn, return the
   * first seat of a person. Return South if there are only bots or the table is real.
   */
  #seat() {
    const { glance } = this.feed.last;
    const told = whole(this.feed.last.told);
    const persons = Object.keys(glance?.hands ?? {}).filter((seat) => !glance?.bots[seat]);
    const turn = told.turn ?? "";
    return persons.includes(turn) ? turn : (persons[0] ?? "S");
  }

  /**
   * Press CALL for the person who has laid the last card, if it is a king or queen. Otherwise press
   * it for the seat that `#seat` returns.
   */
  #belote() {
    const { glance } = this.feed.last;
    const told = whole(this.feed.last.told);
    const [laid, card] = told.trick.at(-1) ?? told.last?.cards.at(-1) ?? ["", ""];
    const theirs = laid && BELOTE.includes(card[0] ?? "") && !glance?.bots[laid];
    const seat = theirs ? laid : this.#seat();
    this.#do("press", { key: "CALL", seat });
  }

  /**
   * @param {string} action
   * @param {Record<string, unknown>} args
   */
  async #do(action, args) {
    try {
      await this.feed.do(action, args);
    } catch (error) {
      this.live.say(sentenceOf(error), { show: true });
    }
  }
}

/**
 * Return the character of a key, in upper case. If the character is not ASCII, as on a Cyrillic
 * keyboard, return the Latin letter that a US keyboard has at this position.
 * @param {KeyboardEvent} event
 */
function letter({ key, code }) {
  const latin = key.length === 1 && key.charCodeAt(0) < 128;
  return (latin ? key : code.replace("Key", "")).toUpperCase();
}

/**
 * Return whether a key press may be a shortcut: Ctrl, Alt and Meta are up, the focus is in no form
 * field, and no modal dialog is open.
 * @param {KeyboardEvent} event
 */
function meant(event) {
  const at = event.target instanceof Element ? event.target : document.body;
  const modified = event.ctrlKey || event.altKey || event.metaKey;
  return !modified && !at.closest(TYPED_IN) && !document.querySelector("dialog:modal");
}

/** The dialog that lists the keys, with the switch that turns the shortcuts off. */
class KeyList {
  /**
   * @param {Element} root
   * @param {Shortcuts} shortcuts
   */
  constructor(root, shortcuts) {
    this.shortcuts = shortcuts;
    this.dialog = new Dialog(root, "keys-title", { fill: () => this.#draw() });
  }

  open() {
    this.dialog.open();
  }

  #draw() {
    const rows = KEYS.map(([key = "", what]) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, element("kbd", {}, named(key))),
        element("td", {}, words(`key-${what}`)),
      ),
    );
    return [
      this.#learning(),
      element("table", { class: "keys" }, element("tbody", {}, rows)),
      this.#switch(),
      element("p", { class: "hint" }, words("keys-hint")),
      element("h3", {}, words("grip-title")),
      element(
        "ul",
        {},
        GRIPS.map((name) => element("li", { class: name }, words(name))),
      ),
    ];
  }

  /** Return the buttons that open the lesson and the rules of the house. */
  #learning() {
    const lesson = () => {
      this.dialog.close();
      this.shortcuts.openPanel("lesson");
    };
    return actions(
      button(words("lesson-title"), lesson, { class: "lesson main" }),
      button(words("rules"), () => this.shortcuts.openPanel("rules"), { class: "rules" }),
    );
  }

  #switch() {
    const turn = (/** @type {boolean} */ on) => this.shortcuts.turn(on);
    return checkbox(words("keys-on"), this.shortcuts.on, turn, { role: "switch" });
  }
}

/** @param {string} key */
function named(key) {
  return key.length > 1 ? words(`keyboard-${key}`) : key;
}
