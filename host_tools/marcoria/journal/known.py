"""What is known of a table that is listened to, as far as its answers and records have come."""

from collections import deque
from typing import TYPE_CHECKING

from marcoria.firmware.codes.game import Events
from marcoria.journal.reading import Record
from marcoria.journal.wording import in_words

if TYPE_CHECKING:
    from marcoria.device.answer import TableAnswer

_MOST = 60  # records that are told


class Known:
    """`hello`, `house`, `names`, `state` and `test` are the table's answers, `trouble` is why it
    does not answer. Who follows the deal sets `seats` (who plays), the last `offence`, and of the
    last trick the cards by seat and who took it."""

    def __init__(self, called: list[str]) -> None:
        self.hello: TableAnswer = {}
        self.house: TableAnswer = {}
        self.names: list[str] = [""] * 4
        self.state: TableAnswer = {}
        self.test: TableAnswer = {}
        self.trouble = ""
        self.garbled = 0  # lines that were none, of late
        self.after = -1  # the last record that is known
        self.seats: tuple[int, ...] = (0, 1, 2, 3)
        self.offence = ""
        self.last: tuple[dict[int, int], int] | None = None
        self.happened: deque[str] = deque(maxlen=_MOST)
        self._called = called  # the seats
        self._laid: deque[tuple[int, int]] = deque(maxlen=4)  # seats and cards

    def take(self, record: Record) -> None:
        """A record more."""
        self.after = max(self.after, record.seq)
        words = in_words((record.kind, record.seat, record.arg))
        self.happened.append(f"{record.ms / 1000:>9.1f}  {words}")
        if record.kind == Events.CARD:
            self._laid.append((record.seat, record.arg))

    def name(self, seat: int) -> str:
        """Who sits there, or where it is."""
        return self.names[seat] or self._called[seat]

    def side(self, seat: int) -> int:
        """Which of the two."""
        return self.seats.index(seat) & 1

    def total(self, place: int) -> int:
        """Of the match."""
        found = self.state.get("totals", ())
        return int(found[place]) if place < len(found) else 0

    @property
    def phase(self) -> int:
        """What the match is waiting for."""
        return int(self.state.get("phase", -1))

    @property
    def trick(self) -> dict[int, int]:
        """Who has laid what in the trick under way, as far as the records of it have come."""
        cards = self.state.get("cards", ())
        return {seat: card for seat, card in self._laid if card in cards}
