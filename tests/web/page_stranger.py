"""Measure how long a new visitor of the page needs until his first card is on the table.

Each visit uses a new browser profile. The visitor reads each question before the answer: for 1.5 s
if no question of this kind was answered before, otherwise for 0.8 s. The rest of the time counts
as waiting.
"""

import argparse
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from browsers import WINDOWS, launch
from marcoria.web.site import make
from page_hand import Finger, Hand, Mouse
from site_server import SiteServer

_FIRST_S, _LATER_S = 1.5, 0.8  # time to read a question
_LOOK_MS = 20
_LIMIT_S = 120.0
_NAMES = {"wide": "1280x800", "phone": "390x844"}
# Return the kind of the question that the page asks now, and a selector of the element that
# answers the question. Return null if the page asks nothing.
_QUESTION = """() => {
  const ways = [
    ["bid", '.choices [data-do="take"]'], ["bid", '.choices [data-do="pass"]'],
    ["card", '[data-place="bottom"] .hand .card.legal'],
    ["button", '#help .act[aria-disabled="false"]'],
  ];
  const isSeen = (node) => node?.checkVisibility({ visibilityProperty: true });
  return ways.find(([, where]) => isSeen(document.querySelector(where))) ?? null;
}"""


@dataclass
class Record:
    """Times of a first visit, in seconds since the page's address was entered.

    `answers` has the kind of each answered question, and the times at which the question appeared
    and was answered. `reads` is the total time for reading.
    """

    answers: list[tuple[str, float, float]] = field(default_factory=list)
    reads: float = 0.0

    @property
    def total(self) -> float:
        """Return the seconds until the first own card was on the table."""
        return self.answers[-1][2]

    def told(self) -> str:
        """Return the record as one line."""
        waits = self.total - self.reads
        steps = ", ".join(
            f"{kind} asked {at:.1f}, done {end:.1f}" for kind, at, end in self.answers
        )
        return f"{self.total:.1f} s, {waits:.1f} s of them waiting ({steps})"


class Stranger:
    """Visitor who answers each question of the page after reading it."""

    def __init__(self, hand: Hand, address: str) -> None:
        self.hand = hand
        self.address = address
        self.record = Record()
        self._start = time.monotonic()

    def play_first_card(self) -> Record:
        """Open the page, and answer its questions until the first own card is on the table.

        Return the record of the visit.
        """
        self._start = time.monotonic()
        self.hand.page.goto(self.address, wait_until="commit")
        while not any(kind == "card" for kind, _, _ in self.record.answers):
            assert self._now() < _LIMIT_S, self.hand.states()
            asked = self.hand.page.evaluate(_QUESTION)
            if asked:
                self._answer(*asked)
            else:
                self.hand.page.wait_for_timeout(_LOOK_MS)
        return self.record

    def _answer(self, kind: str, where: str) -> None:
        """Read the question and answer it, unless it disappears before the answer."""
        at = self._now()
        is_known = any(kind == known for known, _, _ in self.record.answers)
        reads = _LATER_S if is_known else _FIRST_S
        self.hand.page.wait_for_timeout(reads * 1000)
        self.record.reads += reads
        target = self.hand.page.locator(where).first
        if not target.is_visible():
            return
        if kind == "card":
            self.hand.lay(str(target.get_attribute("data-card")), "S")
            self.hand.page.wait_for_function("document.documentElement.dataset.turn !== 'S'")
        else:
            self.hand.activate(target)
        self.record.answers.append((kind, at, self._now()))
        self._await_other(where)

    def _await_other(self, where: str) -> None:
        """Wait until the answered question has disappeared."""
        self.hand.page.locator(where).first.wait_for(state="hidden")

    def _now(self) -> float:
        return time.monotonic() - self._start


def visit(browser: Browser, address: str, window: str) -> Record:
    """Make a first visit in the window of WINDOWS with this name; return its record."""
    profile = browser.new_context(**WINDOWS[window], locale="en")
    page: Page = profile.new_page()
    kind = Finger if window == "phone" else Mouse
    record = Stranger(kind(page), address).play_first_card()
    profile.close()
    return record


def main() -> None:
    """Print the seconds of several first visits in both windows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="visits in each window")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as site, sync_playwright() as playwright:
        make(Path(site) / "web")
        server = SiteServer(Path(site) / "web")
        browser = launch(playwright)
        for window, size in _NAMES.items():
            for _ in range(asked.runs):
                print(f"{size}: {visit(browser, server.address, window).told()}", flush=True)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
