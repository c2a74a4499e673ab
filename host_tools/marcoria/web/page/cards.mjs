// The cards: each card is a button that is made once, moved between elements, and animated.

import { back, FOUR_COLOURS, face, foreign } from "./cards/card.mjs";
import { element } from "./dom.mjs";
import { hasFourColours } from "./options.mjs";
import { RANKS } from "./pack.mjs";
import { cardName, rankLetter, words } from "./words.mjs";

const GLIDE_MS = 220;
// At most this many faces are drawn in one frame. Each picture takes time to decode, and a frame
// must be short.
const AT_ONCE = 3;
// If more cards than this move at once, for example because a new match replaces the hands, they
// are not animated.
const MANY = 20;

export class Cards {
  constructor() {
    /** @type {Map<string, HTMLButtonElement>} */
    this.nodes = new Map();
    /** @type {Map<Element, string>} what was last laid into each element */
    this.contents = new Map();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Map<string, HTMLImageElement>} faces that are still to be drawn */
    this.undrawn = new Map();
    /** @type {Map<HTMLButtonElement, DOMRect>} old positions of the cards that move */
    this.oldPlaces = new Map();
    this.isAnimated = false;
    this.backside = picture(back());
    document.documentElement.style.setProperty("--back", `url("${this.backside}")`);
  }

  /** @param {string} card */
  node(card) {
    const node = this.nodes.get(card) ?? this.#make(card);
    this.nodes.set(card, node);
    return node;
  }

  /** Redraw all cards in the current language and colours. */
  speak() {
    for (const [card, node] of this.nodes) {
      node.firstElementChild?.removeAttribute("src");
      this.#draw(node, card);
    }
  }

  /**
   * Put cards into an element, in this order. Return whether anything changed.
   * @param {Element} box
   * @param {string[]} cards
   * @param {{down?: boolean, legal?: string[]}} [how] `down`: whether the cards are face down;
   *   `legal`: the cards that are raised and announced as playable
   */
  lay(box, cards, { down = false, legal = [] } = {}) {
    const laid = `${cards}|${down}|${legal}`;
    // Count the cards too, because another element may have taken one of them.
    if (laid === this.contents.get(box) && box.childElementCount === cards.length) {
      return false;
    }
    this.contents.set(box, laid);
    const wanted = cards.map((card) => this.node(card));
    for (const old of [...box.children]) {
      if (!wanted.includes(/** @type {HTMLButtonElement} */ (old))) {
        this.#note(/** @type {HTMLButtonElement} */ (old));
        old.remove();
      }
    }
    wanted.forEach((node, i) => {
      if (box.children[i] !== node) {
        this.#note(node);
        box.insertBefore(node, box.children[i] ?? null);
      }
      node.style.setProperty("--i", String(i - (wanted.length - 1) / 2));
      this.#turn(node, { down, legal: legal.includes(node.dataset.card ?? "") });
    });
    return true;
  }

  /**
   * Call `lay`, which lays the cards out again, and animate the cards that have moved.
   * @param {() => void} lay
   * @param {string | null} winner the seat whose pile gets the cards that leave the table; with
   *   null they glide to the middle of the page
   * @param {boolean} slow whether there is time for an animation
   */
  move(lay, winner, slow) {
    this.oldPlaces.clear();
    this.isAnimated = slow && !this.calm.matches;
    lay();
    const moved = [...this.oldPlaces].filter(([, from]) => from.width > 0);
    if (moved.length === 0 || moved.length > MANY) {
      return;
    }
    const pile = document.querySelector(`.pile[data-seat="${winner}"]`);
    const ways = moved.map(([node, from]) => this.#way(node, from, pile));
    for (const [node, way] of ways) {
      node.animate(way, { duration: GLIDE_MS, easing: "cubic-bezier(.2,.7,.3,1)" });
    }
  }

  /**
   * @param {HTMLButtonElement} node
   * @param {DOMRect} from
   * @param {Element | null} pile
   * @returns {[HTMLElement, Keyframe[]]}
   */
  #way(node, from, pile) {
    if (!node.isConnected) {
      return this.#leave(node, from, pile);
    }
    const to = node.getBoundingClientRect();
    const x = from.x + from.width / 2 - to.x - to.width / 2;
    const y = from.y + from.height / 2 - to.y - to.height / 2;
    const height = Math.max(from.height, from.width) / Math.max(to.height, to.width, 1);
    // Do not scale a card in a hand. The fixed point of the scaling would be the middle of the fan,
    // not the middle of the card. So the scaling would also move the card.
    const size = node.closest(".hand") ? 1 : height;
    return [
      node,
      [
        { translate: `${x}px ${y}px`, scale: size, zIndex: 50 },
        { translate: "0 0", scale: 1, zIndex: 50 },
      ],
    ];
  }

  /**
   * Replace a card that leaves the table by a picture of its back. Return this picture, and the
   * keyframes that move it to the pile.
   * @param {HTMLButtonElement} node
   * @param {DOMRect} from
   * @param {Element | null} pile
   * @returns {[HTMLElement, Keyframe[]]}
   */
  #leave(node, from, pile) {
    const [width, height] = [from.width, from.height].sort((a, b) => a - b);
    const ghost = element("img", { class: "leaving", alt: "", src: this.backside });
    ghost.style.width = `${width}px`;
    ghost.style.left = `${from.x + (from.width - (width ?? 0)) / 2}px`;
    ghost.style.top = `${from.y + (from.height - (height ?? 0)) / 2}px`;
    ghost.style.rotate = from.width > from.height ? "90deg" : "0deg";
    document.body.append(ghost);
    setTimeout(() => ghost.remove(), GLIDE_MS);
    node.style.translate = "";
    const to = (pile ?? document.body).getBoundingClientRect();
    const x = to.x + to.width / 2 - from.x - from.width / 2;
    const y = to.y + to.height / 2 - from.y - from.height / 2;
    return [
      ghost,
      [{ translate: "0 0" }, { translate: `${x}px ${y}px`, scale: 0.7, opacity: 0.4 }],
    ];
  }

  /** @param {HTMLButtonElement} node */
  #note(node) {
    if (this.isAnimated && !this.oldPlaces.has(node)) {
      this.oldPlaces.set(node, node.getBoundingClientRect());
    }
    node.style.translate = "";
  }

  /** @param {string} card */
  #make(card) {
    const picture = element("img", { alt: "", draggable: "false", decoding: "async" });
    const node = element("button", { type: "button", class: "card", "data-card": card }, picture);
    this.#draw(node, card);
    return node;
  }

  /**
   * @param {HTMLButtonElement} node
   * @param {Record<string, boolean>} states
   */
  #turn(node, states) {
    const changed = Object.keys(states).filter(
      (name) => node.classList.contains(name) !== states[name],
    );
    for (const name of changed) {
      node.classList.toggle(name);
    }
    if (changed.length > 0) {
      this.#draw(node, node.dataset.card ?? "");
    }
  }

  /**
   * Set a card's label, and schedule the drawing of its face if it has no picture yet. A face-down
   * card needs no picture, because the style sheet shows its back.
   * @param {HTMLButtonElement} node
   * @param {string} card
   */
  #draw(node, card) {
    const image = /** @type {HTMLImageElement} */ (node.firstElementChild);
    const down = node.classList.contains("down");
    node.setAttribute("aria-label", down ? words("card-down") : named(node, card));
    if (!down && !image.hasAttribute("src")) {
      if (this.undrawn.size === 0) {
        requestAnimationFrame(() => this.#paint());
      }
      this.undrawn.set(card, image);
    }
  }

  #paint() {
    for (const [card, image] of [...this.undrawn].slice(0, AT_ONCE)) {
      this.undrawn.delete(card);
      image.src = facePicture(card);
    }
    if (this.undrawn.size > 0) {
      requestAnimationFrame(() => this.#paint());
    }
  }
}

/**
 * @param {HTMLElement} node
 * @param {string} card
 */
function named(node, card) {
  const name = cardName(card);
  return node.classList.contains("legal") ? words("card-may", { card: name }) : name;
}

/**
 * Return the picture of a card's face as a data URL, in the current language and colours.
 * @param {string} card
 */
export function facePicture(card) {
  return picture(front(card));
}

/** @param {string} card */
function front(card) {
  const letters = Object.fromEntries(RANKS.map((rank) => [rank, rankLetter(rank)]));
  const colours = hasFourColours() ? FOUR_COLOURS : undefined;
  return card.length === 2 ? face(card, letters, colours) : foreign();
}

/** @param {string} svg */
function picture(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
