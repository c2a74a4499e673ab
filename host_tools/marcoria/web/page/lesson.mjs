// The lesson: a first deal with a box that explains, step by step, what the table shows and what
// the player should do. The lesson plays an ordinary match. This match goes on if the player leaves
// the lesson or reloads the page.

import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, actions, button, choice } from "./form.mjs";
import { HOUSES, houseOf } from "./houses.mjs";
import { HAND, lessonMatch, lessonPlaces, PUPIL, STEPS } from "./lesson_steps.mjs";
import { askRules, specialSentences } from "./rule_sentences.mjs";
import { playedHouse } from "./rules.mjs";
import { sentenceOf, whole } from "./shapes.mjs";
import { addStyle } from "./style.mjs";
import { hasWords, language, seatName, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Panels } from "./panels.mjs" */
/** @import { Happened, Told } from "./shapes.mjs" */

await addStyle(new URL("lesson.css", import.meta.url));

const NEEDED = `${HAND}, #help .act, .choices button`; // the box avoids these if it can
const LOOK_MS = 200; // interval at which the box follows the element that it explains
const GAP = 14; // px between the box and the element that it explains
const EDGE = 8; // px between the box and the edge of the window

export class Lesson {
  /**
   * @param {Feed} feed
   * @param {Element} root
   * @param {Panels} panels
   */
  constructor(feed, root, panels) {
    this.feed = feed;
    this.panels = panels;
    this.at = -1; // index in STEPS, STEPS.length at the last step, or -1 if no lesson is open
    this.house = "";
    /** @type {Set<string>} */
    this.said = new Set();
    this.matches = 0; // matches that have begun since the start of the lesson
    /** @type {Promise<void> | null} the start of the lesson while it is under way */
    this.starting = null;
    this.timer = 0;
    this.trouble = new Alert();
    this.title = element("strong", { id: "lesson-title" });
    this.text = element("p", { "aria-live": "polite" });
    this.extra = element("div", { class: "extra" });
    this.foot = element("div", { class: "actions" });
    this.box = element(
      "aside",
      { class: "lesson", "aria-labelledby": this.title.id, hidden: true, tabindex: -1 },
      element("header", {}, this.title),
      this.text,
      this.extra,
      this.foot,
    );
    this.ring = element("div", { class: "lesson-ring", "aria-hidden": "true", hidden: true });
    this.question = new Dialog(root, "lesson-title", {
      fill: () => this.#warning(),
      closed: () => this.at >= 0 && this.box.focus(),
    });
    root.append(this.ring, this.box);
    feed.on("glance", () => this.#look());
    feed.on("told", () => this.#look());
    feed.on("happened", (rows) => this.#hear(rows));
    document.addEventListener("spoken", () => this.#draw());
    document.addEventListener("view", () => this.#draw());
  }

  /**
   * Start the lesson. If this would end a match, show a warning first. If the lesson is open
   * already, focus its box.
   */
  open() {
    if (this.at >= 0) {
      this.box.focus();
    } else if (isUnderWay(whole(this.feed.last.told))) {
      this.trouble.say();
      this.question.open();
    } else {
      this.#start().catch((error) => this.feed.tell(sentenceOf(error)));
    }
  }

  #warning() {
    const start = async () => {
      if (await this.trouble.attempt(() => this.#start())) {
        this.question.close();
      }
    };
    return [
      element("p", {}, words("lesson-ends")),
      this.trouble.box,
      actions(
        button(words("lesson-begin"), start, { class: "main" }),
        button(words("close"), () => this.question.close()),
      ),
    ];
  }

  /** Start the lesson, or wait for its start if another call has begun it already. */
  #start() {
    this.starting ??= this.#begin().finally(() => {
      this.starting = null;
    });
    return this.starting;
  }

  async #begin() {
    this.house = playedHouse(this.feed);
    await this.feed.do("new", lessonMatch(language()));
    // Start to count before the speed is changed, because the match may begin during that change.
    this.said.clear();
    this.matches = 0;
    this.#turn(0);
    clearInterval(this.timer);
    this.timer = window.setInterval(() => this.#place(), LOOK_MS);
    this.box.focus();
    await this.feed.do("speed", { value: 1 });
  }

  /** End the lesson. The match goes on. */
  leave() {
    const hadFocus = this.box.contains(document.activeElement);
    this.at = -1;
    clearInterval(this.timer);
    this.box.hidden = true;
    this.ring.hidden = true;
    if (hadFocus) {
      document.getElementById("table")?.focus();
    }
  }

  /** @param {Happened[]} rows */
  #hear(rows) {
    if (this.at < 0) {
      return;
    }
    this.matches += rows.filter(({ kind }) => kind === "match").length;
    for (const { kind } of rows.filter(({ seat }) => seat === PUPIL)) {
      this.said.add(kind);
    }
    this.#look();
  }

  /**
   * Go on to the next step if the current step is done. End the lesson if another match has begun,
   * if a real table is shown, or if another tab runs the table.
   */
  #look() {
    const { glance, told } = this.feed.last;
    if (this.at < 0 || !glance || !told) {
      return;
    }
    if (glance.readonly || glance.real || this.matches > 1) {
      this.leave();
      return;
    }
    const step = STEPS[this.at];
    if (this.matches > 0 && step?.until?.({ glance, told: whole(told), said: this.said })) {
      this.#turn(this.at + 1);
      this.#look();
    }
  }

