// The name plate of a seat: the name, the kind of bot, signs for the dealer and for the contract
// of the taker, buttons, and what the player has said last.

import { element, fill, label } from "./dom.mjs";
import { button } from "./form.mjs";
import { icon } from "./icons.mjs";
import { USUAL_BOT } from "./link.mjs";
import { SIGNS, SUITS } from "./pack.mjs";
import { ownSeat, SEATS } from "./seats.mjs";
import { reasonText } from "./sentences.mjs";
import { cardSign, joined, labelled, seatName, suitName, suitSign, words } from "./words.mjs";

/** @import { Glance, Happened, Reason, Told } from "./shapes.mjs" */
/** @import { Table } from "./table.mjs" */

export class Plate {
  /**
   * @param {string} seat
   * @param {Table} table
   */
  constructor(seat, table) {
    this.seat = seat;
    this.feed = table.feed;
    this.name = element("span", { class: "name" });
    this.kind = element("small", { class: "kind" });
    this.portrait = element("span", { class: "portrait", "aria-hidden": "true" });
    this.who = button("", () => this.#swap(), { class: "who" });
    this.turn = button("", () => table.near.choose(seat), { class: "turn" });
    this.rap = button("", () => table.wood.rap(seat), { class: "rap" });
    this.marks = element("span", { class: "marks" });
    this.bubble = element("span", { class: "bubble", hidden: true });
    fill(this.rap, icon("knock"));
    fill(this.turn, icon("turn"));
    this.box = element(
      "div",
      { class: "plate" },
      element("span", { class: "badge", "aria-hidden": "true" }),
      this.portrait,
      element("span", { class: "who-it-is" }, this.name, this.kind),
      this.marks,
      this.who,
      this.rap,
      this.turn,
      element("span", { class: "thinks", "aria-hidden": "true" }, element("i"), element("i")),
      this.bubble,
    );
    this.shown = "";
    this.saying = new Saying(seat);
    /** @type {string | null} */
    this.bot = null;
    /**
     * @type {{card: string, reason: Reason} | null} the bot's last card and the reason for it;
     *   null without a reason
     */
    this.said = null;
    this.feed.on("happened", (/** @type {Happened[]} */ rows) => this.#hear(rows));
    this.feed.on("reasons", (/** @type {Record<string, Reason>} */ all) => this.#explain(all));
    this.feed.on("another", () => this.#say(null));
  }

  speak() {
    const seat = seatName(this.seat);
    label(this.rap, words("rap", { seat }));
    label(this.turn, words("sit", { seat }));
    this.shown = "";
    this.#say(this.said);
  }

  /**
   * @param {Glance} glance
   * @param {Told} told
   */
  show(glance, told) {
    const { seat } = this;
    const dealer = told.phase !== "none" && told.dealer === seat;
    const contract = told.taker === seat ? told.contract : null;
    const due = glance.who.includes(seat);
    this.bot = glance.bots[seat] ?? null;
    const own = ownSeat(glance.bots) === seat;
    const name = told.names?.[SEATS.indexOf(seat)] || (own ? words("you") : seatName(seat));
    const said = this.saying.last(told) || (this.bot ? takenWords(seat, told) : "");
    const shown = `${name}|${this.bot}|${dealer}|${contract}|${due}|${said}`;
    if (shown !== this.shown) {
      this.shown = shown;
      this.box.toggleAttribute("data-due", due);
      this.box.toggleAttribute("data-bot", this.bot !== null);
      this.name.textContent = name;
      fill(this.bubble, inColours(said));
      this.bubble.hidden = said === "";
      this.#seat();
      this.#mark(dealer, contract);
    }
  }

  /** @param {Happened[]} rows */
  #hear(rows) {
    for (const { kind, seat, rest, reason } of rows) {
      if (kind === "deal") {
        this.#say(null);
      } else if (kind === "card" && seat === this.seat) {
        this.#say(reason ? { card: rest?.[0] ?? "", reason } : null);
      }
    }
  }

  /**
   * Replace the reason for the bot's last card by the complete reason. The worker sends it after
   * the deal, because it may depend on cards that the other players could not see.
   * @param {Record<string, Reason>} reasons by card
   */
  #explain(reasons) {
    const reason = reasons[this.said?.card ?? ""];
    if (this.said && reason) {
      this.#say({ ...this.said, reason });
    }
  }

  /**
   * Show, as a tooltip of the plate, why the bot played its last card. Only bots of the kind
   * "expert" give a reason.
   * @param {{card: string, reason: Reason} | null} said null removes the tooltip
   */
  #say(said) {
    this.said = said;
    this.box.title = said ? labelled(cardSign(said.card), reasonText(said.reason)) : "";
  }

  #seat() {
    const seat = seatName(this.seat);
    const person = this.bot === null;
    fill(this.who, icon(person ? "person" : "bot"));
    fill(this.portrait, icon(person ? "person" : "bot"));
    this.kind.textContent = this.bot ? words(`player-${this.bot}`) : "";
    label(this.who, words(person ? "seat-person" : "seat-bot", { seat }));
  }

