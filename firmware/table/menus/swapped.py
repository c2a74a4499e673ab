"""Two cards that were enrolled in each other's place."""

from micropython import const

from codes import answers, events, notes, seats

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_FAR_BACK = const(24)  # events that a card read wrongly may take with it: some seconds
_WITH_A_CARD = bytes((events.SCAN, events.UPCARD, events.CARD, events.SHOW, events.BOTTOM))


def swap(table: "Table", seat: int, card: int, read: int) -> None:
    """What happened since one of them was first seen in this deal happens again with the other."""
    match = table.match
    past = match.events
    count = match.count
    first = 0
    while first < count and _other(past, first, card, read) == past[first * 4 + 2]:
        first += 1
    if count - first > _FAR_BACK:
        table.refuse(answers.NOT_NOW, seat)
    else:
        while match.count > first:
            table.happen(events.UNDO, seat)
        table.deck.swap(card, read)
        table.journal.add(notes.EXCHANGED, seat, card | read << 8)
        for event in range(first, count):
            at = event * 4
            arg = _other(past, event, card, read) | past[at + 3] << 8
            result = table.happen(past[at], past[at + 1], arg)
            if 0 < result < answers.NOTED:
                table.refuse(result, seat)
                break
        table.pads.changed = seats.EVERYONE


def _other(past: bytearray, event: int, card: int, read: int) -> int:
    """The low byte of an event's argument: of the two exchanged cards, the other one."""
    arg = past[event * 4 + 2]
    if past[event * 4] in _WITH_A_CARD:
        if arg == card:
            return read
        if arg == read:
            return card
    return arg
