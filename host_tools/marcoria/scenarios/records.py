"""Events and notes as words: "card S 7H", "bid N pass", "boot"."""

from marcoria.paths import use_firmware
from marcoria.people.eyes import SEATS

use_firmware()

from belote.cards import name  # noqa: E402  (importable only after the line above)

Record = tuple[int, int, int]

EVENTS = (
    "",
    "match",
    "target",
    "discipline",
    "deal",
    "scan",
    "upcard",
    "bid",
    "meld",
    "card",
    "back",
    "belote",
    "salt",
    "call-out",
    "show",
    "seven",
    "bottom",
    "offence",
    "confirm",
    "ruling",
    "undo",
)
NOTES = (
    "boot",
    "crash",
    "foreign",
    "crosstalk",
    "reader",
    "manual",
    "dead",
    "swapped",
    "redeal",
    "stuck",
    "refused",
    "pause",
    "resume",
    "abandon",
    "deck",
    "bad-block",
    "display",
    "safe-mode",
    "epoch",
    "steady",
    "keys",
)
LAST_EVENT = len(EVENTS) - 1
_FIRST_NOTE = 32
_CALLS = ("C", "D", "H", "S", "NT", "AT", "pass", "double", "redouble", "third")
_MELDS = ("tierce", "fifty", "hundred", "carre")
_OF_A_CARD = (5, 6, 9, 14, 16, 37, 38)
_ALONE = (10, 11, 12, 13, 15, 18, 20)  # say nothing but who


def in_words(record: Record) -> str:
    """An event or a note of the journal."""
    kind, seat, arg = record
    if kind <= LAST_EVENT:
        word = EVENTS[kind]
    elif kind < _FIRST_NOTE + len(NOTES):
        word = NOTES[kind - _FIRST_NOTE]
    else:
        word = f"#{kind}"
    return " ".join([word, SEATS[seat & 3], *_argument(kind, arg)])


def _argument(kind: int, arg: int) -> list[str]:
    if kind in _ALONE:
        return []
    if kind in _OF_A_CARD and arg < 32:
        return [name(arg)]
    if kind == 7 and arg < len(_CALLS):
        return [_CALLS[arg]]
    if kind == 8 and arg < len(_MELDS):
        return [_MELDS[arg]]
    return [str(arg)]


def missing(wanted: list[str], records: list[Record]) -> str:
    """The first of the wanted words that does not come, in that order; "" if all do. What words
    leave out, such as the argument, may be anything."""
    lines = iter([in_words(record).split() for record in records])
    for words in wanted:
        start = words.split()
        if not any(line[: len(start)] == start for line in lines):
            return words
    return ""
