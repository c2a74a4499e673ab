// Small settings in the browser's storage. If the storage is full or forbidden, a new value lasts
// until the page is closed or reloaded.

/** @type {Map<string, string>} settings that the browser did not store */
const unstored = new Map();

/**
 * Return a setting, or null if it was never set or cannot be read.
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return unstored.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Store a setting.
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
    unstored.delete(name);
  } catch {
    unstored.set(name, value);
  }
}
