// The dialog "Problems". It shows either a list of all problems with a link to the deal of the
// day, or one problem. The viewer plays a problem with open cards. This does not change the match
// at the table.

import { dayLink } from "./day_deal.mjs";
import { Dialog } from "./dialog.mjs";
import { element, fill } from "./dom.mjs";
import { Alert, actions, button } from "./form.mjs";
import { houseOf } from "./houses.mjs";
import { isRed } from "./pack.mjs";
import { PositionView } from "./position.mjs";
import { ProblemGame } from "./problem_game.mjs";
import * as say from "./problem_sentences.mjs";
import { SolvedProblems } from "./solved_problems.mjs";
import { cardName, cardSign, language, seatName, words } from "./words.mjs";

/** @import { Play } from "../worker/deal_shapes.js" */
/** @import { Analyst } from "./analyst.mjs" */
/** @import { Child } from "./dom.mjs" */
/** @import { Feed } from "./feed.mjs" */
/** @import { Problem, Tables } from "./problem_game.mjs" */

/** @typedef {{problems: Problem[], tables: Record<string, Tables>}} Book */

const GRADES = ["easy", "medium", "hard"];
const CARD_MS = 500; // time to see a card before the next one is played
const TRICK_MS = 1200; // time to see a complete trick

export class Problems {
  /**
   * @param {Feed} feed
   * @param {Element} root
   * @param {Analyst} analyst
   */
  constructor(feed, root, analyst) {
    this.feed = feed;
    this.analyst = analyst;
    this.solved = new SolvedProblems();
    /** @type {Book} */
    this.book = { problems: [], tables: {} };
    this.number = 0; // position of the shown problem in the book, from 1 on; 0 for the list
    /** @type {ProblemGame | null} */
    this.game = null;
    /**
     * @type {Play[] | null} the cards of the problem's unfinished trick, and the cards of best play
     *   after them; null while the solution is not shown
     */
    this.line = null;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.view = new PositionView((card) => this.#play(card));
    this.told = element("p", { class: "told" });
    this.points = element("p", { class: "points" });
    this.why = element("section", { class: "problem-why" });
    this.acts = actions();
    this.live = element("p", { class: "unseen", role: "status" });
    this.trouble = new Alert();
    this.dialog = new Dialog(root, "problems-title", {
      fill: () => this.#draw(),
      closed: () => this.#closed(),
    });
  }

  /** Open the dialog with the list of problems. */
  async open() {
    this.#leave();
    this.trouble.say();
    this.dialog.open();
    if (this.book.problems.length === 0) {
      await this.#load();
      this.dialog.draw();
    }
  }

  async #load() {
    try {
      const answer = await fetch(new URL("problems.json", import.meta.url));
      this.book = await answer.json();
    } catch {
      this.trouble.say(words("problems-missing"));
    }
  }

