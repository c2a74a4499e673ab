// The names of the keys PASS, CALL and MENU in each language of the table's display. The sentences
// on the display use the same names. In code and scenarios the keys are always "PASS", "CALL" and
// "MENU".

const KEYS = ["PASS", "CALL", "MENU"];
const NAMES = new Map([
  ["en", ["PASS", "CALL", "MENU"]],
  ["it", ["PASSO", "CHIAMO", "MENU"]],
  ["fr", ["PASSE", "DIRE", "MENU"]],
  ["es", ["PASO", "CANTO", "MENÚ"]],
  ["bg", ["ПАС", "ОБЯВА", "МЕНЮ"]],
  ["pms", ["PASSO", "CIAMO", "MENU"]],
]);

/**
 * Return the name of a key in a language, or the key itself if NAMES has no name for it.
 * @param {string} key
 * @param {string} language
 */
export function nameIn(key, language) {
  return NAMES.get(language)?.[KEYS.indexOf(key)] ?? key;
}
