"""Player of the view "play", who presses only what the page offers in words."""

from collections.abc import Callable

from playwright.sync_api import expect

from page_hand import Hand

CALLS = ".choices [data-do=take], .choices [data-do=pass]"
_STEPS = 4_000
_REST_MS = 30


class Guest:
    """Player at one seat, who takes the upcard and lays any playable card; it counts presses.

    `suit` is the suit of the cards that the player prefers to lay.
    """

    def __init__(self, hand: Hand, seat: str = "S", suit: str = "") -> None:
        self.hand = hand
        self.seat = seat
        self.suit = suit
        self.inputs = 0

    def play_deal(self) -> None:
        """Play from the deal to the end of the next one's bidding at the latest."""
        self._begin()
        self.until(self._has_ended, deals=False)
        if self.hand.is_so(next="confirm"):
            self._press_main()
            self.hand.until(phase=["ready", "dealt", "bidding"])

    def until(self, done: Callable[[], bool], deals: bool = True) -> None:
        """Play until `done` returns true; `deals` tells whether to deal and confirm too."""
        for _ in range(_STEPS):
            if done():
                return
            if not self._act(self.hand.states(), deals, done):
                self.hand.page.wait_for_timeout(_REST_MS)
        raise AssertionError(f"not done after {_STEPS} steps: {self.hand.states()}")

    def _begin(self) -> None:
        self.hand.until(next="deal")
        self._press_main()
        self.hand.until(next=["bid", "card"])

    def _has_ended(self) -> bool:
        """Return whether the result waits for this player, or nobody took."""
        seen = self.hand.states()
        is_due = seen["next"] == "confirm" and self._is_asked(seen)
        return is_due or seen["next"] == "deal"

    def _is_asked(self, seen: dict[str, str]) -> bool:
        return self.seat in seen["who"]

    def _act(self, seen: dict[str, str], deals: bool, done: Callable[[], bool]) -> bool:
        """Do what is offered now; return False if nothing is, or if `done` is true meanwhile."""
        hand = self.hand
        if deals and seen["next"] in ("deal", "confirm") and hand.offer().is_visible():
            return hand.act()
        if not self._is_asked(seen):
            return False
        if seen["next"] == "show":
            self._press_main()
            return True
        calls = hand.page.locator(CALLS)
        if seen["next"] == "bid" and calls.count():
            self.inputs += 1
            hand.activate(calls.first)
            hand.after_change(seen)
            return True
        legal = hand.legal(self.seat) if seen.get("turn") == self.seat else []
        if seen["next"] in ("card", "tidy") and legal and not done():
            self.inputs += 1
            liked = [card for card in legal if card[1] == self.suit]
            hand.lay((liked or legal)[0], self.seat)
            hand.after_change(seen)
            return True
        return False

    def _press_main(self) -> None:
        self.inputs += 1
        expect(self.hand.offer()).to_be_visible()
        assert self.hand.act()
