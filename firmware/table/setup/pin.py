"""The item of the set-up that changes the director's PIN."""

import texts
from table.files.pin import LENGTHS, make
from table.lock import Attempt
from table.menus.options import Options
from table.setup.questions import Item


class PinItem(Item):
    """Item that sets, changes or removes the PIN.

    A seat enters the old PIN if there is one, and then the new PIN twice.
    """

    attempt: Attempt
    length: int
    keys: bytearray

    def _ask_first(self) -> None:
        lock = self.table.lock
        self.attempt = Attempt(lock)
        if not lock.pin.length:
            self._ask_length()
        elif self.attempt.begin(self.table.now):
            self._ask_old()
        else:
            self._shut()

    # --- the old PIN ------------------------------------------------------------------------

    def _ask_old(self) -> None:
        self._ask_me(texts.OLD_PIN, _OLD_PIN, self.attempt.count + 1)

    def old(self, seat: int, choice: int) -> None:
        """Add a key to the old PIN; once the old PIN is complete, check it."""
        attempt = self.attempt
        if not attempt.press(seat, choice):
            self._ask_old()
        elif attempt.opens(self.table.now):
            self._ask_length()
        else:
            self._shut()

    def _shut(self) -> None:
        self.table.voice.say(0, number=self.attempt.number, ms=0)
        self.setup.offer(self.attempt.sentence)

    # --- the new PIN ------------------------------------------------------------------------

    def _ask_length(self) -> None:
        self._ask_me(texts.PIN_LENGTH, _PIN_LENGTH)

    def of_length(self, seat: int, choice: int) -> None:
        """Store the length of the new PIN, and ask for its first key."""
        self.length = LENGTHS[choice]
        self.keys = bytearray()
        self._ask_key()

    def _ask_key(self) -> None:
        once, key = divmod(len(self.keys), self.length)
        self._ask_me(texts.PIN_AGAIN if once else texts.NEW_PIN, _NEW_PIN, key + 1)

    def new(self, seat: int, choice: int) -> None:
        """Add a key to the new PIN; after the second entry, save the PIN if both are the same."""
        self.keys.append(choice)
        length = self.length
        if len(self.keys) < 2 * length:
            self._ask_key()
        elif self.keys[:length] == self.keys[length:]:
            self._keep(make(self.keys[:length]))
        else:
            self.setup.offer(texts.WRONG_PIN)

    def none(self, seat: int, choice: int) -> None:
        """Remove the PIN."""
        self._keep("")

    def _keep(self, pin: str) -> None:
        saved = self.table.lock.change(self.seat, pin)
        self.setup.offer(texts.SET_UP if saved else texts.NOT_SAVED)


_OLD_PIN = Options(*[(texts.THIS_KEY, PinItem.old)] * 4, left=Item.back, spells=True)
_PIN_LENGTH = Options(
    (texts.FOUR_KEYS, PinItem.of_length),
    (texts.SIX_KEYS, PinItem.of_length),
    (texts.NO_PIN, PinItem.none),
    left=Item.back,
)
_NEW_PIN = Options(*[(texts.THIS_KEY, PinItem.new)] * 4, left=Item.back, spells=True)
