"""Views of `enrol` and `deck verify`: a picture on a terminal, or one line for each event."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from marcoria.context import asked
from marcoria.game.card_picture import RED, SUITS, picture, progress
from marcoria.game.decks import CARDS, DEAD, MISSING, READ, WEAK, word_of
from marcoria.scenarios.paint import is_terminal
from marcoria.terminal import console, drawn_on

if TYPE_CHECKING:
    from rich.console import RenderableType

    from marcoria.game.decks import Enrolment, Verification

_RANKS = 8
PROGRESS_WIDTH = 46  # columns needed to show the overview of all cards
_HOW = ", Ctrl-C stops, the same command resumes"
_WIDE = 72  # columns needed to show _HOW as well
_HEAD_LINES = 4  # lines for the name of the next card, and for a refusal, which may wrap
_PICTURE_LINES = 10
_LINES = 12  # lines needed to show the overview and the result of the last card
_MARKS = {READ: "●", WEAK: "!", MISSING: "·", DEAD: "x"}
_STYLES = {READ: "green", WEAK: "yellow", MISSING: "", DEAD: "dim"}
_SAYS = {
    MISSING: "not laid, or no pad can read it",
    DEAD: "its tag is known to be dead, so the card is named with the keys",
}
_MEND = (
    "Lay the card again, in the middle of the pad. If the result stays the same, give the card a"
    " new tag: MENU, Replace a card"
)


class _Lines:
    """Output of one line for each event."""

    def refused(self, sentence: str) -> None:
        """Print why a card was refused."""
        self._tell(sentence, refused=sentence)

    def _tell(self, words: str, **facts: object) -> None:
        print(json.dumps({"ok": True, **facts}) if asked().json else words, flush=True)


class _Picture:
    """Picture on a terminal, drawn several times a second, and at once when `asks` is called."""

    draw: Callable[[], object] = bool
    _told, _style = "", ""  # the result of the last card, and the style of this text
    _ranks: list[str]

    def asks(self) -> None:
        """Draw the picture."""
        self.draw()

    def refused(self, sentence: str) -> None:
        """Show why a card was refused."""
        self._told, self._style = f"✗ {sentence}", "red"

    def _called(self, kind: int) -> str:
        return f"{self._ranks[kind % _RANKS]}{SUITS[kind // _RANKS]}"


@contextmanager
def enrolment_shown(enrolment: "Enrolment") -> Iterator["EnrolmentLines"]:
    """Yield the view of an enrolment: a picture on a terminal without --json, else lines."""
    if asked().json or not is_terminal(sys.stdout):
        yield EnrolmentLines(enrolment)
        return
    picture = EnrolmentPicture(enrolment)
    with drawn_on(picture.drawn) as picture.draw:
        yield picture


class EnrolmentLines(_Lines):
    """Progress of an enrolment, printed as one line for each event."""

    def __init__(self, enrolment: "Enrolment") -> None:
        self.enrolment = enrolment
        self._asked = -1

    def asks(self) -> None:
        """Ask for the next card, once for each card; with --json or --quiet, print nothing."""
        kind = self.enrolment.next
        if kind != self._asked and not (asked().json or asked().quiet):
            print(f"lay {word_of(kind)} on any pad, {self.enrolment.left} left", flush=True)
        self._asked = kind

    def took(self, kind: int, uid: str) -> None:
        """Print that a card was registered."""
        self._tell(f"{word_of(kind)} is {uid}", card=word_of(kind), uid=uid)


class EnrolmentPicture(_Picture, EnrolmentLines):
    """Progress of an enrolment as a picture on a terminal."""

    def __init__(self, enrolment: "Enrolment") -> None:
        super().__init__(enrolment)
        self._ranks = _rank_names()

    def took(self, kind: int, uid: str) -> None:
        """Show that a card was registered."""
        self._told, self._style = f"✓ {self._called(kind)} is {uid}", "green"

    def drawn(self, columns: int, lines: int) -> "RenderableType":
        """Return the picture: the name of the next card and the result of the last card.

        If there is room, add a drawing of the next card and the overview of all cards. Leave out
        both for command cards.
        """
        from rich.console import Group
        from rich.text import Text

        kind = self.enrolment.next
        ask = f"Lay {self._called(kind)} on any pad" if kind >= 0 else "All are enrolled"
        head = Text(ask, style="bold")
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
            return f"the command card for {word_of(kind).upper()}"
        return super()._called(kind)


def _rank_names() -> list[str]:
    """Return the names of the ranks in the language of --lang, by default English."""
    from marcoria.bots.company import words

    return words(asked().lang or "en")["ranks"].split("|")


@contextmanager
def verification_shown(name: str, verification: "Verification") -> Iterator["VerificationLines"]:
    """Yield the view of a deck's check: a picture on a terminal without --json, else lines."""
    if asked().json or not is_terminal(sys.stdout):
        yield VerificationLines(name, verification)
        return
    picture = VerificationPicture(name, verification)
    try:
        with drawn_on(picture.drawn) as picture.draw:
            yield picture
    finally:
        picture.leave()


