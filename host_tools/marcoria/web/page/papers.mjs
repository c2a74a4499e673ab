// Small text files that the user drops on the page or chooses: a house, a scenario, or deals.

import { sentenceOf } from "./shapes.mjs";
import { words } from "./words.mjs";

/** @typedef {"house" | "scenario" | "deal"} Kind */

// The largest size of a file in bytes; a larger file is refused. A file with all deals of a day is
// far smaller.
const MOST = 1 << 18;
const KILOBYTE = 1000;
const ENDINGS = /** @type {Record<string, Kind>} */ ({
  house: "house",
  yaml: "scenario",
  yml: "scenario",
  bdn: "deal",
});
// For each kind of file, the pattern of a line that only files of this kind contain.
const SIGNS = /** @type {[Kind, RegExp][]} */ ([
  ["deal", /^\s*\[\s*[A-Za-z]\w*\s*"/m],
  ["scenario", /^steps\s*:/m],
  ["house", /^(players|packets|upcard|bidding)\s*:/m],
]);

/**
 * Return the content of a file. Reject with {sentence}, an error message, if the file is too
 * large, cannot be read, or is not text in UTF-8.
 * @param {File} file
 */
export async function textOf(file) {
  const refuse = (/** @type {string} */ why) => {
    throw { sentence: words(why, { file: file.name, size: Math.ceil(file.size / KILOBYTE) }) };
  };
  if (file.size > MOST) {
    return refuse("file-large");
  }
  const bytes = await file.arrayBuffer().catch(() => refuse("file-unread"));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? refuse("file-binary") : text;
  } catch {
    return refuse("file-binary");
  }
}

/**
 * Return the kind of a file from its suffix, else from its content, else undefined.
 * @param {string} name
 * @param {string} text
 * @returns {Kind | undefined}
 */
function kindOf(name, text) {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  const known = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  return known ?? SIGNS.find(([, sign]) => sign.test(text))?.[0];
}

/** Handler of a file that is dropped on the page. If several are dropped, it takes the first. */
export class Drop {
  /**
   * @param {Document | Element} root
   * @param {Record<Kind, (text: string, name: string) => unknown>} takers for each kind of file,
   *   the callback that gets the text and the name; it may reject with {sentence}
   * @param {(sentence: string) => void} refused is called with an error message
   */
  constructor(root, takers, refused) {
    this.takers = takers;
    this.refused = refused;
    root.addEventListener("dragover", (event) => event.preventDefault());
    root.addEventListener("drop", (event) => this.#dropped(/** @type {DragEvent} */ (event)));
  }

  /** @param {DragEvent} event */
  async #dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (!file) {
      return;
    }
    event.preventDefault();
    try {
      const text = await textOf(file);
      const kind = kindOf(file.name, text);
      if (kind) {
        await this.takers[kind](text, file.name);
      } else {
        this.refused(words("file-unknown", { file: file.name }));
      }
    } catch (error) {
      this.refused(sentenceOf(error));
    }
  }
}
