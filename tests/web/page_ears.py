"""Play by keyboard and live region alone, as a blind person does."""

import re
from collections import Counter

from playwright.sync_api import Page, TimeoutError

# Keep each sentence when it appears, as a screen reader reads it: the live region itself drops old
# sentences. Count the frames in which the focus is lost: a screen reader then has no position.
HEAR = """() => {
  window.heard = [];
  window.nowhere = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) window.heard.push(node.textContent);
    }
  }).observe(document.querySelector("[aria-live=polite][role=log]"), { childList: true });
  let had = false;
  // Tab on the last element leaves the page. This does not count as a lost focus.
  addEventListener("keydown", ({ key }) => { had &&= key !== "Tab"; });
  const look = () => {
    const nowhere = document.activeElement === document.body;
    had ||= !nowhere;
    if (had && nowhere) window.nowhere++;
    requestAnimationFrame(look);
  };
  look();
}"""
_FOCUS = """() => {
  const at = document.activeElement;
  const group = at.closest("[role=toolbar], [role=group]");
  const name = at.getAttribute("aria-label") ?? at.textContent;
  return [name, group?.getAttribute("aria-label") ?? ""];
}"""
_TABS = 200  # maximum number of presses of Tab; the page has fewer focusable elements
_CARDS = 9
_LEGAL = ", may be played"
_HAND = "Hand of South"


class Ears:
    """Player at South, who uses only the keyboard and the live region.

    `transcript` holds all sentences that were read out and all keys that were pressed. `deals`
    counts the inputs of each deal by kind, as `Guest` does. The last item of `deals` is for the
    current deal. An answer counts as "call". Moves of the focus are not counted, nor are presses
    of the buttons in the group "Keys of South".
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.transcript: list[str] = []
        self.deals: list[Counter[str]] = [Counter()]
        self._taken = 0
        self._has_called = False  # whether South has called in this deal
        self._has_belote = False
        self._trump = ""
        self._knows_y = False  # whether the page has named the key that leads to the cards
        page.evaluate(HEAR)

    def listen(self) -> str:
        """Wait for the next sentence of the live region, and return it."""
        try:
            self.page.wait_for_function("(taken) => window.heard.length > taken", arg=self._taken)
        except TimeoutError as error:
            raise AssertionError(f"silence after\n{self._end()}") from error
        said = str(self.page.evaluate("(at) => window.heard[at]", self._taken))
        self._taken += 1
        self.transcript.append(said)
        return said

    def press(self, key: str) -> tuple[str, str]:
        """Press a key; return the names of the focused element and of its group."""
        self.page.keyboard.press(key)
        name, group = self.focus()
        self.transcript.append(f"    [{key}] {name}" + (f" ({group})" if group else ""))
        return name, group

    def focus(self) -> tuple[str, str]:
        """Return the names of the focused element and of its group, "" for no group."""
        name, group = self.page.evaluate(_FOCUS)
        return name, group

    @property
    def nowhere(self) -> int:
        """Return the number of frames in which the focus was lost."""
        return int(self.page.evaluate("window.nowhere"))

    def go(self, group: str) -> None:
        """Press Tab until the focus is in a group whose name starts with `group`."""
        for _ in range(_TABS):
            if self.focus()[1].startswith(group):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never reached {group}: {self.focus()}")

    def to_cards(self) -> None:
        """Move the focus to the hand with Shift+Tab, or with Enter on the link "To your cards"."""
        for _ in range(_TABS):
            name, group = self.focus()
            if group.startswith(_HAND):
                return
            self.press("Enter" if name == "To your cards" else "Shift+Tab")
        raise AssertionError(f"the focus never reached the cards\n{self._end()}")

    def _end(self) -> str:
        return "\n".join(self.transcript[-30:])

    def find(self, wanted: str) -> str:
        """Move the focus to the first matching element of the current group.

        `wanted` is a regular expression for the start of the element's name. Return the name, ""
        if no name matches.
        """
        name, _ = self.press("Home")
        for _ in range(_CARDS):
            if re.match(wanted, name):
                return name
            name, _ = self.press("ArrowRight")
        return ""

    def activate(self, wanted: str) -> str:
        """Press Enter on the element that `find` finds; return its name.

        If no name matches, press W, which repeats the current advice, and return "".
        """
        name = self.find(wanted)
        self.press("Enter" if name else "w")
        return name

    def obey(self, said: str) -> str:
        """Do what a sentence asks South to do; return the name of the card laid, or ""."""
        if found := re.search(r"Trump is (\w+),", said):
            self._trump = found[1]
        if found := re.search(r"Possible now: (.+?)\. Press O", said):
            self._announce(_listed(found[1]))
        if re.search(r"Press N for “", said):
            self._go_on(said)
        elif found := re.search(r"South: press (\w+) to take", said):
            self.go("Keys of South")
            self.activate(found[1])
        elif "South: nobody took that suit. Press" in said:
            self.go("Keys of South")
            self.activate("PASS")
        elif re.search(r"South: [^:]+[.?] Press O to choose", said):
            self._choose(said)
        elif found := re.search(r"South may play (.+?)\.", said):
            return self._lay(_listed(found[1]), said)
        return ""

    def _go_on(self, said: str) -> None:
        """Press N; if the deal is over, begin new counts for the next deal."""
        self.press("n")
        self.deals[-1]["main"] += 1
        if "The deal is over" in said:
            self.deals.append(Counter())
            self._has_called = self._has_belote = False
            self._trump = ""

    def _announce(self, names: list[str]) -> None:
        """Announce all melds and exchange the seven; note whether belote may be called."""
        self._has_belote = "Belote" in names
        for name in names:
            if name not in ("Belote", "Salt"):
                self.press("o")
                self.deals[-1]["extra"] += self.activate(name) != ""

    def _choose(self, said: str) -> None:
        """Take the upcard, or bid once in a deal and then pass; answer a question with "Leave"."""
        wanted = ".*Pass"
        if "answer the question" in said:
            wanted = "Leave"
        elif "South: take" in said:
            wanted = ".*Take"
        elif "South: bid" in said and not self._has_called:
            wanted = ".*(Bid|trumps)"
        self._has_called = True
        self.press("o")
        self.deals[-1]["call"] += self.activate(wanted) != ""

    def _lay(self, cards: list[str], said: str) -> str:
        """Lay a card; return its name, or "" if no card could be laid.

        Lay the first of `cards`, or any playable card for ["any card"]. But if belote may be
        called for a king or queen of trump, call it and lay this card.
        """
        self._knows_y |= "Press Y for your cards" in said
        if not self._knows_y:
            self.to_cards()
        elif not self.focus()[1].startswith(_HAND):
            self.press("y")
        wanted = "" if cards == ["any card"] else cards[0]
        pair = self._has_belote and self.find(f"(king|queen) of {self._trump}{_LEGAL}")
        if pair:
            self.press("o")
            self.deals[-1]["extra"] += self.activate("Belote") != ""
            self.press("y")
        laid = self.activate(re.escape(pair) if pair else wanted + ".*" + _LEGAL)
        self.deals[-1]["card"] += laid != ""
        return laid


def _listed(text: str) -> list[str]:
    """Return the items of a list in a sentence, such as "ace, ten and seven"."""
    return re.split(", | and ", text)
