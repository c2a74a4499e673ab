// Arrow keys inside a group of buttons, of which Tab reaches one.

const BACK = new Set(["ArrowLeft", "ArrowUp"]);
const FORTH = new Set(["ArrowRight", "ArrowDown"]);

export class Rove {
  /**
   * @param {HTMLElement} box
   * @param {string} items
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

  /** After other buttons have come or gone (focus.mjs sees to the focus itself). */
  refresh() {
    const items = this.#items();
    const lost = this.current !== null && !items.includes(this.current);
    if (lost || this.current === null) {
      this.current = items[Math.min(this.at, items.length - 1)] ?? null;
    }
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
      for (const item of items) {
        item.tabIndex = item === this.current ? 0 : -1;
      }
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
 * Where the focus goes from `at`, null if the key is none of ours.
 * @param {string} key
 * @param {number} at
 * @param {number} count
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
 * As they are seen, from the left or from the top: a seat may be turned.
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
