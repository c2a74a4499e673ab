"""Who does not answer any more, or does again?"""

from micropython import const

import texts
from codes.journal import Notes
from codes.table import Contacts, PadStates, Ticks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from drivers.mcp23017 import Expander
    from table.table import Table

_MISSED_MS = const(60_000)  # a bus that fails for a moment again and again is told of so often


class Watch:
    """Writes down what readers and keys do, and says it where nobody else does. A lost reader is
    told of by those who need it."""

    def __init__(self, table: "Table", expanders: "list[Expander]") -> None:
        self.table = table
        self.expanders = expanders
        self._readers = bytearray(4)  # whether they are lost
        self._keys = bytearray(len(expanders))
        self._missed = 0  # a bit for each seat of which a key may have been
        self._told = -_MISSED_MS

    def look(self) -> None:
        """Compares with what was so far."""
        table = self.table
        for seat in range(4):
            lost = table.pads.state[seat] == PadStates.FAULT
            if lost != self._readers[seat]:
                self._readers[seat] = lost
                table.journal.add(Notes.READER, seat, lost)
        for number in range(len(self.expanders)):
            lost = self.expanders[number].lost
            if lost != self._keys[number]:
                self._keys[number] = lost
                table.journal.add(Notes.KEYS, number, lost)
                if lost:
                    table.voice.say(texts.KEYS_LOST)
                else:
                    for key in self.expanders[number].keys:
                        self.missed(key)
        self._tell_missed(table.journal.now)

    def _tell_missed(self, now: int) -> None:
        if self._missed and (now - self._told & Ticks.MASK) >= _MISSED_MS:
            self._told = now
            self.table.journal.add(Notes.KEY_MISSED, 0, self._missed)
            self.table.voice.say(texts.KEYS_BACK, number=self._missed)
            self._missed = 0

    def missed(self, key: int) -> None:
        """A key of this one's seat may have been pressed unseen."""
        if key <= Contacts.KEY:  # there is one
            self._missed |= 1 << (key >> 3)

    def stuck(self, key: int) -> None:
        """Something lies on a key, or has been spilled there."""
        self.table.journal.add(Notes.KEY_STUCK, 0, key)
        self.table.voice.say(texts.STUCK)
