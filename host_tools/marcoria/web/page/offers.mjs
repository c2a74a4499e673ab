// Buttons for what a person may do now besides playing a card. Each button has words, and shows
// the keys that do the same on a real table.

import { element, fill } from "./dom.mjs";
import { Rove } from "./focus.mjs";
import { icon } from "./icons.mjs";
import { SUITS } from "./pack.mjs";
import { whole } from "./shapes.mjs";
import { joined, keyName, seatName, suitName, suitSign, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Glance, Offer, Told } from "./shapes.mjs" */

// Offers without a button here: the help line has a button for "confirm" and "show", and the slate
// with the score has one for "last".
const ELSEWHERE = ["confirm", "show", "last"];
const MAIN = ["take", "answer"]; // drawn as the usual choice
const SUITED = ["take", "bid"];
const RARE = ["salt", "seven"]; // possible for a short time, and no other text names them
// A button that appears within PRESSED_MS after a press may lie under the pointer by chance.
// During FRESH_MS, such a button ignores the pointer, but not the keyboard.
const PRESSED_MS = 3000;
const FRESH_MS = 500;

export class Offers {
  /**
   * @param {Feed} feed
   * @param {(sentence: string) => void} say tells screen readers what has become possible
   */
  constructor(feed, say) {
    this.feed = feed;
    this.say = say;
    this.told = ""; // what screen readers have been told last
    this.question = element("p", { class: "question" });
    this.box = element("div", { class: "choices", role: "group" });
    this.rove = new Rove(this.box, "button");
    /**
     * @type {Map<string, HTMLButtonElement>} the buttons by offer; a button is reused while its
     *   offer lasts, so that it does not lose the focus
     */
    this.buttons = new Map();
    this.shown = "";
    this.isOpen = false; // whether announcements without `sure` (see shapes.mjs) have buttons too
    this.opener = element("button", { type: "button", onclick: () => this.#open() });
    this.pressedAt = Number.NEGATIVE_INFINITY;
    this.box.addEventListener("pointerdown", () => {
      this.pressedAt = performance.now();
    });
  }

  /** Show buttons for all announcements that are offered, not only for those that are `sure`. */
  #open() {
    this.isOpen = true;
    this.shown = "";
    const { glance, told } = this.feed.last;
    if (glance) {
      this.show(glance, whole(told));
    }
  }

  /** @param {Offer} offer */
  #isOpen(offer) {
    return this.isOpen || offer.do !== "announce" || offer.sure === true;
  }

  /** Move the keyboard focus to the buttons, if there are any. */
  focus() {
    this.rove.current?.focus();
  }

  speak() {
    this.box.setAttribute("aria-label", words("offers"));
    fill(this.opener, optional(words("offer-announce")));
    this.shown = "";
    this.buttons.clear();
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  show(glance, told) {
    const here = glance.readonly ? [] : (glance.offers ?? []);
    const offers = here.filter((offer) => !ELSEWHERE.includes(offer.do));
    const isShared = new Set(offers.map(({ seat }) => seat)).size > 1;
    const shown = JSON.stringify([offers, told.question, told.answers, isShared]);
    if (shown === this.shown) {
      return;
    }
    this.shown = shown;
    this.#tell(offers);
    this.isOpen &&= offers.some((offer) => offer.do === "announce");
    const before = this.buttons;
    this.buttons = new Map();
    for (const offer of offers.filter((one) => this.#isOpen(one))) {
      const name = JSON.stringify([offer, offer.do === "answer" ? told.answers : "", isShared]);
      this.buttons.set(name, before.get(name) ?? this.#button(offer, told, isShared));
    }
    const isMore = offers.some((offer) => !this.#isOpen(offer));
    const isAsked = offers.some((offer) => offer.do === "answer");
    this.question.textContent = told.question;
    const there = new Set(this.box.children);
    fill(this.box, isAsked && this.question, ...this.buttons.values(), isMore && this.opener);
    this.#guard([...this.box.children].filter((node) => !there.has(node)));
    this.rove.refresh();
    this.box.toggleAttribute("data-many", this.buttons.size > 6);
  }

  /**
   * Let buttons that have just appeared ignore a press that was meant for their predecessors.
   * @param {Element[]} buttons
   */
  #guard(buttons) {
    if (performance.now() - this.pressedAt < PRESSED_MS) {
      for (const button of buttons) {
        button.classList.add("fresh");
        setTimeout(() => button.classList.remove("fresh"), FRESH_MS);
      }
    }
  }

  /**
   * Tell screen readers of the acts in RARE, and of acts that are `sure` (see shapes.mjs).
   * @param {Offer[]} offers
   */
  #tell(offers) {
    const rare = offers.filter((offer) => RARE.includes(offer.do) || offer.sure);
    const names = rare.map((offer) =>
      words(offer.do === "announce" ? `meld-${offer.what}` : `offer-${offer.do}`),
    );
    const told = names.length > 0 ? words("hear-offers", { offers: joined(names) }) : "";
    if (told !== this.told) {
      this.told = told;
      this.say(told);
    }
  }

  /**
   * @param {Offer} offer
   * @param {Told} told
   * @param {boolean} isShared whether several persons may do something now
   */
  #button(offer, told, isShared) {
    const { seat, what } = offer;
    const act = () => this.feed.attempt("offer", { seat, do: offer.do, what });
    const attributes = {
      type: "button",
      onclick: act,
      "data-do": offer.do,
      "data-what": what,
      "data-seat": seat,
      class: MAIN.includes(offer.do) || offer.sure ? "main" : "",
      "aria-pressed": offer.do === "belote" && offer.armed ? "true" : null,
    };
    return element(
      "button",
      attributes,
      isShared && element("small", {}, `${seatName(seat)}: `),
      ...text(offer, told),
      keys(offer),
    );
  }
}

/**
 * Return the parts of a button's text. A suit has a sign too, which screen readers skip.
 * @param {Offer} offer
 * @param {Told} told
 */
function text(offer, told) {
  const what = offer.what ?? "";
  if (offer.do === "answer") {
    return [element("span", {}, told.answers[Number(what)] ?? what)];
  }
  if (offer.do === "announce") {
    return [optional(words(`meld-${what}`))];
  }
  if (offer.do === "belote") {
    return [optional(words("offer-belote"))];
  }
  if (!SUITED.includes(offer.do)) {
    return [element("span", {}, words(`offer-${offer.do}`))];
  }
  const said = words(`offer-${offer.do}`, { suit: suitName(what) });
  if (!SUITS.includes(what)) {
    return [element("span", {}, suitName(what))];
  }
  return [
    element("span", { class: `sign ${what}`, "aria-hidden": "true" }, suitSign(what)),
    element("span", {}, said),
  ];
}

/**
 * Return the words of an act that the player need not do, with a note that says so.
 * @param {string} said
 */
function optional(said) {
  return element("span", {}, said, " ", element("small", {}, words("offer-optional")));
}

/**
 * Return an element that shows the keys for the offer on a real table.
 * @param {Offer} offer
 */
function keys({ keys: presses, hold }) {
  const faces = presses.map((together) =>
    together.map((key) => element("kbd", { "data-key": key }, face(key))),
  );
  return element(
    "span",
    { class: "as-keys", "aria-hidden": "true" },
    hold && element("i", {}, words("offer-hold")),
    faces.flat(),
  );
}

/** @param {string} key */
function face(key) {
  if (key === "RAP") {
    return icon("knock");
  }
  return SUITS.includes(key) ? suitSign(key) : keyName(key);
}
