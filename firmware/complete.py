"""The composition, last part: what is done between deals, and all of it at work."""

import time

from micropython import const

import texts
from codes.journal import Notes
from journal.host import Tail
from journal.latest import latest
from link.commands import Context
from link.link import Link
from table.evening import Evening
from tasks import Tasks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from app import Sitting
    from recovery import Recovery
    from showing import Showing
    from table.table import Table

# Each says how things are with the PIN.
_ABOUT_THE_PIN = bytes(
    (Notes.PIN_TRY, Notes.PIN_RIGHT, Notes.PIN_CHANGED, Notes.PIN_GONE, Notes.PIN_AGAIN)
)


def complete(sitting: "Sitting", showing: "Showing", recovery: "Recovery") -> Tasks:
    """The whole table."""
    keys = sitting.keys
    _recall(sitting.table)
    evening = Evening(sitting.table, sitting.cards, keys.menus, showing.adjust)
    lights = sitting.seat_lights
    tail = Tail(sitting.table.journal)
    context = Context(sitting.table, sitting.parts, evening, tail, showing.question, recovery.safe)
    link = Link(sitting.parts.console, context)
    return Tasks(sitting.parts, sitting.table, keys, evening, lights, showing.face, link, recovery)


def _recall(table: "Table") -> None:
    """The director's PIN: how often it was wrong, and whether somebody has taken it away."""
    state, seq = latest(table.journal, _ABOUT_THE_PIN)
    table.lock.recall(state, seq, time.ticks_ms())
    if table.lock.gone and not table.notice.text:
        table.say(texts.PIN_GONE, ms=0)
