// The strip of eight lights in front of a seat, in the colours that its wire carries.

import { element } from "./dom.mjs";
import { words } from "./words.mjs";

const LIGHTS = 8;
// The strip is dim; an eye in the dark sees that all the same.
const EYE = 0.25;

export class Lights {
  constructor() {
    this.lamps = Array.from({ length: LIGHTS }, () => element("i", {}));
    this.box = element("div", { class: "lights", role: "img" }, this.lamps);
    this.shown = new Int32Array(LIGHTS).fill(-1);
    this.lit = 0;
  }

  speak() {
    this.box.setAttribute("aria-label", words("lights", { count: this.lit }));
  }

  /** @param {Uint8Array} colours red, green and blue of each */
  show(colours) {
    let [changed, lit] = [false, 0];
    for (let i = 0; i < LIGHTS; i++) {
      const [r = 0, g = 0, b = 0] = colours.subarray(3 * i, 3 * i + 3);
      const colour = (r << 16) | (g << 8) | b;
      lit += colour ? 1 : 0;
      if (colour !== this.shown[i]) {
        this.shown[i] = colour;
        changed = true;
        this.#light(i, r, g, b);
      }
    }
    if (changed && lit !== this.lit) {
      this.lit = lit;
      this.speak();
    }
  }

  /**
   * @param {number} i
   * @param {number} r
   * @param {number} g
   * @param {number} b
   */
  #light(i, r, g, b) {
    const lamp = /** @type {HTMLElement} */ (this.lamps[i]);
    const most = Math.max(r, g, b);
    lamp.classList.toggle("lit", most > 0);
    if (most > 0) {
      const seen = (255 * (most / 255) ** EYE) / most;
      const [red, green, blue] = [r, g, b].map((part) => Math.round(part * seen));
      lamp.style.setProperty("--glow", `rgb(${red} ${green} ${blue})`);
    }
  }
}
