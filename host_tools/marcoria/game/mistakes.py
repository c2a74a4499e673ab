"""What is wrong with a house file: all of it at once, where it stands and what may stand there.

The table itself stops at the first mistake and has no room for more words than a code
(`belote.housefile`); a test holds both to find the same files right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from belote.housekeys import CONFLICTS, DEFAULTS, KEYS
from table.files.houses import LEFT_OPEN

# What each key may be: words; or "#" and the largest number; or nothing, for any text.
_KEYS = {key: words for key, *words in (line.split() for line in KEYS.splitlines())}
_USUAL = dict(line.split(": ") for line in DEFAULTS.splitlines())
_CONFLICTS = [line.split() for line in CONFLICTS.splitlines()]
_BLANKS = " \t\r\v\f"
_BAR = "|"  # between what players choose from
_BOM = "\ufeff"
_SHOWN = 60  # letters of what stands in the file
_NOWHERE = 1 << 20  # behind all lines


@dataclass(frozen=True, order=True)
class Mistake:
    """One of them."""

    line: int
    code: str
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}" if self.line < _NOWHERE else self.sentence


def mistakes(text: str) -> list[Mistake]:
    """The mistakes of a file, in the order of its lines."""
    return _Reading(text).found


class _Reading:
    """A file, read to its end whatever is in it."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}  # of the keys
        self.values: dict[str, list[str]] = {}  # those that are right; several if players choose
        self.found: list[Mistake] = []
        if text.startswith(_BOM):
            self._note(
                1,
                "byte-order-mark",
                "the file begins with a byte order mark (BOM), which the table does not read:"
                " save it as UTF-8 without one",
            )
        for number, line in enumerate(text.removeprefix(_BOM).split("\n"), 1):
            said = line.partition("#")[0].strip(_BLANKS)
            if said:
                self._read(number, said)
        self._complete()
        for conflict in _CONFLICTS:
            self._compare(*conflict)
        self.found.sort()

    def _note(self, line: int, code: str, sentence: str) -> None:
        self.found.append(Mistake(line, code, sentence))

    def _read(self, number: int, said: str) -> None:
        """One line with something in it."""
        key, colon, value = said.partition(":")
        key, value = key.strip(_BLANKS), value.strip(_BLANKS)
        if not colon:
            self._note(number, "not-a-line", f"'{_short(said)}' is not of the form 'key: value'")
        elif key not in _KEYS:
            alike = get_close_matches(key[:_SHOWN], _KEYS, 1)
            meant = f"is '{alike[0]}' meant?" if alike else "docs/houses.md lists them"
            self._note(number, "unknown-key", f"'{_short(key)}' is no key of a house: {meant}")
        elif key in self.lines:
            before = f"it is on line {self.lines[key]} already"
            self._note(
                number, "key-twice", f"'{key}' stands there a second time, {before}: remove one"
            )
        else:
            self.lines[key] = number
            self._check(key, value)

    def _check(self, key: str, value: str) -> None:
        if _BAR in value and _KEYS[key]:
            sentence = _wrong_choice(key, _words(value))
        elif _may_be(key, value):
            sentence = ""
        else:
            sentence = f"'{key}' cannot be '{_short(value)}': it is {_one_of(key)}"
        if sentence:
            self._note(self.lines[key], "bad-value", sentence)
        else:
            self.values[key] = _words(value)

    def _complete(self) -> None:
        """What is left out is as usual, if anything is."""
        for key in _KEYS:
            if key in self.lines:
                continue
            if key in _USUAL:
                self.values[key] = [_USUAL[key]]
            else:
                sentence = (
                    f"the key '{key}' is missing: add a line '{key}: ...' with {_one_of(key)}"
                )
                self._note(_NOWHERE, "missing-key", sentence)

    def _compare(self, key: str, word: str, other: str, wanted: str) -> None:
        """Two keys of which the first, with that word, wants a word of the second, or (`!`) any
        but that."""
        if word not in self.values.get(key, ()) or other not in self.values:
            return
        unlike = wanted.startswith("!")
        if all((one == wanted.removeprefix("!")) != unlike for one in self.values[other]):
            return
        if key == other:
            sentence = f"'{key}' cannot be {word}"
        elif unlike:
            sentence = f"'{key}: {word}' does not go with {self._where(other)}: change one of them"
        else:
            instead = f"not {self._where(other)}: change one of them"
            sentence = f"'{key}: {word}' needs '{other}: {wanted}', {instead}"
        line = self.lines.get(key) or self.lines.get(other, _NOWHERE)
        self._note(line, "contradiction", sentence)

    def _where(self, key: str) -> str:
        """A key with its value, and where that comes from."""
        said = f"'{key}: {' | '.join(self.values[key])}'"
        return f"{said} (line {self.lines[key]})" if key in self.lines else f"{said}, as is usual"


def _may_be(key: str, value: str) -> bool:
    words = _KEYS[key]
    if not words:
        return value != ""
    if words[0] != "#":
        return value in words
    # Compared before it is read: Python refuses numbers of thousands of digits.
    digits = value.isascii() and value.isdigit() and len(value) <= len(words[1])
    return digits and str(int(value)) == value and int(value) <= int(words[1])


def _short(text: str) -> str:
    """Return the beginning of a text that is too long to be repeated in a sentence."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _words(value: str) -> list[str]:
    return [word.strip(_BLANKS) for word in value.split(_BAR)]


def _wrong_choice(key: str, words: list[str]) -> str:
    """What is wrong with what a key leaves to the players; "" if nothing is."""
    known = LEFT_OPEN.get(key, ())
    if not known:
        open_keys = _listed(sorted(LEFT_OPEN), "and")
        return f"'{key}' cannot be left to the players: {open_keys} can; say one value"
    for word in words:
        if word not in known:
            one_of = _listed(known, "or")
            return f"'{key}' cannot leave '{_short(word)}' to the players: it is {one_of}"
        if words.count(word) > 1:
            return f"'{key}' leaves '{word}' to the players twice: say it once"
    return ""


def _one_of(key: str) -> str:
    """What a key may be, in words."""
    words = _KEYS[key]
    if not words:
        return "any text"
    if words[0] == "#":
        return f"a number from 0 to {words[1]}"
    return _listed(words, "or")


def _listed(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]])
