// A finger on a button of the table: down as long as it is pressed.

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {{key: string, seat?: string}} Key */

// A finger is never faster than that.
const SHORTEST_MS = 120;
// When time runs faster than a finger, what is shorter than this is a press and no more.
const LONG_MS = 350;

export class Grip {
  /**
   * @param {Feed} feed
   * @param {HTMLButtonElement} button
   * @param {Key[]} keys what goes down with it
   */
  constructor(feed, button, keys) {
    this.feed = feed;
    this.keys = keys;
    this.since = 0;
    this.down = false;
    this.held = false;
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
    // What clicks without a pointer and without a key: a voice, a switch.
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
    this.down = true;
    this.since = performance.now();
    clearTimeout(this.timer);
    if (this.feed.last.glance?.speed === 1) {
      this.#hold();
    } else {
      this.timer = window.setTimeout(() => this.#hold(), LONG_MS);
    }
  }

  #hold() {
    this.held = true;
    this.#all("hold");
  }

  #lift() {
    if (!this.down) {
      return;
    }
    this.down = false;
    clearTimeout(this.timer);
    if (!this.held) {
      this.#all("press");
      return;
    }
    this.held = false;
    const rest = SHORTEST_MS - (performance.now() - this.since);
    this.timer = window.setTimeout(() => this.#all("release"), Math.max(0, rest));
  }

  /** @param {string} action */
  #all(action) {
    for (const key of this.keys) {
      this.feed.do(action, key).catch(() => {});
    }
  }
}
