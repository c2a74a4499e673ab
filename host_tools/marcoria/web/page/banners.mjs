// Banners over the page: this tab is read-only, the browser does not store the match, or a new
// visitor may start the lesson.

import { element, fill } from "./dom.mjs";
import { save } from "./downloads.mjs";
import { button } from "./form.mjs";
import { keep, kept } from "./settings.mjs";
import { sentenceOf } from "./shapes.mjs";
import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Glance, Happened } from "./shapes.mjs" */

/**
 * @typedef {object} Reason why the browser does not store the match
 * @property {"kept-newer" | "kept-fails" | "kept-unopened"} name
 * @property {string} [version]
 * @property {string} [own]
 */

const VISITED = "marcoria.visited";

class Banner {
  /**
   * @param {Element} root
   * @param {() => {sentence?: string, press: HTMLElement[]} | null | false} told returns null or
   *   false for no banner
   */
  constructor(root, told) {
    this.told = told;
    this.box = element("div", { class: "banner", role: "status", hidden: true });
    root.prepend(this.box);
    document.addEventListener("spoken", () => this.draw());
  }

  draw() {
    const told = this.told();
    this.box.hidden = !told;
    fill(this.box, told && [told.sentence && element("span", {}, told.sentence), ...told.press]);
  }
}

/**
 * Show that this tab is read-only, and offer to run the table in this tab instead.
 * @param {Feed} feed
 * @param {Element} root
 */
export function tellOnlooker(feed, root) {
  let readonly = false;
  const press = () => button(words("tab-take"), () => feed.attempt("take"));
  const banner = new Banner(
    root,
    () => readonly && { sentence: words("tab-looks-on"), press: [press()] },
  );
  feed.on("glance", (/** @type {Glance} */ glance) => {
    if (glance.readonly !== readonly) {
      readonly = glance.readonly;
      banner.draw();
    }
  });
}

/**
 * Reserve the space of the line that offers the lesson, or release the space. The page reserves it
 * while it does not know whether to offer the lesson. Then the table does not move when the line
 * appears.
 * @param {boolean} [isUnknown] true reserves the space; false releases it and stores that this
 *   browser has visited the page. The default is true on a first visit without a fragment in the
 *   address.
 */
export function holdLessonRoom(isUnknown = kept(VISITED) === null && location.hash === "") {
  document.body.toggleAttribute("data-unknown", isUnknown);
  if (!isUnknown) {
    keep(VISITED, "yes");
  }
}

/**
 * Offer the lesson to a new visitor in one line. The line disappears when the visitor starts the
 * lesson, a card is played or another match begins. The caller checks that the visitor is new: the
 * browser has stored no match.
 * @param {Feed} feed
 * @param {Element} root
 * @param {() => void} start
 */
export function offerLesson(feed, root, start) {
  let isOpen = true;
  let matches = 0;
  const close = () => {
    isOpen = false;
    banner.draw();
  };
  const take = () => {
    close();
    start();
  };
  const press = () => button(words("lesson-offer"), take, { class: "lesson" });
  const banner = new Banner(root, () => isOpen && { press: [press()] });
  banner.box.classList.add("offer");
  banner.draw();
  feed.on("happened", (/** @type {Happened[]} */ rows) => {
    matches += rows.filter(({ kind }) => kind === "match").length;
    if (isOpen && (matches > 1 || rows.some(({ kind }) => kind === "card"))) {
      close();
    }
  });
}

/**
 * Show that the browser does not store the match: its storage fails, or contains a match of a
 * newer version of the program, or a match that cannot be opened. If it cannot be opened, offer to
 * save it as a file, or to store the new match in its place.
 * @param {Feed} feed
 * @param {Element} root
 */
export function tellUnkept(feed, root) {
  let reason = /** @type {Reason | null} */ (null);
  const show = (/** @type {Reason | null} */ now) => {
    reason = now;
    banner.draw();
  };
  const banner = new Banner(
    root,
    () =>
      reason && {
        sentence: words(reason.name, { ...reason }),
        press: [
          ...(reason.name === "kept-unopened" ? unopenedActions(feed) : []),
          button(words("unkept-ok"), () => show(null)),
        ],
      },
  );
  feed.on("unkept", show);
}

/** Return the buttons about a stored match that cannot be opened. @param {Feed} feed */
function unopenedActions(feed) {
  const attempt = (/** @type {() => Promise<void>} */ act) => () =>
    act().catch((error) => feed.tell(sentenceOf(error)));
  const take = attempt(async () => {
    const bytes = await feed.do("unopenedJournal");
    save("marcoria.img", new Blob([bytes], { type: "application/octet-stream" }));
  });
  const replace = attempt(() => feed.do("replaceUnopened"));
  return [button(words("unopened-take"), take), button(words("unopened-replace"), replace)];
}
