"""A person who sees nothing: hears the live region, and the name of what has the focus."""

import re

from playwright.sync_api import Page

# A screen reader hears each sentence as it comes; the region itself keeps only the last of them.
# Where the focus is, is looked at in each frame: on nothing at all a reader has no place.
HEAR = """() => {
  window.heard = [];
  window.nowhere = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) window.heard.push(node.textContent);
    }
  }).observe(document.querySelector("[aria-live=polite][role=log]"), { childList: true });
  let had = false;
  // Tab leads out of the page behind its last place.
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
_TABS = 200  # more than the page has places
_CARDS = 9


class Ears:
    """Plays South by keys alone. `transcript` is all that was heard, and the keys pressed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.transcript: list[str] = []
        self._taken = 0
        page.evaluate(HEAR)

    def listen(self) -> str:
        """Waits for the next that is said."""
        self.page.wait_for_function("(taken) => window.heard.length > taken", arg=self._taken)
        said = str(self.page.evaluate("(at) => window.heard[at]", self._taken))
        self._taken += 1
        self.transcript.append(said)
        return said

    def press(self, key: str) -> tuple[str, str]:
        """Presses a key of the keyboard; returns what has the focus then, and its group."""
        self.page.keyboard.press(key)
        name, group = self.focus()
        self.transcript.append(f"    [{key}] {name}" + (f" ({group})" if group else ""))
        return name, group

    def focus(self) -> tuple[str, str]:
        """The name of what has the focus, and that of its group."""
        name, group = self.page.evaluate(_FOCUS)
        return name, group

    @property
    def nowhere(self) -> int:
        """The frames in which nothing had the focus that something had before."""
        return int(self.page.evaluate("window.nowhere"))

    def go(self, group: str) -> None:
        """Goes on with Tab to the group of that name."""
        for _ in range(_TABS):
            if self.focus()[1].startswith(group):
                return
            self.press("Tab")
        raise AssertionError(f"no way to {group}: {self.focus()}")

    def to_cards(self) -> None:
        """Goes back to the hand, or to the first link of the page, which leads there."""
        for _ in range(_TABS):
            name, group = self.focus()
            if group.startswith("Hand of South"):
                return
            self.press("Enter" if name == "To your cards" else "Shift+Tab")
        raise AssertionError(f"no way to the cards: {self.focus()}")

    def activate(self, wanted: str) -> str:
        """Goes along a group to the first thing with that name, and presses Enter; with none, asks
        what is to be done now."""
        name, _ = self.press("Home")
        for _ in range(_CARDS):
            if re.match(wanted, name):
                self.press("Enter")
                return name
            name, _ = self.press("ArrowRight")
        self.press("w")
        return ""

    def obey(self, said: str) -> str:
        """Does what was said that South should do; returns the card that was laid, if any."""
        if re.search(r"Press N for “", said):
            self.press("n")
        elif found := re.search(r"South: press (\w+) to make", said):
            self.go("Keys of South")
            self.activate(found[1])
        elif "South: nobody wanted that suit" in said:
            self.go("Keys of South")
            self.activate("PASS")
        elif found := re.search(r"South may play (.+?)\.", said):
            self.to_cards()
            card = re.split(", | and ", found[1])[0]
            return self.activate(("" if card == "any card" else card) + ".*, may be played")
        return ""
