// The names of the problems that were solved, which the browser stores.

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
    try {
      localStorage.setItem(KEPT, JSON.stringify([...this.names]));
    } catch {
      // The storage is full or blocked: the problem counts as solved until the page is closed.
    }
  }
}

/** Return the stored names. Ignore anything else that stands in their place. */
function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
