"""Plays on at the page's table for every seat that is a person's, as the line of help has it."""

import random
from collections.abc import Callable

from playwright.sync_api import TimeoutError

from page_hand import Hand

# What the line of help has a button for.
_OFFERED = ("deal", "tidy", "show", "confirm")
# A match that goes on for longer than so many steps does not end.
_STEPS = 10_000
_REST_MS = 20


class Play:
    """Somebody who plays by the rules: a card that may be laid, the first suit that is offered."""

    def __init__(self, hand: Hand, seed: int = 0) -> None:
        self.hand = hand
        self.laid: list[tuple[str, str]] = []  # seats and cards
        self._bids = 0  # in this auction
        self._spared = ""  # a seat that somebody else plays a card for
        self._random = random.Random(seed)

    def on(self, done: Callable[[], bool]) -> None:
        """Until it is done."""
        for _ in range(_STEPS):
            if done():
                return
            self.step()
        raise AssertionError(f"after {_STEPS} steps it is not done: {self.hand.states()}")

    def to_the_end(self) -> None:
        """Until the match is over."""
        self.on(lambda: self.hand.state("over") == "true")

    def cards(self, count: int) -> None:
        """Until so many cards more were laid."""
        wanted = len(self.laid) + count
        self.on(lambda: len(self.laid) >= wanted)

    def to_a_card_of(self, seat: str) -> None:
        """Until that player has to lay one."""
        self._spared = seat
        self.on(lambda: self.hand.is_so(next="card", who=seat) and bool(self._may_lay(seat)))
        self._spared = ""

    def step(self) -> None:
        """What is wanted now of one of us; a moment's rest if nothing is."""
        seen = self.hand.states()
        mine = [seat for seat in seen.get("who", "") if seat in self.hand.seats]
        if not (mine and self._do(seen["next"], mine[0])):
            self.hand.page.wait_for_timeout(_REST_MS)
            return
        try:
            self.hand.after_change(seen)
        except TimeoutError as error:
            lost = f"nothing came of {seen['next']} by {mine[0]}: {self.hand.help()}"
            raise AssertionError(f"{lost} after {self.laid[-4:]}, {seen}") from error

    def _do(self, wanted: str, seat: str) -> bool:
        """Whether that could be done."""
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
        """That of the card turned up, if there is one."""
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
        """The cards for which it is time: not on top of the last one, about which the page may not
        have told everything yet."""
        lying = [(seat, card) for card in self.hand.cards(seat, "pad")]
        return [] if set(lying) & set(self.laid[-4:]) else self.hand.legal(seat)
