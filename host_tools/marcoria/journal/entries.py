"""Conversion of a journal's events and notes to words, and to the match that they describe."""

from typing import TypeAlias

from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import SEATS, Events, Rulings, name_of
from marcoria.firmware.codes.journal import Notes
from marcoria.game.names import CALLS, MELDS, words

# Kind, seat, argument.
Entry: TypeAlias = "tuple[int, int, int]"

_WORDS = words(Events) | words(Notes)
_WITH_A_CARD = (
    Events.SCAN,
    Events.UPCARD,
    Events.CARD,
    Events.SHOW,
    Events.BOTTOM,
    Notes.BY_HAND,
    Notes.DEAD_CARD,
)
# Events without an argument.
_ALONE = (
    Events.BACK,
    Events.BELOTE,
    Events.SALT,
    Events.CALL_OUT,
    Events.SEVEN,
    Events.CONFIRM,
    Events.UNDO,
)

_RULINGS = ("NS", "EW", "void", "award", "pardon", "new-dealer", "hanging", "give")
_OF_POINTS = (0, 1, Rulings.HANGING)


def events_of(written: list[Entry]) -> list[Entry]:
    """Return the entries that are events, without the notes."""
    return [entry for entry in written if Events.MATCH <= entry[0] <= Events.UNDO]


def follow(house: House, written: list[Entry]) -> Match:
    """Return the last match that the entries describe, in its state after the last event."""
    game = Match(house)
    for event in events_of(written):
        game.apply(*event)
    return game


def settled(happened: list[Entry]) -> list[Entry]:
    """Return the events that were not undone, with each run of successive scans sorted."""
    left: list[Entry] = []
    for event in happened:
        if event[0] == Events.UNDO:
            left.pop()
        else:
            left.append(event)
    found: list[Entry] = []
    scans: list[Entry] = []
    for event in left:
        if event[0] == Events.SCAN:
            scans.append(event)
        else:
            found += sorted(scans)
            found.append(event)
            scans = []
    return found + sorted(scans)


def in_words(entry: Entry) -> str:
    """Return an event or a note in words, such as "card N JH" or "ruling NS +10"."""
    kind, seat, arg = entry
    if kind == Events.RULING and seat < len(_RULINGS):
        given = f"{arg - Rulings.NO_POINTS:+}" if seat in _OF_POINTS else f"{arg}"
        return f"ruling {_RULINGS[seat]} {given}"
    return " ".join([_WORDS.get(kind, f"#{kind}"), SEATS[seat & 3]] + _argument(kind, arg))


def _argument(kind: int, arg: int) -> list[str]:
    if kind in _ALONE:
        return []
    if kind in _WITH_A_CARD and arg < 32:
        return [name_of(arg)]
    if kind == Events.BID and arg in CALLS:
        return [CALLS[arg]]
    if kind == Events.MELD and arg < len(MELDS):
        return [MELDS[arg]]
    return [str(arg)]


def missing(wanted: list[str], written: list[Entry]) -> str:
    """Return the first wanted text that is not found, "" if all are found.

    The entries must have the texts in the order of `wanted`; other entries may stand between them.
    A text may leave out words at the end of an entry, such as the argument.
    """
    lines = iter([in_words(entry).split() for entry in written])
    for wish in wanted:
        start = wish.split()
        if not any(line[: len(start)] == start for line in lines):
            return wish
    return ""