  /** @param {number} at */
  #turn(at) {
    this.at = at;
    this.#draw();
    this.#look();
  }

  #draw() {
    if (this.at < 0) {
      return;
    }
    const step = STEPS[this.at];
    const told = whole(this.feed.last.told);
    const seat = { welcome: PUPIL, took: told.taker, clear: told.last?.winner }[step?.name ?? ""];
    const places = { ...lessonPlaces(), seat: seatName(seat ?? told.dealer) };
    this.title.textContent = words("lesson-step", { number: this.at + 1, of: STEPS.length + 1 });
    this.box.dataset.step = step?.name ?? "house";
    this.text.textContent = words(this.#textName(step?.name ?? "house"), places);
    const isLast = !step;
    const hasNext = step && (!step.until || step.both);
    const hadFocus = this.foot.contains(document.activeElement);
    fill(
      this.foot,
      hasNext && button(words("lesson-next"), () => this.#turn(this.at + 1), { class: "main" }),
      isLast && button(words("lesson-done"), () => this.leave(), { class: "main" }),
      isLast && button(words("rules"), () => this.panels.open("rules")),
      isLast && button(words("do-new"), () => this.#newMatch()),
      !isLast && button(words("lesson-leave"), () => this.leave(), { class: "leave" }),
    );
    fill(this.extra, isLast && this.#houses());
    this.box.hidden = false;
    this.#place();
    if (hadFocus) {
      this.box.focus();
    }
  }

  /**
   * Return the name of a step's text. Some steps have a second text, for the view "play": there the
   * player has buttons instead of keys. Choose this text only in the view "play", and only if the
   * virtual table takes complete tricks away by itself (`neat`).
   * @param {string} step
   */
  #textName(step) {
    const { glance } = this.feed.last;
    const isPlay = document.documentElement.dataset.view === "play" && glance?.manner?.neat;
    const inWords = `lesson-${step}-words`;
    return isPlay && hasWords(inWords) ? inWords : `lesson-${step}`;
  }

  #newMatch() {
    this.leave();
    this.panels.open("setup");
  }

  /** Return a choice of houses, and a list of the special rules of the chosen house. */
  #houses() {
    const list = element("ul", { "aria-live": "polite" });
    const show = async (/** @type {string} */ house) => {
      this.house = house;
      /** @type {string[]} */
      let sentences;
      try {
        sentences = specialSentences(await askRules(this.feed, house));
      } catch (error) {
        sentences = [sentenceOf(error)];
      }
      if (this.house === house) {
        fill(
          list,
          sentences.map((one) => element("li", {}, one)),
        );
      }
    };
    const chosen = houseOf(this.house)?.id ?? HOUSES[0]?.id ?? "";
    show(chosen);
    const rows = HOUSES.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
    const select = choice(rows, chosen, show);
    select.setAttribute("aria-label", words("rule-which"));
    return [select, list, element("p", { class: "hint" }, words("lesson-stay"))];
  }

  /**
   * Mark the element that the step explains, and put the box beside it. If there is no such
   * element or it is too tall, mark nothing and put the box in the middle.
   */
  #place() {
    const found = (STEPS[this.at]?.at ?? [])
      .flatMap((where) => [...document.querySelectorAll(where)])
      .find(isSeen);
    const target = found && outline(found);
    const isWhole = !target || target.height > 0.6 * innerHeight;
    this.ring.hidden = isWhole;
    if (!isWhole) {
      move(this.ring, target.left - 5, target.top - 5);
      this.ring.style.width = `${target.width + 10}px`;
      this.ring.style.height = `${target.height + 10}px`;
    }
    const { width, height } = this.box.getBoundingClientRect();
    const [x, y] = isWhole ? middle(width, height) : beside(target, width, height);
    move(this.box, x, y);
  }
}

