"""What people have chosen, for a host that asks, or that the director sends: the house, who sits
where. These few commands take heap, and what changes something is for between deals."""

from micropython import const

import texts
from codes import phases, replies, totals
from table.files.settings import is_word
from table.setup.choosing import play

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from desk import Desk
    from link.line import Line
    from link.reply import Reply


def house(desk: "Desk", line: "Line", reply: "Reply") -> int:
    """Which is played; another one with `name`, between two matches."""
    table = desk.table
    if line.find(b"name"):
        match = table.match
        playing = match.phase >= phases.READY and match.totals[totals.WINNER] < 0
        wrong = refused(desk, line, reply) or (replies.NOT_NOW if playing else replies.DONE)
        if wrong:
            return wrong
        name = _word(line)
        if not name or "/" in name:
            return replies.FIELD
        why_not = play(table, name)
        if why_not:
            return replies.FAILED if why_not == texts.NOT_SAVED else replies.FIELD
        _show(desk)
    settings = table.settings
    reply.text(b"name", settings.house.encode())
    reply.texts(b"agreed", settings.agreed)
    reply.number(b"mark", table.match.house.mark)
    return replies.DONE


def names(desk: "Desk", line: "Line", reply: "Reply") -> int:
    """Those of the players; another one for a `seat` with `name`, between two deals."""
    settings = desk.table.settings
    if line.find(b"name"):
        seat = line.number(b"seat")
        wrong = refused(desk, line, reply)
        if wrong:
            return wrong
        name = _word(line)
        if not 0 <= seat < 4 or name is None:
            return replies.FIELD
        settings.names[seat] = name
        if not settings.save():
            return replies.FAILED
        _show(desk)
    reply.texts(b"names", settings.names)
    return replies.DONE


def refused(desk: "Desk", line: "Line", reply: "Reply") -> int:
    """Why nothing can be changed: it is the director's, cards are in play, people change it."""
    if desk.shut(line, reply):
        return replies.PIN
    if desk.table.match.phase > phases.READY or desk.evening.menu:
        return replies.NOT_NOW
    return replies.DONE


def _word(line: "Line") -> "str | None":
    """The name, if it is one that a file of settings may have."""
    line.find(b"name")
    try:
        name = line.text()
    except UnicodeError:
        return None
    return name if is_word(name) else None


def _show(desk: "Desk") -> None:
    desk.evening.changed()
    desk.table.changed = desk.table.urgent = True
