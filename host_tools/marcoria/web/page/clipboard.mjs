// Copying a text to the clipboard. navigator.clipboard fails without the user's permission, and in
// a page without a secure context, for example at http://192.168.1.7. In both cases the old
// document.execCommand is used.

import { words } from "./words.mjs";

/**
 * Copy the text of a field, and return a sentence about the result. If the browser refuses both
 * ways to copy, leave the text selected, so that people can copy it themselves.
 * @param {HTMLInputElement} field a field that is visible
 */
export async function copyFrom(field) {
  const before = document.activeElement;
  const isCopied = (await isWritten(field.value)) || isCopiedFrom(field);
  if (isCopied && before instanceof HTMLElement) {
    before.focus();
  }
  return words(isCopied ? "link-copied" : "share-by-hand");
}

/** @param {string} text */
async function isWritten(text) {
  try {
    await navigator.clipboard.writeText(text); // without a secure context there is no clipboard
    return true;
  } catch {
    return false;
  }
}

/** @param {HTMLInputElement} field */
function isCopiedFrom(field) {
  field.focus();
  field.setSelectionRange(0, field.value.length);
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}
