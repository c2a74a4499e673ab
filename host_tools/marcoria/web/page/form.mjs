// Fields with their labels, buttons and titles, as dialogs and drawers have them.

import { element } from "./dom.mjs";
import { textOf } from "./papers.mjs";
import { sentenceOf } from "./shapes.mjs";
import { words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */

let made = 0;

/**
 * A field with its label above and perhaps a hint below.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint = "") {
  input.id ||= `field-${++made}`;
  const below = hint && element("p", { class: "hint", id: `${input.id}-hint` }, hint);
  if (below) {
    input.setAttribute("aria-describedby", below.id);
  }
  return element(
    "div",
    { class: "field" },
    element("label", { for: input.id }, label),
    input,
    below,
  );
}

/**
 * Options for a choice: each value, and what is read for it.
 * @param {readonly (string | number)[]} values
 * @param {(value: any) => string} named
 * @returns {[string, string][]}
 */
export function options(values, named) {
  return values.map((value) => [String(value), named(value)]);
}

/**
 * A choice of one among few.
 * @param {[string, string][]} rows value and what is read
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 */
export function choice(rows, chosen, changed) {
  const made = rows.map(([value, text]) =>
    element("option", { value, selected: value === chosen }, text),
  );
  const select = element("select", {}, made);
  select.addEventListener("change", () => changed?.(select.value));
  return select;
}

/**
 * A group of radio buttons with its question.
 * @param {string} question
 * @param {[string, string, string?][]} choices value, what is read, and a hint
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function radios(question, choices, chosen, changed) {
  const group = `group-${++made}`;
  const rows = choices.map(([value, text, hint]) => {
    const id = `${group}-${value}`;
    const input = element("input", {
      type: "radio",
      name: group,
      id,
      value,
      checked: value === chosen,
      "aria-describedby": hint ? `${id}-hint` : null,
      onchange: () => changed(value),
    });
    return element(
      "div",
      { class: "radio" },
      input,
      element("label", { for: id }, text),
      hint && element("span", { class: "hint", id: `${id}-hint` }, hint),
    );
  });
  return element("fieldset", {}, element("legend", {}, question), rows);
}

/**
 * @param {string} text
 * @param {() => void} act
 * @param {import("./dom.mjs").Attributes} [attributes]
 */
export function button(text, act, attributes = {}) {
  return element("button", { type: "button", onclick: act, ...attributes }, text);
}

/**
 * Return a button that takes a text file, which may also be dropped on it.
 * @param {string} text
 * @param {string} endings as in ".house,.txt"
 * @param {{taken: (text: string, name: string) => unknown, refused: (sentence: string) => void}} to
 */
export function fileChooser(text, endings, { taken, refused }) {
  return fileButton(text, endings, async (file) => {
    try {
      await taken(await textOf(file), file.name);
    } catch (error) {
      refused(sentenceOf(error));
    }
  });
}

/**
 * A button that takes a file of any kind.
 * @param {string} text
 * @param {string} endings
 * @param {(file: File) => void} taken
 */
export function fileButton(text, endings, taken) {
  const input = element("input", { type: "file", accept: endings, class: "unseen", tabindex: -1 });
  input.setAttribute("aria-hidden", "true");
  const take = (/** @type {File | undefined} */ file) => file && taken(file);
  input.addEventListener("change", () => {
    take(input.files?.[0]);
    input.value = "";
  });
  const press = button(text, () => input.click(), { class: "file" });
  press.addEventListener("dragover", (event) => event.preventDefault());
  press.addEventListener("drop", (event) => {
    event.preventDefault();
    event.stopPropagation();
    take(event.dataTransfer?.files[0]);
  });
  return element("div", { class: "chooser" }, press, input);
}

/**
 * A part of a drawer under its title.
 * @param {string} name of the title among the words, and its class
 * @param {...Node} parts
 */
export function section(name, ...parts) {
  return element("section", { class: name }, element("h3", {}, words(name)), parts);
}

/** What went wrong, said to ears at once. */
export class Alert {
  box = element("p", { class: "trouble", role: "alert" });

  /** @param {string} [sentence] "" if nothing is wrong any more */
  say(sentence = "") {
    this.box.textContent = sentence;
  }

  /**
   * Does something, or says why it cannot be done. Return whether it was.
   * @param {() => unknown} act
   */
  async attempt(act) {
    this.say();
    try {
      await act();
      return true;
    } catch (error) {
      this.say(sentenceOf(error));
      return false;
    }
  }
}