class VerificationLines(_Lines):
    """Progress of a deck's check, printed as one line for each event."""

    def __init__(self, name: str, verification: "Verification") -> None:
        self.name = name
        self.verification = verification
        self._asked = False

    def asks(self) -> None:
        """Print the instructions once; with --json or --quiet, print nothing."""
        if not self._asked and not (asked().json or asked().quiet):
            left = len(self.verification.left)
            print(f"lay each card on any pad for two seconds: {left} left", flush=True)
        self._asked = True

    def took(self, kind: int) -> None:
        """Print how well a card was read."""
        self._tell_result(kind)

    def ends(self) -> None:
        """Print the cards that were not laid, then advice if it is needed, then the totals."""
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
        """Return the result of a card in words."""
        result = self.verification.result(kind)
        look = self.verification.looks.get(kind)
        if not look:
            return f"{self.called(kind)}: {_SAYS[result]}"
        if result == READ:
            return f"{self.called(kind)}: good"
        if not look.stayed:
            return f"{self.called(kind)}: weak, the reader loses it now and then"
        looks = look.heard + look.failed
        return f"{self.called(kind)}: weak, {look.failed} of {looks} reads failed"

    def called(self, kind: int) -> str:
        """Return the name of a card."""
        return word_of(kind)

    def _read(self) -> int:
        return sum(kind in CARDS for kind in self.verification.results)

    def _sum(self) -> str:
        weak = sum(kind in CARDS for kind in self.verification.weak)
        left = len(self.verification.left)
        return (
            f"deck '{self.name}': {self._read()} cards read, {weak} of them weak, {left} not laid"
        )

    def _advise(self) -> None:
        if not asked().json and not asked().quiet:
            print(_MEND)


class VerificationPicture(_Picture, VerificationLines):
    """Progress of a deck's check as a picture on a terminal."""

    def __init__(self, name: str, verification: "Verification") -> None:
        super().__init__(name, verification)
        self._ranks = _rank_names()
        self._result: list[tuple[str, str]] = []

    def took(self, kind: int) -> None:
        """Show how well a card was read."""
        well = self.verification.result(kind) == READ
        self._told = ("✓ " if well else "! ") + self.says(kind)
        self._style = "green" if well else "yellow"

    def ends(self) -> None:
        """Store the final result, which `leave` prints."""
        verification = self.verification
        rows = [("! " + self.says(kind), "yellow") for kind in verification.weak]
        if verification.left:
            names = " ".join(self.called(kind) for kind in verification.left)
            rows.append((f"✗ {names}: {_SAYS[MISSING]}", "red"))
        self._result = [*rows, (_MEND, "")] if rows else [("✓ all cards are good", "green")]

    def leave(self) -> None:
        """Print the final result, which stays on the terminal."""
        if self._result:
            console().print(self.result())

    def result(self) -> "RenderableType":
        """Return the overview of all cards, with the final result below."""
        return self._all(self._sum(), "", self._result)

    def called(self, kind: int) -> str:
        """Return a card's rank and suit sign, or a command's name in capitals."""
        if kind not in CARDS:
            return word_of(kind).upper()
        return self._called(kind)

    def drawn(self, columns: int, lines: int) -> "RenderableType":
        """Return the picture: the result of the last card, and the overview if there is room."""
        from rich.console import Group
        from rich.text import Text

        head = "Lay each card on any pad for two seconds"
        left = f"{len(self.verification.left)} left, Ctrl-C ends it"
        if lines < _LINES or columns < PROGRESS_WIDTH:
            return Group(Text(head, "bold"), Text(left, "dim"), Text(self._told, self._style))
        return self._all(head, left, [(self._told, self._style)])

    def _all(self, head: str, beside: str, rows: list[tuple[str, str]]) -> "RenderableType":
        """Return a title, the overview of all cards, a legend, and rows of text below."""
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
