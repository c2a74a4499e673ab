"""The director's PIN at the table: who presses it, how often it was wrong, how long one waits.

Each try is in the journal before it is compared, so that no plug undoes a wrong one. A try that
could not be written down is not compared.
"""

from micropython import const

import texts
from codes import notes, pins, ticks
from table.files.pin import MOST_KEYS, Pin

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal
    from table.files.settings import Settings

WAITS_S = (0, 0, 0, 5, 15, 60, 300, 900)  # after so many wrong tries in a row


class Lock:
    """`tries` are the wrong ones in a row, `missed` those that no director has been told of,
    `gone` whether the PIN was taken away by nobody who knew it. `sentence` says why it does not
    open, with `number`."""

    def __init__(self, journal: "Journal", settings: "Settings") -> None:
        self.journal = journal
        self.settings = settings
        self.pin = Pin("")
        self.tries = self.missed = 0
        self.gone = False
        self.sentence = self.number = 0
        self._keys = bytearray(MOST_KEYS)
        self._count = 0  # of them that were pressed
        self._since = 0  # when the last try was
        self._block = -1  # of the journal, the last one in which the state was written

    def recall(self, found: int, seq: int, now: int) -> None:
        """The PIN of the settings, and how things were when the table stopped; seq is where the
        journal has that, -1 if it has nothing. Whoever waited begins to wait again."""
        self.pin = Pin(self.settings.pin)
        self._since = now
        if seq < 0:
            return
        self._block = seq >> 8
        if self.pin.length:
            self.tries = found & pins.TRIES
        elif found & (pins.SET | pins.GONE):
            self.gone = True
            if found & pins.SET:
                self.journal.add(notes.PIN_GONE, 0, pins.GONE)

    def tend(self) -> None:
        """Writes the state down again where the journal has gone on to another block, for a start
        looks for it in the last two only."""
        block = self.journal.seq - 1 >> 8
        state = self._state()
        if state and block != self._block:
            self._block = block
            self.journal.add(notes.PIN_AGAIN, 0, state)

    def _state(self) -> int:
        if self.pin.length:
            return pins.SET | self.tries
        return pins.GONE if self.gone else 0

    # --- a try ------------------------------------------------------------------------------

    def ready(self, now: int) -> bool:
        """Whether the PIN may be asked for."""
        self._count = 0
        wait = WAITS_S[min(self.tries, len(WAITS_S) - 1)] * 1000
        left = wait - (now - self._since & ticks.MASK)
        if left > 0:
            self._say(texts.PIN_WAITS, (left + 999) // 1000)
        return left <= 0

    def press(self, key: int) -> int:
        """One of the suit keys that spell it; how many that makes."""
        self._keys[self._count] = key
        self._count += 1
        return self._count

    def opens(self, seat: int, now: int) -> bool:
        """Whether the keys were the PIN."""
        tries = min(self.tries + 1, pins.TRIES)
        if not self.journal.add(notes.PIN_TRY, seat, pins.SET | tries):
            self._say(texts.PIN_UNWRITTEN, 0)
            return False
        self.tries = tries
        self._since = now
        if not self.pin.is_(self._keys):
            if self.ready(now):
                self._say(texts.WRONG_PIN, 0)
            return False
        self.journal.add(notes.PIN_RIGHT, seat, pins.SET)
        self.missed = min(self.missed + tries - 1, pins.TRIES)
        self.tries = 0
        return True

    def _say(self, sentence: int, number: int) -> None:
        self.sentence = sentence
        self.number = number

    # --- the director -----------------------------------------------------------------------

    def news(self) -> int:
        """What the director is to be told first, 0 for nothing."""
        if self.gone:
            return texts.PIN_GONE
        return texts.WRONG_TRIES if self.missed else 0

    def told(self, seat: int) -> None:
        """Somebody has read it."""
        self.missed = 0
        if self.gone:
            self.gone = False
            self.journal.add(notes.PIN_CHANGED, seat, 0)

    def change(self, seat: int, pin: str) -> bool:
        """Another PIN, "" for none; whether the settings have it. Between deals only. It is not
        missed if the plug is pulled in between: from here on there is none, until it is saved."""
        self.tries = 0
        self.journal.add(notes.PIN_CHANGED, seat, 0)
        self.settings.pin = pin
        saved = self.settings.save()
        self.pin = Pin(pin)
        if pin:
            self.journal.add(notes.PIN_CHANGED, seat, pins.SET)
        return saved
