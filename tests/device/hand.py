"""Cable to a simulated table that lays tags on its pads when a command waits for them."""

from collections.abc import Iterator, Mapping
from itertools import cycle

from loose_port import LoosePort
from marcoria.sim.simtable import SimTable


class Hand(LoosePort):
    """Cable that lays the next tag on a pad each time the command asks the table for a tag.

    The cable is pulled out after `left` messages.
    """

    def __init__(
        self,
        table: SimTable,
        wanted: Iterator[str],
        left: int = 1 << 30,
        couplings: Mapping[str, float] = {},
    ) -> None:
        super().__init__(table)
        self._couplings = couplings
        self.wanted = wanted
        self.left = left
        self._lying = ""
        self._last = b""
        self._seats = cycle("NESW")

    def write(self, data: bytes) -> None:
        super().write(data)
        if b'"do":"tag"' in data and data != self._last:
            self._lay(next(self.wanted))
        self._last = data

    def _lay(self, uid: str) -> None:
        if self._lying:
            self.table.lift(self._lying)
        self.table.until(400)
        self._lying = uid
        self.table.put(uid, next(self._seats), self._couplings.get(uid, 1.0))

    def close(self) -> None:
        if self._lying:
            self.table.lift(self._lying)
        self._lying = ""
        super().close()
