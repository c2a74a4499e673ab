"""The director's PIN at the table: attempts to enter it, and the lock that counts wrong tries.

An attempt is one entry of keys. A try is the comparison of the complete keys with the PIN. Each
try is written to the journal before the comparison, so that a wrong try counts even if somebody
pulls the plug. If the journal cannot be written, the keys are not compared.
"""

from micropython import const

import texts
from codes.game import Seats
from codes.journal import Notes, PinStates
from codes.table import Ticks
from table.files.pin import MOST_KEYS, DirectorPin

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from journal.journal import Journal
    from table.files.settings import Settings

WAITS_S = (0, 0, 0, 5, 15, 60, 300, 900)  # the delay, by the number of wrong tries in a row


class Lock:
    """The PIN, and the counter and delay that all attempts share.

    `tries` counts wrong tries in a row. After the right PIN they are added to `missed`, which
    counts the wrong tries that the director has not read about yet. `gone` is set if the PIN was
    removed from the settings although nobody had entered it. It stays set until the director has
    read about the removal.
    """

    def __init__(self, journal: "Journal", settings: "Settings") -> None:
        self.journal = journal
        self.settings = settings
        self.pin = DirectorPin("")
        self.tries = self.missed = 0
        self.gone = False
        self._since = 0  # time in ms of the last try, or of the start
        # Number of the journal's block that has the state: `recall` has found the state there, or
        # `tend` has written it there. -1 if there is no such block.
        self._block = -1

    def recall(self, found: int, seq: int, now: int) -> None:
        """Load the PIN from the settings, and the state of the lock from the journal.

        `found` is the state in the journal (see `PinStates`), and `seq` is the seq of its record,
        -1 if there is no record. If there were wrong tries, the full delay for them begins again
        at each start, because the table does not know how long it was off.
        """
        self.pin = DirectorPin(self.settings.pin)
        self._since = now
        if seq < 0:
            return
        self._block = seq >> 8
        if self.pin.length:
            self.tries = found & PinStates.TRIES
        elif found & (PinStates.SET | PinStates.GONE):
            self.gone = True
            if found & PinStates.SET:
                self.journal.add(Notes.PIN_GONE, 0, PinStates.GONE)

    def tend(self) -> None:
        """Write the state again once the journal continues in another block.

        When the table starts, it looks for the state in the last two blocks only.
        """
        block = self.journal.seq - 1 >> 8
        state = self._state()
        if state and block != self._block:
            self._block = block
            self.journal.add(Notes.PIN_AGAIN, 0, state)

    def _state(self) -> int:
        if self.pin.length:
            return PinStates.SET | self.tries
        return PinStates.GONE if self.gone else 0

    # --- tries to enter the PIN -------------------------------------------------------------

    def wait(self, now: int) -> int:
        """Return the time in ms until the next try is allowed; 0 or less if it is allowed now."""
        wait = WAITS_S[min(self.tries, len(WAITS_S) - 1)] * 1000
        return wait - (now - self._since & Ticks.MASK)

    def compare(self, seat: int, keys: bytearray, now: int) -> int:
        """Count a try, then compare the keys with the PIN.

        Return 0 if they match, else the text to show.
        """
        tries = min(self.tries + 1, PinStates.TRIES)
        if not self.journal.add(Notes.PIN_TRY, seat, PinStates.SET | tries):
            return texts.PIN_UNWRITTEN
        self.tries = tries
        self._since = now
        if not self.pin.is_(keys):
            return texts.WRONG_PIN
        self.journal.add(Notes.PIN_RIGHT, seat, PinStates.SET)
        self.missed = min(self.missed + tries - 1, PinStates.TRIES)
        self.tries = 0
        return 0

    # --- reports to the director, and changes of the PIN ------------------------------------

    def news(self) -> int:
        """Return the text that the director has to read first, 0 for none."""
        if self.gone:
            return texts.PIN_GONE
        return texts.WRONG_TRIES if self.missed else 0

    def told(self, seat: int) -> None:
        """Note that the director has read the text that `news` returned."""
        self.missed = 0
        if self.gone:
            self.gone = False
            self.journal.add(Notes.PIN_CHANGED, seat, 0)

    def change(self, seat: int, pin: str) -> bool:
        """Set another PIN: a text of `table.files.pin.make`, or "" for none.

        Return whether the settings were saved; if not, keep the old PIN. Call it between deals
        only. The journal first records that there is no PIN, and records a PIN only after saving
        the settings. So a power cut in between does not look as if somebody had removed the PIN.
        """
        settings = self.settings
        old = settings.pin
        self.tries = 0
        self.journal.add(Notes.PIN_CHANGED, seat, 0)
        settings.pin = pin
        saved = settings.save()
        if saved:
            self.pin = DirectorPin(pin)
        else:
            settings.pin = old
        if settings.pin:
            self.journal.add(Notes.PIN_CHANGED, seat, PinStates.SET)
        return saved


class Attempt:
    """The keys of one entry of the PIN, and the seat that enters them.

    The link, the set-up and the director's menu each have an attempt of their own. `owner` is the
    seat of the first key, or NOBODY. `count` is the number of keys so far. If the attempt fails,
    `sentence` is the text that says why, and `number` is the rest of the delay in seconds, 0 if
    there is no delay.
    """

    def __init__(self, lock: Lock) -> None:
        self.lock = lock
        self.owner = Seats.NOBODY
        self.count = 0
        self.sentence = self.number = 0
        self._pin = lock.pin
        self._keys = bytearray(MOST_KEYS)

    def begin(self, now: int) -> bool:
        """Forget all keys; return False while a delay after wrong tries is running."""
        self._forget()
        self._pin = self.lock.pin
        return not self._must_wait(now)

    def hears(self, seat: int) -> bool:
        """Return whether a key of the seat counts: the seat of the first key owns the attempt."""
        return self.owner == Seats.NOBODY or self.owner == seat

    def press(self, seat: int, key: int) -> bool:
        """Add a suit key of the owner; return whether this key completes the PIN."""
        if not self.hears(seat) or self.count == self._pin.length:
            return False
        self.owner = seat
        self._keys[self.count] = key
        self.count += 1
        return self.count == self._pin.length

    def opens(self, now: int) -> bool:
        """Compare the complete keys with the PIN and end the attempt; return whether they match.

        The keys are not compared, and no try is counted, if the PIN was changed during this
        attempt, or if wrong tries in another attempt have started a delay.
        """
        lock = self.lock
        seat = self.owner
        self._forget()
        if self._must_wait(now):
            return False
        is_same = self._pin is lock.pin
        self.sentence = lock.compare(seat, self._keys, now) if is_same else texts.WRONG_PIN
        if self.sentence == texts.WRONG_PIN:
            self._must_wait(now)
        return not self.sentence

    def _forget(self) -> None:
        self.owner = Seats.NOBODY
        self.count = self.number = 0

    def _must_wait(self, now: int) -> bool:
        """Return whether a delay is running; if so, `sentence` and `number` say how long."""
        left = self.lock.wait(now)
        if left > 0:
            self.sentence = texts.PIN_WAITS
            self.number = (left + 999) // 1000
        return left > 0
