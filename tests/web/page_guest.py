"""Player at one seat in the view Play: lays cards, and presses labelled buttons, not keys."""

import random
import time
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Locator

from page_hand import Hand

_REST_MS = 30
_STUCK_S = 60.0  # longest time without a change of the table
_OF_DEALS = ("deal", "confirm")
# Values of `data-next` for which the player presses the help line's button.
_MAIN = ("deal", "show", "confirm")
_DUE = ["wait", "tidy", "deal", "bid", "card", "show", "answer", "confirm", "start"]
# Buttons of actions that the rules do not require. Announcements and belotes have the class `main`
# only if the hand has them.
_EXTRA = ":is([data-do=announce].main, [data-do=seven])"
_BELOTE = "[data-do=belote].main:not([aria-pressed])"
_MATES = {"K": "Q", "Q": "K"}


class Guest:
    """Player at one seat, who counts the inputs of each deal.

    The kinds of input are "card", "call", "main" for the help line's button, "answer", and "extra"
    for announcements, belotes and the exchange of the seven. If `announces` is false, the player
    makes no "extra" inputs. `suit` is the suit that the player prefers to lay, "" for none.
    """

    def __init__(
        self,
        hand: Hand,
        seat: str = "S",
        seed: int = 0,
        suit: str = "",
        announces: bool = True,
    ) -> None:
        self.hand = hand
        self.seat = seat
        self._suit = suit
        self._announces = announces
        self.inputs: Counter[str] = Counter()
        self.deals: list[Counter[str]] = []  # inputs of each deal that has ended
        self._random = random.Random(seed)
        self._owned: set[str] = set()  # cards that the player has held in this deal
        self._laid = ""  # the card that this seat laid last

    def play_deal(self) -> None:
        """Play until a deal has ended."""
        played = len(self.deals)
        self.until(lambda: len(self.deals) > played)

    def play_match(self) -> None:
        """Play until the match is over."""
        self.until(lambda: self.hand.state("over") == "true")

    def until(self, is_done: Callable[[], bool], deals: bool = True) -> None:
        """Play until `is_done` returns true.

        If `deals` is false, neither deal nor confirm the result of a deal.
        """
        before: dict[str, str] = {}
        since = time.monotonic()
        while not is_done():
            seen = self.hand.states()
            if seen != before:
                before, since = seen, time.monotonic()
            assert time.monotonic() < since + _STUCK_S, f"stuck: {seen} {self.hand.help()}"
            is_spared = not deals and seen["next"] in _OF_DEALS
            is_due = self.seat in seen["who"] and not is_spared
            if not (is_due and not is_done() and self._act(seen)):
                self.hand.page.wait_for_timeout(_REST_MS)

    def _act(self, seen: dict[str, str]) -> bool:
        """Do what the page offers the player now; return False if it offers nothing."""
        due = seen["next"]
        if due in _MAIN:
            return self._press_main(seen)
        if due == "answer":
            return self._choose("answer", self._offer("[data-do=leave]"), seen)
        if due == "bid":
            return self._bid(seen)
        if due in ("card", "tidy") and seen.get("turn") == self.seat:
            return self._press_extra(seen) or self._lay(seen)
        return False

    def _press_main(self, seen: dict[str, str]) -> bool:
        """Press the button of the help line; return False if it is not there.

        The button that confirms a result also deals the next cards.
        """
        if not (self.hand.offer().is_visible() and self.hand.act()):
            return False
        self.inputs["main"] += 1
        if seen["next"] == "confirm":
            self.deals.append(self.inputs)
            self.inputs = Counter()
            self._owned.clear()
        # The table asks for this action until all melds are shown, or until both sides have
        # confirmed the result. Wait until it asks for another action.
        self.hand.until(next=[one for one in _DUE if one != seen["next"]])
        return True

    def _bid(self, seen: dict[str, str]) -> bool:
        """Take the upcard if that is offered; otherwise bid, double or pass at random."""
        first = self._offer("[data-do=take]")
        if first.count():
            return self._choose("call", first.first, seen)
        calls = self._offer(":is([data-do=bid], [data-do=double], [data-do=redouble])")
        count = calls.count()  # count once, because the buttons may disappear at any time
        if count and self._random.random() < 0.5:
            return self._choose("call", calls.nth(self._random.randrange(count)), seen)
        return self._choose("call", self._offer("[data-do=pass]"), seen)

    def _press_extra(self, seen: dict[str, str]) -> bool:
        """Announce a meld or exchange the seven; return whether a button was pressed."""
        return self._announces and self._choose("extra", self._offer(_EXTRA), seen)

    def _lay(self, seen: dict[str, str]) -> bool:
        legal = self.hand.legal(self.seat)
        # While the card laid last is on the pad, the page may still show that card's turn.
        if not legal or self._laid in self.hand.cards(self.seat, "pad"):
            return False
        self._owned |= set(self.hand.cards(self.seat))
        pair = [card for card in legal if self._is_belote(card)]
        belote = self._offer(_BELOTE)
        pair = pair if self._announces else []
        if pair and belote.count() and self.hand.activate(belote.first):
            self.inputs["extra"] += 1
            self._offer("[data-do=belote][aria-pressed=true]").wait_for()
        self.inputs["card"] += 1
        liked = [card for card in legal if card[1] == self._suit]
        self._laid = (pair or liked or legal)[0]
        self.hand.lay(self._laid, self.seat)
        self.hand.after_change(seen)
        return True

    def _is_belote(self, card: str) -> bool:
        """Return whether a card is king or queen of trump and the player has held both cards."""
        mate = _MATES.get(card[0], "") + card[1]
        trumps = self.hand.page.locator(f".slate .contract .sign:not(.{card[1]})").count() == 0
        return trumps and mate in self._owned

    def _choose(self, kind: str, buttons: Locator, seen: dict[str, str]) -> bool:
        """Press the first of the buttons; return False if there is none."""
        if not (buttons.count() and self.hand.activate(buttons.first)):
            return False
        self.inputs[kind] += 1
        self.hand.after_change(seen)
        return True

    def _offer(self, kind: str) -> Locator:
        return self.hand.page.locator(f".choices {kind}[data-seat={self.seat}]")
