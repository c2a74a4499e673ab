// Downloads: deals as BDN, the journal, and pictures of the display and of the table.

import { element, fill } from "./dom.mjs";
import { Alert, actions, button } from "./form.mjs";
import { isRed } from "./pack.mjs";
import { SEATS } from "./seats.mjs";
import { cardSign, seatName, words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { Glance } from "./shapes.mjs" */

const [WIDTH, HEIGHT] = [400, 300];
const SIZE = 1000;
const LEDS = 8;
const TEAMS = /** @type {Record<string, string>} */ ({
  N: "#e69f00",
  S: "#e69f00",
  E: "#0072b2",
  W: "#0072b2",
});

export class Downloads {
  /** @param {Feed} feed */
  constructor(feed) {
    this.feed = feed;
    this.trouble = new Alert();
    this.box = element("div", { class: "downloads" });
  }

  draw() {
    const rows = /** @type {[string, string, () => Promise<Blob | null>][]} */ ([
      ["bdn", "marcoria.bdn", () => this.#bdn()],
      ["journal", "marcoria.img", () => this.#journal()],
      ["display", "display.png", () => displayPicture(this.feed)],
      ["table", "table.png", () => tablePicture(this.feed)],
    ]);
    const real = this.feed.last.glance?.real === true;
    fill(
      this.box,
      actions(
        rows
          .filter(([name]) => !real || name === "table")
          .map(([name, file, make]) =>
            button(words(`take-${name}`), () => this.#take(file, make), { "data-take": name }),
          ),
      ),
      element("p", { class: "hint" }, words("take-how")),
      this.trouble.box,
    );
    return this.box;
  }

  async #bdn() {
    const text = await this.feed.do("bdn", {});
    return new Blob([text], { type: "text/plain;charset=utf-8" });
  }

  async #journal() {
    const bytes = await this.feed.do("journal", {});
    return new Blob([bytes], { type: "application/octet-stream" });
  }

  /**
   * @param {string} file
   * @param {() => Promise<Blob | null>} make
   */
  async #take(file, make) {
    await this.trouble.attempt(async () => {
      const blob = await make();
      if (!blob) {
        throw { sentence: words("take-nothing") };
      }
      save(file, blob);
    });
  }
}

/**
 * Save a blob as a file in the browser's download folder.
 * @param {string} file the name of the file
 * @param {Blob} blob
 */
export function save(file, blob) {
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/**
 * Return the display's image as a PNG, pixel for pixel, or null if no image has arrived yet.
 * @param {Feed} feed
 */
async function displayPicture(feed) {
  const { screen } = feed.last;
  return screen && png(paper(screen));
}

/**
 * Return a PNG of the table from above, or null if the table's state has not arrived yet.
 * @param {Feed} feed
 */
async function tablePicture(feed) {
  const { glance, screen } = feed.last;
  if (!glance) {
    return null;
  }
  const canvas = new OffscreenCanvas(SIZE, SIZE);
  const pen = context(canvas);
  wood(pen);
  if (screen) {
    pen.drawImage(paper(screen), (SIZE - WIDTH) / 2, (SIZE - HEIGHT) / 2);
  }
  for (const [i, seat] of SEATS.entries()) {
    if (seat in glance.pads) {
      pen.save();
      pen.translate(SIZE / 2, SIZE / 2);
      pen.rotate(((i - 2) * Math.PI) / 2);
      place(pen, glance, seat, i);
      pen.restore();
    }
  }
  return png(canvas);
}

/** @param {Uint8Array} greys */
function paper(greys) {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const image = new ImageData(WIDTH, HEIGHT);
  for (const [i, grey] of greys.entries()) {
    image.data.set([grey, grey, grey, 255], 4 * i);
  }
  context(canvas).putImageData(image, 0, 0);
  return canvas;
}

/** @param {OffscreenCanvasRenderingContext2D} pen */
function wood(pen) {
  pen.fillStyle = "#7c4f28";
  box(pen, 10, 10, SIZE - 20, SIZE - 20, 90);
  pen.fillStyle = "#b07a46";
  box(pen, 28, 28, SIZE - 56, SIZE - 56, 76);
}

/**
 * Draw a seat below the origin, which is the middle of the table; the caller rotates the canvas.
 * @param {OffscreenCanvasRenderingContext2D} pen
 * @param {Glance} glance
 * @param {string} seat
 * @param {number} number the index of the seat in SEATS
 */
function place(pen, glance, seat, number) {
  for (let i = 0; i < LEDS; i++) {
    const [red, green, blue] = glance.lights.subarray(3 * (number * LEDS + i));
    pen.fillStyle = `rgb(${red} ${green} ${blue})`;
    box(pen, -148 + 38 * i, 220, 30, 12, 6);
  }
  pen.fillStyle = "#efe3cd";
  box(pen, -52, 246, 104, 144, 12);
  for (const [i, card] of (glance.pads[seat] ?? []).entries()) {
    drawCard(pen, card, -46 + 14 * i, 252 + 4 * i);
  }
  pen.fillStyle = TEAMS[seat] ?? "";
  box(pen, -150, 420, 300, 40, 20);
  pen.fillStyle = seat === "E" || seat === "W" ? "#ffffff" : "#1d1206";
  text(pen, seatName(seat), 0, 441, 26);
}

/**
 * @param {OffscreenCanvasRenderingContext2D} pen
 * @param {string} card
 * @param {number} x
 * @param {number} y
 */
function drawCard(pen, card, x, y) {
  const known = card.length === 2;
  pen.fillStyle = known ? "#fffdf6" : "#5d6b78";
  box(pen, x, y, 92, 132, 8);
  pen.strokeStyle = "#8f7f68";
  pen.stroke();
  pen.fillStyle = isRed(card[1] ?? "") ? "#b3261e" : "#1b1512";
  if (known) {
    text(pen, cardSign(card), x + 46, y + 68, 40);
  }
}

/**
 * @param {OffscreenCanvasRenderingContext2D} pen
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} round
 */
function box(pen, x, y, width, height, round) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, round);
  pen.fill();
}

/**
 * @param {OffscreenCanvasRenderingContext2D} pen
 * @param {string} said
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function text(pen, said, x, y, size) {
  pen.font = `600 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(said, x, y);
}

/** @param {OffscreenCanvas} canvas */
function context(canvas) {
  return /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
}

/** @param {OffscreenCanvas} canvas */
function png(canvas) {
  return canvas.convertToBlob({ type: "image/png" });
}
