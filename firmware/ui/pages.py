"""The pages of the display: what stands where.

A page is 400 by 150 pixels; the other side of the table gets the same one, turned round.
"""

from micropython import const

import texts
from codes.game import Phases, Totals
from ui.fields import Fields
from ui.glyphs import BLACK, LARGEST, SMALL, WHITE
from ui.layout import (
    Page,
    above,
    band,
    beside,
    box,
    question,
    rule,
    score,
    sentence,
    text,
    title,
)
from ui.rows import LEFT, MIDDLE, RIGHT, WIDEST

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

    from table.table import Table
    from ui.rows import Field

_SCORES = (
    score(4, 1, LARGEST, LEFT, Fields.score, 0),
    score(396, 1, LARGEST, RIGHT, Fields.score, 1),
)

_NO_MATCH = Page(
    (
        text(200, 1, LARGEST, MIDDLE, Fields.suits),
        band(78, 40),
        title(80, Fields.label, texts.TITLE),
        text(200, 123, SMALL, MIDDLE, Fields.line_below),
    )
)


def _before(field: "Field") -> tuple:
    """The page before the bidding; `field` is what matters at that moment."""
    return _SCORES + (
        beside(Fields.particular),
        band(77, 27),
        text(200, 80, SMALL, MIDDLE, Fields.house, ink=WHITE),
        text(4, 104, SMALL, LEFT, Fields.label, texts.TARGET),
        text(396, 104, SMALL, RIGHT, field),
        text(200, 127, SMALL, MIDDLE, Fields.line_below),
    )


_BEFORE_A_DEAL = Page(_before(Fields.packets))
_DEALT = Page(_before(Fields.discipline))

_DEAL = _SCORES + (
    beside(Fields.beside),
    band(78, 40),
    text(6, 86, SMALL, LEFT, Fields.side, 0, WHITE),
    text(394, 86, SMALL, RIGHT, Fields.side, 1, WHITE),
    title(80, Fields.contract),
)

_IN_A_DEAL = Page(_DEAL + (text(200, 123, SMALL, MIDDLE, Fields.line_below),))

_IN_PLAY = Page(
    _DEAL
    + (
        text(200, 123, SMALL, MIDDLE, Fields.line_below, widest=270),
        text(6, 123, SMALL, LEFT, Fields.taken, 0),
        text(394, 123, SMALL, RIGHT, Fields.taken, 1),
    )
)


_RIGHT = (334, 396)  # where the numbers of both sides end


def _both(y: int, ends: tuple, field: "Field", arg: int = 0, ink: int = BLACK) -> tuple:
    """What each side has."""
    north, east = ends
    return (
        text(north, y, SMALL, RIGHT, field, arg, ink),
        text(east, y, SMALL, RIGHT, field, arg + 1, ink),
    )


def _each(rows: "Callable[[int], tuple]", count: int) -> tuple:
    """So many of the like."""
    found: tuple = ()
    for place in range(count):
        found += rows(place)
    return found


def _detail(row: int) -> tuple:
    """One of the rows that a hand was counted from: four on the left, two on the right."""
    y = 26 + 24 * (row & 3)
    if row < 4:
        label = text(4, y, SMALL, LEFT, Fields.detail, row, widest=114)
        return (label,) + _both(y, (155, 203), Fields.detail_points, 2 * row)
    label = text(214, y, SMALL, LEFT, Fields.detail, row, widest=82)
    return (label,) + _both(y, _RIGHT, Fields.detail_points, 2 * row)


_RESULT = Page(
    (
        (band(0, 25), text(6, 2, SMALL, LEFT, Fields.outcome, 0, WHITE, widest=278))
        + _both(2, _RIGHT, Fields.side, 0, WHITE)
        + (rule(208, 25, 100),)
        + _each(_detail, 6)
        + (text(214, 74, SMALL, LEFT, Fields.multiplied),)
        + _both(74, _RIGHT, Fields.hand)
        + (box(208, 98, 192, 2), text(214, 100, SMALL, LEFT, Fields.total))
        + _both(100, _RIGHT, Fields.score_with_hand)
        + (text(200, 126, SMALL, MIDDLE, Fields.line_below),)
    )
)

