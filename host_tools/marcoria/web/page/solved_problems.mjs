// The names of the solved problems, stored in the browser.

import { keep, kept } from "./settings.mjs";

const KEPT = "marcoria.problems";

export class SolvedProblems {
  constructor() {
    this.names = new Set(stored());
  }

  /** @param {string} name */
  has(name) {
    return this.names.has(name);
  }

  /** @param {string} name */
  add(name) {
    this.names.add(name);
    keep(KEPT, JSON.stringify([...this.names]));
  }
}

/** Return the stored names, or an empty list if nothing is stored or the text is damaged. */
function stored() {
  try {
    const found = JSON.parse(kept(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
