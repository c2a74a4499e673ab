"""Players at the page's table who use a mouse, a finger, or the keyboard alone.

They do not call the page's own code. They read cards and texts from the elements, and the state of
the table from attributes of the page's root: `data-ready`, `data-next`, `data-who`, `data-phase`,
`data-score` and so on (web/page/marks.mjs).
"""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError

LIMIT_MS = 30_000
GONE_MS = 2_000  # timeout for pressing a button that another player may remove
# Cards in a fan cover each other, so find a point of a card, close to its middle, that nothing
# covers. Playable cards rise in their fan, so wait for their animations first.
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
# Return whether the focus is on the element, in its group (arrow keys reach it), or elsewhere.
_FOCUS = """(node) => {
  const at = document.activeElement;
  const group = node.closest("[role=toolbar], [role=group], [role=radiogroup]");
  return at === node ? "here" : group?.contains(at) ? "near" : "elsewhere";
}"""


class Hand:
    """Player at the page. The subclasses define how a player moves cards and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.seats = "NESW"  # seats played by people

    # --- what the page shows --------------------------------------------------------------------

    def state(self, name: str) -> str:
        """Return a `data-` attribute of the page's root, or "" if it is not set."""
        return str(
            self.page.evaluate("(name) => document.documentElement.dataset[name] ?? ''", name)
        )

    def is_so(self, **states: str) -> bool:
        """Return whether the attributes of the page's root have these values now."""
        return states.items() <= self.states().items()

    def until(self, **states: str | list[str] | None) -> None:
        """Wait until attributes of the root have these values, such as `next="card"`.

        A list has all accepted values; None stands for an attribute that is not set.
        """
        try:
            self.page.wait_for_function(_STATES, arg=states, timeout=LIMIT_MS)
        except TimeoutError as error:
            raise AssertionError(f"never {states}: {self.help()} {self.states()}") from error

    def after_change(self, seen: dict[str, str]) -> None:
        """Wait until any attribute of the root differs from `seen`, a result of `states`."""
        self.page.wait_for_function(_OTHERS, arg=seen, timeout=LIMIT_MS)

    def states(self) -> dict[str, str]:
        """Return all `data-` attributes of the page's root."""
        return dict(self.page.evaluate("({...document.documentElement.dataset})"))

    def cards(self, seat: str, place: str = "hand", only: str = "") -> list[str]:
        """Return the cards in a seat's hand or on its pad, in their order on the page.

        `place` is "hand" or "pad". `only` is a CSS selector of some cards, such as ".legal".
        """
        found = self._place(seat, place).locator(f".card{only}")
        return [
            str(card) for card in found.evaluate_all("all => all.map(one => one.dataset.card)")
        ]

    def legal(self, seat: str) -> list[str]:
        """Return the playable cards of a seat, which the page raises."""
        return self.cards(seat, only=".legal")

    def said(self) -> list[str]:
        """Return the sentences in the live region, the newest last."""
        return self.page.locator("[aria-live=polite][role=log] p").all_inner_texts()

    def help(self) -> str:
        """Return the help line, which says what to do."""
        return self.page.locator("#help p").inner_text()

    # --- actions of the player ------------------------------------------------------------------

    def lay(self, card: str, seat: str) -> None:
        """Lay a card on the pad of a seat."""
        raise NotImplementedError

    def press(self, key: str, seat: str = "") -> bool:
        """Press a key of a seat, or of the director for ""; return whether the key was there."""
        return self.activate(self.key(key, seat))

    def act(self) -> bool:
        """Press the help line's button, for example to deal; return whether it was there."""
        return self.activate(self.offer())

    def pace(self, value: str) -> None:
        """Set the speed of the table: 0, 1, 4 or fast in the workbench; 0.5, 1 or 4 in Play."""
        self.choose(self.page.locator("#bar .speed select"), value)

    def choose(self, select: Locator, value: str) -> None:
        """Choose a value of a list without its menu, because a test cannot click in that menu."""
        select.select_option(value)

    def open(self, name: str) -> None:
        """Open a dialog or popover from the bar; `name` is the class of its button."""
        button = self.page.locator(f"#bar button.{name}")
        if not button.is_visible():  # on a phone, some buttons are in a menu
            self.activate(self.page.locator("#bar button.more"))
        self.activate(button)

    def activate(self, button: Locator) -> bool:
        """Press a button; return whether it was still there."""
        raise NotImplementedError

    # --- elements and their places --------------------------------------------------------------

    def offer(self) -> Locator:
        """Return a locator that finds the help line's button only while the button is enabled."""
        return self.page.locator("#help button.act[aria-disabled=false]")

    def card(self, card: str) -> Locator:
        """Return the element of a card, wherever the card is."""
        return self.page.locator(f'.card[data-card="{card}"]')

    def key(self, key: str, seat: str = "") -> Locator:
        """Return a key of a seat, or of the director for ""."""
        where = f'.seat[data-seat="{seat}"]' if seat else ".director"
        return self.page.locator(f'{where} [data-key="{key}"]')

    def _place(self, seat: str, place: str) -> Locator:
        return self.page.locator(f'.seat[data-seat="{seat}"] [data-home="{place}"]')

    def _pad(self, seat: str) -> tuple[float, float]:
        box = self._place(seat, "pad").bounding_box()
        assert box, f"the pad of {seat} is not visible"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _point(self, node: Locator) -> tuple[float, float]:
        node.scroll_into_view_if_needed(timeout=LIMIT_MS)
        point = node.evaluate(_POINT)
        assert point, f"something covers {node}"
        return point[0], point[1]

    def _while_there(self, button: Locator, act: Callable[..., None]) -> bool:
        """Perform the action on a button; return False if the button has disappeared."""
        for _ in range(LIMIT_MS // GONE_MS):
            try:
                act(timeout=GONE_MS)
                return True
            except TimeoutError:
                if not button.is_visible():
                    return False
        raise AssertionError(f"{button} cannot be pressed")

    def _has_left(self, card: str, home: str) -> None:
        """Wait until a card is no longer in a place of the kind `home`."""
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
    """Player who drags cards and clicks keys."""

    _AIMS = 10  # maximum number of attempts to point at a moving card

    def lay(self, card: str, seat: str) -> None:
        """Drag the card to the pad."""
        home = self._home(card)
        self.drag(self._over(card), self._pad(seat))
        self._has_left(card, home)

    def _over(self, card: str) -> tuple[float, float]:
        """Point at a card until it stops rising under the pointer; return the point."""
        point = self._point(self.card(card))
        for _ in range(self._AIMS):
            self.page.mouse.move(*point)
            before, point = point, self._point(self.card(card))
            if point == before:
                return point
        raise AssertionError(f"{card} does not come to rest under the pointer")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one point to another in several steps."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=6)
        mouse.up()

    def activate(self, button: Locator) -> bool:
        """Click the button."""
        return self._while_there(button, button.click)

    def hold(self, key: str, seat: str, ms: int) -> None:
        """Hold a key down for `ms` milliseconds."""
        self.key(key, seat).click(delay=ms, timeout=LIMIT_MS)


class Finger(Hand):
    """Player who taps cards and keys on a touch screen."""

    _REST_S = 0.35  # pause between two taps, which would otherwise count as a double tap

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._tapped = 0.0

    def lay(self, card: str, seat: str) -> None:
        """Tap a card, which lays it on its player's own pad."""
        home = self._home(card)
        self._rest()
        self.page.touchscreen.tap(*self._point(self.card(card)))
        self._tapped = time.monotonic()
        self._has_left(card, home)

    def draw(self, card: str, seat: str) -> None:
        """Drag the card to the pad with the finger."""
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
        """Tap the button."""
        self._rest()
        self._tapped = time.monotonic()
        return self._while_there(button, button.tap)

    def _rest(self) -> None:
        rest = self._tapped + self._REST_S - time.monotonic()
        if rest > 0:
            self.page.wait_for_timeout(rest * 1000)


class Keyboard(Hand):
    """Player who uses only Tab, Home, the arrow keys, Enter and the page's shortcut keys."""

    _FAR = 200  # maximum number of key presses; the page has fewer focusable elements

    def lay(self, card: str, seat: str) -> None:
        """Lay a card on its player's own pad with Enter."""
        home = self._home(card)
        self.activate(self.card(card))
        self._has_left(card, home)

    def activate(self, button: Locator) -> bool:
        """Move the focus to the button and press Enter."""
        there = self.reach(button)
        if there:
            self.page.keyboard.press("Enter")
        return there

    def reach(self, node: Locator) -> bool:
        """Move the focus to an element; return False if the element vanishes.

        Press Tab until the focus is in the element's group, then Home and the right arrow.
        """
        keys = self.page.keyboard
        arrows = ["Home"]
        for _ in range(self._FAR):
            if not node.is_visible():
                return False
            try:
                where = node.evaluate(_FOCUS, timeout=GONE_MS)
            except TimeoutError:
                continue  # the element has just disappeared
            if where == "here":
                return True
            keys.press((arrows.pop() if arrows else "ArrowRight") if where == "near" else "Tab")
        raise AssertionError(f"the keyboard does not reach {node}")

    def choose(self, select: Locator, value: str) -> None:
        """Choose a value of a list with the arrow keys."""
        self.reach(select)
        values = select.evaluate("(list) => [...list.options].map((one) => one.value)")
        steps = values.index(value) - values.index(select.input_value())
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")

    def type(self, key: str) -> None:
        """Press one of the page's shortcut keys."""
        self.page.keyboard.press(key)


def options(**match: Any) -> str:
    """Return the fragment of a link to a match with options such as house, seed and bots="NEW"."""
    bots = match.pop("bots", "")
    match["bots"] = ",".join("honest" if seat in bots else "-" for seat in "NESW")
    return "#" + "&".join(f"{name}={value}" for name, value in match.items())
