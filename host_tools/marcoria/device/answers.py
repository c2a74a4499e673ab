"""Fields of a table's answers, as in docs/link.schema.json, and the function that checks them."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from marcoria.firmware.codes.game import Phases
from marcoria.firmware.codes.link import LinkTerms
from marcoria.firmware.link.line import is_printed

# Kind of a field: description for errors, function that checks a value, and whether the field is
# required.
Kind: TypeAlias = "tuple[str, Callable[[object], bool], bool]"

_LONGEST_TEXT = 400  # letters
_ANSWER_KEYS = 4
_LONGEST_NAME = 24
_MOST_PARTS = 32
_MOST_BLOCKS = 4096  # blocks of 4 KiB: more than any journal has
_LONGEST_FRAME = 1320  # characters of a frame in base64
_SLOTS_LENGTH = 172  # characters of eight records in base64
_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_LAST_LETTER = 0x10FFFF
_HEX = "0123456789abcdef"


def _whole(low: int = 0, high: int = LinkTerms.LARGEST) -> Kind:
    def fits(value: object) -> bool:
        return type(value) is int and low <= value <= high

    return f"a whole number from {low} to {high}", fits, True


def _text(longest: int = _LONGEST_TEXT) -> Kind:
    def fits(value: object) -> bool:
        return isinstance(value, str) and len(value) <= longest and all(map(is_printed, value))

    return f"a text of at most {longest} letters", fits, True


def _hexadecimal(*lengths: int) -> Kind:
    def fits(value: object) -> bool:
        return (
            isinstance(value, str)
            and len(value) in lengths
            and all(letter in _HEX for letter in value)
        )

    return "hexadecimal digits", fits, True


def _word(*words: str) -> Kind:
    return f"one of {', '.join(words)}", lambda value: value in words, True


def _list_of(kind: Kind, least: int, most: int) -> Kind:
    words, fits_one, _ = kind

    def fits(value: object) -> bool:
        return (
            isinstance(value, list) and least <= len(value) <= most and all(map(fits_one, value))
        )

    count = f"{least}" if least == most else f"at most {most}"
    return f"a list of {count}, each {words}", fits, True


def _optional(kind: Kind) -> Kind:
    return kind[0], kind[1], False


def _is_slots(value: object) -> bool:
    if not isinstance(value, str) or len(value) != _SLOTS_LENGTH:
        return False
    # 128 bytes in base64 end with one padding character.
    return value[-1] == "=" and all(letter in _BASE64 for letter in value[:-1])


def _is_base64(value: object, most: int) -> bool:
    """Return whether a value is base64 of at most `most` letters."""
    return (
        isinstance(value, str)
        and len(value) <= most
        and len(value) % 4 == 0
        and all(letter in _BASE64 for letter in value.rstrip("="))
    )


_NUMBER = _whole()
_ANY_WHOLE: Kind = ("a whole number", lambda value: type(value) is int, True)
_TRUTH: Kind = ("true or false", lambda value: isinstance(value, bool), True)
_TRUE: Kind = ("true", lambda value: value is True, False)
_SEAT = _whole(0, 3)
_SLOTS: Kind = ("eight records in base64", _is_slots, False)
_FRAME: Kind = ("a frame in base64", lambda value: _is_base64(value, _LONGEST_FRAME), False)
_LINE = {"n": _NUMBER, "ok": _TRUTH}
_REFUSAL = {
    "error": _text(),
    "refused": _optional(_NUMBER),
    "wait": _optional(_NUMBER),
    "letter": _optional(_whole(0, _LAST_LETTER)),
}
_BID = {
    "turn": _SEAT,
    "contract": _whole(-1, 5),
    "taker": _SEAT,
    "factor": _NUMBER,
    "plays": _whole(0, 32),
    "cards": _list_of(_whole(0, 31), 0, 4),
}
_ANSWERS: dict[str, dict[str, Kind]] = {
    "hello": {
        "link": _NUMBER,  # any version; `marcoria doctor` reports a wrong one
        "board": _text(),
        "epoch": _NUMBER,
        "seq": _NUMBER,
        "boot": _NUMBER,
        "mark": _NUMBER,
        "pin": _TRUTH,
        "safe": _TRUTH,
        "slot": _word("a", "b"),
        "version": _text(),
        "build": _hexadecimal(0, 12),
        "trial": _TRUTH,
        "hub": _optional(_hexadecimal(0, 8)),
    },
    "state": {
        "phase": _whole(Phases.IDLE, Phases.DONE),
        "totals": _list_of(_ANY_WHOLE, 8, 8),
        "events": _NUMBER,
        "faults": _NUMBER,
        "asked": _whole(0, 15),
        "text": _NUMBER,
        "question": _optional(_text()),
        "answers": _optional(_list_of(_text(), 0, _ANSWER_KEYS)),
        "more": _optional(_TRUTH),
    }
    | {name: _optional(kind) for name, kind in _BID.items()},
    "test": {
        "pads": _list_of(_whole(0, 7), 4, 4),
        "keys": _NUMBER,
        "display": _NUMBER,
        "refreshes": _optional(_NUMBER),
        "failed": _optional(_NUMBER),
        "missing": _optional(_list_of(_text(_LONGEST_NAME), 0, _MOST_PARTS)),
        "room": _NUMBER,
        "unread": _NUMBER,
        "lost": _TRUTH,
        "flipped": _optional(_NUMBER),
        "crash": _text(),
        "celsius": _ANY_WHOLE,
        "left": _list_of(_whole(0, 255), 5, 5),
    },
    "gain": {"counts": _list_of(_NUMBER, 24, 24)},
    "house": {
        "name": _text(_LONGEST_NAME),
        "agreed": _list_of(_text(), 0, 4),
        "mark": _NUMBER,
    },
    "names": {"names": _list_of(_text(_LONGEST_NAME), 4, 4)},
    "heap": {"used": _NUMBER, "free": _NUMBER},
    "reads": {
        "reads": _NUMBER,
        "misses": _NUMBER,
        "garbles": _NUMBER,
        "crowds": _NUMBER,
        "resets": _NUMBER,
    },
    "time": {"ms": _NUMBER, "boot": _NUMBER},
    "events": {"slots": _SLOTS, "first": _optional(_NUMBER), "to": _optional(_NUMBER)},
    "frame": {"frame": _FRAME},
    "enrol": {"hub": _hexadecimal(8)},
    "wifi": {"restarts": _TRUTH},
    "broker": {"restarts": _TRUTH},
    "clock": {"restarts": _TRUTH},
    "courier": {
        "ssid": _text(),
        "host": _text(),
        "state": _optional(_word("off", "waits", "wifi", "name", "broker", "hub", "reports")),
        "why": _optional(_text()),
        "sent": _optional(_NUMBER),
        "failures": _optional(_NUMBER),
    },
    "flash": {"blocks": _whole(1, _MOST_BLOCKS), "slots": _SLOTS},
    "tag": {"seat": _SEAT, "uid": _optional(_hexadecimal(8, 14, 20)), "phone": _TRUE},
}


def fault_of(do: str, answer: Mapping[str, object]) -> tuple[str, str] | None:
    """Return the first missing or invalid field of an answer to the command `do`.

    Return the field's name and a description of its valid values, or None if the answer is valid.
    Unknown fields come from a newer program of the table and are ignored.
    """
    fields = dict(_LINE)
    if answer.get("ok") is False:
        fields.update(_REFUSAL)
    else:
        fields.update(_ANSWERS.get(do, {}))
        fields.update(_needed(do, answer))
    for name, (words, fits, needed) in fields.items():
        if name in answer:
            if not fits(answer[name]):
                return name, words
        elif needed:
            return name, words
    return None


def _needed(do: str, answer: Mapping[str, object]) -> dict[str, Kind]:
    """Return the fields that the answer must have because of its other fields."""
    if do == "state":
        phase = answer.get("phase")
        return _BID if type(phase) is int and phase >= Phases.BIDDING else {}
    if do == "events" and "slots" in answer:
        return {"first": _NUMBER, "to": _NUMBER}
    if do == "tag" and "phone" not in answer:
        return {"uid": _hexadecimal(8, 14, 20)}
    return {}