/**
 * Return whether the current match is not over, and a card was played or a side has points.
 * @param {Told} told
 */
function isUnderWay({ trick, last, score, over }) {
  return !over && (trick.length > 0 || last !== null || score.match.some((points) => points > 0));
}

/**
 * Return the rectangle of an element. For a hand, return the rectangle of its cards, because the
 * hand itself has no size.
 * @param {Element} node
 */
function outline(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return node.matches(HAND) ? range.getBoundingClientRect() : node.getBoundingClientRect();
}

/** @param {Element} node */
function isSeen(node) {
  const { width, height } = outline(node);
  return width > 0 && height > 0 && node.checkVisibility({ visibilityProperty: true });
}

/**
 * @param {HTMLElement} node
 * @param {number} x
 * @param {number} y
 */
function move(node, x, y) {
  node.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
}

/**
 * @param {number} width
 * @param {number} height
 */
function middle(width, height) {
  return [(innerWidth - width) / 2, Math.max(EDGE, (innerHeight - height) / 2)];
}

/**
 * Return the left and top edge of the box in px. Try the places above, to the right, to the left
 * and below the target, then the two corners under the bar. Choose the first place in the window
 * where the box covers neither the target, nor an element of NEEDED, nor a card on a pad. If there
 * is none, let the box cover cards on pads. If there is still none, let the box cover elements of
 * NEEDED too. The last choice is the upper edge of the window, where the box may cover the target.
 * @param {DOMRect} target
 * @param {number} width
 * @param {number} height
 */
function beside(target, width, height) {
  const [right, bottom] = [innerWidth - width - EDGE, innerHeight - height - EDGE];
  const x = clamp(target.left + target.width / 2 - width / 2, right);
  const y = clamp(target.top + target.height / 2 - height / 2, bottom);
  const corner = (document.getElementById("bar")?.getBoundingClientRect().bottom ?? 0) + EDGE;
  /** @type {[number, number][]} */
  const places = [
    [x, target.top - height - GAP],
    [target.right + GAP, y],
    [target.left - width - GAP, y],
    [x, target.bottom + GAP],
    [EDGE, corner],
    [right, corner],
  ];
  const fits = places.filter(([left, top]) => {
    const isInside = left >= EDGE && left <= right && top >= EDGE && top <= bottom;
    return isInside && !covers(new DOMRect(left, top, width, height), target);
  });
  const clearOf = (/** @type {string} */ where) => {
    const others = [...document.querySelectorAll(where)].map(outline);
    return fits.find(([left, top]) => {
      const box = new DOMRect(left, top, width, height);
      return others.every((other) => !covers(box, other));
    });
  };
  return (
    clearOf(`${NEEDED}, .pad .card`) ??
    clearOf(NEEDED) ??
    fits[0] ??
    /** @type {const} */ ([x, EDGE])
  );
}

/**
 * @param {DOMRect} box
 * @param {DOMRect} other
 */
function covers(box, other) {
  return (
    box.left < other.right &&
    box.right > other.left &&
    box.top < other.bottom &&
    box.bottom > other.top
  );
}

/**
 * @param {number} value
 * @param {number} most
 */
function clamp(value, most) {
  return Math.max(EDGE, Math.min(value, most));
}
