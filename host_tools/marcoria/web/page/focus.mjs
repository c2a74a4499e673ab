// The focus of who goes by keys: when what had it leaves, is hidden or closes, it goes to what is
// next to it, and never to nothing.

const GROUPS = "[role=toolbar], [role=group], [role=radiogroup]";
const CHANGES = {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ["hidden", "inert", "disabled", "open"],
};

export class Focus {
  /** @param {() => HTMLElement} rest where it goes when nothing else is near */
  constructor(rest) {
    this.rest = rest;
    /** @type {HTMLElement | null} */
    this.last = null;
    /** @type {Element | null} */
    this.group = null;
    document.addEventListener("focusin", (event) => this.#note(event.target));
    // Who presses on something without a focus takes it away on purpose.
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
 * Whether an element can have the focus.
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
