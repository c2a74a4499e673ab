"""Classes that lay tags on a simulated table: by a call, or when a command asks for a tag."""

from collections.abc import Iterator, Mapping
from itertools import cycle

from loose_port import LoosePort
from marcoria.sim.simtable import SimTable


class TagLayer:
    """Player who lays one tag after another, each on the pad of the next seat.

    `couplings` has the couplings of weak tags, by UID; all other tags have the coupling 1.0.
    """

    def __init__(self, table: SimTable, couplings: Mapping[str, float] = {}) -> None:
        self._table = table
        self._couplings = couplings
        self._lying = ""
        self._seats = cycle("NESW")

    def lay(self, uid: str) -> None:
        """Remove the previous tag, and lay the tag `uid` on the pad of the next seat."""
        self.lift()
        self._table.until(400)
        self._lying = uid
        self._table.put(uid, next(self._seats), self._couplings.get(uid, 1.0))

    def lift(self) -> None:
        """Remove the tag that was laid last, if it still lies on its pad."""
        if self._lying:
            self._table.lift(self._lying)
        self._lying = ""


class Hand(LoosePort):
    """Cable to a table; when a command asks the table for a tag, the next tag is laid.

    `wanted` yields the UIDs of the tags. The cable is pulled out after `left` messages.
    """

    def __init__(
        self,
        table: SimTable,
        wanted: Iterator[str],
        left: int = 1 << 30,
        couplings: Mapping[str, float] = {},
    ) -> None:
        super().__init__(table)
        self._layer = TagLayer(table, couplings)
        self.wanted = wanted
        self.left = left
        self._last = b""

    def write(self, data: bytes) -> None:
        super().write(data)
        if b'"do":"tag"' in data and data != self._last:
            self._layer.lay(next(self.wanted))
        self._last = data

    def close(self) -> None:
        self._layer.lift()
        super().close()
