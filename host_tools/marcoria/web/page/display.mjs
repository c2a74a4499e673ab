// The middle of the table: a copy of the e-paper display. The page cannot read the display of a
// real table, and shows a sheet with the score instead.

import { element, fill } from "./dom.mjs";
import * as say from "./sentences.mjs";
import { sideName, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Glance, Told } from "./shapes.mjs" */

const WIDTH = 400;
const HEIGHT = 300;
const PAPER = [240, 236, 224];
const INK = [37, 35, 36];
// The largest scale that fits is rounded down to a whole number. The picture gets the rounded scale
// if that is at least this share of the largest scale. Else it gets the largest scale.
const WORTH = 0.9;
// With reduced motion, draw a picture only after it has not changed for this time.
const REST_MS = 250;

export class Display {
  /** @param {Feed} feed */
  constructor(feed) {
    this.canvas = element("canvas", { role: "img", width: WIDTH, height: HEIGHT });
    this.box = element("div", { class: "paper" }, this.canvas);
    this.pixels = new ImageData(WIDTH, HEIGHT);
    this.words = new Uint32Array(this.pixels.data.buffer);
    this.tones = shades();
    this.source = element("canvas", { width: WIDTH, height: HEIGHT });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.rest = 0;
    this.words.fill(this.tones[255] ?? 0);
    new ResizeObserver(() => this.#fit()).observe(this.box);
    feed.on("screen", (greys) => this.#show(greys));
  }

  speak() {
    this.canvas.setAttribute("aria-label", words("display"));
  }

  /** @param {Uint8Array} greys */
  #show(greys) {
    clearTimeout(this.rest);
    if (this.calm.matches) {
      this.rest = window.setTimeout(() => this.#paint(greys), REST_MS);
    } else {
      this.#paint(greys);
    }
  }

  /** @param {Uint8Array} greys */
  #paint(greys) {
    const { words: out, tones } = this;
    for (let i = 0; i < out.length; i++) {
      out[i] = tones[greys[i] ?? 0] ?? 0;
    }
    this.#draw();
  }

  #draw() {
    const ink = this.source.getContext("2d");
    const paper = this.canvas.getContext("2d");
    if (ink && paper) {
      ink.putImageData(this.pixels, 0, 0);
      paper.imageSmoothingEnabled = false;
      paper.drawImage(this.source, 0, 0, this.canvas.width, this.canvas.height);
    }
  }

  /**
   * Fit the picture into the box. If the scale is not a whole number, draw with the next whole
   * number and let CSS shrink the canvas.
   */
  #fit() {
    const { clientWidth, clientHeight } = this.box;
    const room = Math.min(clientWidth / WIDTH, clientHeight / HEIGHT) * devicePixelRatio;
    const whole = Math.floor(room);
    const scale = whole / room >= WORTH ? whole : room;
    const drawn = Math.max(1, Math.ceil(scale));
    this.canvas.width = drawn * WIDTH;
    this.canvas.height = drawn * HEIGHT;
    this.canvas.style.width = `${(scale * WIDTH) / devicePixelRatio}px`;
    this.canvas.style.imageRendering = drawn === scale ? "pixelated" : "auto";
    this.#draw();
  }
}

/**
 * Return the colours of the 256 greys. Each colour is a 32-bit word, with its bytes in the order
 * that a canvas uses.
 */
function shades() {
  const bytes = new Uint8ClampedArray(256 * 4);
  for (let grey = 0; grey < 256; grey++) {
    for (let i = 0; i < 3; i++) {
      const [ink, paper] = [INK[i] ?? 0, PAPER[i] ?? 0];
      bytes[4 * grey + i] = ink + ((paper - ink) * grey) / 255;
    }
    bytes[4 * grey + 3] = 255;
  }
  return new Uint32Array(bytes.buffer);
}

const PLAYED = ["dealt", "bidding", "play", "done"];

export class Sheet {
  constructor() {
    this.lines = element("div", {});
    this.box = element("section", { class: "sheet", hidden: true }, this.lines);
    this.shown = "";
  }

  speak() {
    this.box.setAttribute("aria-label", words("real-title"));
    this.shown = "";
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  show(glance, told) {
    this.box.toggleAttribute("hidden", !glance.real);
    const shown = glance.real ? JSON.stringify([glance.house, told]) : "";
    if (shown !== this.shown) {
      this.shown = shown;
      fill(this.lines, ...rows(glance, told));
    }
  }
}

/**
 * @param {Glance} glance
 * @param {Told} told
 */
function rows(glance, told) {
  return [
    element("h2", {}, glance.house.name || "Marcoria"),
    told.score.target > 0 && points(told),
    ...sentences(told).map((text) => element("p", {}, text)),
  ];
}

/** @param {Told} told */
function points({ score, deal, phase, shows }) {
  const under = PLAYED.includes(phase) && (shows.points || phase === "done");
  return element(
    "dl",
    {},
    score.sides.map((side, i) =>
      element(
        "div",
        { "data-team": side },
        element("dt", {}, sideName(side)),
        element("dd", {}, score.match[i] ?? 0),
        under && element("dd", { class: "deal" }, `+${deal.cards[i] ?? 0}`),
      ),
    ),
  );
}

/** @param {Told} told */
function sentences(told) {
  if (told.over) {
    return [say.over(told)];
  }
  if (told.phase === "done") {
    return [say.result(told)];
  }
  if (!PLAYED.includes(told.phase)) {
    return told.last ? [say.lastTrick(told)] : [];
  }
  const lines = [say.trump(told)];
  if (told.trick.length > 0) {
    lines.push(say.led(told));
  } else if (told.last) {
    lines.push(say.taken(told));
  }
  return lines;
}
