// What is opened from the bar, and what listens beside the table: ears, single keys, dropped files.

import { Breaking } from "./breaking.mjs";
import { Drop } from "./drop.mjs";
import { Inside } from "./inside.mjs";
import { usual } from "./link.mjs";
import { Live } from "./live.mjs";
import { RealTable } from "./real_table.mjs";
import { Setup } from "./setup.mjs";
import { Shortcuts } from "./shortcuts.mjs";
import { Tab } from "./tab.mjs";
import { language } from "./words.mjs";

/** @typedef {import("./shapes.mjs").Feed} Feed */
/** @typedef {"setup" | "breaking" | "inside" | "shortcuts" | "real"} Panel */

export class Panels {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    this.setup = new Setup(feed, root);
    this.breaking = new Breaking(feed, root);
    this.inside = new Inside(feed, root);
    this.live = new Live(feed, root);
    this.shortcuts = new Shortcuts(feed, root, { live: this.live });
    this.real = new RealTable(feed, root);
    this.tab = new Tab(feed, root);
    this.drop = new Drop(document, {
      house: (text) => this.#house(text),
      deal: (text) => this.setup.drop("deal", text),
      scenario: (text) => this.breaking.scenario(text),
    });
  }

  /**
   * A house file: that of the real table, if there is one, else of the next match.
   * @param {string} file
   */
  #house(file) {
    const { glance, told } = this.feed.last;
    if (glance?.real && typeof told?.house === "object") {
      this.feed.do("learn", { key: told.house.key, file });
    } else {
      this.setup.drop("house", file);
    }
  }

  /** @param {Panel} name */
  open(name) {
    this[name].open();
  }

  /**
   * The match that the page's address asks for, once: a reload goes on with what is kept; who comes
   * for the first time finds the usual one.
   */
  async follow() {
    const begun = await this.feed.ready;
    const asked = this.setup.fromLink(location.hash);
    history.replaceState(null, "", location.pathname + location.search);
    const match = asked ?? (begun && !begun.wanted ? usual(language()) : null);
    if (match) {
      await this.feed.do("new", match);
    }
  }
}
