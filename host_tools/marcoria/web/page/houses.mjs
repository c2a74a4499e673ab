// The form fields for the rules of a match. The user chooses a house, which is a set of rules: one
// that comes with the table, or one from a file of the user. The user also chooses the rules that
// this house leaves to its players. The table's own loader in the worker parses house files.

import { element, fill } from "./dom.mjs";
import { Alert, choice, field, fileChooser, options, radios } from "./form.mjs";
import { words } from "./words.mjs";

/** @import { Readers } from "./link.mjs" */
/** @import { Match } from "./shapes.mjs" */

/**
 * @typedef {object} House
 * @property {string} id
 * @property {string} name
 * @property {number} players
 * @property {number} target
 * @property {Record<string, string[]>} leaves the choices for each rule that the house leaves to
 *   the players, the default first
 */

/** @type {readonly House[]} */
export const HOUSES = [
  { id: "piedicavallo", name: "Piedicavallo", players: 4, target: 1000, leaves: {} },
  { id: "salotto", name: "Salotto", players: 4, target: 1000, leaves: {} },
  { id: "french", name: "Belote à la française", players: 4, target: 1000, leaves: {} },
  {
    id: "bulgarian",
    name: "Българска белот",
    players: 4,
    target: 151,
    leaves: { third: ["no", "x8", "match"], no_trump: ["none", "aces"], kirtik: ["0", "10"] },
  },
  { id: "libre", name: "Belote libre", players: 4, target: 1000, leaves: { melds: ["on", "off"] } },
  { id: "espanola-4", name: "Española, por parejas", players: 4, target: 1000, leaves: {} },
  { id: "espanola-2", name: "Española, mano a mano", players: 2, target: 1000, leaves: {} },
];

export const OWN = "own";

/** @param {string} id */
export function houseOf(id) {
  return HOUSES.find((one) => one.id === id);
}

export class HouseChoice {
  /**
   * @param {Match} match
   * @param {Readers} readers
   * @param {() => void} chosen called when another house is chosen
   * @param {() => void} agreed called when the choice for a rule of the house changes
   */
  constructor(match, readers, chosen, agreed) {
    this.match = match;
    this.readers = readers;
    this.houseChosen = chosen;
    this.agreed = agreed;
    /** @type {House | null} */
    this.mine = null;
    this.file = "";
    this.trouble = new Alert();
    this.box = element("div", { class: "house" });
  }

  /** @returns {House} */
  get chosen() {
    const chosen = this.match.house === OWN ? this.mine : houseOf(this.match.house);
    return chosen ?? /** @type {House} */ (HOUSES[0]);
  }

  get players() {
    return this.chosen.players;
  }

  get target() {
    return this.chosen.target;
  }

  /**
   * Add the house in a link's house file to the houses that can be chosen, and clear the error.
   * @param {House} [own] left out if the link has no house file
   */
  read(own) {
    this.trouble.say();
    if (own) {
      [this.mine, this.file] = [own, this.match.file ?? ""];
    }
  }

  draw() {
    /** @type {[string, string, string][]} */
    const rows = HOUSES.map((house) => [house.id, house.name, words(`house-${house.id}`)]);
    if (this.mine) {
      rows.push([OWN, this.mine.name, words("house-own")]);
    }
    fill(
      this.box,
      radios(words("setup-house"), rows, this.match.house, (id) => this.#choose(id)),
      fileChooser(words("house-file"), ".house,.txt,text/plain", {
        taken: (text, name) => this.#given(text, name),
        refused: (sentence) => this.trouble.say(sentence),
      }),
      this.trouble.box,
      Object.entries(this.chosen.leaves).map(([key, choices]) => this.#left(key, choices)),
    );
    return this.box;
  }

  /** Move the keyboard focus to the chosen house. */
  focus() {
    const chosen = this.box.querySelector("input:checked");
    if (chosen instanceof HTMLElement) {
      chosen.focus();
    }
  }

  /**
   * Choose the house of a file if the table's loader accepts the file, else show all errors in the
   * file. Return whether the file was accepted.
   * @param {string} text
   * @param {string} name of the file
   */
  async own(text, name) {
    const read = async () => {
      this.mine = await this.readers.house(text, name);
    };
    if (!(await this.trouble.attempt(read))) {
      return false;
    }
    this.file = text;
    this.#take(OWN);
    return true;
  }

  /**
   * @param {string} text
   * @param {string} name
   */
  async #given(text, name) {
    if (await this.own(text, name)) {
      this.houseChosen();
    }
  }

  /** @param {string} id */
  #choose(id) {
    this.trouble.say();
    this.#take(id);
    this.houseChosen();
  }

  /** @param {string} id */
  #take(id) {
    this.match.house = id;
    this.match.file = id === OWN ? this.file : undefined;
    this.match.agreed = undefined;
  }

  /**
   * Return the field for a rule that the house leaves to its players.
   * @param {string} key
   * @param {string[]} choices
   */
  #left(key, choices) {
    const rows = options(choices, (word) => words(`agreed-${key}-${word}`));
    const now = this.match.agreed?.[key] ?? choices[0] ?? "";
    const select = choice(rows, now, (word) => {
      this.match.agreed = { ...this.match.agreed, [key]: word };
      this.agreed();
    });
    return field(words(`agreed-${key}`), select);
  }
}
