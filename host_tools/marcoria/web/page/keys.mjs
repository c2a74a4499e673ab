// The keys of the table: six at each seat, and the director's four. Each seat has one more button,
// which presses CALL and PASS together. In real time, a key stays down as long as its button is
// pressed, but at least SHORTEST_MS.

import { element } from "./dom.mjs";
import { Rove } from "./focus.mjs";
import { SUITS } from "./pack.mjs";
import { keyName, seatName, suitName, suitSign, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */

// The shortest press that the table gets; a shorter press is lengthened.
const SHORTEST_MS = 120;
// A label with more letters is drawn smaller.
const SHORT = 4;
export const SEAT_KEYS = [...SUITS, "PASS", "CALL"];
const DIRECTOR_KEYS = ["MENU", "UNDO", "OK", "MUTE"];

/** A row of keys. Tab reaches one of them, and arrow keys move to the others. */
class Row {
  /**
   * @param {Feed} feed
   * @param {string} kind the CSS class of the row
   * @param {string[]} names
   * @param {string} [seat] the seat of the keys; left out for the director's keys
   */
  constructor(feed, kind, names, seat) {
    this.prefix = seat ? `${seat} ` : ""; // `show` gets the keys of this row with this prefix
    this.keys = new Map(names.map((name) => [name, key(name)]));
    for (const [name, button] of this.keys) {
      new Grip(feed, button, [{ key: name, seat }]);
    }
    this.box = element("div", { class: kind, role: "toolbar" }, [...this.keys.values()]);
    this.rove = new Rove(this.box, "button");
    this.rove.refresh();
  }

  /** Label the keys that have no suit sign, in the language of the table's display. */
  label() {
    for (const [name, button] of this.keys) {
      if (!SUITS.includes(name)) {
        button.replaceChildren(face(keyName(name)));
      }
    }
  }

  /** @param {string[]} down */
  show(down) {
    for (const [name, button] of this.keys) {
      button.classList.toggle("down", down.includes(this.prefix + name));
    }
  }
}

export class Keys extends Row {
  /**
   * @param {Feed} feed
   * @param {string} seat
   */
  constructor(feed, seat) {
    super(feed, "keys", SEAT_KEYS, seat);
    this.seat = seat;
    this.both = element("button", { type: "button", class: "both", "data-key": "BOTH" });
    new Grip(feed, this.both, [
      { key: "CALL", seat },
      { key: "PASS", seat },
    ]);
    this.box.append(this.both);
    this.rove.refresh();
  }

  speak() {
    const seat = seatName(this.seat);
    this.box.setAttribute("aria-label", words("keys", { seat }));
    this.label();
    for (const [name, button] of this.keys) {
      const label = SUITS.includes(name) ? suitName(name) : keyName(name);
      button.setAttribute("aria-label", label);
      button.title = words(SUITS.includes(name) ? "key-suit" : `key-${name}`, { suit: label });
    }
    this.both.setAttribute("aria-label", words("key-both"));
    this.both.title = words("key-both-hint");
  }
}

export class Director extends Row {
  /** @param {Feed} feed */
  constructor(feed) {
    super(feed, "director", DIRECTOR_KEYS);
  }

  speak() {
    this.box.setAttribute("aria-label", words("director"));
    this.label();
    for (const [name, button] of this.keys) {
      button.title = words(`key-${name}`);
    }
  }
}

/** @param {string} name */
function key(name) {
  const suit = SUITS.includes(name);
  const attributes = { class: suit ? "key suit" : "key word", "data-key": name };
  return element("button", { type: "button", ...attributes }, face(suit ? suitSign(name) : name));
}

/**
 * Return the label of a key as an element; a long word is drawn smaller.
 * @param {string} text
 */
function face(text) {
  return element("span", text.length > SHORT ? { class: "long" } : {}, text);
}

/** Handler that passes the presses of a button on to one or two keys of the table. */
class Grip {
  /**
   * @param {Feed} feed
   * @param {HTMLButtonElement} button
   * @param {{key: string, seat?: string}[]} keys the keys that the button presses
   */
  constructor(feed, button, keys) {
    this.feed = feed;
    this.keys = keys;
    this.since = 0;
    this.isDown = false;
    this.isHeld = false;
    this.timer = 0;
    this.#point(button);
    this.#type(button);
  }

  /** @param {HTMLButtonElement} button */
  #point(button) {
    button.addEventListener("pointerdown", (event) => {
      if (event.button === 0) {
        button.setPointerCapture(event.pointerId);
        this.#press();
      }
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
      button.addEventListener(end, () => this.#lift());
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    // Voice control and switch devices click without a pointer or a key.
    button.addEventListener("click", (event) => {
      if (event.detail === 0) {
        this.#all("press");
      }
    });
  }

  /** @param {HTMLButtonElement} button */
  #type(button) {
    button.addEventListener("keydown", (event) => {
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        if (!event.repeat) {
          this.#press();
        }
      }
    });
    button.addEventListener("keyup", (event) => {
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        this.#lift();
      }
    });
  }

  #press() {
    this.isDown = true;
    this.since = performance.now();
    clearTimeout(this.timer);
    this.isHeld = this.feed.last.glance?.speed === 1;
    if (this.isHeld) {
      this.#all("hold");
    }
  }

  #lift() {
    if (!this.isDown) {
      return;
    }
    this.isDown = false;
    const ms = performance.now() - this.since;
    if (this.isHeld) {
      const rest = Math.max(0, SHORTEST_MS - ms);
      this.timer = window.setTimeout(() => this.#all("release"), rest);
    } else {
      // If the table does not run in real time, send the whole press with its real length.
      this.#all("press", { ms: Math.max(SHORTEST_MS, Math.round(ms)) });
    }
  }

  /**
   * @param {string} action
   * @param {{ms?: number}} [how]
   */
  #all(action, how = {}) {
    for (const key of this.keys) {
      this.feed.attempt(action, { ...key, ...how });
    }
  }
}
