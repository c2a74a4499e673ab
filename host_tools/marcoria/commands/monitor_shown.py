"""State of a table, from its answers and its records, for `marcoria monitor` to draw."""

import time
from collections.abc import Callable

from marcoria.bdn.hand.facts import offence, phrases
from marcoria.bdn.live_deal import LiveDeal
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.device import detection
from marcoria.device.journal import news
from marcoria.device.wire import Client, TableAtPort
from marcoria.journal.reader import Record, open_slot
from marcoria.journal.view import JournalView, Known

_RECENT = 60  # records shown at the start
_OF_THE_TABLE = ("epoch", "seq", "boot", "board")
_OF_THE_LINE = ("n", "re", "ok", "c")
_WELL_S = 10.0  # shortest time between two checks of the readers, keys and display


class Monitor:
    """View of a table, kept up to date from its answers and records."""

    def __init__(self, language: str) -> None:
        self._phrases = phrases(language)
        self._forget()

    def _forget(self) -> None:
        """Clear the state, which is invalid if another table answers or the flash was erased."""
        self.known = Known(list(self._phrases.seats))
        self.view = JournalView(self.known, list(self._phrases.ranks))
        self.deal = LiveDeal(Rulebooks())

    def follow(self, table: TableAtPort, draw: Callable[[], object], once: bool = False) -> None:
        """Request the state of the table repeatedly; call `draw` after each request.

        With `once`, return after the records that the table has now. Otherwise continue until the
        table is gone, and then raise TableError.
        """
        hello = detection.hello(table, lambda sentence: None)
        client = Client(table.wire, self._noise)
        last = hello["seq"] - 1
        if hello["epoch"] != self.known.hello.get("epoch"):
            self._forget()
        self.known.hello, self.known.trouble = hello, ""
        self._ask_all(client)
        if self.known.after < 0:
            # The records must include the whole current deal. Go back by twice the number of the
            # deal's events, because the journal also has records that are not events.
            self.known.after = max(-1, last - _RECENT - 2 * self.known.state["events"])
        self.deal.mark = self.known.house["mark"] if self.deal.mark < 0 else self.deal.mark
        draw()
        if once and self.known.after >= last:
            return
        for some in news(client, hello["epoch"], self.known.after):
            for record in filter(None, (open_slot(*one) for one in some or ())):
                self._take(record)
            if not some or some[-1][0] >= last:
                self._ask(client)
                draw()
                if once:
                    return

    def facts(self) -> dict[str, object]:
        """Return the state of the table for --json."""
        known = self.known
        state = {key: value for key, value in known.state.items() if key not in _OF_THE_LINE}
        of_table = {key: value for key, value in known.hello.items() if key in _OF_THE_TABLE}
        return {**of_table, "house": known.house["name"], "names": known.names, **state}

    def _noise(self, line: bytes) -> None:
        self.known.garbled += 1

    def _take(self, record: Record) -> None:
        known, deal = self.known, self.deal
        known.take(record)
        deal.take((record.kind, record.seat, record.arg))
        if deal.book:
            known.seats = deal.book.seats
        trick, found = deal.trick, deal.offence
        known.last = (trick.cards, trick.winner) if trick else None
        if found:
            names = [known.name(seat) for seat in range(4)]
            known.offence = offence(found, names, len(known.seats), self._phrases)

    def _ask(self, client: Client) -> None:
        """Request the state of the match.

        Request everything if the last full request is at least _WELL_S seconds old.
        """
        if time.monotonic() - self._asked >= _WELL_S:
            self._ask_all(client)
        else:
            self.known.state = client.ask("state")
        self.deal.sums = list(self.known.state["totals"])

    def _ask_all(self, client: Client) -> None:
        known = self.known
        known.garbled = 0
        known.house = client.ask("house")
        known.names = client.ask("names")["names"]
        known.test = client.ask("test")
        known.state = client.ask("state")
        self.deal.sums = list(known.state["totals"])
        self._asked = time.monotonic()
