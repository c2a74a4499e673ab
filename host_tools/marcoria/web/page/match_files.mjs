// Buttons of the dialog "Matches". They save deals as BDN, save the whole history of deals to a
// file, read such a file, and delete deals.

import { element, fill } from "./dom.mjs";
import { save } from "./downloads.mjs";
import { actions, button, fileButton } from "./form.mjs";
import { compared, MOST_BYTES, read, written } from "./history_file.mjs";
import { clear, MOST, remove, replace } from "./history_store.mjs";
import { words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */
/** @import { KeptDeal } from "./history_record.mjs" */

const MEGABYTE = 1e6;

/**
 * @typedef {object} Owner the dialog that shows the buttons
 * @property {() => KeptDeal[]} deals returns all deals of the history
 * @property {(act: () => unknown) => Promise<boolean>} attempt calls `act` and shows its error, if
 *   any; returns whether it succeeded
 * @property {(sentence: string) => Promise<void>} changed is called with a sentence for the user
 *   after deals were stored or deleted
 */

export class MatchFiles {
  /** @param {Owner} owner */
  constructor(owner) {
    this.owner = owner;
    this.question = element("div", { class: "keep-question", role: "group", tabindex: -1 });
  }

  /** Return the buttons for the whole history, and the box for questions. @returns {Child[]} */
  drawAll() {
    const deals = this.owner.deals();
    fill(this.question);
    const file = fileButton(words("keep-load"), ".json,application/json", (one) => this.#read(one));
    const full = deals.length > 0;
    return [
      actions(
        full && button(words("keep-export"), () => saveHistory(deals), { "data-keep": "export" }),
        file,
        full &&
          button(words("keep-take-all"), () => saveBdn("marcoria.bdn", deals), {
            "data-keep": "bdn",
          }),
        full && this.#deleter("keep-delete-all", "keep-ask-all", deals, () => clear()),
      ),
      this.question,
    ];
  }

  /**
   * Return the buttons for one match, and the box for questions.
   * @param {KeptDeal[]} deals
   * @param {string} day for the name of the BDN file
   * @returns {Child[]}
   */
  drawMatch(deals, day) {
    fill(this.question);
    return [
      actions(
        button(words("keep-take"), () => saveBdn(`marcoria-${day}.bdn`, deals), {
          "data-keep": "bdn",
        }),
        this.#deleter("keep-delete", "keep-ask", deals, () => remove(deals.map(({ key }) => key))),
      ),
      this.question,
    ];
  }

  /**
   * Return a button that deletes deals when the user has agreed.
   * @param {string} name the name of the button's text
   * @param {string} asked the name of the question's text
   * @param {KeptDeal[]} deals
   * @param {() => Promise<void>} act deletes the deals
   */
  #deleter(name, asked, deals, act) {
    const { length: count } = deals;
    const done = words("keep-deleted", { count });
    const press = button(
      words(name),
      () => this.#ask(words(asked, { count }), [[words("keep-yes"), "yes", act, done]], press),
      { "data-keep": "delete", class: "danger" },
    );
    return press;
  }

  /**
   * Show a question with a button for each answer, and a last button that changes nothing.
   * @param {string} sentence
   * @param {[string, string, () => Promise<void>, string][]} answers for each button, its
   *   text, its attribute `data-answer`, its act, and the sentence to show after the act
   * @param {HTMLElement | null} asker the element to focus when the last button is pressed
   */
  #ask(sentence, answers, asker) {
    const close = () => {
      fill(this.question);
      asker?.focus();
    };
    const told = element("p", {}, sentence);
    fill(
      this.question,
      told,
      actions(
        answers.map(([text, name, act, done]) =>
          button(text, () => this.#act(act, done), { "data-answer": name }),
        ),
        button(words(answers.length > 0 ? "keep-no" : "keep-well"), close, { "data-answer": "no" }),
      ),
    );
    this.question.setAttribute("aria-label", sentence);
    this.question.focus();
    this.question.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {() => Promise<void>} act
   * @param {string} done
   */
  async #act(act, done) {
    if (await this.owner.attempt(act)) {
      await this.owner.changed(done);
    }
  }

  /** Read a file, and ask what to do with its deals. @param {File} file */
  async #read(file) {
    fill(this.question);
    await this.owner.attempt(async () => {
      if (file.size > MOST_BYTES) {
        const places = { size: Math.ceil(file.size / MEGABYTE), most: MOST_BYTES / MEGABYTE };
        throw { sentence: words("keep-file-large", places) };
      }
      const text = await file.text().catch(() => {
        throw { sentence: words("keep-file-unread") };
      });
      const deals = read(text);
      const { added, same, differing } = compared(this.owner.deals(), deals);
      const most = this.owner.deals().length + added.length;
      if (most > MOST) {
        throw { sentence: words("keep-file-many", { count: most, most: MOST }) };
      }
      this.#offer(added, same, differing);
    });
  }

  /**
   * @param {KeptDeal[]} added
   * @param {KeptDeal[]} same
   * @param {KeptDeal[]} differing
   */
  #offer(added, same, differing) {
    const counts = { added: added.length, same: same.length, differing: differing.length };
    const done = (/** @type {number} */ count) => words("keep-read", { count });
    /** @type {[string, string, () => Promise<void>, string][]} */
    const answers = [];
    if (added.length > 0) {
      answers.push([words("keep-add"), "add", () => replace(added), done(added.length)]);
    }
    if (differing.length > 0) {
      const both = [...added, ...differing];
      answers.push([words("keep-replace"), "replace", () => replace(both), done(both.length)]);
    }
    this.#ask(words("keep-told", counts), answers, null);
  }
}

/** @param {KeptDeal[]} deals */
function saveHistory(deals) {
  save("marcoria-history.json", new Blob([written(deals)], { type: "application/json" }));
}

/**
 * @param {string} file
 * @param {KeptDeal[]} deals
 */
function saveBdn(file, deals) {
  const text = deals.map(({ bdn }) => bdn).join("\n");
  save(file, new Blob([text], { type: "text/plain;charset=utf-8" }));
}
