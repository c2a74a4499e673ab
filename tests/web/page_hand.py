"""A person at the page's table: sees what lies there, and lays cards and presses keys with a
mouse, with a finger, or with the keyboard alone.

Nothing is asked of the page's own code. What a person sees is read from the elements, and how far
the table is from the states that the page keeps at its root: `data-ready`, `data-next`,
`data-who`, `data-phase`, `data-score` and so on (web/page/marks.mjs).
"""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

LIMIT_MS = 30_000
GONE_MS = 2_000  # for a button that others may take away
# A fan hides most of a card: a point of it where nothing else lies, near its middle if it can be.
# Cards of a fan rise when they may be laid: the point is one where they have come to rest.
_POINT = """async (node) => {
  const fan = node.closest("[data-home]") ?? node;
  const moves = fan.getAnimations({subtree: true});
  await Promise.all(moves.map((move) => move.finished.catch(() => {})));
  const {left, top, width, height} = node.getBoundingClientRect();
  for (const down of [0.5, 0.3, 0.7, 0.1, 0.9]) {
    for (const along of [0.5, 0.3, 0.7, 0.1, 0.9, 0.05, 0.95]) {
      const [x, y] = [left + along * width, top + down * height];
      if (node.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return null;
}"""
_STATES = "(wanted) => Object.entries(wanted).every(([name, value]) => { \
  const is = document.documentElement.dataset[name]; \
  return value === null ? is === undefined : [value].flat().includes(is); })"
_OTHERS = """(seen) => Object.entries({...document.documentElement.dataset}).some(
  ([name, value]) => seen[name] !== value)"""
# Whether the focus is on an element, in the group in which arrow keys lead to it, or elsewhere.
_FOCUS = """(node) => {
  const at = document.activeElement;
  const group = node.closest("[role=toolbar], [role=group], [role=radiogroup]");
  return at === node ? "here" : group?.contains(at) ? "near" : "elsewhere";
}"""


