"""Single parts of the page, with stand-ins for the parts that they use."""

from typing import Any

import pytest
from playwright.sync_api import Page

from site_server import SiteServer

# Each script runs in a page of the site, and returns what the test compares.
_SHORTER_DEAL = """async () => {
  const { PastSlider } = await import("./events.mjs");
  const feed = { do: async () => ({}) };
  const slider = new PastSlider(feed, { mark() {}, textOf: () => "" }, () => {});
  slider.draw();
  slider.follow({ events: 10 });
  slider.range.value = "8";
  slider.range.dispatchEvent(new Event("input"));
  const before = slider.away;
  slider.follow({ events: 3 });
  return [before, slider.away, slider.range.value];
}"""
_DEAD_WORKER = """async () => {
  const { AskedWorker } = await import("./asked_worker.mjs");
  console.error = () => {}; // the page writes the error to the console
  let started = 0;
  window.Worker = class {
    constructor() { started++; }
    postMessage({ id }) {
      const dies = started === 1;
      setTimeout(() => dies ? this.onerror({ message: "gone" })
                            : this.onmessage({ data: { id, value: "well" } }));
    }
    terminate() {}
  };
  const worker = new AskedWorker("x");
  const first = await worker.ask("a", 1).catch(() => "failed");
  return [first, await worker.ask("a", 2), started];
}"""
_LANGUAGES = """async () => {
  const { speak, words } = await import("./words.mjs");
  const fetched = window.fetch;
  window.fetch = async (address) => {
    // The answer for the first language comes last.
    if (String(address).endsWith("it.words")) await new Promise((go) => setTimeout(go, 300));
    return fetched(address);
  };
  await Promise.all([speak("it"), speak("es")]);
  return words("close");
}"""
_RULING = """async () => {
  const { RulingForm } = await import("./ruling_form.mjs");
  const ruled = [];
  const form = new RulingForm((acts) => ruled.push(acts));
  const box = form.draw();
  const [, whose, why] = box.querySelectorAll("select");
  whose.value = "1";
  box.querySelector("input").value = "50";
  form.follow({ score: { sides: ["NS", "EW"] }, offences: [{ seat: "N", code: "signal" }] });
  box.querySelector("button").click();
  return ruled;
}"""
# Move the focus to a button while the solver computes, and open another problem meanwhile.
_LATE_FOCUS = """async () => {
  const { Problems } = await import("./problems.mjs");
  const waiting = [];
  const analyst = {
    weigh: () => new Promise((resolve) => waiting.push(() => resolve([]))),
    choices: async () => ({ seat: "S", costs: {} }),
  };
  const problems = new Problems({ last: {} }, document.body, analyst);
  await problems.open();
  const at = (selector) => {
    const found = problems.dialog.box.querySelector(selector);
    found.focus();
    return found;
  };
  const answer = async (number) => {
    waiting[number]();
    await new Promise((resolve) => setTimeout(resolve));
  };
  at("[data-number='1']").click();
  at("[data-act=problem-all]").click();
  at("[data-number='2']").click();
  at("[data-act=problem-solution]");
  await answer(0);
  const early = problems.live.textContent;
  await answer(1);
  return [early, problems.live.textContent !== "", document.activeElement.dataset.act];
}"""
# Open the lesson twice, and let its match begin before the worker has changed the speed.
_LESSON = """async () => {
  const { Lesson } = await import("./lesson.mjs");
  const listeners = {};
  const [done, answers] = [[], []];
  const feed = {
    last: { glance: null, told: null },
    on: (event, listener) => { listeners[event] = listener; },
    do: (action) => {
      done.push(action);
      return new Promise((resolve) => answers.push(resolve));
    },
  };
  const lesson = new Lesson(feed, document.body, {});
  lesson.open();
  lesson.open();
  answers.forEach((answer) => answer());
  await new Promise((resolve) => setTimeout(resolve));
  listeners.happened([{ kind: "match", seat: "W" }]);
  answers.forEach((answer) => answer());
  await new Promise((resolve) => setTimeout(resolve));
  const found = [done, lesson.matches, lesson.box.dataset.step];
  lesson.leave();
  return found;
}"""
# Choose a real table three times, and then show the virtual table again.
_TWO_CHOICES = """async () => {
  const { Inside } = await import("./inside.mjs");
  const listeners = {};
  const feed = {
    last: { glance: { real: false }, told: null },
    on: (event, listener) => { listeners[event] = listener; },
  };
  const { events } = new Inside(feed, document.body, () => {});
  const seen = [];
  const turn = (real) => {
    listeners.another({ real });
    seen.push(events.rows.map(({ seq }) => seq));
  };
  listeners.happened([{ seq: 1 }]);
  turn(true);
  turn(true); // no state of the real table has arrived yet
  feed.last.glance = { real: true };
  listeners.happened([{ seq: 7 }]);
  turn(true);
  turn(false);
  return seen;
}"""
# Begin a match while the score sheet is open: the older of the two matches on it disappears.
_SHEET = """async () => {
  const { ScoreSheet } = await import("./sheet.mjs");
  const row = (seq, match) => ({
    seq, match, house: "", sides: ["NS", "EW"], target: 500, dealer: "S", contract: "H",
    taker: "S", factor: 1, outcome: "made", played: true, over: true, cards: null, melds: null,
    belote: null, score: [seq, 0], total: [seq, 0], carried: null, hangs: 0, winner: null,
    steps: [{ key: "cards", both: [seq, 0], adds: [seq, 0] }],
  });
  const sheets = [
    [row(1, 0), row(2, 0), row(3, 1), row(4, 1)],
    [row(3, 0), row(4, 0), row(5, 1), row(6, 1)],
  ];
  let told;
  const feed = {
    last: { told: { phase: "done" }, glance: null },
    on: (event, listener) => { told = listener; },
    do: async () => sheets.shift(),
  };
  const sheet = new ScoreSheet(feed, document.body);
  const read = () => new Promise((resolve) => setTimeout(resolve));
  sheet.open();
  await read();
  const open = () => [...sheet.sheet.querySelectorAll("tbody")]
    .filter(({ dataset }) => dataset.open === "")
    .map((one) => one.querySelector("td.total").textContent);
  sheet.sheet.querySelector("button.deal").click();
  const before = open();
  told({ phase: "play" });
  await read();
  const now = open();
  sheet.dialog.box.querySelector("input[value='0']").click();
  sheet.sheet.querySelector("button.deal").click();
  return [before, now, open()];
}"""


@pytest.fixture
def shown(page: Page, server: SiteServer) -> Page:
    """Return a page of the site whose modules the scripts may import."""
    page.goto(server.address)
    return page


@pytest.mark.parametrize(
    ("script", "found"),
    [
        (_SHORTER_DEAL, [True, False, "3"]),
        (_DEAD_WORKER, ["failed", "well", 2]),
        (_LANGUAGES, "Cerrar"),
        (_RULING, [[{"what": 1, "arg": 0x8000 + 50}, {"what": 7, "arg": 0}]]),
        (_LATE_FOCUS, ["", True, "problem-solution"]),
        (_LESSON, [["new", "speed"], 1, "welcome"]),
        (_TWO_CHOICES, [[], [], [], [1]]),
        (_SHEET, [["3"], [], ["3"]]),
    ],
    ids=[
        "a-shorter-deal",
        "a-dead-worker",
        "two-languages",
        "a-ruling",
        "a-late-focus",
        "a-lesson-opened-twice",
        "two-choices-of-a-port",
        "a-new-match-on-the-sheet",
    ],
)
def test_a_part_of_the_page(shown: Page, script: str, found: Any) -> None:
    assert shown.evaluate(script) == found
