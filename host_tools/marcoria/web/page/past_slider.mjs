// The way back through the deal: event by event. While it is not at the end the page shows what
// was, and nobody plays there.

import { element, fill } from "./dom.mjs";
import { button, field } from "./form.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./shapes.mjs").Told} Told */
/** @typedef {import("./event_list.mjs").EventList} EventList */

export class PastSlider {
  /**
   * @param {Feed} feed
   * @param {EventList} events
   * @param {(told: Told | null) => void} moved
   */
  constructor(feed, events, moved) {
    this.feed = feed;
    this.events = events;
    this.moved = moved;
    this.away = false;
    this.asked = 0;
    this.range = element("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      oninput: () => this.#move(this.range.valueAsNumber),
    });
    this.told = element("p", { class: "past-told", role: "status" });
    this.box = element("div", { class: "past" });
  }

  draw() {
    const step = (/** @type {number} */ by) => () => this.#move(this.range.valueAsNumber + by);
    fill(
      this.box,
      field(words("past"), this.range, words("past-how")),
      element(
        "div",
        { class: "actions" },
        button("◀", step(-1), { "aria-label": words("past-back") }),
        button("▶", step(1), { "aria-label": words("past-on") }),
        button(words("past-now"), () => this.toNow()),
      ),
      this.told,
    );
    this.#show();
    return this.box;
  }

  /**
   * The deal has gone on, or another one has begun.
   * @param {Told} told
   */
  follow(told) {
    this.range.max = String(told.events);
    if (!this.away) {
      this.range.value = String(told.events);
    } else if (told.events < this.range.valueAsNumber) {
      this.toNow();
    }
    this.#show();
  }

  toNow() {
    this.range.value = this.range.max;
    this.asked++;
    if (this.away) {
      this.away = false;
      this.events.mark(0);
      this.moved(null);
    }
    this.#show();
  }

  /** @param {number} event */
  async #move(event) {
    const last = Number(this.range.max);
    if (event >= last) {
      this.toNow();
      return;
    }
    this.away = true;
    this.range.value = String(Math.max(0, event));
    this.#show();
    await this.#ask(this.range.valueAsNumber);
  }

  /**
   * Only the latest answer counts.
   * @param {number} event
   */
  async #ask(event) {
    const mine = ++this.asked;
    try {
      const told = await this.feed.do("past", { event });
      if (mine === this.asked && !told) {
        this.toNow();
      } else if (mine === this.asked) {
        this.events.mark(event);
        this.moved(told);
      }
    } catch (error) {
      this.toNow();
      this.told.textContent = /** @type {{sentence: string}} */ (error).sentence;
    }
  }

  #show() {
    const event = this.range.valueAsNumber;
    const places = { event, of: this.range.max, text: this.events.textOf(event) };
    this.range.setAttribute("aria-valuetext", words("past-value", places));
    this.told.textContent = this.away ? words("past-at", places) : "";
    this.box.classList.toggle("away", this.away);
  }
}
