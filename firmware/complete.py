"""The composition, last part: what is done between deals, and all of it at work."""

from micropython import const

from table.evening import Evening
from tasks import Tasks

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from app import Sitting
    from recovery import Recovery
    from showing import Showing


def complete(sitting: "Sitting", showing: "Showing", recovery: "Recovery") -> Tasks:
    """The whole table."""
    keys = sitting.keys
    evening = Evening(sitting.table, sitting.cards, keys.menus, showing.adjust)
    lights = sitting.seat_lights
    return Tasks(sitting.parts, sitting.table, keys, evening, lights, showing.face, recovery)
