// The dialogs and drawers that the bar opens, the live region, the keyboard shortcuts, and the
// files dropped on the page.

import { tellOnlooker } from "./banners.mjs";
import { FaultPanel } from "./fault_panel.mjs";
import { Inside } from "./inside.mjs";
import { usual } from "./link.mjs";
import { Live } from "./live.mjs";
import { Drop } from "./papers.mjs";
import { Problems } from "./problems.mjs";
import { RealTable } from "./real_table.mjs";
import { Setup } from "./setup.mjs";
import { Shortcuts } from "./shortcuts.mjs";
import { StudyDialog } from "./study_dialog.mjs";
import { language } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Begun } from "./shapes.mjs" */

/** @typedef {"setup" | "breaking" | "inside" | "shortcuts" | "real" | "study" | "problems"} Early */
/** @typedef {keyof typeof LATE} Late */
/** @typedef {Early | Late} Panel */
/** @typedef {{open: () => void}} Opened */

/**
 * Panels that are loaded when they are opened first.
 * @type {Record<string, (feed: Feed, root: Element) => Promise<Opened>>}
 */
const LATE = {
  matches: async (feed, root) => new (await import("./matches.mjs")).Matches(feed, root),
};

export class Panels {
  /**
   * @param {Feed} feed
   * @param {Element} root
   */
  constructor(feed, root) {
    this.feed = feed;
    this.root = root;
    /** @type {Map<string, Promise<Opened>>} */
    this.late = new Map();
    this.setup = new Setup(feed, root);
    this.breaking = new FaultPanel(feed, root);
    this.study = new StudyDialog(feed, root);
    this.problems = new Problems(feed, root, this.study.analyst);
    this.inside = new Inside(feed, root, () => this.study.open());
    this.live = new Live(feed, root);
    this.shortcuts = new Shortcuts(feed, root, { live: this.live });
    this.real = new RealTable(feed, root);
    tellOnlooker(feed, root, (begun) => this.follow(begun));
    this.drop = new Drop(
      document,
      {
        house: (text, name) => this.#house(text, name),
        deal: (text, name) => this.setup.drop("deal", text, name),
        scenario: (text) => this.breaking.scenario(text),
      },
      (sentence) => this.setup.say(sentence),
    );
    addEventListener("hashchange", () => this.#linked());
  }

  /**
   * Use a dropped house file for the real table if one is shown, else for the next match.
   * @param {string} file
   * @param {string} name
   */
  async #house(file, name) {
    const { glance, told } = this.feed.last;
    if (glance?.real && typeof told?.house === "object") {
      await this.feed.do("readHouse", { text: file, name });
      await this.feed.do("learn", { key: told.house.key, file });
    } else {
      await this.setup.drop("house", file, name);
    }
  }

  /** @param {Panel} name */
  async open(name) {
    const late = LATE[name];
    if (late) {
      const panel = this.late.get(name) ?? late(this.feed, this.root);
      this.late.set(name, panel);
      (await panel).open();
    } else {
      this[/** @type {Early} */ (name)].open();
    }
  }

  /**
   * Start the match in the page's address, or a default match if no match is stored. A read-only
   * tab (`begun` is null) does this later, when it takes over.
   * @param {Begun | null} begun
   */
  async follow(begun) {
    if (!begun) {
      return;
    }
    const kept = begun.wanted !== null;
    const started = await this.setup.follow(kept);
    if (!kept && !started) {
      await this.feed.do("new", usual(language()));
    }
  }

  /** Follow a link that the user enters while the page is open. */
  async #linked() {
    if (!this.feed.last.glance?.readonly) {
      await this.setup.follow(true);
    }
  }
}
