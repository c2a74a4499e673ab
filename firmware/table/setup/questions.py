"""Base classes of the set-up, for asking questions between deals."""

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
    """Base class for asking questions; `options` are the answers to the current question."""

    table: "Table"
    options: "Options"

    def answered(self, seat: int, choice: int) -> None:
        """Handle an answer: the index of an option, or -1 to leave the question."""
        self.options.answer(self, seat, choice)

    def _ask(self, sentence: int, who: int, options: "Options") -> None:
        self.options = options
        light(self.table, who, Lamps.ASKED)
        self.table.dialogue.ask(self, who, sentence, options.texts, options.spells)


class Item(Asker):
    """Item of the set-up; its first question is asked when the object is created.

    All questions go to the seat that chose the item, except questions about seats.
    """

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
        """Go back to the menu."""
        self.setup.offer()

    def _save(self) -> None:
        """Save the settings and go back to the menu."""
        self.setup.offer(texts.SET_UP if self.settings.save() else texts.NOT_SAVED)
