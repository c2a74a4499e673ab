"""The question on the display and its answers, composed for the display and for a host."""

from micropython import const

import texts
from ui.composer import Composer, Speech

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Generator

    from table.notice import Notice
    from table.table import Table

_MINUS = "−".encode()
_SUITS = ("♣".encode(), "♦".encode(), "♥".encode(), "♠".encode())


def compose_question(composer: Composer, table: "Table") -> None:
    """Add the question to the text of a composer."""
    composer.sentence(table.dialogue.question, table.dialogue.details, table.voice.label)


def compose_answer(composer: Composer, table: "Table", at: int) -> None:
    """Add the answer with the index `at` in `Dialogue.options` to the text of a composer."""
    text = table.dialogue.options[at]
    if text == texts.RANKS:
        composer.text(text, at)
    else:
        composer.sentence(text, table.dialogue.details, table.voice.label)


class PlainText(Composer):
    """A composer of text in UTF-8."""

    def __init__(self, speech: Speech) -> None:
        super().__init__(speech)
        self._parts: "list[bytes]" = []

    def part(self, text: bytes, start: int, stop: int) -> None:
        """Add the bytes from `start` to `stop` of a UTF-8 text."""
        self._parts.append(text[start:stop])

    def number(self, n: int) -> None:
        """Add a number."""
        sign = _MINUS if n < 0 else b""
        self._parts.append(sign + b"%d" % abs(n))

    def suit(self, suit: int) -> None:
        """Add the symbol of a suit."""
        self._parts.append(_SUITS[suit & 3])

    def take(self) -> bytes:
        """Return the composed text, and start with an empty one."""
        text = b"".join(self._parts)
        self._parts = []
        return text


class PlainQuestion:
    """The question on the display as text for a host, with the answers that keys give now."""

    def __init__(self, table: "Table", speech: Speech) -> None:
        self._table = table
        self._composer = PlainText(speech)

    def texts(self) -> "Generator[int, None, list[bytes]]":
        """Compose the question, then the answers of the suit keys from clubs on, one text a step.

        Return these texts, or an empty list if no question is asked.
        """
        table = self._table
        dialogue = table.dialogue
        while dialogue.asked:
            asked = self._asked()
            compose_question(self._composer, table)
            found = [self._composer.take()]
            for at in dialogue.shown():
                yield 0
                if self._asked() != asked:
                    break  # the question or its page has changed: compose the current one
                compose_answer(self._composer, table, at)
                found.append(self._composer.take())
            else:
                return found
        return []

    def _asked(self) -> "tuple[int, int, Notice, int, tuple[int, ...]]":
        """Return values that identify the question and its page."""
        dialogue = self._table.dialogue
        details = dialogue.details
        return dialogue.asked, dialogue.question, details, dialogue.page, dialogue.options
