"""What somebody who enrols a deck sees: the card to lay on a terminal, lines elsewhere."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from marcoria.asked import asked
from marcoria.game.card_picture import RED, SUITS, picture, progress
from marcoria.game.decks import CARDS, word_of
from marcoria.scenarios.paint import is_terminal
from marcoria.terminal import drawn_on

if TYPE_CHECKING:
    from rich.console import RenderableType

    from marcoria.game.decks import Enrolment

_RANKS = 8
PROGRESS_WIDTH = 46  # columns that all cards take
_HOW = ", Ctrl-C stops, the same again goes on"
_WIDE = 72  # columns, for that as well
_HEAD_LINES = 4  # what to lay, and a refusal that is wrapped
_PICTURE_LINES = 10


@contextmanager
def shown(enrolment: "Enrolment") -> Iterator["Lines"]:
    """Show an enrolment for as long as the block lasts."""
    if asked().json or not is_terminal(sys.stdout):
        yield Lines(enrolment)
        return
    picture = Picture(enrolment)
    with drawn_on(picture.drawn) as picture.draw:
        yield picture


class Lines:
    """A line for whatever happens."""

    def __init__(self, enrolment: "Enrolment") -> None:
        self.enrolment = enrolment
        self._asked = -1

    def asks(self) -> None:
        """Which card is to be laid."""
        kind = self.enrolment.next
        if kind != self._asked and not (asked().json or asked().quiet):
            print(f"lay {word_of(kind)} on any pad, {self.enrolment.left} are left", flush=True)
        self._asked = kind

    def took(self, kind: int, uid: str) -> None:
        """That is it."""
        self._tell(f"{word_of(kind)} is {uid}", card=word_of(kind), uid=uid)

    def refused(self, sentence: str) -> None:
        """That is none."""
        self._tell(sentence, refused=sentence)

    def _tell(self, words: str, **facts: str) -> None:
        print(json.dumps({"ok": True, **facts}) if asked().json else words, flush=True)


class Picture(Lines):
    """A picture of the enrolment on a terminal; `draw` draws it at once."""

    draw: Callable[[], object] = bool

    def __init__(self, enrolment: "Enrolment") -> None:
        super().__init__(enrolment)
        self._told, self._style = "", ""
        self._ranks = ranks()

    def asks(self) -> None:
        self.draw()

    def took(self, kind: int, uid: str) -> None:
        self._told, self._style = f"✓ {self._called(kind)} is {uid}", "green"

    def refused(self, sentence: str) -> None:
        self._told, self._style = f"✗ {sentence}", "red"

    def drawn(self, columns: int, lines: int) -> "RenderableType":
        """Draw what has room: which card to lay, what the last tag was, the card, the deck."""
        from rich.console import Group
        from rich.text import Text

        kind = self.enrolment.next
        head = Text(f"Lay {self._called(kind)} on any pad", style="bold")
        more = f"   {self.enrolment.left} left"
        head.append(more + _HOW * (columns >= _WIDE), "not bold dim")
        parts = [head, Text(self._told, self._style)]
        room = lines - _HEAD_LINES
        if kind in CARDS and room > _PICTURE_LINES:
            room -= _PICTURE_LINES
            colour = "red" if kind // _RANKS in RED else ""
            parts += [Text(f"    {line}", colour) for line in picture(kind, self._ranks)]
            parts.append(Text())
        is_deck = set(self.enrolment.done) | {kind} <= {*CARDS, -1}
        if is_deck and room > len(SUITS) and columns >= PROGRESS_WIDTH:
            marks = dict.fromkeys(self.enrolment.done, "●") | {kind: "▸"}
            parts += [Text(f"  {line}") for line in progress(marks, self._ranks)]
        return Group(*parts)

    def _called(self, kind: int) -> str:
        if kind not in CARDS:
            return f"the card that does what {word_of(kind).upper()} does"
        return f"{self._ranks[kind % _RANKS]}{SUITS[kind // _RANKS]}"


def ranks() -> list[str]:
    """What the cards are called in the language that was asked for."""
    from marcoria.bots.company import words

    return words(asked().lang or "en")["ranks"].split("|")
