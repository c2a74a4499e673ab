"""The question that the table asks, and who answers it."""

from micropython import const

from codes.table import KeyNumbers
from table.notice import SILENCE

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.menus.options import Owner
    from table.table import Table

_ON_A_PAGE = const(4)  # answers, one for each suit key
_NO_CHOICE = const(-1)  # of who leaves a question with PASS


class Dialogue:
    """The question under way: who is `asked` (a bit a seat; 0: nobody), its text (`question`),
    what stands in it (`details`), the texts of its answers (`options`), and the first of these
    that is shown (`page`)."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.asked = self.question = self.page = 0
        self.details = SILENCE
        self.options = b""
        self.owner: "Owner | None" = None

    def ask(self, owner: "Owner | None", who: int, text: int, options: bytes) -> None:
        """Ask the seats in `who` a question. `owner.answered(seat, choice)` hears the answer: the
        place of an option, or -1 from who leaves the question with PASS. The placeholders are
        those of the notice, which `say` may have filled before."""
        self.details = self._table.voice.notice
        self.owner = owner
        self.asked = who
        self.question = text
        self.options = options
        self.page = 0

    def close(self) -> None:
        """Ask nobody any more."""
        self.asked = 0
        self.owner = None

    def answer(self, seat: int, key: int) -> bool:
        """Take a key (0-3 the suits, 4 PASS, 5 CALL) of a seat. Return whether it belonged to the
        question. CALL turns the page when there are more answers than keys."""
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
        """Return the places of the options that keys give now."""
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
