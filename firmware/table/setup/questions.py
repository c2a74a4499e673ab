"""Questions between deals, and the items of the set-up, which ask them."""

from micropython import const

import texts
from codes.table import Lamps
from table.setup.opening import light

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.menus.options import Options
    from table.setup.setup import Setup
    from table.table import Table


class Asker:
    """Whoever asks; `options` are what can be answered now."""

    table: "Table"
    options: "Options"

    def answered(self, seat: int, choice: int) -> None:
        """The place of an option; -1 leaves what is under way."""
        self.options.answer(self, seat, choice)

    def _ask(self, sentence: int, who: int, options: "Options") -> None:
        self.options = options
        light(self.table, who, Lamps.ASKED)
        self.table.dialogue.ask(self, who, sentence, options.texts)


class Item(Asker):
    """An item of the set-up: to choose it is to make one. All but questions about seats go to the
    seat that chose it."""

    def __init__(self, setup: "Setup", seat: int, choice: int) -> None:
        self.setup = setup
        self.table = setup.table
        self.settings = setup.settings
        self.seat = seat
        self._ask_first()

    def _ask_first(self) -> None:
        raise NotImplementedError

    def _ask_me(self, sentence: int, options: "Options", number: int = 0) -> None:
        self.table.voice.say(0, number=number, ms=0)
        self._ask(sentence, 1 << self.seat, options)

    def back(self, seat: int, choice: int) -> None:
        """PASS leads back to the menu."""
        self.setup.offer()

    def _save(self) -> None:
        """What was chosen holds, and the menu is back."""
        self.setup.offer(texts.SET_UP if self.settings.save() else texts.NOT_SAVED)
