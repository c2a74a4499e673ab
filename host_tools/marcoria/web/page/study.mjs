// The state of a view of one deal with open cards: the cards that were played, the position that
// is shown, and the cards that the viewer plays instead.

import { tableAfter } from "./open_table.mjs";
import { suitSign } from "./words.mjs";

/** @import { Choice, DealFacts, Play, Verdict } from "../worker/deal_shapes.js" */
/** @import { Analyst } from "./analyst.mjs" */
/** @import { Shown } from "./position.mjs" */

/**
 * @typedef {DealFacts & {board: string, seats: string[], sides: string[], contract: string | null,
 *   taker: string | null, factor: number, complete: boolean, over: boolean, plays: string[],
 *   outcome: string, link: Record<string, string>}} Deal a deal, as web/world/desk.py returns it;
 *   if `complete` is false, the deal has no cards, rules, results or link
 */

/**
 * @typedef {"deal" | "own" | "again"} Mode "deal" shows the deal as it was played. In "own", the
 *   viewer plays other cards from a position on. In "again", the viewer looks for a better card
 *   than one that was played. The chosen card is only compared with that one; it is not played.
 */

export class Study {
  /**
   * @param {Analyst} analyst
   * @param {Deal} deal
   * @param {() => void} changed is called after each change
   */
  constructor(analyst, deal, changed) {
    this.analyst = analyst;
    this.deal = deal;
    this.changed = changed;
    this.count = Object.values(deal.hands).flat().length; // cards of the whole deal
    /** @type {Verdict} */
    this.verdict = { par: [0, 0], makes: null, line: [] };
    /** @type {Play[]} */
    this.played = [];
    /**
     * @type {Play[]} the cards of the deal; in mode "own", the viewer and the solver have played
     *   the cards from the index `fork` on
     */
    this.line = [];
    this.at = 0; // how many cards of `line` are played in the position that is shown
    /** @type {Mode} */
    this.mode = "deal";
    this.fork = 0; // index in `line` of the first card that the viewer chooses
    this.seat = ""; // the seat for which the viewer chooses
    /** @type {Choice | null} */
    this.choice = null;
    /** @type {string | null} the card that the viewer has chosen in mode "again" */
    this.tried = null;
    this.isRevealed = false; // whether the costs of all choices are shown
    // The number of calls of `#drop` so far. If this number has changed before the solver answers,
    // the answer is ignored.
    this.turns = 0;
  }

  /** Compute the costs of all cards played, and par: the points of both sides with best play. */
  async load() {
    const { analyst, deal } = this;
    this.verdict = await analyst.verdict(deal);
    this.played = await analyst.weigh(deal, deal.plays);
    this.back();
  }

  /** Return the points of both sides at the end, with best play after the cards of the line. */
  get ends() {
    return this.line.at(-1)?.forecast ?? this.verdict.par;
  }

  /** Return the points of both sides as the deal was played. */
  get points() {
    return this.played.at(-1)?.forecast ?? this.verdict.par;
  }

  get isOver() {
    return this.line.length === this.count;
  }

  /** Return the index of a seat's side in `deal.sides`. @param {string} seat */
  side(seat) {
    return this.deal.sides.findIndex((side) => side.includes(seat));
  }

  /**
   * Return the indexes in `played` of the cards that these seats played at a cost above 0.
   * @param {string[]} seats
   */
  mistakes(seats) {
    return [...this.played.keys()].filter((i) => {
      const play = this.played[i];
      return play && play.cost > 0 && seats.includes(play.seat);
    });
  }

  /** Return the index in `played` of the costliest card of each seat that made a mistake. */
  costliest() {
    return this.deal.seats.flatMap((seat) => {
      const cost = (/** @type {number} */ i) => this.played[i]?.cost ?? 0;
      const [worst] = this.mistakes([seat]).sort((a, b) => cost(b) - cost(a) || a - b);
      return worst === undefined ? [] : [worst];
    });
  }

  /** Return the position for PositionView. @returns {Shown} */
  get shown() {
    const { deal, line, at, choice } = this;
    const plays = line.slice(0, at);
    const table = tableAfter(deal, plays);
    return {
      ...table,
      near: this.mode === "deal" ? "S" : this.seat,
      turn: choice?.seat ?? line[at]?.seat ?? null,
      choices: choice ? Object.keys(choice.costs) : [],
      marks: this.#marks(plays.slice(at - table.trick.length)),
      taker: deal.taker,
      sign: suitSign(deal.contract ?? "") || undefined,
    };
  }

