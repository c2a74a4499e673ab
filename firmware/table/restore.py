"""Functions that restore the match from the journal when the table starts."""

from micropython import const

import texts
from codes.game import Events, Phases, Totals
from table.files import houses
from table.menus import wishes

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from belote.match import Match
    from table.menus.menus import Menus
    from table.table import Table

_UNTOLD = const(-2)  # marks totals[WINNER] until the replay of the journal sets it


async def restore(table: "Table", sure: bool, step: "Callable[[], Awaitable[None]]") -> None:
    """Restore the last match in the journal by a replay of its events.

    If the match has another house than the loaded one, load its house, and store this house in
    `table.settings`. Drop the match instead if players have chosen the loaded house (`sure` is
    True), or if `houses.with_mark` returns no house. Then a sentence says so, unless the match was
    over. `step` is awaited after each house file that does not have the match's house.
    """
    mine = table.match.house
    mark, over = _replay(table)
    if mark in (-1, mine.mark):
        return
    name, agreed, house = await houses.with_mark(table.settings.root, mark, step)
    if house:
        table.match.use(house)
        over = _replay(table)[1]
    if house and not sure:
        table.settings.house = name
        table.settings.agreed = agreed
        return
    table.match.use(mine)
    if not over:
        table.voice.call(", ".join([name] + agreed).encode())
        unknown = texts.HOUSES_ALIKE if name else texts.HOUSE_GONE
        table.voice.say(texts.OTHER_HOUSE if house else unknown, ms=0)


def _replay(table: "Table") -> "tuple[int, bool]":
    """Replay the journal; return the mark of its last match, and whether this match is over.

    The mark is -1 if there is no match. If the mark is not that of the loaded house, the match is
    reset. It then counts as over only if its checkpoint says so.
    """
    match = table.match
    match.totals[Totals.WINNER] = _UNTOLD
    marks = []

    def again(what: int, seat: int, arg: int) -> None:
        if what == Events.MATCH:
            marks.append(arg)
        _begin(match)
        table.apply(what, seat, arg)

    table.history.begin(-1)
    marks.insert(0, table.journal.restore(match.totals, table.history.load, again))
    _begin(match)
    winner = match.totals[Totals.WINNER]
    is_other = 0 <= marks[-1] != match.house.mark
    if is_other and len(marks) > 1:
        winner = -1  # the loaded house has refused the event MATCH: `winner` is of an older match
    if winner == _UNTOLD or is_other:
        # The journal has no match, or a match of another house: reset what the replay has set.
        match.use(match.house)
    return marks[-1], winner >= 0


def _begin(match: "Match") -> None:
    """Set an idle match to READY if its totals were restored from a checkpoint."""
    if match.phase == Phases.IDLE and match.totals[Totals.WINNER] != _UNTOLD:
        match.resume()


def tell(table: "Table", menus: "Menus") -> None:
    """Request the menu about a loss if players must be told that a part of the match was lost."""
    if table.journal.lost:
        menus.request(wishes.LOST, 0)
