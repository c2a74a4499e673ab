"""Enrolment of a new deck, card by card.

The new file ends in `.new` until all 32 cards are enrolled, and the old deck stays in use until
then. PASS stops the enrolment; the next enrolment continues at the same card.
"""

import os

from micropython import const

import texts
from table.files.decks import ENDING, FOLDER, NO_FILE, DeckError, read, save, write_tags
from table.files.storage import make_folders
from table.menus.options import Options
from table.setup.enrolment import DeckEnrolment

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_NEW = ".new"
_UNKNOWN = ""  # a name that no deck has, used if the folder of the decks cannot be read


class Enrol(DeckEnrolment):
    """Enrolment of the deck `name`; with `begun` it continues an enrolment that was stopped."""

    def __init__(self, table: "Table", name: str, begun: bool) -> None:
        DeckEnrolment.__init__(self, table, name, _NEW)
        self.name = name
        try:
            if begun:
                self.tags = read(self.path, False)
        except DeckError as error:
            if error.args[0] == NO_FILE:
                self._leave()
                return
        self.at = self.tags.missing()
        if self.at == len(self.kinds):
            self._finish()
        else:
            self._ask()

    def _leave(self) -> None:
        """Stop: the file of an earlier enrolment cannot be read, and must not be overwritten."""
        self._close()
        self.table.voice.say(texts.NOT_SAVED)

    def _choose_options(self) -> None:
        self.options = _LAST if self.at else _NOTHING

    def last_again(self, seat: int, choice: int) -> None:
        """Ask again for the card enrolled last, because players laid a wrong card for it."""
        self.kept = b""
        self.at -= 1
        self.tags.uids[self.at] = b""
        write_tags(self.path, self.tags)
        self._ask()

    def _finish(self) -> None:
        try:
            os.rename(self.path, self.folder + "/" + self.name + ENDING)
        except OSError:
            self.at = 31
            self.tags.uids[31] = self.kept = b""
            self._ask(texts.NOT_SAVED)
            return
        settings = self.table.settings
        settings.deck = self.name
        saved = settings.save()
        DeckEnrolment._finish(self)
        self.table.voice.call(self.name.encode())
        self.table.voice.say(texts.DECK_COMPLETE if saved else texts.NOT_SAVED)


_NOTHING = Options(left=DeckEnrolment.stop)
_LAST = Options((texts.LAST_AGAIN, Enrol.last_again), left=DeckEnrolment.stop)


def open_enrol(table: "Table") -> Enrol:
    """Return the enrolment that was stopped, or a new one with the first free deck name.

    If the folder of the decks cannot be read, the enrolment that is returned is already `over`.
    """
    folder = table.settings.root + FOLDER
    save(table.deck)
    make_folders(folder + "/")
    try:
        found = os.listdir(folder)
    except OSError:
        return Enrol(table, _UNKNOWN, True)
    for file in sorted(found):
        if file.endswith(_NEW):
            return Enrol(table, file[: -len(_NEW)], True)
    number = 1
    while "deck-%d" % number + ENDING in found:
        number += 1
    return Enrol(table, "deck-%d" % number, False)
