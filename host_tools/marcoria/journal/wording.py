"""Events and notes as words: "card S 7H", "bid N pass", "ruling NS +10", "boot"."""

from marcoria.firmware.codes.game import SEATS, Events, Rulings, name_of
from marcoria.firmware.codes.journal import Notes
from marcoria.game.wording import CALLS, MELDS, words
from marcoria.journal.replay import Entry

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
# They say nothing but who.
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


def in_words(entry: Entry) -> str:
    """An event or a note of the journal."""
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
    """The first of the wanted words that does not come, in that order; "" if all do. What words
    leave out, such as the argument, may be anything."""
    lines = iter([in_words(entry).split() for entry in written])
    for wish in wanted:
        start = wish.split()
        if not any(line[: len(start)] == start for line in lines):
            return wish
    return ""
