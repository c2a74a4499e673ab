"""What a table says against people: the light that blinks at a seat, and the sentence on the
display. Somebody watches for it all the time."""

from typing import Any

from codes.game import SEATS
from marcoria.bots.company import Company
from marcoria.coroutines import finish

_SUITS = "♣♦♥♠"
# A blink is over after that.
_BLINK_MS = 1_200
# A sentence is on the display after that, other refreshes included.
SOON_MS = 12_000
_PROVED = ("revoke", "no-rise", "no-trump", "no-overtrump", "not-lowest", "offence")


class Watch:
    """Looks at the lights of a company's table whenever anybody does."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.accused: set[str] = set()  # seats at which it has blinked
        self._since = company.body.table.now
        self._before = company.body.seen
        company.body.seen = self._look

    def _look(self) -> None:
        self._before()
        eyes = self.company.body.eyes
        self.accused |= {seat for seat in SEATS if eyes.refused(seat, self._since)}

    def told(self, *sentences: str, limit_ms: float = SOON_MS) -> None:
        """Waits until somebody is accused, by the light and in one of these sentences."""
        finish(self.company.body.until("a blink", lambda: bool(self.accused), limit_ms))
        finish(self.company.screen.await_words(*sentences, limit_ms=limit_ms))

    def nobody_was_accused(self) -> None:
        """The lights have been still, and the display does not say anything now."""
        assert not self.accused
        page = self.company.screen.page()
        for code in _PROVED:
            text = self.company.words[f"noted-{code}"].partition("%n")[0]
            assert text.replace("%s", "").strip() not in page, page.text

    def forget(self) -> None:
        """What has been seen is known; from now on it counts anew."""
        finish(self.company.body.wait(_BLINK_MS))
        self.accused = set()
        self._since = self.company.body.table.now

    def sentence(self, text: str, **what: Any) -> str:
        """A sentence of the table: `seat`, `card` and `trick` are what stands in it."""
        words = self.company.words
        told = words[text]
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
