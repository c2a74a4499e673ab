// Parts of dialogs and drawers: labelled fields, choices, buttons, file choosers, sections and
// lines for errors.

import { element } from "./dom.mjs";
import { textOf } from "./papers.mjs";
import { sentenceOf } from "./shapes.mjs";
import { words } from "./words.mjs";

/** @import { Child } from "./dom.mjs" */

let made = 0;

/**
 * Return a field with its label above and an optional hint below.
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
 * Return the options of a choice: each value and its text.
 * @param {readonly (string | number)[]} values
 * @param {(value: any) => string} named
 * @returns {[string, string][]}
 */
export function options(values, named) {
  return values.map((value) => [String(value), named(value)]);
}

/**
 * Return a select element.
 * @param {[string, string][]} rows value and text
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
 * Return a group of radio buttons under a question.
 * @param {string} question
 * @param {[string, string, string?][]} choices value, text and hint
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
 * Return a row of buttons.
 * @param {...(Child | Child[])} buttons
 */
export function actions(...buttons) {
  return element("div", { class: "actions" }, ...buttons);
}

/**
 * Return a checkbox with its label.
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} changed
 * @param {import("./dom.mjs").Attributes} [attributes]
 */
export function checkbox(text, on, changed, attributes = {}) {
  const onchange = () => changed(input.checked);
  const input = element("input", { type: "checkbox", checked: on, onchange, ...attributes });
  return element("label", { class: "check" }, input, text);
}

/**
 * Return an input for a number.
 * @param {import("./dom.mjs").Attributes} attributes
 * @param {(value: string) => void} changed
 */
export function numberInput(attributes, changed) {
  const oninput = () => changed(input.value);
  const input = element("input", { type: "number", ...attributes, oninput });
  return input;
}

/**
 * Return a button that opens a text file. The file may also be dropped on the button.
 * Pass the file's text and name to `taken`. If the file cannot be read, is too large or is not
 * text, or if `taken` fails, pass the sentence of the error to `refused`.
 * @param {string} text
 * @param {string} endings the endings of the files to choose from, such as ".house,.txt"
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
 * Return a button with which the user chooses a file, which need not be text. The file may also be
 * dropped on the button. `taken` gets the file; it is not read here.
 * @param {string} text
 * @param {string} endings as in `fileChooser`
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
 * Return a section of a drawer with its title.
 * @param {string} name the name of the title's text, and the class of the section
 * @param {...Node} parts
 */
export function section(name, ...parts) {
  return element("section", { class: name }, element("h3", {}, words(name)), parts);
}

/** A line for errors, which screen readers announce. */
export class Alert {
  box = element("p", { class: "trouble", role: "alert" });

  /** @param {string} [sentence] "" for no error */
  say(sentence = "") {
    this.box.textContent = sentence;
  }

  /**
   * Call a function and show its error, if any. Return whether it succeeded.
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
