// The dialogs and drawers of the page, its live region and keyboard shortcuts, and the files
// dropped on it.

import { offerLesson, tellOnlooker } from "./banners.mjs";
import { isDealLink } from "./deal_link.mjs";
import { FaultPanel } from "./fault_panel.mjs";
import { Inside } from "./inside.mjs";
import { firstMatch } from "./link.mjs";
import { Live } from "./live.mjs";
import { Drop } from "./papers.mjs";
import { Problems } from "./problems.mjs";
import { RealTable } from "./real_table.mjs";
import { Setup } from "./setup.mjs";
import { Shortcuts } from "./shortcuts.mjs";
import { StudyDialog } from "./study_dialog.mjs";
import { language, words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Begun } from "./shapes.mjs" */

/** @typedef {"setup" | "breaking" | "inside" | "shortcuts" | "real" | "study" | "problems"} Early */
/** @typedef {keyof typeof LATE} Late */
/** @typedef {Early | Late} Panel */
/** @typedef {{open: () => void}} Opened */

/**
 * Functions that load the module of a panel and create the panel, when it is opened for the first
 * time.
 * @satisfies {Record<string, (feed: Feed, root: Element, panels: Panels) => Promise<Opened>>}
 */
const LATE = {
  sheet: async (feed, root) => new (await import("./sheet.mjs")).ScoreSheet(feed, root),
  build: async (feed, root) => new (await import("./build.mjs")).Build(feed, root),
  rules: async (feed, root) => new (await import("./rules.mjs")).Rules(feed, root),
  lesson: async (feed, root, panels) =>
    new (await import("./lesson.mjs")).Lesson(feed, root, panels),
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
    this.study = new StudyDialog(feed, root);
    this.setup = new Setup(feed, root, (text, file) => this.study.openPaper(text, file));
    this.breaking = new FaultPanel(feed, root);
    this.problems = new Problems(feed, root, this.study.analyst);
    this.inside = new Inside(feed, root, () => this.study.open());
    this.live = new Live(feed, root);
    this.shortcuts = new Shortcuts(feed, root, {
      live: this.live,
      open: (name) => this.open(name),
    });
    this.real = new RealTable(feed, root);
    tellOnlooker(feed, root);
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
   * Use a dropped house file as the rules of the real table if a real table is shown; else open
   * the dialog "New match" with it.
   * @param {string} file the text of the file
   * @param {string} name the name of the file
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
    const late = LATE[/** @type {Late} */ (name)];
    if (late) {
      await this.#openLate(name, late);
    } else {
      this[/** @type {Early} */ (name)].open();
    }
  }

  /**
   * Open a panel. Load its module first if it is not loaded yet. Without a network, loading may
   * fail; then show an error message.
   * @param {Panel} name
   * @param {(feed: Feed, root: Element, panels: Panels) => Promise<Opened>} load
   */
  async #openLate(name, load) {
    const panel = this.late.get(name) ?? load(this.feed, this.root, this);
    this.late.set(name, panel);
    try {
      (await panel).open();
    } catch (error) {
      console.error(error);
      this.late.delete(name);
      this.feed.tell(words("panel-fails"));
    }
  }

  /**
   * Follow the link in the page's address. Show a linked deal, even in a read-only tab. Start a
   * linked match if no stored match was opened and the link is correct; else show the link's match
   * in the dialog "New match".
   *
   * If no stored match was opened and no link has started one, start the match of the first visit
   * and offer the lesson. Do not offer it if a stored match cannot be opened, because the banner
   * about that match needs the space. A read-only tab (`begun` is null) starts no match; the
   * method is called again when the tab takes the table over.
   * @param {Begun | null} begun
   */
  async follow(begun) {
    const isDeal = isDealLink(location.hash);
    if (isDeal) {
      this.study.openLink();
    }
    if (!begun) {
      return;
    }
    const kept = begun.wanted !== null;
    const started = !isDeal && (await this.setup.follow(kept));
    if (!kept && !started) {
      await this.feed.do("new", firstMatch(language()));
      if (!begun.isUnopened) {
        offerLesson(this.feed, this.root, () => this.open("lesson"));
      }
    }
  }

  /**
   * Follow a link that the user enters while the page is open. If the link has a deal, show the
   * deal. If it has a match, show the match in the dialog "New match". A read-only tab ignores a
   * link to a match.
   */
  async #linked() {
    if (isDealLink(location.hash)) {
      await this.study.openLink();
    } else if (!this.feed.last.glance?.readonly) {
      await this.setup.follow(true);
    }
  }
}