_LEFT = (126, 188)


def _of_hands(place: int) -> tuple:
    """One of the hands of a match: four on the left, four on the right."""
    y = 26 + 24 * (place & 3)
    label = text(6 if place < 4 else 214, y, SMALL, LEFT, Fields.hand_number, place)
    ends = _LEFT if place < 4 else _RIGHT
    return (label,) + _both(y, ends, Fields.hand_points, 2 * place)


_HANDS = Page(
    (
        (band(0, 25),)
        + _both(2, _LEFT, Fields.side, 0, WHITE)
        + _both(2, _RIGHT, Fields.side, 0, WHITE)
        + (rule(199, 25, 100),)
        + _each(_of_hands, 8)
        + (text(200, 126, SMALL, MIDDLE, Fields.matches_won),)
    )
)

_WON = Page(
    _SCORES
    + (
        band(78, 72),
        title(82, Fields.line_below, widest=WIDEST),
        text(200, 121, SMALL, MIDDLE, Fields.ending, ink=WHITE),
    )
)

_NOTICE = Page(_SCORES + (sentence(Fields.notice),))

_SERVICE = Page((above(Fields.crash), sentence(Fields.notice)))


def _of_trick(x: int, align: int, field: "Field", first: int) -> tuple:
    return tuple(
        [text(x, 26 + 24 * i, SMALL, align, field, first + i, widest=136) for i in range(4)]
    )


_TRICKS = Page(
    (
        (
            band(0, 25),
            text(6, 2, SMALL, LEFT, Fields.label, texts.THIS_TRICK, WHITE),
            text(208, 2, SMALL, LEFT, Fields.trick_before, ink=WHITE, widest=190),
            rule(199, 25, 100),
        )
        + _of_trick(6, LEFT, Fields.laid_by, 0)
        + _of_trick(190, RIGHT, Fields.laid, 0)
        + _of_trick(208, LEFT, Fields.laid_by, 4)
        + _of_trick(394, RIGHT, Fields.laid, 4)
        + (text(200, 126, SMALL, MIDDLE, Fields.contract),)
    )
)


def _of_place(place: int) -> tuple:
    """What is left to be touched there."""
    y = 26 + 24 * place
    widest = 166 if place == 4 else 64
    return (
        text(4, y, SMALL, LEFT, Fields.place, place, widest=widest),
        text(397, y, SMALL, RIGHT, Fields.left, place, widest=392 - widest),
    )


_CHECKUP = Page(
    (band(0, 25), text(200, 2, SMALL, MIDDLE, Fields.question, ink=WHITE)) + _each(_of_place, 5)
)

_MENU = Page(
    (
        question(Fields.question),
        text(8, 0, SMALL, LEFT, Fields.option, 0),
        text(8, 23, SMALL, LEFT, Fields.option, 1),
        text(8, 46, SMALL, LEFT, Fields.option, 2),
        text(8, 69, SMALL, LEFT, Fields.option, 3),
    )
)

_OF_PHASE = {
    Phases.IDLE: _NO_MATCH,
    Phases.READY: _BEFORE_A_DEAL,
    Phases.DEALT: _DEALT,
    Phases.BIDDING: _IN_A_DEAL,
    Phases.PLAY: _IN_PLAY,
}


def page(table: "Table") -> Page:
    """The one that it is time for."""
    match = table.match
    if table.crash:
        return _SERVICE
    if table.dialogue.asked:
        return _CHECKUP if table.dialogue.question == texts.TOUCH_ALL else _MENU
    if table.look.open:
        return _TRICKS
    if table.look.page:
        return _HANDS
    if table.notice.text:
        return _NOTICE
    if match.phase == Phases.DONE:
        return _RESULT
    if match.totals[Totals.WINNER] >= 0:
        return _WON
    if match.conduct.suspects and match.phase == Phases.PLAY:
        return _IN_A_DEAL  # the sentence takes the whole line
    return _OF_PHASE[match.phase]
