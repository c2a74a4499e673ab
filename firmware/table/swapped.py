"""Two cards that were enrolled in each other's place. Loaded for that moment only."""

import sys

from micropython import const

_UNDOING = const(20)  # kind of event
_OF_CARDS = const(0x14260)  # kinds with a card in their argument: SCAN UPCARD CARD SHOW BOTTOM

_NOT_NOW = const(33)
_NOTED = const(128)
_MOST = const(24)  # events that a card read wrongly may take with it: some seconds
_EXCHANGED = const(39)  # a note in the journal
_EVERYONE = const(15)


def swap(table, seat: int, card: int, read: int) -> None:  # type: ignore[no-untyped-def]
    """What happened since one of them was first seen in this deal happens again with the other."""
    match = table.match
    events = match.events
    count = match.count
    first = 0
    while first < count and _other(events, first, card, read) == events[first * 4 + 2]:
        first += 1
    if count - first > _MOST:
        table.refuse(_NOT_NOW, seat)
    else:
        while match.count > first:
            table.happen(_UNDOING, seat)
        table.deck.swap(card, read)
        table.journal.add(_EXCHANGED, seat, card | read << 8)
        for event in range(first, count):
            at = event * 4
            arg = _other(events, event, card, read) | events[at + 3] << 8
            result = table.happen(events[at], events[at + 1], arg)
            if 0 < result < _NOTED:
                table.refuse(result, seat)
                break
        table.pads.changed = _EVERYONE
    del sys.modules[__name__]
    del sys.modules["table"].swapped


def _other(events: bytearray, event: int, card: int, read: int) -> int:
    """The low byte of an event's argument: of the two exchanged cards, the other one."""
    arg = events[event * 4 + 2]
    if _OF_CARDS >> events[event * 4] & 1:
        if arg == card:
            return read
        if arg == read:
            return card
    return arg
