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
    ],
    ids=["a-shorter-deal", "a-dead-worker", "two-languages", "a-ruling"],
)
def test_a_part_of_the_page(shown: Page, script: str, found: Any) -> None:
    assert shown.evaluate(script) == found
