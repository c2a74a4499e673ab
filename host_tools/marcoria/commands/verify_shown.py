"""What somebody who looks through a deck sees: all its cards on a terminal, lines elsewhere."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from marcoria.asked import asked
from marcoria.game.card_picture import SUITS, progress
from marcoria.game.enrolment import CARDS, word_of
from marcoria.game.verification import DEAD, MISSING, READ, WEAK

if TYPE_CHECKING:
    from rich.console import RenderableType

    from marcoria.game.verification import Verification

_RANKS = 8
_MARKS = {READ: "●", WEAK: "!", MISSING: "·", DEAD: "x"}
_STYLES = {READ: "green", WEAK: "yellow", MISSING: "", DEAD: "dim"}
_SAYS = {MISSING: "not laid, or no pad reads it", DEAD: "known as dead, played by hand"}
_MEND = "Lay it again, in the middle; if it stays so: a new tag, MENU, Replace a card"


@contextmanager
def shown(name: str, verification: "Verification") -> Iterator["Lines"]:
    """It is shown as long as that."""
    if asked().json or not sys.stdout.isatty():
        yield Lines(name, verification)
        return
    from rich.live import Live

    from marcoria.terminal import console

    with Live(console=console(), auto_refresh=False) as live:
        yield Picture(name, verification, live)


class Lines:
    """A line for whatever happens."""

    def __init__(self, name: str, verification: "Verification") -> None:
        self.name = name
        self.verification = verification

    def asks(self) -> None:
        """A card is waited for."""

    def took(self, kind: int) -> None:
        """That one was read."""
        self._tell_result(kind)

    def refused(self, sentence: str) -> None:
        """That is none, or was not there long enough."""
        self._tell(sentence, refused=sentence)

    def ends(self) -> None:
        """What was not laid, and how it stands in all."""
        verification = self.verification
        for kind in CARDS:
            if kind not in verification.results:
                self._tell_result(kind)
        facts = {
            "weak": [word_of(kind) for kind in verification.weak],
            "missing": [word_of(kind) for kind in verification.left],
        }
        if verification.weak or verification.left:
            self._advise()
        self._tell(self._sum(), deck=self.name, read=self._read(), **facts)

    def _tell_result(self, kind: int) -> None:
        result = self.verification.result(kind)
        look = self.verification.looks.get(kind)
        facts = {"looks": look.heard + look.failed, "failed": look.failed} if look else {}
        self._tell(self.says(kind), card=word_of(kind), result=result, **facts)

    def says(self, kind: int) -> str:
        """How that one is, in words."""
        result = self.verification.result(kind)
        look = self.verification.looks.get(kind)
        if not look:
            return f"{self.called(kind)}: {_SAYS[result]}"
        if result == READ:
            return f"{self.called(kind)}: well"
        if not look.stayed:
            return f"{self.called(kind)}: weak, it comes and goes"
        looks = look.heard + look.failed
        return f"{self.called(kind)}: weak, {look.failed} looks of {looks} failed"

    def called(self, kind: int) -> str:
        """Its name."""
        return word_of(kind)

    def _read(self) -> int:
        return sum(kind in CARDS for kind in self.verification.results)

    def _sum(self) -> str:
        weak, left = len(self.verification.weak), len(self.verification.left)
        return (
            f"deck '{self.name}': {self._read()} cards read, {weak} of them weak, {left} not laid"
        )

    def _advise(self) -> None:
        if not asked().json and not asked().quiet:
            print(_MEND)

    def _tell(self, words: str, **facts: Any) -> None:
        print(json.dumps({"ok": True, **facts}) if asked().json else words, flush=True)


class Picture(Lines):
    """The same on a terminal, drawn again and again by `live`."""

    def __init__(self, name: str, verification: "Verification", live: object) -> None:
        from marcoria.commands.enrol_shown import ranks

        super().__init__(name, verification)
        self._live = live
        self._told, self._style = "", ""
        self._ranks = ranks()

    def asks(self) -> None:
        left = f"{len(self.verification.left)} left, Ctrl-C ends it"
        self._draw("Lay each card on any pad, for two seconds", left, [(self._told, self._style)])

    def took(self, kind: int) -> None:
        well = self.verification.result(kind) == READ
        self._told = ("✓ " if well else "! ") + self.says(kind)
        self._style = "green" if well else "yellow"

    def refused(self, sentence: str) -> None:
        self._told, self._style = f"✗ {sentence}", "red"

    def ends(self) -> None:
        verification = self.verification
        rows = [("! " + self.says(kind), "yellow") for kind in verification.weak]
        if verification.left:
            names = " ".join(self.called(kind) for kind in verification.left)
            rows.append((f"✗ {names}: {_SAYS[MISSING]}", "red"))
        rows += [(_MEND, "")] if rows else [("✓ all is well", "green")]
        self._draw(self._sum(), "", rows)

    def called(self, kind: int) -> str:
        if kind not in CARDS:
            return word_of(kind).upper()
        return f"{self._ranks[kind % _RANKS]}{SUITS[kind // _RANKS]}"

    def _draw(self, head: str, beside: str, rows: list[tuple[str, str]]) -> None:
        drawn = self.drawn(head, beside, rows)
        self._live.update(drawn, refresh=True)  # type: ignore[attr-defined]  # rich's

    def drawn(self, head: str, beside: str, rows: list[tuple[str, str]]) -> "RenderableType":
        """How each card is, and sentences below."""
        from rich.console import Group
        from rich.text import Text

        title = Text(head, style="bold").append(f"   {beside}", "not bold dim")
        marks = {kind: _MARKS[self.verification.result(kind)] for kind in CARDS}
        cards = [Text(f"  {line}") for line in progress(marks, self._ranks)]
        legend = Text("  ")
        for result, style in _STYLES.items():
            says = "not laid" if result == MISSING else result
            legend.append(f"{_MARKS[result]} {says}   ", "dim")
            for line in cards:
                line.highlight_words([_MARKS[result]], style)
        return Group(title, Text(), *cards, Text(), legend, Text(), *(Text(*row) for row in rows))
