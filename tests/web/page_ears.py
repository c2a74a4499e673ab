"""Play by keyboard and live region alone, as a blind person does."""

import re

from playwright.sync_api import Page

# Keep each sentence when it appears, as a screen reader reads it: the live region itself drops old
# sentences. Count the frames without a focused element, when a screen reader has no position.
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
_TABS = 200  # most presses of Tab; the page has fewer focusable elements
_CARDS = 9


class Ears:
    """Player of South who uses only the keyboard and the live region.

    `transcript` holds all sentences that were read out and all keys that were pressed.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.transcript: list[str] = []
        self._taken = 0
        page.evaluate(HEAR)

    def listen(self) -> str:
        """Wait for the next sentence of the live region, and return it."""
        self.page.wait_for_function("(taken) => window.heard.length > taken", arg=self._taken)
        said = str(self.page.evaluate("(at) => window.heard[at]", self._taken))
        self._taken += 1
        self.transcript.append(said)
        return said

    def press(self, key: str) -> tuple[str, str]:
        """Press a key; return the name of the focused element and of its group."""
        self.page.keyboard.press(key)
        name, group = self.focus()
        self.transcript.append(f"    [{key}] {name}" + (f" ({group})" if group else ""))
        return name, group

    def focus(self) -> tuple[str, str]:
        """Return the name of the focused element and of its group."""
        name, group = self.page.evaluate(_FOCUS)
        return name, group

    @property
    def nowhere(self) -> int:
        """Return the number of frames in which no element had the focus."""
        return int(self.page.evaluate("window.nowhere"))

    def go(self, group: str) -> None:
        """Press Tab until the focus is in a group whose name starts with `group`."""
        for _ in range(_TABS):
            if self.focus()[1].startswith(group):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never reached {group}: {self.focus()}")

    def to_cards(self) -> None:
        """Press Shift+Tab up to the hand, or up to the link that moves the focus to the hand."""
        for _ in range(_TABS):
            name, group = self.focus()
            if group.startswith("Hand of South"):
                return
            self.press("Enter" if name == "To your cards" else "Shift+Tab")
        raise AssertionError(f"the focus never reached the cards: {self.focus()}")

    def activate(self, wanted: str) -> str:
        """Press Enter on the first element of the group whose name matches; return its name.

        If no name matches, press W, which repeats the current advice, and return "".
        """
        name, _ = self.press("Home")
        for _ in range(_CARDS):
            if re.match(wanted, name):
                self.press("Enter")
                return name
            name, _ = self.press("ArrowRight")
        self.press("w")
        return ""

    def obey(self, said: str) -> str:
        """Do what a sentence asks South to do; return the name of the card laid, or ""."""
        if re.search(r"Press N for “", said):
            self.press("n")
        elif found := re.search(r"South: press (\w+) to take", said):
            self.go("Keys of South")
            self.activate(found[1])
        elif "South: take" in said:
            self.go("What you may do")
            self.activate(".*Take")
        elif "South: nobody took that suit. Press" in said:
            self.go("Keys of South")
            self.activate("PASS")
        elif "South: nobody took that suit" in said:
            self.go("What you may do")
            self.activate(".*Pass")
        elif found := re.search(r"South may play (.+?)\.", said):
            self.to_cards()
            card = re.split(", | and ", found[1])[0]
            return self.activate(("" if card == "any card" else card) + ".*, may be played")
        return ""
