"""The pages of the display: how each is drawn, and which one is shown."""

from micropython import const

import texts
from codes.game import Phases, Totals
from ui.details import details
from ui.glyphs import BLACK, LARGEST, WHITE
from ui.lines import Lines
from ui.pen import LEFT, MIDDLE, RIGHT, WIDEST, Pen

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from table.table import Table
    from ui.pen import About, Compose, Steps

    Page = Callable[[Pen, Lines, Table], Steps]

_FIRST_ROW = const(26)  # y of the row below the band at the top
_ROW = const(24)  # pixels from one row to the next
_ON_A_SIDE = const(4)  # rows on each half of the page
# For each side: x where its numbers end.
_AT_LEFT = (126, 188)  # in the left half of the page
_AT_RIGHT = (334, 396)  # in the right half


def _scores(pen: Pen, lines: Lines) -> "Steps":
    """Draw the points of both sides at the left and right end."""
    yield from pen.score(4, LEFT, lines.score, 0)
    yield from pen.score(396, RIGHT, lines.score, 1)


def _no_match(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the page that is shown while there is no match."""
    yield from pen.text(200, 1, MIDDLE, lines.suits, font=LARGEST)
    pen.band(78, 40)
    yield from pen.title(80, lines.text, texts.TITLE)
    yield from pen.text(200, 123, MIDDLE, lines.line_below)


def _before_a_deal(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the page that is shown before a deal."""
    return _before(pen, lines, lines.packets)


def _dealt(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the page that is shown between the start of a deal and the bidding."""
    return _before(pen, lines, lines.discipline)


def _before(pen: Pen, lines: Lines, matters: "Compose") -> "Steps":
    """Draw a page before the bidding; `matters` composes the line at the right, below the band."""
    yield from _scores(pen, lines)
    yield from pen.beside(lines.particular)
    pen.band(77, 27)
    yield from pen.text(200, 80, MIDDLE, lines.house, ink=WHITE)
    yield from pen.text(4, 104, LEFT, lines.target)
    yield from pen.text(396, 104, RIGHT, matters)
    yield from pen.text(200, 127, MIDDLE, lines.line_below)


def _in_a_deal(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the page of the bidding, or of the play without the points of tricks taken."""
    yield from _deal(pen, lines)
    yield from pen.text(200, 123, MIDDLE, lines.line_below)


def _in_play(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the page of the play, with the points of tricks taken."""
    yield from _deal(pen, lines)
    yield from pen.text(200, 123, MIDDLE, lines.line_below, widest=270)
    yield from pen.text(6, 123, LEFT, lines.taken, 0)
    yield from pen.text(394, 123, RIGHT, lines.taken, 1)


def _deal(pen: Pen, lines: Lines) -> "Steps":
    """Draw the scores, the facts between them, the names of both sides, and the contract."""
    yield from _scores(pen, lines)
    yield from pen.beside(lines.beside)
    pen.band(78, 40)
    yield from pen.text(6, 86, LEFT, lines.side, 0, ink=WHITE)
    yield from pen.text(394, 86, RIGHT, lines.side, 1, ink=WHITE)
    yield from pen.title(80, lines.contract)


def _result(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the sheet of a hand that was played."""
    pen.band(0, 25)
    yield from pen.text(6, 2, LEFT, lines.outcome, ink=WHITE, widest=278)
    yield from _both(pen, _AT_RIGHT, 2, lines.side, ink=WHITE)
    pen.rule(208, 25, 100)
    rows = details(table.match)
    for place in range(len(rows)):
        row = rows[place]
        left = place < _ON_A_SIDE
        x, widest, ends = (4, 114, (155, 203)) if left else (214, 82, _AT_RIGHT)
        y = _FIRST_ROW + _ROW * (place % _ON_A_SIDE)
        yield from pen.text(x, y, LEFT, lines.detail, row, widest=widest)
        yield from _both(pen, ends, y, lines.detail_points, row)
    yield from pen.text(214, 74, LEFT, lines.multiplied)
    yield from _both(pen, _AT_RIGHT, 74, lines.hand)
    pen.box(208, 98, 192, 2)
    yield from pen.text(214, 100, LEFT, lines.total)
    yield from _both(pen, _AT_RIGHT, 100, lines.score_with_hand)
    yield from pen.text(200, 126, MIDDLE, lines.line_below)


def _both(
    pen: Pen,
    ends: "tuple[int, int]",
    y: int,
    compose: "Compose",
    *about: "About",
    ink: int = BLACK,
) -> "Steps":
    """Draw a line for each side; `ends` has the x where the line of each side ends."""
    for side in range(2):
        yield from pen.text(ends[side], y, RIGHT, compose, *about, side, ink=ink)


def _hands(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw a page of the results of earlier hands."""
    pen.band(0, 25)
    yield from _both(pen, _AT_LEFT, 2, lines.side, ink=WHITE)
    yield from _both(pen, _AT_RIGHT, 2, lines.side, ink=WHITE)
    pen.rule(199, 25, 100)
    history = table.history
    shown = table.look.hands(len(history.hands))
    # Copy the hands: the director may remove a hand while the page is drawn.
    hands = history.hands[shown.start : shown.stop]
    for place in range(len(hands)):
        x, ends = (6, _AT_LEFT) if place < _ON_A_SIDE else (214, _AT_RIGHT)
        y = _FIRST_ROW + _ROW * (place % _ON_A_SIDE)
        if history.first:
            yield from pen.text(x, y, LEFT, lines.hand_number, history.first + shown[place])
        yield from _both(pen, ends, y, lines.hand_points, hands[place])
    yield from pen.text(200, 126, MIDDLE, lines.matches_won)


def _won(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the page that is shown after the end of a match."""
    yield from _scores(pen, lines)
    pen.band(78, 72)
    yield from pen.title(82, lines.line_below, widest=WIDEST)
    yield from pen.text(200, 121, MIDDLE, lines.ending, ink=WHITE)


def _notice(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the scores and the current sentence, which covers the scores if it is long."""
    yield from _scores(pen, lines)
    yield from pen.sentence(lines.notice)


def _service(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the message of the last crash, and the current sentence below it."""
    yield from pen.above(lines.crash)
    yield from pen.sentence(lines.notice)


def _tricks(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the current trick and an earlier one."""
    pen.band(0, 25)
    yield from pen.text(6, 2, LEFT, lines.text, texts.THIS_TRICK, ink=WHITE)
    yield from pen.text(208, 2, LEFT, lines.trick_before, ink=WHITE, widest=190)
    pen.rule(199, 25, 100)
    yield from _trick(pen, lines, 6, 190, table.look.this_trick())
    yield from _trick(pen, lines, 208, 394, table.look.trick_before())
    yield from pen.text(200, 126, MIDDLE, lines.contract)


def _trick(pen: Pen, lines: Lines, left: int, right: int, plays: range) -> "Steps":
    """Draw a row for each play: the player begins at `left`, and the card ends at `right`."""
    y = _FIRST_ROW
    for play in plays:
        yield from pen.text(left, y, LEFT, lines.laid_by, play, widest=136)
        yield from pen.text(right, y, RIGHT, lines.laid, play, widest=136)
        y += _ROW


def _checkup(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw the self-test: a row for each seat and the director, with what is left to try."""
    pen.band(0, 25)
    yield from pen.text(200, 2, MIDDLE, lines.question, ink=WHITE)
    for place in range(5):
        y = _FIRST_ROW + _ROW * place
        width = yield from pen.text(397, y, RIGHT, lines.left, place, widest=366)
        yield from pen.text(4, y, LEFT, lines.place, place, widest=388 - width)


def _menu(pen: Pen, lines: Lines, table: "Table") -> "Steps":
    """Draw a question and its answers."""
    yield from pen.question(lines.question)
    for place in range(len(table.dialogue.shown())):
        yield from pen.text(8, 23 * place, LEFT, lines.option, place)


_OF_PHASE: "dict[int, Page]" = {
    Phases.IDLE: _no_match,
    Phases.READY: _before_a_deal,
    Phases.DEALT: _dealt,
    Phases.BIDDING: _in_a_deal,
    Phases.PLAY: _in_play,
    Phases.DONE: _result,
}


def page(table: "Table") -> "Page":
    """Return the page for the current state of the table."""
    match = table.match
    if table.crash:
        return _service
    if table.dialogue.asked:
        return _checkup if table.dialogue.question == texts.TOUCH_ALL else _menu
    if table.look.open:
        return _tricks
    if table.look.page:
        return _hands
    if table.voice.notice.text:
        return _notice
    if match.phase != Phases.DONE and match.totals[Totals.WINNER] >= 0:
        return _won
    if match.conduct.suspects and match.phase == Phases.PLAY:
        # The sentence about the suspicion needs the whole line, so leave out the points of tricks.
        return _in_a_deal
    return _OF_PHASE[match.phase]
