// Files that are dropped anywhere on the page: a house, a scenario, or deals in BDN.

/** @typedef {"house" | "scenario" | "deal"} Kind */

const ENDINGS = /** @type {Record<string, Kind>} */ ({
  house: "house",
  yaml: "scenario",
  yml: "scenario",
  bdn: "deal",
});

export class Drop {
  /**
   * @param {Document | Element} root
   * @param {Record<Kind, (text: string) => void>} takers
   * @param {(name: string) => void} [unknown] a file that is none of these
   */
  constructor(root, takers, unknown = () => {}) {
    this.takers = takers;
    this.unknown = unknown;
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
    const kind = ENDINGS[file.name.toLowerCase().split(".").at(-1) ?? ""];
    if (kind) {
      this.takers[kind](await file.text());
    } else {
      this.unknown(file.name);
    }
  }
}
