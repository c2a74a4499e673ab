// The drawer "See inside": what the table's records say, who can hold what, how its parts are, what
// can be taken home, and a way back through the deal.

import { AuditGrid } from "./audit_grid.mjs";
import { Dialog } from "./dialog.mjs";
import { element } from "./dom.mjs";
import { Downloads } from "./downloads.mjs";
import { EventList } from "./event_list.mjs";
import { HealthList } from "./health_list.mjs";
import { PastSlider } from "./past_slider.mjs";
import { whole } from "./whole.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {import("./shapes.mjs").Told} Told */
/** @typedef {import("./shapes.mjs").Happened} Happened */

export class Inside {
  /**
   * @param {Feed} feed
   * @param {Element} root
   * @param {{onPast?: (told: Told | null) => void}} [others] who shows a state of the past until
   *   null is told
   */
  constructor(feed, root, { onPast = () => {} } = {}) {
    this.feed = feed;
    this.onPast = onPast;
    this.events = new EventList();
    this.events.add(feed.last.happened ?? []);
    this.past = new PastSlider(feed, this.events, (told) => this.#past(told));
    this.audit = new AuditGrid();
    this.health = new HealthList();
    this.downloads = new Downloads(feed);
    this.dialog = new Dialog(root, "inside-title", {
      drawer: true,
      fill: () => this.#draw(),
      closed: () => this.past.toNow(),
    });
    /** @type {Happened[]} of the virtual table, while a real one is looked at, or the other way */
    this.elsewhere = [];
    feed.on("another", () => this.#turn());
    feed.on("told", (/** @type {Told} */ told) => this.#told(whole(told)));
    feed.on("happened", (/** @type {Happened[]} */ rows) => this.#happened(rows));
  }

  open() {
    this.dialog.open();
  }

  toggle() {
    this.dialog.toggle();
  }

  #draw() {
    const told = whole(this.feed.last.told);
    this.events.draw();
    this.audit.draw(told);
    this.health.draw(told, this.events.records);
    return [
      section("inside-events", this.past.draw(), this.events.box),
      section("inside-audit", this.audit.box),
      section("inside-health", this.health.box),
      section("inside-take", this.downloads.draw()),
    ];
  }

  /** Another table: what has happened at this one waits. */
  #turn() {
    this.past.toNow();
    const { rows } = this.events;
    this.events.rows = this.elsewhere;
    this.elsewhere = this.feed.last.glance?.real ? [] : rows;
    if (this.dialog.isOpen) {
      this.dialog.draw();
    }
  }

  /** @param {Told} told */
  #told(told) {
    this.past.follow(told);
    if (this.dialog.isOpen) {
      this.health.draw(told, this.events.records);
      if (!this.past.away) {
        this.audit.draw(told);
      }
    }
  }

  /** @param {Happened[]} rows */
  #happened(rows) {
    this.events.add(rows);
    if (this.dialog.isOpen) {
      this.events.draw();
    }
  }

  /** @param {Told | null} told */
  #past(told) {
    this.audit.draw(whole(told ?? this.feed.last.told));
    this.onPast(told);
  }
}

/**
 * @param {string} name
 * @param {...Node} parts
 */
function section(name, ...parts) {
  return element("section", { class: name }, element("h3", {}, words(name)), parts);
}
