// Ways to move a card: drag it with a pointer, lay or lift it with a click, or lay it with Shift
// and an arrow key.

import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */

/**
 * @typedef {object} Guide
 * @property {() => boolean} hasHints returns whether the help line is shown
 * @property {() => boolean} isStrict returns whether cards against the rules stay in the hand
 * @property {(code: number, seat: string) => void} refuse shows why a card stays in the hand;
 *   `code` is the number of the offence
 */
/** @typedef {{node: HTMLElement, pointer: number, x: number, y: number, moved: boolean}} Hold */

const FAR = 6; // pixels: a press that moves further is a drag, not a click
const NEAR = 40; // pixels: a card dropped this near a pad is laid on it
const BACK_MS = 300; // delay before a rejected card moves back
const HASTY_MS = 300; // two clicks within this time are a double click

/** The sides of the table, by the arrow key that chooses the side together with Shift. */
const SIDES = /** @type {Record<string, string>} */ ({
  ArrowLeft: "left",
  ArrowUp: "top",
  ArrowRight: "right",
  ArrowDown: "bottom",
});

export class Drag {
  /**
   * @param {Feed} feed
   * @param {HTMLElement} root
   * @param {Guide} guide
   */
  constructor(feed, root, guide) {
    this.feed = feed;
    this.root = root;
    this.guide = guide;
    /** @type {Hold | null} */
    this.hold = null;
    /** @type {{pad: HTMLElement, at: DOMRect}[]} */
    this.pads = [];
    this.dropped = false;
    this.clicked = Number.NEGATIVE_INFINITY;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#end());
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const node = cardAt(event);
    this.dropped = false;
    if (node && event.button === 0 && !this.hold) {
      const { clientX: x, clientY: y, pointerId: pointer } = event;
      this.hold = { node, pointer, x, y, moved: false };
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { hold } = this;
    if (!hold || event.pointerId !== hold.pointer) {
      return;
    }
    const [x, y] = [event.clientX - hold.x, event.clientY - hold.y];
    if (!hold.moved && Math.hypot(x, y) > FAR) {
      this.#lift(hold);
    }
    if (hold.moved) {
      hold.node.style.translate = `${x}px ${y}px`;
      this.#light(this.#padAt(event));
    }
  }

  /** @param {Hold} hold */
  #lift(hold) {
    hold.moved = true;
    hold.node.setPointerCapture(hold.pointer);
    hold.node.classList.add("held");
    hold.node.closest("[data-home]")?.classList.add("lifting");
    const pads = this.root.querySelectorAll(".pad");
    this.pads = [...pads].map((pad) => ({
      pad: /** @type {HTMLElement} */ (pad),
      at: pad.getBoundingClientRect(),
    }));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { hold } = this;
    if (!hold || event.pointerId !== hold.pointer) {
      return;
    }
    const pad = hold.moved ? this.#padAt(event) : null;
    const from = home(hold.node);
    this.dropped = hold.moved;
    this.#end();
    if (pad && pad !== from.box) {
      this.#lay(hold.node, pad.dataset.seat);
    } else if (hold.moved && from.kind === "pad" && !pad) {
      this.#do(hold.node, "lift", { card: from.card });
    } else {
      hold.node.style.translate = "";
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const node = cardAt(event);
    // Ignore the second click of a double click, which would hit the next card.
    const twice = event.detail > 1 && event.timeStamp - this.clicked < HASTY_MS;
    this.clicked = event.timeStamp;
    if (!node || (this.dropped && event.detail > 0) || twice) {
      this.dropped = false;
      return;
    }
    const { card, kind, seat } = home(node);
    if (kind === "pad") {
      this.#do(node, "lift", { card });
    } else {
      // The upcard belongs on the dealer's pad.
      this.#lay(node, kind === "stock" ? (this.feed.last.told?.dealer ?? "N") : seat);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const node = cardAt(event);
    const side = event.shiftKey ? SIDES[event.key] : undefined;
    if (node && side) {
      event.preventDefault();
      const seat = /** @type {HTMLElement | null} */ (
        this.root.querySelector(`.seat[data-place="${side}"]`)
      );
      this.#lay(node, seat?.dataset.seat);
    }
  }

  /**
   * Lay a card on a pad. Call `#play` if the guide is strict and the pad belongs to the card's own
   * seat. Otherwise call `#helped`, which decides whether the pad is cleared first.
   * @param {HTMLElement} node
   * @param {string} [seat] the seat of the pad
   */
  async #lay(node, seat = "") {
    const { card, seat: from } = home(node);
    if (this.guide.isStrict() && from === seat) {
      this.#play(node, card, seat);
      return;
    }
    const helped = this.#helped(from, seat);
    const laid = await this.#do(node, helped ? "lay" : "put", { card, seat });
    if (helped && laid === false) {
      this.feed.tell(words("lay-one"));
    }
  }

  /**
   * Clear the pad of the card's player and lay the card on it. If that would be an offence now,
   * show why the card stays in the hand.
   * @param {HTMLElement} node
   * @param {string} card
   * @param {string} seat
   */
  async #play(node, card, seat) {
    const code = await this.#do(node, "play", { card, seat });
    if (code) {
      this.guide.refuse(code, seat);
    }
  }

  /**
   * Return whether to clear a pad before a card is laid on it. If the help line is shown, clear
   * the pad in three cases: the pad belongs to the card's seat, the card is the upcard, or the
   * reader of the card's seat has failed. Never clear it if the help line is hidden.
   * @param {string} from the card's seat, "" for the upcard
   * @param {string} pad the seat of the pad
   */
  #helped(from, pad) {
    const lost = this.feed.last.told?.health?.readers?.[from] === "fault";
    return this.guide.hasHints() && (from === pad || from === "" || lost);
  }

  /**
   * @param {HTMLElement} node
   * @param {string} action
   * @param {Record<string, string>} what
   */
  async #do(node, action, what) {
    const done = await this.feed.do(action, what).catch(() => null);
    // Move a rejected card back; an accepted card has been put into another element by now.
    setTimeout(() => {
      node.style.translate = "";
    }, BACK_MS);
    return done;
  }

  #end() {
    const node = this.hold?.node;
    node?.classList.remove("held");
    node?.closest("[data-home]")?.classList.remove("lifting");
    this.#light(null);
    this.hold = null;
  }

  /** @param {HTMLElement | null} lit */
  #light(lit) {
    for (const { pad } of this.pads) {
      pad.classList.toggle("ready", pad === lit);
    }
  }

  /**
   * Return the pad that gets a card dropped at the pointer, or null if no pad is near.
   * @param {PointerEvent} event
   */
  #padAt(event) {
    const { clientX: x, clientY: y } = event;
    let [best, nearest] = [/** @type {HTMLElement | null} */ (null), NEAR];
    for (const { pad, at } of this.pads) {
      const far = Math.hypot(
        Math.max(at.left - x, 0, x - at.right),
        Math.max(at.top - y, 0, y - at.bottom),
      );
      if (far < nearest) {
        [best, nearest] = [pad, far];
      }
    }
    return best;
  }
}

/** @param {Event} event */
function cardAt(event) {
  const at = /** @type {Element} */ (event.target).closest(".card:not(.down)");
  return /** @type {HTMLElement | null} */ (at);
}

/** @param {HTMLElement} node */
function home(node) {
  const box = /** @type {HTMLElement | null} */ (node.closest("[data-home]"));
  const seat = /** @type {HTMLElement | null} */ (node.closest(".seat"))?.dataset.seat ?? "";
  return { box, seat, kind: box?.dataset.home ?? "", card: node.dataset.card ?? "" };
}