  /** @param {Play[]} trick */
  #marks(trick) {
    const { choice, tried, isRevealed } = this;
    const laid = trick.map(({ card, cost }) => [card, cost]);
    const costs = Object.entries(choice?.costs ?? {});
    const open = costs.filter(([card]) => isRevealed || card === tried);
    return Object.fromEntries([...laid, ...open]);
  }

  // --- actions ----------------------------------------------------------------------------------

  /**
   * Show the position after `at` cards, or the nearest position that `line` has. End mode "again"
   * at any other position than `fork`.
   * @param {number} at
   */
  async move(at) {
    this.at = Math.max(0, Math.min(at, this.line.length));
    if (this.mode === "again" && this.at !== this.fork) {
      this.mode = "deal";
    }
    await this.#offer();
  }

  /**
   * Show the deal as it was played. If the viewer was choosing cards, go back to the position
   * where that began.
   */
  back() {
    this.at = this.mode === "deal" ? this.at : this.fork;
    this.mode = "deal";
    this.line = this.played;
    this.#drop();
    this.changed();
  }

  /** Let the viewer choose the cards of the player whose turn it is, from here on. */
  async playOn() {
    const cards = this.line.slice(0, this.at).map((play) => play.card);
    const { seat } = this.line[this.at] ?? (await this.analyst.choices(this.deal, cards));
    [this.mode, this.fork, this.seat] = ["own", this.at, seat];
    this.line = this.line.slice(0, this.at);
    await this.#offer();
  }

  /**
   * Show the position of a link: after `at` cards of the deal and then the cards `instead`.
   * @param {number} at
   * @param {string[]} instead
   */
  async resume(at, instead) {
    await this.move(at);
    if (instead.length > 0) {
      await this.playOn();
      const cards = [...this.line.map((play) => play.card), ...instead];
      this.line = await this.analyst.weigh(this.deal, cards);
      await this.move(this.line.length);
    }
  }

  /** Return an object with the arguments that `resume` needs to show the current position. */
  get place() {
    const { mode, at, fork, line } = this;
    const isOwn = mode === "own" && at > fork;
    const instead = isOwn ? line.slice(fork, at).map((play) => play.card) : [];
    return { at: isOwn ? fork : at, instead };
  }

  /**
   * Let the viewer choose another card than the one that was played.
   * @param {number} at index of the card that was played
   */
  async tryAgain(at) {
    this.mode = "again";
    this.line = this.played;
    this.at = this.fork = at;
    this.seat = this.played[at]?.seat ?? "";
    await this.#offer();
  }

  /** Show the costs of all cards that may be chosen. */
  reveal() {
    this.isRevealed = true;
    this.changed();
  }

  /**
   * Play a card of the viewer's choice, and show the answers of the other players one by one.
   * Return the chosen card and then the answers. If the viewer does something else before all
   * answers are shown, stop showing them, and return no cards.
   * In mode "again", play no card: show the cost of the chosen card, and return no cards.
   * @param {string} card
   * @param {() => Promise<void>} pause waits between two cards
   */
  async choose(card, pause) {
    if (this.mode === "again") {
      this.tried = card;
      this.changed();
      return [];
    }
    const before = this.at;
    const cards = [...this.line.slice(0, before).map((play) => play.card), card];
    this.#drop();
    const turn = this.turns;
    const answers = await this.analyst.answers(this.deal, cards, this.seat);
    const line = await this.analyst.weigh(this.deal, [...cards, ...answers]);
    for (let at = before + 1; turn === this.turns && at < line.length; at++) {
      [this.line, this.at] = [line, at];
      this.changed();
      await pause();
    }
    if (turn !== this.turns) {
      return [];
    }
    [this.line, this.at] = [line, line.length];
    await this.#offer();
    return line.slice(before);
  }

  /** Get the costs of all cards that the viewer may choose in this position, if any. */
  async #offer() {
    this.#drop();
    const { mode, at, fork, seat } = this;
    const turn = this.turns;
    const due = at === this.line.length ? seat : this.line[at]?.seat;
    if (mode !== "deal" && at >= fork && due === seat && at < this.count) {
      const cards = this.line.slice(0, at).map((play) => play.card);
      const choice = await this.analyst.choices(this.deal, cards);
      if (turn !== this.turns) {
        return;
      }
      this.choice = choice;
    }
    this.changed();
  }

  #drop() {
    this.turns++;
    this.choice = null;
    this.tried = null;
    this.isRevealed = false;
  }
}
