// Explanations of terms of the game, and the buttons that open them.

import { element } from "./dom.mjs";
import { words } from "./words.mjs";

const EDGE = 8; // px between an explanation and its button, or the edge of the window

let made = 0;

/**
 * Return the title of a term and its explanation, in the page's language.
 * @param {string} name such as "litige": words/*.words has the text as term-litige
 */
export function termText(name) {
  const [title = "", text = ""] = words(`term-${name}`).split("|");
  return { title, text };
}

/**
 * Return an element with a button "?" and the explanation of a term, which the button opens.
 * @param {string} name
 */
export function termMark(name) {
  return opener([name], ["?"], "term-mark");
}

/**
 * Return elements with buttons that open explanations of terms: for each term a button with "?"
 * and the term's title, then one button "?" for all terms. If there are no terms, return []. In
 * the help line, terms.css shows only the last button if the line is narrow, else only the others.
 * @param {string[]} names
 */
export function termMarks(names) {
  const named = names.map((name) => {
    const title = element("span", {}, termText(name).title);
    return opener([name], ["?", title], "term-mark named");
  });
  return names.length > 0 ? [...named, opener(names, ["?"], "term-mark all")] : [];
}

/**
 * Return an element with a word and the explanation of a term. The word has a dotted underline,
 * and a press on it opens the explanation.
 * @param {string} name
 * @param {string} [text] the word to show; by default, the title of the term
 */
export function termWord(name, text) {
  return opener([name], [text ?? termText(name).title], "term-word");
}

/**
 * @param {string[]} names
 * @param {(string | Node)[]} shown
 * @param {string} kind
 */
function opener(names, shown, kind) {
  const terms = names.map(termText);
  const questions = terms.map(({ title }) => words("term-what", { term: title }));
  const note = element(
    "div",
    { id: `term-note-${++made}`, class: "term-note", popover: "auto", role: "note" },
    ...terms.flatMap(({ title, text }) => [
      element("strong", {}, title),
      element("span", {}, text),
    ]),
  );
  const press = element(
    "button",
    {
      type: "button",
      class: kind,
      popovertarget: note.id,
      "aria-label": kind === "term-word" ? null : questions.join(" "),
    },
    ...shown,
  );
  note.addEventListener("toggle", () => {
    const isOpen = note.matches(":popover-open");
    press.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      place(note, press);
    }
  });
  press.setAttribute("aria-expanded", "false");
  press.setAttribute("aria-details", note.id);
  return element("span", { class: "term" }, press, note);
}

/**
 * Put an explanation above its button, or below the button if there is no room above. Keep the
 * explanation inside the window.
 * @param {HTMLElement} note
 * @param {HTMLElement} mark
 */
function place(note, mark) {
  const at = mark.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const above = at.top - height - EDGE;
  const left = Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - EDGE);
  note.style.left = `${Math.max(EDGE, left)}px`;
  note.style.top = `${above < EDGE ? Math.min(at.bottom + EDGE, innerHeight - height - EDGE) : above}px`;
}
