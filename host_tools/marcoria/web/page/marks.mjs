// The state of the table as data attributes of the document, for style and for tests.

/** @import { Feed } from "./feed.mjs" */

/** @param {Feed} feed */
export function mark(feed) {
  const marks = document.documentElement.dataset;
  feed.on("glance", (glance) => {
    set(marks, {
      ready: "",
      power: glance.power ? "on" : "off",
      next: glance.next,
      who: glance.who.join(""),
      readonly: String(glance.readonly),
    });
  });
  feed.on("told", (told) => {
    set(marks, {
      phase: told.phase,
      turn: told.turn ?? "",
      events: String(told.events),
      score: told.score ? told.score.match.join(":") : "",
      over: String(told.over),
    });
  });
}

/**
 * @param {DOMStringMap} marks
 * @param {Record<string, string>} values
 */
function set(marks, values) {
  for (const [name, value] of Object.entries(values)) {
    if (marks[name] !== value) {
      marks[name] = value;
    }
  }
}
