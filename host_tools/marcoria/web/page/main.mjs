// The entry point of the page: it creates the table, the bar above and the help line below.

import { holdLessonRoom, tellUnkept } from "./banners.mjs";
import { Bar } from "./bar.mjs";
import { Feed } from "./feed.mjs";
import { addSkipLink, Focus } from "./focus.mjs";
import { Help } from "./help.mjs";
import { Manner } from "./manner.mjs";
import { mark } from "./marks.mjs";
import { Panels } from "./panels.mjs";
import { Recorder } from "./recorder.mjs";
import { Sounds } from "./sounds.mjs";
import { Table } from "./table.mjs";
import { View } from "./view.mjs";
import { nameKeys, preferred, speak } from "./words.mjs";

holdLessonRoom();
const feed = new Feed();
mark(feed);
feed.on("glance", (glance) => nameKeys(glance.language ?? ""));
tellUnkept(feed, document.body);
new Recorder(feed);
await speak(preferred());
const panels = new Panels(feed, document.body);
const sounds = new Sounds(feed);
const view = new View();
const table = new Table(feed, place("table"), { sounds, view, panels });
const manner = new Manner(feed, view);
const bar = new Bar(feed, place("bar"), { panels, sounds, table, view, manner });
const help = new Help(feed, place("help"), { panels, table });
addSkipLink(document.body, () => table.resting);
new Focus(() => help.offer ?? table.resting);
bar.speak();
help.speak();
document.getElementById("late")?.remove();
feed.on("begins", start);
await start(feed.ready);
holdLessonRoom(false);
navigator.serviceWorker?.register("./sw.js");

/**
 * Follow the page's link, or start the first match, once the worker has begun.
 * @param {Promise<import("./shapes.mjs").Begun | null>} begun the worker's answer, or null if
 *   another tab runs the table
 */
function start(begun) {
  return help.follow(begun.then((answer) => panels.follow(answer)));
}

/** @param {string} id */
function place(id) {
  const found = document.getElementById(id);
  if (!found) {
    throw new Error(id);
  }
  return found;
}
