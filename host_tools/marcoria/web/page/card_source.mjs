// The choice of the cards of a new match: shuffled, from a seed, dealt by hand, or from BDN.

import { element, fill } from "./dom.mjs";
import {
  Alert,
  actions,
  button,
  field,
  fileChooser,
  numberInput,
  options,
  radios,
} from "./form.mjs";
import { HandEditor } from "./hand_editor.mjs";
import { HIGHEST_SEED } from "./link.mjs";
import { words } from "./words.mjs";

/** @import { Match } from "./shapes.mjs" */

const KINDS = ["shuffled", "seed", "hand", "bdn"];

export class CardSource {
  /**
   * @param {Match} match
   * @param {import("./link.mjs").Readers} readers
   * @param {() => void} changed
   * @param {(text: string, file?: string) => void} look shows deals in BDN with open cards
   */
  constructor(match, readers, changed, look) {
    this.match = match;
    this.readers = readers;
    this.changed = changed;
    this.look = look;
    this.kind = "shuffled";
    this.text = "";
    this.seed = "7";
    this.players = 4;
    this.editor = new HandEditor(this.players, () => this.#write());
    this.box = element("div", { class: "cards" });
    this.part = element("div", { class: "part" });
    this.trouble = new Alert();
  }

  /**
   * Choose shuffled cards instead of hands dealt by hand. Call this after a change of the house,
   * because the new house may have hands of another size.
   */
  clear() {
    if (this.kind === "hand") {
      this.kind = "shuffled";
      this.#write();
    }
  }

  /**
   * Read the deal or the seed that a link has set in the match. `draw` shows it.
   * @param {number} players
   */
  read(players) {
    const { deal, seed } = this.match;
    this.players = players;
    this.kind = seed === undefined ? "shuffled" : "seed";
    this.seed = String(seed ?? this.seed);
    if (typeof deal === "string") {
      this.bdn(deal);
    } else if (deal) {
      this.kind = "hand";
      this.editor = new HandEditor(players, () => this.#write());
      for (const [seat, cards] of Object.entries(deal.hands)) {
        for (const card of cards.split(" ")) {
          this.editor.hands.give(card, seat);
        }
      }
    }
  }

  /** @param {string} text */
  bdn(text) {
    this.kind = "bdn";
    this.text = text;
    this.trouble.say();
    this.#write();
  }

  /**
   * Load a file of deals, and show its first error if there is one. The text stays in the field to
   * be corrected.
   * @param {string} text
   * @param {string} name of the file
   */
  async paper(text, name) {
    this.bdn(text);
    await this.trouble.attempt(() => this.readers.deal(text, name, this.match.file));
  }

  /**
   * Return the holder of each card as letters for a link, or "" if the cards are not dealt by hand
   * or the hands are not complete.
   */
  letters() {
    return this.kind === "hand" && this.editor.hands.complete ? this.editor.hands.letters() : "";
  }

  /** Return a sentence about input that a new match still needs, or "" if nothing is missing. */
  missing() {
    if (this.kind === "hand" && !this.editor.hands.complete) {
      return words("hands-missing");
    }
    return this.kind === "bdn" && !this.text.trim() ? words("bdn-missing") : "";
  }

  /** @param {number} players */
  draw(players) {
    if (players !== this.players) {
      this.players = players;
      this.editor = new HandEditor(players, () => this.#write());
    }
    const kinds = options(KINDS, (kind) => words(`cards-${kind}`));
    fill(
      this.box,
      radios(words("setup-cards"), kinds, this.kind, (kind) => this.#choose(kind)),
      this.part,
    );
    this.#draw();
  }

  /** @param {string} kind */
  #choose(kind) {
    this.kind = kind;
    this.#write();
    this.#draw();
  }

  #draw() {
    /** @type {Record<string, () => Node[]>} */
    const kinds = {
      shuffled: () => [],
      seed: () => [this.#seed()],
      hand: () => [this.editor.draw()],
      bdn: () => this.#bdn(),
    };
    fill(this.part, ...(kinds[this.kind]?.() ?? []));
  }

  #seed() {
    const input = numberInput({ min: 0, max: HIGHEST_SEED, value: this.seed }, (value) => {
      this.seed = value;
      this.#write();
    });
    return field(words("cards-number"), input, words("cards-number-hint"));
  }

  #bdn() {
    const area = element(
      "textarea",
      {
        rows: 6,
        spellcheck: "false",
        placeholder: '[House "piedicavallo"] [Dealer "W"] [Deal "N:…"]',
        oninput: () => this.bdn(area.value),
      },
      this.text,
    );
    return [
      field(words("bdn-text"), area, words("bdn-hint")),
      actions(
        fileChooser(words("bdn-file"), ".bdn,.txt,text/plain", {
          taken: (text, name) => {
            area.value = text;
            return this.paper(text, name);
          },
          refused: (sentence) => this.trouble.say(sentence),
        }),
        button(words("share-look"), () => this.#look(), { class: "look-paper" }),
      ),
      this.trouble.box,
    ];
  }

  /** Show the deals with open cards, or an error message if the field is empty. */
  #look() {
    const missing = this.missing();
    this.trouble.say(missing);
    if (!missing) {
      this.look(this.text, this.match.file);
    }
  }

  /** Write the chosen cards or seed into the match. */
  #write() {
    const { hands } = this.editor;
    this.match.seed = this.kind === "seed" ? Number(this.seed) : undefined;
    this.match.deal = { hand: hands.dealt(), bdn: this.text }[this.kind];
    this.changed();
  }
}
