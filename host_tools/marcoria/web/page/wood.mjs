// The wood itself: a rap with the knuckles is felt by the seat that is nearest.

import { element } from "./dom.mjs";
import { SEATS } from "./seats.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./sounds.mjs").Sounds} Sounds */

const RING_MS = 400;

export class Wood {
  /**
   * @param {Feed} feed
   * @param {HTMLElement} root
   * @param {Sounds} sounds
   */
  constructor(feed, root, sounds) {
    this.feed = feed;
    this.root = root;
    this.sounds = sounds;
    root.addEventListener("click", (event) => {
      if (event.target === root) {
        this.#knock(event);
      }
    });
  }

  /** @param {string} seat */
  rap(seat) {
    this.sounds.thump();
    this.feed.do("rap", { seat }).catch(() => {});
  }

  /** @param {MouseEvent} event */
  #knock(event) {
    const near = [...SEATS].sort((a, b) => this.#far(a, event) - this.#far(b, event))[0];
    if (near) {
      this.#ring(event.clientX, event.clientY);
      this.rap(near);
    }
  }

  /**
   * @param {string} seat
   * @param {MouseEvent} event
   */
  #far(seat, event) {
    const box = this.root.querySelector(`.seat[data-seat="${seat}"] .pad`);
    const at = (box ?? this.root).getBoundingClientRect();
    return Math.hypot(at.x + at.width / 2 - event.clientX, at.y + at.height / 2 - event.clientY);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #ring(x, y) {
    const ring = element("i", { class: "ring", style: `left:${x}px;top:${y}px` });
    document.body.append(ring);
    setTimeout(() => ring.remove(), RING_MS);
  }
}