  /**
   * @param {boolean} dealer
   * @param {string | null} contract
   */
  #mark(dealer, contract) {
    const sign = contract ? suitSign(contract) || suitName(contract) : "";
    fill(
      this.marks,
      dealer && mark("dealer", icon("deal"), words("dealer")),
      contract && mark(`taker ${contract}`, sign, words("taker", { suit: suitName(contract) })),
    );
  }

  #swap() {
    const bot = this.bot === null ? USUAL_BOT : null;
    this.feed.attempt("bots", { [this.seat]: bot });
  }
}

/** Latest words of a player: a call in the bidding, announcements and shown melds in play. */
class Saying {
  /** @param {string} seat */
  constructor(seat) {
    this.seat = seat;
    this.count = 0; // this seat's announcements plus cards of its shown melds, as counted by `last`
    this.trick = 0; // number of the trick in which `count` changed last
  }

  /**
   * Return what the player has said last, or "" if there is nothing to show. During the bidding,
   * this is the player's last call. During play, it is all announcements of the player and the
   * cards of shown melds. They are returned only when there is a new one, until the trick in which
   * it came is complete.
   * @param {Told} told
   */
  last(told) {
    if (told.phase === "bidding") {
      this.count = 0;
      const call = told.calls.findLast(([seat]) => seat === this.seat);
      return call ? calledWords(call[1]) : "";
    }
    const announced = told.announced.filter(([seat]) => seat === this.seat);
    const shown = told.melds[this.seat] ?? [];
    const count = announced.length + shown.length;
    if (count !== this.count) {
      this.count = count;
      this.trick = told.number;
    }
    const isFresh = told.phase === "play" && told.number <= this.trick;
    const melds = joined(announced.map(([, kind]) => words(`meld-${kind}`)));
    const cards = shown.map(cardSign).join(" ");
    return isFresh ? [melds, cards].filter((one) => one !== "").join(" · ") : "";
  }
}

/**
 * Return what the taker says about the contract until the first trick is complete. Return ""
 * later, and for other players.
 * @param {string} seat
 * @param {Told} told
 */
function takenWords(seat, { phase, taker, contract, last }) {
  if (phase !== "play" || taker !== seat || !contract || last) {
    return "";
  }
  return words("said-take", { suit: suitSign(contract) || suitName(contract) });
}

/** @param {string} call */
function calledWords(call) {
  return suitSign(call) || (["NT", "AT"].includes(call) ? suitName(call) : words(`said-${call}`));
}

/**
 * Return the parts of a text, with each suit sign in an element that has the suit's colour.
 * @param {string} said
 */
function inColours(said) {
  return said.split(/([♣♦♥♠])/).map((part) => {
    const suit = SUITS[SIGNS.indexOf(part)];
    return suit ? element("span", { class: `sign ${suit}` }, part) : part;
  });
}

/**
 * @param {string} name
 * @param {Node | string} sign
 * @param {string} text
 */
function mark(name, sign, text) {
  return element(
    "span",
    { class: `mark ${name}`, role: "img", "aria-label": text, title: text },
    sign,
  );
}
