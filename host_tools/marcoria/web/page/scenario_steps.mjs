// The scenario player in the drawer for faults: a button to choose a scenario file
// (docs/scenarios.md), and a list of the steps that have begun. Each step in the list is marked as
// passed, failed or under way.

import { element, fill } from "./dom.mjs";
import { Alert, fileChooser } from "./form.mjs";
import { words } from "./words.mjs";

/** @import { Feed } from "./feed.mjs" */
/** @import { Step } from "./shapes.mjs" */

export class ScenarioSteps {
  /** @param {Feed} feed */
  constructor(feed) {
    this.feed = feed;
    /** @type {Map<number, Step>} */
    this.steps = new Map();
    this.of = 0;
    this.list = element("ol", { class: "steps" });
    this.told = element("p", { class: "hint", role: "status" });
    this.trouble = new Alert();
    feed.on("scenario", (/** @type {Step} */ step) => this.#passed(step));
  }

  draw() {
    this.#show();
    return element(
      "section",
      { class: "scenario" },
      element("h3", {}, words("scenario-title")),
      element("p", { class: "hint" }, words("scenario-how")),
      fileChooser(words("scenario-file"), ".yaml,.yml", {
        taken: (text) => this.play(text),
        refused: (sentence) => this.trouble.say(sentence),
      }),
      this.trouble.box,
      this.told,
      this.list,
    );
  }

  /** @param {string} text */
  async play(text) {
    this.steps.clear();
    this.of = 0;
    this.#show();
    await this.trouble.attempt(() => this.feed.do("scenario", { text }));
  }

  /** @param {Step} step */
  #passed(step) {
    this.of = step.of;
    this.steps.set(step.step, step);
    this.#show();
  }

  #show() {
    const steps = [...this.steps.values()].sort((one, other) => one.step - other.step);
    fill(this.list, ...steps.map(row));
    const done = steps.filter((step) => step.ok === true).length;
    const failed = steps.find((step) => step.ok === false);
    const places = { number: done, of: this.of, line: failed?.line ?? 0 };
    const name = failed ? "scenario-failed" : "scenario-passed";
    this.told.textContent = this.of > 0 ? words(name, places) : "";
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {Step} step */
function row(step) {
  const state = step.ok === true ? "passed" : step.ok === false ? "failed" : "under-way";
  const sign = { passed: "✓", failed: "✗", "under-way": "…" }[state];
  return element(
    "li",
    { class: state, value: step.step },
    element("span", { class: "sign", "aria-hidden": "true" }, sign),
    element("span", { class: "unseen" }, words(`step-${state}`)),
    element("code", {}, step.text),
  );
}
