"""Player who acts for all seats that people play, as the page's help line asks."""

import random
from collections.abc import Callable

from playwright.sync_api import TimeoutError

from page_hand import Hand

# Values of `data-next` for which `Play` presses the help line's button.
_OFFERED = ("deal", "tidy", "show", "confirm")
# Maximum number of steps in one call of `Play.on`; if they are not enough, the test fails.
_STEPS = 10_000
_REST_MS = 20


class Play:
    """Player who first calls the upcard's suit, then passes, and lays random playable cards."""

    def __init__(self, hand: Hand, seed: int = 0) -> None:
        self.hand = hand
        self.laid: list[tuple[str, str]] = []  # (seat, card) of each card laid
        self._bids = 0  # number of calls since the last card
        self._spared = ""  # a seat for which the test plays the next card
        self._random = random.Random(seed)

    def on(self, done: Callable[[], bool]) -> None:
        """Play until `done` returns true."""
        for _ in range(_STEPS):
            if done():
                return
            self.step()
        raise AssertionError(f"not done after {_STEPS} steps: {self.hand.states()}")

    def to_the_end(self) -> None:
        """Play until the match is over."""
        self.on(lambda: self.hand.state("over") == "true")

    def cards(self, count: int) -> None:
        """Play until `count` more cards have been laid."""
        wanted = len(self.laid) + count
        self.on(lambda: len(self.laid) >= wanted)

    def to_a_card_of(self, seat: str) -> None:
        """Play until it is this player's turn to lay a card."""
        self._spared = seat
        self.on(lambda: self.hand.is_so(next="card", who=seat) and bool(self._may_lay(seat)))
        self._spared = ""

    def step(self) -> None:
        """Act for the first person that the table waits for, or pause if no action is possible."""
        seen = self.hand.states()
        mine = [seat for seat in seen.get("who", "") if seat in self.hand.seats]
        if not (mine and self._do(seen["next"], mine[0])):
            self.hand.page.wait_for_timeout(_REST_MS)
            return
        try:
            self.hand.after_change(seen)
        except TimeoutError as error:
            lost = f"{seen['next']} by {mine[0]} changed nothing: {self.hand.help()}"
            raise AssertionError(f"{lost} after {self.laid[-4:]}, {seen}") from error

    def _do(self, wanted: str, seat: str) -> bool:
        """Do the action `wanted` for a seat; return whether it was possible."""
        if wanted in _OFFERED:
            return self.hand.offer().is_visible() and self.hand.act()
        if wanted == "bid":
            return self._bid(seat)
        if wanted == "card":
            return self._card(seat)
        if wanted == "answer":
            return self.hand.press("PASS", seat)
        return False

    def _bid(self, seat: str) -> bool:
        self._bids += 1
        return self.hand.press("PASS" if self._bids > 1 else self._suit(), seat)

    def _suit(self) -> str:
        """Return the suit of the upcard, or hearts if there is no upcard."""
        up = [card for one in "NESW" for card in self.hand.cards(one, "pad")]
        return up[0][1] if up else "H"

    def _card(self, seat: str) -> bool:
        self._bids = 0
        legal = self._may_lay(seat) if seat != self._spared else []
        if legal:
            self.laid.append((seat, self._random.choice(legal)))
            self.hand.lay(self.laid[-1][1], seat)
        return bool(legal)

    def _may_lay(self, seat: str) -> list[str]:
        """Return the cards that the seat may lay now.

        The list is empty while the seat's last card lies on its pad, because the page may not have
        shown that play completely yet.
        """
        lying = [(seat, card) for card in self.hand.cards(seat, "pad")]
        return [] if set(lying) & set(self.laid[-4:]) else self.hand.legal(seat)