  #closed() {
    this.#leave();
    fill(this.dialog.body);
  }

  /** Forget the shown problem, so that the next drawing shows the list. */
  #leave() {
    [this.number, this.game, this.line] = [0, null, null];
  }

  /** @returns {Child[]} */
  #draw() {
    this.dialog.box.toggleAttribute("data-problem", this.game !== null);
    return this.game ? this.#problem(this.game) : this.#list();
  }

  // --- the list ---------------------------------------------------------------------------------

  /** @returns {Child[]} */
  #list() {
    const { problems } = this.book;
    const number = problems.filter((one) => this.solved.has(nameOf(one))).length;
    return [
      element("p", {}, words("problems-how")),
      this.trouble.box,
      problems.length > 0 &&
        element("p", { class: "hint" }, words("problems-solved", { number, of: problems.length })),
      ...GRADES.map((grade) => this.#grade(grade)),
      this.#day(),
    ];
  }

  /** @param {string} grade */
  #grade(grade) {
    const rows = this.book.problems
      .map((problem, i) => ({ problem, number: i + 1 }))
      .filter(({ problem }) => problem.grade === grade);
    return element(
      "section",
      { class: "grade" },
      element("h3", {}, words(`problem-${grade}`)),
      element(
        "ol",
        {},
        rows.map(({ problem, number }) => element("li", {}, this.#entry(problem, number))),
      ),
    );
  }

  /**
   * @param {Problem} problem
   * @param {number} number
   */
  #entry(problem, number) {
    const solved = this.solved.has(nameOf(problem));
    const name = words("problem-number", { number });
    return button(`${number}`, () => this.#choose(number), {
      "data-number": number,
      "data-solved": solved,
      "aria-label": solved ? `${name}, ${words("problem-is-solved")}` : name,
    });
  }

  #day() {
    const today = new Date();
    const date = new Intl.DateTimeFormat(language(), { dateStyle: "long" }).format(today);
    const href = dayLink(this.feed.last.glance?.house.name ?? "", today);
    return element(
      "section",
      { class: "day" },
      element("h3", {}, words("day-title")),
      element("p", { class: "hint" }, words("day-how", { look: words("do-look") })),
      actions(
        element("a", { href, onclick: () => this.dialog.close() }, words("day-start", { date })),
      ),
    );
  }

  // --- a problem --------------------------------------------------------------------------------

  /**
   * Show a problem from its start.
   * @param {number} number position of the problem in the book, from 1 on
   */
  async #choose(number) {
    const problem = this.book.problems[number - 1];
    const tables = problem && this.book.tables[`${problem.house} ${problem.contract}`];
    if (!problem || !tables) {
      return;
    }
    const game = new ProblemGame(this.analyst, problem, tables, () => this.#changed(game));
    [this.number, this.game, this.line] = [number, game, null];
    this.dialog.draw();
    this.dialog.body.scrollTop = 0;
    await this.#attempt(() => game.start());
    if (game !== this.game) {
      return;
    }
    this.live.textContent = [...say.heading(problem), this.told.textContent].join(" ");
    if (this.#isFocusFree) {
      this.view.focus();
    }
  }

  /** Return whether the user has not moved the focus to a card or a button. */
  get #isFocusFree() {
    const places = [document.body, this.dialog.title, this.view.box];
    return places.some((one) => one === document.activeElement);
  }

  /**
   * @param {ProblemGame} game
   * @returns {Child[]}
   */
  #problem(game) {
    const { problem } = game;
    this.#show(game);
    const title = words("problem-number", { number: this.number });
    const house = houseOf(problem.house)?.name ?? problem.house;
    return [
      element(
        "div",
        { class: "problem-head" },
        element("h3", {}, `${title} · ${words(`problem-${problem.grade}`)} · ${house}`),
        element("p", {}, say.heading(problem).join(" ")),
        this.points,
        this.told,
      ),
      element("div", { class: "problem-table", style: `--held:${game.tricks}` }, this.view.box),
      element("div", { class: "problem-end" }, this.why, this.trouble.box, this.acts),
      this.live,
    ];
  }

  /** Update the cards, texts and buttons of the shown game. @param {ProblemGame} game */
  #show(game) {
    this.view.show(game.shown);
    this.points.textContent = say.points(game);
    this.told.textContent = say.state(game);
    this.told.dataset.end = game.isOver ? (game.isMade ? "made" : "failed") : "";
    this.#drawWhy(game);
    this.#drawActs(game);
  }

  /** @param {ProblemGame} game */
  #drawWhy({ problem }) {
    const { line } = this;
    fill(
      this.why,
      line &&
        say
          .why(problem, cardSign)
          .map((text, i) =>
            element("p", { "aria-label": say.why(problem, cardName)[i] ?? "" }, text),
          ),
      line && element("h4", {}, words("problem-line")),
      line && element("ol", { class: "line" }, tricksOf(line).map(trickRow)),
    );
  }

  /** @param {ProblemGame} game */
  #drawActs(game) {
    const act = (/** @type {string} */ name, /** @type {() => void} */ deed, main = false) =>
      button(words(name), deed, { "data-act": name, class: main ? "main" : null });
    const last = this.number === this.book.problems.length;
    const at = /** @type {HTMLElement | null} */ (document.activeElement);
    const held = this.acts.contains(at) ? at?.dataset.act : undefined;
    fill(
      this.acts,
      game.isOver &&
        game.isMade &&
        !last &&
        act("problem-next", () => this.#choose(this.number + 1), true),
      game.isBegun &&
        act("problem-again", () => this.#choose(this.number), game.isOver && !game.isMade),
      !this.line && act("problem-solution", () => this.#explain(game)),
      act("problem-all", () => this.#back()),
    );
    if (held) {
      const same = this.acts.querySelector(`[data-act="${held}"]`);
      /** @type {{focus: () => void}} */ (same ?? this.view).focus();
    }
  }

  // --- actions ----------------------------------------------------------------------------------

  /** @param {() => Promise<unknown>} deed */
  #attempt(deed) {
    return this.trouble.attempt(deed);
  }

  /** @param {string} card */
  async #play(card) {
    const { game } = this;
    if (!game) {
      return;
    }
    const before = game.plays.length;
    await this.#attempt(() => game.play(card));
    if (game !== this.game) {
      return;
    }
    this.live.textContent = [...game.plays.slice(before).map(say.play), this.told.textContent].join(
      " ",
    );
    if (game.isOver) {
      await this.#end(game);
    }
  }

  /** @param {ProblemGame} game */
  async #end(game) {
    if (game.isMade) {
      this.solved.add(nameOf(game.problem));
    }
    await this.#explain(game);
    if (game !== this.game) {
      return;
    }
    const main = /** @type {HTMLElement | null} */ (this.acts.querySelector(".main, button"));
    if (this.#isFocusFree) {
      main?.focus({ preventScroll: true });
    }
    this.why.scrollIntoView({ block: "nearest" });
  }

  /** Show why one card is right, and the cards of best play. @param {ProblemGame} game */
  async #explain(game) {
    await this.#attempt(async () => {
      const { deal, problem } = game;
      const line = await this.analyst.weigh(deal, [...game.trick, ...say.lineOf(problem)]);
      if (game === this.game) {
        this.line = line;
        this.#show(game);
        const why = say.why(problem, cardName).join(" ");
        this.live.textContent = `${this.live.textContent ?? ""} ${why}`;
      }
    });
  }

  #back() {
    const { number } = this;
    this.#leave();
    this.dialog.draw();
    const entry = this.dialog.body.querySelector(`[data-number="${number}"]`);
    /** @type {HTMLElement | null} */ (entry)?.focus();
  }

  /**
   * Show a change of the game. If an opponent plays next, wait so that people can see the change.
   * Do not wait with reduced motion. Ignore a game that is no longer shown.
   * @param {ProblemGame} game
   */
  async #changed(game) {
    if (game !== this.game) {
      return;
    }
    this.#show(game);
    const { plays, choice, isOver } = game;
    if (!choice && !isOver && !this.calm.matches) {
      const ms = plays.at(-1)?.winner ? TRICK_MS : CARD_MS;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}

/** Return the name under which a solved problem is stored. @param {Problem} problem */
function nameOf({ house, number }) {
  return `${house}-${number}`;
}

/** @param {Play[]} line @returns {Play[][]} */
function tricksOf(line) {
  /** @type {Play[][]} */
  const tricks = [[]];
  for (const play of line) {
    tricks.at(-1)?.push(play);
    if (play.winner) {
      tricks.push([]);
    }
  }
  return tricks.filter((trick) => trick.length > 0);
}

/** @param {Play[]} trick */
function trickRow(trick) {
  const { winner, points } = trick.at(-1) ?? { winner: null, points: 0 };
  return element(
    "li",
    { "aria-label": trick.map(say.play).join(" ") },
    trick.map(({ seat, card }) =>
      element(
        "span",
        { "data-won": seat === winner, "aria-hidden": "true" },
        element("small", {}, seatName(seat).slice(0, 1)),
        element("b", { class: isRed(card[1] ?? "") ? "red" : "" }, cardSign(card)),
      ),
    ),
    element("i", { "aria-hidden": "true" }, points),
  );
}
