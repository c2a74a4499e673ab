// The drawer "See inside": the latest records, a slider that shows earlier states of the deal, the
// audit, the health of the table's parts, downloads, and a button that opens the study of deals,
// where all cards lie face up.

import { AuditGrid } from "./audit_grid.mjs";
import { Dialog } from "./dialog.mjs";
import { Downloads } from "./downloads.mjs";
import { EventList, PastSlider } from "./events.mjs";
import { actions, button, section } from "./form.mjs";
import { HealthList } from "./health_list.mjs";
import { whole } from "./shapes.mjs";
import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Happened, Reason, Told } from "./shapes.mjs" */

export class Inside {
  /**
   * @param {Feed} feed
   * @param {Element} root
   * @param {() => void} look opens the view of deals with open cards
   */
  constructor(feed, root, look) {
    this.feed = feed;
    this.look = look;
    this.events = new EventList();
    this.past = new PastSlider(feed, this.events, (told) =>
      this.audit.draw(whole(told ?? feed.last.told)),
    );
    this.audit = new AuditGrid();
    this.health = new HealthList();
    this.downloads = new Downloads(feed);
    this.dialog = new Dialog(root, "inside-title", {
      drawer: true,
      fill: () => this.#draw(),
      closed: () => this.past.toNow(),
    });
    /** @type {Happened[] | null} records of the virtual table while a real table is shown */
    this.virtualRows = null;
    feed.on("another", ({ real }) => this.#turn(real));
    feed.on("begins", () => this.#forget());
    feed.on("told", (/** @type {Told} */ told) => this.#told(whole(told)));
    feed.on("happened", (/** @type {Happened[]} */ rows) => this.#happened(rows));
    feed.on("reasons", (/** @type {Record<string, Reason>} */ reasons) => this.#explain(reasons));
  }

  open() {
    this.dialog.open();
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
      !this.feed.last.glance?.real && section("inside-deals", this.#looker()),
    ];
  }

  #looker() {
    return actions(button(words("do-look"), this.look, { "data-look": true }));
  }

  /**
   * Change to the records of the table that is shown from now on. The earlier table and this one
   * may both be real. Keep the records of the virtual table, and forget those of a real one.
   * `feed.last.glance` is still of an earlier table.
   * @param {boolean} real
   */
  #turn(real) {
    this.past.toNow();
    // A read-only tab that was opened while a real table was shown has no virtual records yet.
    const rows = this.feed.last.glance?.real ? [] : this.events.rows;
    const virtual = this.virtualRows ?? rows;
    this.events.rows = real ? [] : virtual;
    this.virtualRows = real ? virtual : null;
    if (this.dialog.isOpen) {
      this.dialog.draw();
    }
  }

  /**
   * Forget all records: this tab runs the table from now on. The table sends its latest records
   * again, also those that this tab received while it was read-only.
   */
  #forget() {
    this.past.toNow();
    this.events.rows = [];
    this.virtualRows = null;
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

  /** @param {Record<string, Reason>} reasons */
  #explain(reasons) {
    this.events.explain(reasons);
    if (this.dialog.isOpen) {
      this.events.draw();
    }
  }

  /** @param {Happened[]} rows */
  #happened(rows) {
    this.events.add(rows);
    if (this.dialog.isOpen) {
      this.events.draw();
    }
  }
}
