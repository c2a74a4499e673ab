"""Watcher of a table's accusations: a blinking seat light and a sentence on the display."""

from typing import Any

from belote.conduct import OF_A_PLAY
from codes.game import SEATS
from marcoria.bots.company import Company
from marcoria.coroutines import finish
from marcoria.game.names import OFFENCES

_SUITS = "♣♦♥♠"
# Longest time for which a seat's lights blink.
_BLINK_MS = 1_200
# Longest time until a sentence is on the display, other refreshes included.
SOON_MS = 12_000
_PROVED = tuple(OFFENCES[code] for code in OF_A_PLAY)


class Watch:
    """Collector of the seats whose lights blink, updated when the players look at the lights."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.accused: set[str] = set()  # seats whose light has blinked
        self._since = company.body.table.now
        self._before = company.body.seen
        company.body.seen = self._look

    def _look(self) -> None:
        self._before()
        eyes = self.company.body.eyes
        self.accused |= {seat for seat in SEATS if eyes.refused(seat, self._since)}

    def told(self, *sentences: str, limit_ms: float = SOON_MS) -> None:
        """Wait until a seat's lights blink, then until the display shows one of the sentences.

        Raise Stuck if one of these two waits takes longer than `limit_ms`.
        """
        finish(self.company.body.until("a blink", lambda: bool(self.accused), limit_ms))
        finish(self.company.screen.await_words(*sentences, limit_ms=limit_ms))

    def nobody_was_accused(self) -> None:
        """Assert that no light has blinked and that the display now shows no proved offence."""
        assert not self.accused
        page = self.company.screen.page()
        for code in _PROVED:
            text = self.company.words[f"noted-{code}"].partition("%n")[0]
            assert text.replace("%s", "").strip() not in page, page.text

    def forget(self) -> None:
        """Wait until every blink is over, and forget the accusations so far."""
        finish(self.company.body.wait(_BLINK_MS))
        self.accused = set()
        self._since = self.company.body.table.now

    def sentence(self, text: str, **what: Any) -> str:
        """Return the display's sentence with the name `text`, with the values of `what` filled in.

        `what` may have `seat`, `other`, `trick` and `card`. The seat's own pad is meant.
        """
        words = self.company.words
        told = words[text].replace("%l", words["on-your-pad"])
        if "seat" in what:
            told = told.replace("%s", words["seats"].split("|")[SEATS.index(what["seat"])])
        if "other" in what:
            told = told.replace("%o", words["seats"].split("|")[SEATS.index(what["other"])])
        if "trick" in what:
            told = told.replace("%n", str(what["trick"]))
        if "card" in what:
            told = told.replace("%c", self._card(what["card"]))
        return told

    def _card(self, card: str) -> str:
        ranks = self.company.words["ranks"].split("|")
        return ranks["789TJQKA".index(card[0])] + _SUITS["CDHS".index(card[1])]
