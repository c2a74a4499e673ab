"""Reports of readers and keys that fail, or work again."""

from micropython import const

import texts
from codes.journal import Notes
from codes.table import Contacts, PadStates, Ticks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from drivers.mcp23017 import Expander
    from table.table import Table

# The least time between two reports of missed presses: a bus may fail briefly again and again.
_MISSED_MS = const(60_000)


class Watch:
    """Monitor of the readers and key expanders.

    It writes to the journal when they fail or work again, and shows failures of keys on the
    display. The failure of a reader is shown by the code that needs this reader.
    """

    def __init__(self, table: "Table", expanders: "list[Expander]") -> None:
        self.table = table
        self.expanders = expanders
        self._readers = bytearray(4)  # by seat: whether the reader was lost at the last look
        self._keys = bytearray(len(expanders))  # by expander: whether it was lost at the last look
        self._missed = 0  # mask of the seats at which a press may have been missed
        self._told = -_MISSED_MS  # time in ms at which missed presses were reported last

    def look(self) -> None:
        """Report readers and expanders that have failed or recovered since the last look.

        Also report missed presses, if the last such report is at least _MISSED_MS old.
        """
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
        """Store that a press may have been missed at the seat of a key; `look` reports it."""
        if key <= Contacts.KEY:  # an input without a key has a larger number
            self._missed |= 1 << (key >> 3)

    def stuck(self, key: int) -> None:
        """Report a stuck key: something lies on it, or was spilled there."""
        self.table.journal.add(Notes.KEY_STUCK, 0, key)
        self.table.voice.say(texts.STUCK)
