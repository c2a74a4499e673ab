"""Events and notes as a journal has them, and the match that they tell of."""

from typing import TypeAlias

from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Events

# What it is, the seat, the argument.
Entry: TypeAlias = "tuple[int, int, int]"

_END = (0, 0, 0)


def events_of(written: list[Entry]) -> list[Entry]:
    """The events among them, without the notes."""
    return [entry for entry in written if Events.MATCH <= entry[0] <= Events.UNDO]


def follow(house: House, written: list[Entry]) -> Match:
    """Return the match that these entries tell of, the last one."""
    game = Match(house)
    for event in events_of(written):
        game.apply(*event)
    return game


def settled(happened: list[Entry]) -> list[Entry]:
    """Events without those that were undone, and cards scanned at the same time in their order."""
    found: list[Entry] = []
    scans: list[Entry] = []
    for event in happened + [_END]:
        if event[0] == Events.SCAN:
            scans.append(event)
            continue
        found += sorted(scans)
        scans = []
        if event[0] == Events.UNDO:
            found.pop()
        elif event != _END:
            found.append(event)
    return found
