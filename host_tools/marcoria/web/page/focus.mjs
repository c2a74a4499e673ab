// Keyboard focus: arrow keys move it within a group of buttons, a link skips the bar, and another
// element gets the focus when the focused element disappears or is disabled.

import { element, fill } from "./dom.mjs";
import { words } from "./words.mjs";

const GROUPS = "[role=toolbar], [role=group], [role=radiogroup]";
const CHANGES = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["hidden", "inert", "disabled", "open"],
};

/**
 * Observer that replaces a lost keyboard focus: it focuses the heading of an open modal dialog,
 * else an element near the element that had the focus last.
 */
export class Focus {
  /** @param {() => HTMLElement} rest returns the element to focus if no other is near */
  constructor(rest) {
    this.rest = rest;
    /** @type {HTMLElement | null} */
    this.last = null;
    /** @type {Element | null} */
    this.group = null;
    document.addEventListener("focusin", (event) => this.#note(event.target));
    // A press on an element that cannot be focused removes the focus on purpose. Then `#check`
    // must not move the focus.
    document.addEventListener("pointerdown", () => this.#note(null), { capture: true });
    new MutationObserver(() => this.#check()).observe(document.body, CHANGES);
  }

  /** @param {EventTarget | null} target */
  #note(target) {
    this.last = target instanceof HTMLElement ? target : null;
    this.group = this.last?.closest(GROUPS) ?? null;
  }

  #check() {
    const at = document.activeElement;
    const lost = !at || at === document.body || !canHave(at);
    if (lost && this.last) {
      this.#next()?.focus({ preventScroll: true });
    }
  }

  /** @returns {HTMLElement | undefined} */
  #next() {
    const modal = document.querySelector("dialog:modal h2");
    const beside = this.group?.querySelector('[tabindex="0"]');
    const places = modal ? [modal] : [beside, this.last, this.rest()];
    const found = places.find((one) => one && canHave(one));
    return /** @type {HTMLElement | undefined} */ (found ?? undefined);
  }
}

/**
 * Return whether an element can have the focus.
 * @param {Element} node
 */
function canHave(node) {
  return (
    node.isConnected &&
    !node.closest("[inert]") &&
    !node.matches(":disabled") &&
    node.checkVisibility({ visibilityProperty: true })
  );
}

// The keys that move the focus to the previous and to the next item.
const BACK = new Set(["ArrowLeft", "ArrowUp"]);
const FORTH = new Set(["ArrowRight", "ArrowDown"]);

/**
 * Keyboard access to a group of buttons: Tab reaches one of them, and arrow keys move to others.
 */
export class Rove {
  /**
   * @param {HTMLElement} box
   * @param {string} items CSS selector of the buttons in the box
   */
  constructor(box, items) {
    this.box = box;
    this.selector = items;
    /** @type {HTMLElement | null} */
    this.current = null;
    this.at = 0;
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("focusin", (event) => this.#reach(event.target));
  }

  /**
   * Update the group after buttons were added or removed. (If the focused button was removed,
   * `Focus` moves the focus.)
   */
  refresh() {
    const items = this.#items();
    const lost = this.current !== null && !items.includes(this.current);
    if (lost || this.current === null) {
      this.current = items[Math.min(this.at, items.length - 1)] ?? null;
    }
    this.#admit(items);
  }

  /**
   * Let Tab reach only the current item.
   * @param {HTMLElement[]} items
   */
  #admit(items) {
    for (const item of items) {
      item.tabIndex = item === this.current ? 0 : -1;
    }
  }

  /** @param {EventTarget | null} target */
  #reach(target) {
    const items = this.#items();
    const at = items.indexOf(/** @type {HTMLElement} */ (target));
    if (at >= 0) {
      this.at = at;
      this.current = items[at] ?? null;
      this.#admit(items);
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const seen = sorted(this.#items());
    const at = seen.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = target(event.key, at, seen.length);
    if (at >= 0 && to !== null && !event.shiftKey) {
      event.preventDefault();
      seen[to]?.focus();
    }
  }

  /** @returns {HTMLElement[]} */
  #items() {
    return [...this.box.querySelectorAll(this.selector)].map(
      (item) => /** @type {HTMLElement} */ (item),
    );
  }
}

/**
 * Return the index to which a key moves the focus, or null if the key does not move it.
 * @param {string} key
 * @param {number} at index of the focused item
 * @param {number} count number of items
 */
function target(key, at, count) {
  if (key === "Home") {
    return 0;
  }
  if (key === "End") {
    return count - 1;
  }
  if (BACK.has(key)) {
    return Math.max(0, at - 1);
  }
  return FORTH.has(key) ? Math.min(count - 1, at + 1) : null;
}

/**
 * Return the items sorted by their positions on the screen: from left to right if they form a row,
 * else from top to bottom. Their order in the document may differ, because seats are rotated.
 * @param {HTMLElement[]} items
 */
function sorted(items) {
  const at = items.map((item) => item.getBoundingClientRect());
  const [xs, ys] = [at.map((one) => one.x), at.map((one) => one.y)];
  const wide = spread(xs) >= spread(ys);
  const order = items.map((_, i) => i);
  const along = wide ? xs : ys;
  order.sort((a, b) => (along[a] ?? 0) - (along[b] ?? 0));
  return order.map((i) => /** @type {HTMLElement} */ (items[i]));
}

/** @param {number[]} values */
function spread(values) {
  return Math.max(...values) - Math.min(...values);
}

/**
 * Add the first link of the page, which skips the bar and leads to the cards.
 * @param {Element} root
 * @param {() => HTMLElement} goal returns the element to focus
 */
export function addSkipLink(root, goal) {
  const link = element("a", { class: "skip", href: "#table" });
  link.addEventListener("click", (event) => {
    event.preventDefault();
    goal().focus();
  });
  root.prepend(link);
  const speak = () => fill(link, words("skip"));
  document.addEventListener("spoken", speak);
  speak();
}
