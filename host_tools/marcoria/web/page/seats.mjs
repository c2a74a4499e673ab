// The four seats, and the side of the table at which each is drawn.

/** @import { Glance } from "./shapes.mjs" */
/** @import { View } from "./view.mjs" */

/** @typedef {"bottom" | "left" | "top" | "right"} Place */

/** The seats clockwise; the index is the number of a seat. */
export const SEATS = ["N", "E", "S", "W"];
/** The seats clockwise from South, which is a person's usual seat. */
export const OWN_FIRST = ["S", "W", "N", "E"];

/** @type {Place[]} */
const PLACES = ["bottom", "left", "top", "right"];

/**
 * Return the side of the table at which each seat is drawn if the seat `near` is at the bottom.
 * @param {string} near
 * @returns {Record<string, Place>}
 */
export function places(near) {
  const first = SEATS.indexOf(near);
  return Object.fromEntries(
    SEATS.map((seat, i) => [seat, /** @type {Place} */ (PLACES[(i - first + 4) % 4])]),
  );
}

/**
 * Return the seats of persons, South first and then clockwise.
 * @param {Record<string, string | null>} bots as in Glance (shapes.mjs)
 */
export function persons(bots) {
  return OWN_FIRST.filter((seat) => bots[seat] === null);
}

/**
 * Return the seat of the person whom the page calls "you": the only person in the view "play".
 * Return "" in other views, or if there are several persons or none.
 * @param {Record<string, string | null>} bots as in Glance (shapes.mjs)
 */
export function ownSeat(bots) {
  const people = persons(bots);
  const [own = ""] = document.documentElement.dataset.view === "play" ? people : [];
  return people.length === 1 ? own : "";
}

/** Media query for small screens: upright screens, and screens that are low and wide. */
const SMALL = "(max-aspect-ratio: 1/1), (min-aspect-ratio: 3/2) and (max-height: 520px)";

/**
 * The seat that is drawn at the bottom. In the view "workbench" on a large screen it is always
 * South. Otherwise it is the seat that the user has chosen. Without a choice it is the seat of the
 * person who has to act. If no person or several persons have to act, the seat stays the same. But
 * if no person sits there, it becomes the first seat of a person, or South if there are only bots
 * or the table is real.
 */
export class Near {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.small = matchMedia(SMALL);
    this.small.addEventListener("change", () => this.changed());
    this.changed = () => {};
    this.seat = "S";
    this.places = places(this.seat);
    /** @type {string | null} the seat that the user has chosen, until other seats have to act */
    this.chosen = null;
    this.lastAsked = "";
  }

  /** @param {string} seat */
  choose(seat) {
    this.chosen = seat;
    this.changed();
  }

  /** @param {Glance} glance */
  follow(glance) {
    const asked = glance.who.join("");
    if (asked !== this.lastAsked) {
      this.lastAsked = asked;
      this.chosen = null;
    }
    const isNear = this.view.name === "play" || this.small.matches;
    const seat = isNear ? this.#wanted(glance) : "S";
    if (seat !== this.seat) {
      this.seat = seat;
      this.places = places(seat);
    }
  }

  /** @param {Glance} glance */
  #wanted(glance) {
    const people = persons(glance.bots);
    const busy = people.filter((seat) => glance.who.includes(seat));
    const due = busy.length === 1 ? busy[0] : undefined;
    const stays = people.includes(this.seat) ? this.seat : people[0];
    return this.chosen ?? due ?? stays ?? "S";
  }
}
