// The table's records as sentences, the list of these sentences, and a slider to go back through
// the events of the deal. While the slider is not at the end, the audit grid
// (audit_grid.mjs) shows what the table knew about the hands after the event at the slider.

import { element, fill } from "./dom.mjs";
import { actions, button, checkbox, field } from "./form.mjs";
import { call, reasonText } from "./sentences.mjs";
import { sentenceOf } from "./shapes.mjs";
import { cardSign, seatName, sideName, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Happened, Reason, Told } from "./shapes.mjs" */

/** The list keeps at most this many rows. */
const KEPT = 300;
/**
 * Kinds of records with a separate text for each argument, such as record-reader-0 and
 * record-reader-1.
 */
const BY_ARGUMENT = ["reader", "display", "keys", "discipline"];
const OF_A_SIDE = ["NS", "EW", "hanging"];

/** The slider that goes back through the events of the deal. */
export class PastSlider {
  /**
   * @param {Feed} feed
   * @param {EventList} events
   * @param {(told: Told | null) => void} moved gets the state to show; null is the latest state
   */
  constructor(feed, events, moved) {
    this.feed = feed;
    this.events = events;
    this.moved = moved;
    this.away = false;
    this.requests = 0;
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
      actions(
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
   * Set the end of the slider to the last event in a new state of the deal. Go back to the latest
   * state if the deal no longer has the event at the slider.
   * @param {Told} told
   */
  follow(told) {
    const event = this.range.valueAsNumber; // a lower maximum lowers the slider's value too
    this.range.max = String(told.events);
    if (!this.away) {
      this.range.value = String(told.events);
    } else if (told.events < event) {
      this.toNow();
    }
    this.#show();
  }

  toNow() {
    this.range.value = this.range.max;
    this.requests++;
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
   * Show the state after an event, unless the slider has moved again before the answer. Go back to
   * the latest state if the answer is null or an error.
   * @param {number} event
   */
  async #ask(event) {
    const mine = ++this.requests;
    try {
      const told = await this.feed.do("past", { event });
      if (mine === this.requests && !told) {
        this.toNow();
      } else if (mine === this.requests) {
        this.events.mark(event);
        this.moved(told);
      }
    } catch (error) {
      if (mine === this.requests) {
        this.toNow();
        this.told.textContent = sentenceOf(error);
      }
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

/**
 * The list of records, latest first. The row of an event in a deal begins with the number of
 * events in the deal so far, any other row with a dot. Each row ends with the time since the
 * table's start.
 */
export class EventList {
  constructor() {
    /** @type {Happened[]} */
    this.rows = [];
    this.notes = true;
    this.marked = 0;
    this.list = element("ol", { class: "events", tabindex: 0 });
    this.box = element("div", { class: "event-list" });
  }

  /** Return the seq of the latest record, or 0 if the list is empty. */
  get records() {
    return this.rows.at(-1)?.seq ?? 0;
  }

  /** @param {Happened[]} rows */
  add(rows) {
    this.rows = [...this.rows, ...rows].slice(-KEPT);
  }

  /**
   * Store the complete reasons why experts played cards in the finished deal. They replace the
   * earlier reasons. A complete reason may depend on cards that the other players could not see.
   * @param {Record<string, Reason>} reasons by card
   */
  explain(reasons) {
    for (const [card, reason] of Object.entries(reasons)) {
      const row = this.rows.findLast(({ kind, rest }) => kind === "card" && rest?.[0] === card);
      if (row) {
        row.reason = reason;
      }
    }
  }

  /**
   * Return the sentence about an event of the current deal, or "" if the list does not have it.
   * @param {number} event
   */
  textOf(event) {
    const row = this.rows.findLast((one) => one.event === event);
    return row ? recordText(row) : "";
  }

  /**
   * Mark the event that the slider shows; 0 marks none.
   * @param {number} event
   */
  mark(event) {
    this.marked = event;
    this.draw();
  }

  draw() {
    const shown = this.rows.filter((row) => this.notes || row.event > 0).reverse();
    const last = shown.find((row) => row.event === this.marked);
    this.list.setAttribute("aria-label", words("inside-events"));
    fill(
      this.list,
      shown.map((row) => line(row, this.marked > 0 && row === last)),
    );
    if (this.box.childElementCount === 0 || !this.box.isConnected) {
      fill(this.box, this.#filter(), this.list);
    }
    if (shown.length === 0) {
      fill(this.list, element("li", { class: "hint" }, words("events-none")));
    }
  }

  #filter() {
    return checkbox(words("events-notes"), this.notes, (notes) => {
      this.notes = notes;
      this.draw();
    });
  }
}

/**
 * @param {Happened} row
 * @param {boolean} marked
 */
function line(row, marked) {
  return element(
    "li",
    { class: row.event > 0 ? "event" : "note", "aria-current": marked ? "true" : null },
    element("span", { class: "number" }, row.event > 0 ? row.event : "·"),
    element(
      "span",
      { class: "text" },
      recordText(row),
      row.reason && element("small", { class: "reason" }, reasonText(row.reason)),
    ),
    element("time", {}, clock(row.ms)),
  );
}

/** @param {number} ms */
function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/**
 * Return the text of a record. If the record has no text, return a sentence made from its kind,
 * seat and argument. If the page has no such sentence, return the kind, the seat and the
 * arguments, separated by spaces.
 * @param {Happened} row
 */
export function recordText(row) {
  if (row.text) {
    return row.text;
  }
  const [what = ""] = row.rest ?? [];
  if (row.kind === "refused") {
    return refusal(row.seat ?? "", what);
  }
  if (row.kind === "bid") {
    return call([row.seat ?? "", what]);
  }
  const name = nameOf(row.kind, row.seat ?? "", what);
  const text = words(name, { seat: named(row.seat ?? ""), what: argument(row.kind, what) });
  return text === name ? [row.kind, row.seat, ...(row.rest ?? [])].join(" ") : text;
}

/**
 * Return the sentence about a refusal, with the reason if the page has a text for it.
 * @param {string} seat
 * @param {string} code as in docs/events.md
 */
function refusal(seat, code) {
  const said = words("record-refused", { seat: seatName(seat) });
  return `${said} ${refusalReason(code)}`.trim();
}

/**
 * Return the reason for a refusal, or "" if the page has no text for it.
 * @param {string} code as in docs/events.md
 */
export function refusalReason(code) {
  const name = `refused-${code}`;
  const reason = words(name);
  return reason === name ? "" : reason;
}

/**
 * @param {string} kind
 * @param {string} seat
 * @param {string} what
 */
function nameOf(kind, seat, what) {
  if (kind === "ruling") {
    return OF_A_SIDE.includes(seat) ? "record-ruling-points" : `record-ruling-${seat}`;
  }
  if (kind === "deal") {
    return what === "0" ? "record-deal-0" : "record-deal-1";
  }
  return BY_ARGUMENT.includes(kind) ? `record-${kind}-${what}` : `record-${kind}`;
}

/** @param {string} seat a seat, a side or "hanging" */
function named(seat) {
  if (seat === "hanging") {
    return words("record-hanging");
  }
  return OF_A_SIDE.includes(seat) ? sideName(seat) : seatName(seat);
}

/**
 * @param {string} kind
 * @param {string} what
 */
function argument(kind, what) {
  if (kind === "meld") {
    return words(`meld-${what}`);
  }
  const card = /^[789TJQKA][CDHS]$/.test(what);
  return card ? cardSign(what) : what;
}
