"""The question that the table asks, and the keys that answer it."""

from micropython import const

from codes.table import KeyNumbers
from table.notice import SILENCE

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.menus.options import Owner
    from table.table import Table

_ON_A_PAGE = const(4)  # answers on a page, one for each suit key
_NO_CHOICE = const(-1)  # the choice of a seat that leaves a question with PASS


class Dialogue:
    """The question on the display, which players answer with keys.

    `asked` is a mask of the seats that are asked, 0 if there is no question. `question` is the
    number of its text in `texts`, `details` has the values of its placeholders, `options` has the
    numbers of its answers' texts, and `page` is the index of the first answer that is shown.
    `spells` says whether the keys spell a PIN now: then a key pressed twice quickly counts twice.
    """

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.asked = self.question = self.page = 0
        self.spells = False
        self.details = SILENCE
        self.options: "tuple[int, ...]" = ()
        self.owner: "Owner | None" = None

    def ask(
        self,
        owner: "Owner | None",
        who: int,
        text: int,
        options: "tuple[int, ...]",
        spells: bool = False,
    ) -> None:
        """Ask the seats in the mask `who` a question.

        `owner.answered(seat, choice)` is called with the answer: the index of an option, or -1 if
        a seat leaves the question with PASS. If `owner` is None, the answer is ignored. The
        placeholders get the values of the current notice: to set them, first call `Voice.say`.
        """
        self.details = self._table.voice.notice
        self.owner = owner
        self.asked = who
        self.question = text
        self.options = options
        self.spells = spells
        self.page = 0

    def close(self) -> None:
        """Close the question."""
        self.asked = 0
        self.spells = False
        self.owner = None

    def answer(self, seat: int, key: int) -> bool:
        """Handle a key of a seat: 0-3 the suits, 4 PASS, 5 CALL; return whether the seat is asked.

        CALL turns the page when there are more answers than keys.
        """
        if not self.asked >> seat & 1:
            return False
        choice = self.page + key
        if key == KeyNumbers.CALL:
            self.page += _ON_A_PAGE
            if self.page >= len(self.options):
                self.page = 0
        elif key == KeyNumbers.PASS:
            self._answer(seat, _NO_CHOICE)
        elif choice < len(self.options):
            self._answer(seat, choice)
        return True

    def shown(self) -> range:
        """Return the indexes of the options that keys can choose now."""
        return range(self.page, min(self.page + _ON_A_PAGE, len(self.options)))

    def has_more(self) -> bool:
        """Return whether CALL turns to more options."""
        return len(self.options) > _ON_A_PAGE

    def _answer(self, seat: int, choice: int) -> None:
        owner = self.owner
        self.close()
        self._table.voice.hush()
        if owner:
            owner.answered(seat, choice)