class Hand:
    """What a person can do by any means; Mouse, Finger and Keyboard say how."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seats = "NESW"  # those that people play

    # --- what is seen ---------------------------------------------------------------------------

    def state(self, name: str) -> str:
        """One of the states at the page's root, empty if it has none."""
        return str(
            self.page.evaluate("(name) => document.documentElement.dataset[name] ?? ''", name)
        )

    def is_so(self, **states: str) -> bool:
        """Whether they are so now."""
        return states.items() <= self.states().items()

    def until(self, **states: str | list[str] | None) -> None:
        """Waits for states: `next="card"`, or one of several."""
        try:
            self.page.wait_for_function(_STATES, arg=states, timeout=LIMIT_MS)
        except TimeoutError as error:
            raise AssertionError(f"not {states}: {self.help()} {self.states()}") from error

    def after_change(self, seen: dict[str, str]) -> None:
        """Waits until the states are others than those."""
        self.page.wait_for_function(_OTHERS, arg=seen, timeout=LIMIT_MS)

    def states(self) -> dict[str, str]:
        """All of them, at one moment."""
        return dict(self.page.evaluate("({...document.documentElement.dataset})"))

    def cards(self, seat: str, place: str = "hand", only: str = "") -> list[str]:
        """The cards in a seat's hand or on its pad, as they lie."""
        found = self._place(seat, place).locator(f".card{only}")
        return [
            str(card) for card in found.evaluate_all("all => all.map(one => one.dataset.card)")
        ]

    def legal(self, seat: str) -> list[str]:
        """Those that stand higher, as they may be laid."""
        return self.cards(seat, only=".legal")

    def said(self) -> list[str]:
        """What the live region has read aloud, the last of it at the end."""
        return self.page.locator("[aria-live=polite][role=log] p").all_inner_texts()

    def help(self) -> str:
        """The line that says what to do."""
        return self.page.locator("#help p").inner_text()

    # --- what is done ---------------------------------------------------------------------------

    def lay(self, card: str, seat: str) -> None:
        """Lays a card onto a pad, from wherever it lies."""
        raise NotImplementedError

    def press(self, key: str, seat: str = "") -> bool:
        """Presses a key of a seat, or one of the director's; whether it was there."""
        return self.activate(self.key(key, seat))

    def act(self) -> bool:
        """What the line of help offers: deal, take the cards away, agree."""
        return self.activate(self.offer())

    def pace(self, value: str) -> None:
        """How fast time goes: 0, 1, 4 or fast."""
        self.choose(self.page.locator("#bar .speed select"), value)

    def choose(self, select: Locator, value: str) -> None:
        """One of a list, which the system draws and nobody can click here."""
        select.select_option(value)

    def open(self, name: str) -> None:
        """Something of the bar: new-match, breaking, inside, players, help."""
        self.activate(self.page.locator(f"#bar button.{name}"))

    def activate(self, button: Locator) -> bool:
        """Any button; whether it was still there."""
        raise NotImplementedError

    # --- where it is ----------------------------------------------------------------------------

    def offer(self) -> Locator:
        """The button in the line of help, while it is for what is wanted now."""
        return self.page.locator("#help button.act[aria-disabled=false]")

    def card(self, card: str) -> Locator:
        """A card, which is one element wherever it lies."""
        return self.page.locator(f'.card[data-card="{card}"]')

    def key(self, key: str, seat: str = "") -> Locator:
        """A key."""
        where = f'.seat[data-seat="{seat}"]' if seat else ".director"
        return self.page.locator(f'{where} [data-key="{key}"]')

    def _place(self, seat: str, place: str) -> Locator:
        return self.page.locator(f'.seat[data-seat="{seat}"] [data-home="{place}"]')

    def _pad(self, seat: str) -> tuple[float, float]:
        box = self._place(seat, "pad").bounding_box()
        assert box, f"the pad of {seat} is not to be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _point(self, node: Locator) -> tuple[float, float]:
        node.scroll_into_view_if_needed(timeout=LIMIT_MS)
        point = node.evaluate(_POINT)
        assert point, f"something covers {node}"
        return point[0], point[1]

    def _while_there(self, button: Locator, act: Callable[..., None]) -> bool:
        """Does it to a button, which others may take away meanwhile."""
        for _ in range(LIMIT_MS // GONE_MS):
            try:
                act(timeout=GONE_MS)
                return True
            except TimeoutError:
                if not button.is_visible():
                    return False
        raise AssertionError(f"{button} cannot be pressed")

    def _has_left(self, card: str, home: str) -> None:
        """Waits until a card lies elsewhere."""
        there = f'[data-home="{home}"] .card[data-card="{card}"]'
        try:
            self.page.wait_for_function(
                "(s) => !document.querySelector(s)", arg=there, timeout=LIMIT_MS
            )
        except TimeoutError as error:
            lie = {seat: self.cards(seat, "pad") for seat in "NESW"}
            raise AssertionError(f"{card} stays: {self.help()} {lie} {self.states()}") from error

    def _home(self, card: str) -> str:
        kind = self.card(card).evaluate("(node) => node.closest('[data-home]').dataset.home")
        return str(kind)


class Mouse(Hand):
    """Drags cards, clicks keys."""

    _AIMS = 10  # at a card that moves

    def lay(self, card: str, seat: str) -> None:
        """Drags the card to the pad."""
        home = self._home(card)
        self.drag(self._over(card), self._pad(seat))
        self._has_left(card, home)

    def _over(self, card: str) -> tuple[float, float]:
        """Points at a card, which rises as it is pointed at: where it still is then."""
        point = self._point(self.card(card))
        for _ in range(self._AIMS):
            self.page.mouse.move(*point)
            before, point = point, self._point(self.card(card))
            if point == before:
                return point
        raise AssertionError(f"{card} does not come to rest under the pointer")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """From one point to another, not in one leap."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=6)
        mouse.up()

    def activate(self, button: Locator) -> bool:
        """Clicks."""
        return self._while_there(button, button.click)

    def hold(self, key: str, seat: str, ms: int) -> None:
        """Keeps a key down for so long."""
        self.key(key, seat).click(delay=ms, timeout=LIMIT_MS)


class Finger(Hand):
    """Taps cards and keys of a window that has touch."""

    _REST_S = 0.35  # after a tap: another one sooner would be the second of a double one

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._tapped = 0.0

    def lay(self, card: str, seat: str) -> None:
        """Lay a card onto its player's own pad with a tap."""
        home = self._home(card)
        self._rest()
        self.page.touchscreen.tap(*self._point(self.card(card)))
        self._tapped = time.monotonic()
        self._has_left(card, home)

    def draw(self, card: str, seat: str) -> None:
        """Drags the card to the pad with the finger."""
        home = self._home(card)
        (x, y), (to_x, to_y) = self._point(self.card(card)), self._pad(seat)
        steps = [(x + (to_x - x) * i / 6, y + (to_y - y) * i / 6) for i in range(7)]
        touch = self.page.context.new_cdp_session(self.page)
        for i, (at_x, at_y) in enumerate(steps):
            kind = "touchMove" if i else "touchStart"
            points = [{"x": at_x, "y": at_y}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        touch.detach()
        self._has_left(card, home)

    def activate(self, button: Locator) -> bool:
        """Taps."""
        self._rest()
        self._tapped = time.monotonic()
        return self._while_there(button, button.tap)

    def _rest(self) -> None:
        rest = self._tapped + self._REST_S - time.monotonic()
        if rest > 0:
            self.page.wait_for_timeout(rest * 1000)


class Keyboard(Hand):
    """Only Tab, the arrow keys and Enter; single letters are the page's own."""

    _FAR = 200  # presses of Tab, more than the page has places

    def lay(self, card: str, seat: str) -> None:
        """Lay a card onto its player's own pad with Enter."""
        home = self._home(card)
        self.activate(self.card(card))
        self._has_left(card, home)

    def activate(self, button: Locator) -> bool:
        """Goes there, and presses Enter."""
        there = self.reach(button)
        if there:
            self.page.keyboard.press("Enter")
        return there

    def reach(self, node: Locator) -> bool:
        """Tab as far as the group, then the arrow keys; false if it goes away on the way."""
        keys = self.page.keyboard
        arrows = ["Home"]
        for _ in range(self._FAR):
            if not node.is_visible():
                return False
            where = node.evaluate(_FOCUS)
            if where == "here":
                return True
            keys.press((arrows.pop() if arrows else "ArrowRight") if where == "near" else "Tab")
        raise AssertionError(f"the keyboard does not reach {node}")

    def choose(self, select: Locator, value: str) -> None:
        """With the arrow keys."""
        self.reach(select)
        values = select.evaluate("(list) => [...list.options].map((one) => one.value)")
        steps = values.index(value) - values.index(select.input_value())
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")

    def type(self, key: str) -> None:
        """One of the page's single keys."""
        self.page.keyboard.press(key)


def options(**match: Any) -> str:
    """The fragment of a link to such a match: house, hands, seed, lang, target, bots="NEW"..."""
    bots = match.pop("bots", "")
    match["bots"] = ",".join("honest" if seat in bots else "-" for seat in "NESW")
    return "#" + "&".join(f"{name}={value}" for name, value in match.items())
