"""What somebody who enrols a deck sees: the card to lay on a terminal, lines elsewhere."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from marcoria.asked import asked
from marcoria.game.card_picture import RED, SUITS, picture, progress
from marcoria.game.enrolment import CARDS, word_of

if TYPE_CHECKING:
    from rich.console import RenderableType

    from marcoria.game.enrolment import Enrolment

_RANKS = 8


@contextmanager
def shown(enrolment: "Enrolment") -> Iterator["Lines"]:
    """It is shown as long as that."""
    if asked().json or not sys.stdout.isatty():
        yield Lines(enrolment)
        return
    from rich.live import Live

    from marcoria.terminal import console

    with Live(console=console(), auto_refresh=False, transient=True) as live:
        yield Picture(enrolment, live)


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
    """The same on a terminal, drawn again and again by `live`."""

    def __init__(self, enrolment: "Enrolment", live: object) -> None:
        super().__init__(enrolment)
        self._live = live
        self._told, self._style = "", ""
        self._ranks = ranks()

    def asks(self) -> None:
        self._live.update(self.drawn(), refresh=True)  # type: ignore[attr-defined]  # rich's

    def took(self, kind: int, uid: str) -> None:
        self._told, self._style = f"✓ {self._called(kind)} is {uid}", "green"

    def refused(self, sentence: str) -> None:
        self._told, self._style = f"✗ {sentence}", "red"

    def drawn(self) -> "RenderableType":
        """The card, how far it is, and what the last tag was."""
        from rich.console import Group
        from rich.text import Text

        kind = self.enrolment.next
        head = Text(f"Lay {self._called(kind)} on any pad", style="bold")
        head.append(f"   {self.enrolment.left} left, Ctrl-C stops, the same again goes on", "dim")
        parts: list[RenderableType] = [head, Text()]
        if kind in CARDS:
            colour = "red" if kind // _RANKS in RED else ""
            parts += [Text(f"    {line}", colour) for line in picture(kind, self._ranks)]
            parts.append(Text())
        if set(self.enrolment.done) | {kind} <= {*CARDS, -1}:
            marks = dict.fromkeys(self.enrolment.done, "●") | {kind: "▸"}
            parts += [Text(f"  {line}") for line in progress(marks, self._ranks)]
            parts.append(Text())
        parts.append(Text(self._told, self._style))
        return Group(*parts)

    def _called(self, kind: int) -> str:
        if kind not in CARDS:
            return f"the card that does what {word_of(kind).upper()} does"
        return f"{self._ranks[kind % _RANKS]}{SUITS[kind // _RANKS]}"


def ranks() -> list[str]:
    """What the cards are called in the language that was asked for."""
    from marcoria.people.company import words

    return words(asked().lang or "en")["ranks"].split("|")
