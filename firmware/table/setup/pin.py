"""The item of the set-up that changes the director's PIN."""

import texts
from table.files.settings import PIN_KEYS
from table.menus.options import Options
from table.setup.asking import Item


class PinItem(Item):
    """Who wants another PIN has to know the old one. PASS in the place of the new one takes it
    away."""

    digits: list[int]

    def _ask_first(self) -> None:
        self.digits = []
        if self.settings.pin:
            self._ask_digit(texts.OLD_PIN, _OLD_PIN)
        else:
            self._ask_digit(texts.NEW_PIN, _NEW_PIN)

    def _ask_digit(self, sentence: int, options: Options) -> None:
        self._ask_me(sentence, options, len(self.digits) + 1)

    def old(self, seat: int, choice: int) -> None:
        self.digits.append(choice)
        if len(self.digits) < PIN_KEYS:
            self._ask_digit(texts.OLD_PIN, _OLD_PIN)
        elif self.digits == self.settings.pin:
            self.digits = []
            self._ask_digit(texts.NEW_PIN, _NEW_PIN)
        else:
            self.setup.offer(texts.WRONG_PIN)

    def new(self, seat: int, choice: int) -> None:
        self.digits.append(choice)
        if len(self.digits) < PIN_KEYS:
            self._ask_digit(texts.NEW_PIN, _NEW_PIN)
        else:
            self._keep(self.digits)

    def none(self, seat: int, choice: int) -> None:
        self._keep([])

    def _keep(self, pin: list[int]) -> None:
        self.settings.pin = pin
        self._save()


_OLD_PIN = Options(*[(texts.THIS_KEY, PinItem.old)] * 4, left=Item.back)
_NEW_PIN = Options(*[(texts.THIS_KEY, PinItem.new)] * 4, left=PinItem.none)
