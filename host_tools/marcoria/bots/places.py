"""Where the cards of each seat go: on its own pad, or the next one that reads."""

from collections.abc import Iterable

from marcoria.bots.eyes import SCAN, SHARED, TURN


class Places:
    """`missing` are the seats without a reader; that another one is lost its seat sees when it has
    its turn."""

    def __init__(self, missing: Iterable[int] = ()) -> None:
        self._missing = set(missing)
        self._lost: set[int] = set()

    def note(self, seat: int, lamp: str) -> None:
        """What the lights tell a seat."""
        if lamp == SHARED and seat not in self._missing:
            self._lost.add(seat)
        elif lamp in (TURN, SCAN):
            self._lost.discard(seat)

    def pad(self, seat: int) -> int:
        """The pad for that seat's cards."""
        for pad in (seat, seat + 1 & 3, seat + 2 & 3, seat + 3 & 3):
            if pad not in self._missing and pad not in self._lost:
                return pad
        return seat

    def shared(self, pad: int) -> bool:
        """Whether others lay on a seat's own pad as well."""
        return any(self.pad(seat) == pad for seat in self._missing | self._lost)
