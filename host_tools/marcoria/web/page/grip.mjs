// A finger on a button of the table: down as long as it is pressed.

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {{key: string, seat?: string}} Key */

// A finger is never faster than that.
const SHORTEST_MS = 120;

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
    this.held = this.feed.last.glance?.speed === 1;
    if (this.held) {
      this.#all("hold");
    }
  }

  #lift() {
    if (!this.down) {
      return;
    }
    this.down = false;
    const ms = performance.now() - this.since;
    if (this.held) {
      const rest = Math.max(0, SHORTEST_MS - ms);
      this.timer = window.setTimeout(() => this.#all("release"), rest);
    } else {
      // Where time is not that of the wall a finger is as long as it was here, not as it would be there.
      this.#all("press", { ms: Math.max(SHORTEST_MS, Math.round(ms)) });
    }
  }

  /**
   * @param {string} action
   * @param {{ms?: number}} [how]
   */
  #all(action, how = {}) {
    for (const key of this.keys) {
      this.feed.do(action, { ...key, ...how }).catch(() => {});
    }
  }
}
