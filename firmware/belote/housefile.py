"""Loading a house: the text of a `.house` file, checked, as attributes of small integers.

A value that is a word becomes its place among those that its key may have.
"""

from micropython import const

from belote import choices, duties
from belote.house import House
from belote.housekeys import CONFLICTS, DEFAULTS, KEYS

_BLANKS = const(" \t\r\v\f")

# The ranks that beat a rank, as masks, by the order of strength.
_PLAIN_BEATS = const(b"\xfe\xfc\xf8\x80\xe8\xc8\x88\x00")  # A T K Q J 9 8 7
_FACE_BEATS = const(b"\xfe\xfc\xf8\xf0\xe0\xc0\x80\x00")  # A K Q J T 9 8 7

# What the ranks up to the queen are worth; the king is as the house has it.
_TRUMP_POINTS = const(b"\x00\x00\x0e\x0a\x14\x03")
_PLAIN_POINTS = const(b"\x00\x00\x00\x0a\x02\x03")
_ACE = const(b"\x0b")


class HouseError(Exception):
    """A house file that is wrong: (code, key, what stands there or line number)."""


def load(text: str) -> House:
    """Return the house that `text` describes; raise HouseError and leave nothing behind."""
    return HouseReader().load(text)


class HouseReader:
    """Reads the texts of houses; what is the same for all of them is worked out once."""

    def __init__(self) -> None:
        self._keys: list[str] = []  # in the order of the mark
        self.allowed: dict[str, list[str]] = {}  # the words that each key may be
        for line in KEYS.split("\n"):
            words = line.split(" ")
            self._keys.append(words.pop(0))
            self.allowed[self._keys[-1]] = words
        self._usual = House()
        _read(self._usual, self.allowed, DEFAULTS)

    def load(self, text: str) -> House:
        """Return the house, ready to be played; raise HouseError."""
        house = self.read(text)
        house.mark = self.mark(house)
        _find_conflict(house, self.allowed)
        house.players = 2 if house.players else 4
        house.cards = 8 if house.players == 4 else 9
        house.step = (1 if house.direction else 3) if house.players == 4 else 2
        house.shift = 0 if house.players == 4 else 1
        house.plain_beats = _FACE_BEATS if house.plain else _PLAIN_BEATS
        king = b"\x0a" if house.king else b"\x04"
        house.plain_points = _PLAIN_POINTS + king + _ACE
        house.trump_points = _TRUMP_POINTS + king + _ACE
        find_duties(house)
        return house

    def read(self, text: str) -> House:
        """Return a house that has only the keys, as the file or else the defaults have them; raise
        HouseError for a wrong line, or a missing key without a default."""
        house = House()
        _read(house, self.allowed, text)
        for key in self._keys:
            if not hasattr(house, key):
                if not hasattr(self._usual, key):
                    raise HouseError("missing-key", key, "")
                setattr(house, key, getattr(self._usual, key))
        return house

    def choose(self, house: House, line: str) -> None:
        """Set one key of a house that was read, by a line that the players have agreed on."""
        key, _, word = line.partition(": ")
        setattr(house, key, _meaning(self.allowed[key], word))

    def mark(self, house: House) -> int:
        """Return sixteen bits made of what is not as is usual, by which a journal knows the rules.

        A table that learns a new key still knows the match it was in. Two sets of rules may have
        the same mark: compare their `rules`.
        """
        mark = 1
        for key in self._keys:
            value = getattr(house, key)
            if self.allowed[key] and value != getattr(self._usual, key, None):
                for byte in key.encode():
                    mark = (mark * 31 + byte) & 0xFFFF
                mark = (mark * 31 + value) & 0xFFFF
        return mark

    def rules(self, house: House) -> "list[int]":
        """Return the values of all keys but the name, of a house that was read."""
        return [getattr(house, key) for key in self._keys if self.allowed[key]]


def _read(house: House, allowed: dict[str, list[str]], text: str) -> None:
    """Reads the lines of a file."""
    number = 0
    for line in text.split("\n"):
        number += 1
        said = line.split("#")[0].strip(_BLANKS)
        if not said:
            continue
        key, colon, value = said.partition(":")
        key = key.strip(_BLANKS)
        value = value.strip(_BLANKS)
        if not colon:
            raise HouseError("not-a-line", key, number)
        if key not in allowed:
            raise HouseError("unknown-key", key, number)
        if hasattr(house, key):
            raise HouseError("key-twice", key, number)
        meant = _meaning(allowed[key], value)
        if meant == -1:
            raise HouseError("bad-value", key, value)
        setattr(house, key, meant)


def _meaning(allowed: list[str], value: str) -> int | str:
    """What a value is for a key that is allowed those words; -1 if nothing."""
    if not allowed:
        return value or -1
    if allowed[0] != "#":
        return allowed.index(value) if value in allowed else -1
    most = allowed[1]
    # Compared before it is read: nobody waits for a number of thousands of digits.
    if len(value) > len(most):
        return -1
    try:
        number = int(value)
    except ValueError:
        return -1
    return number if 0 <= number <= int(most) and str(number) == value else -1


def _find_conflict(house: House, allowed: dict[str, list[str]]) -> None:
    for line in CONFLICTS.split("\n"):
        key, word, other, wanted = line.split(" ")
        if _holds(house, allowed, key, word) and not _holds(house, allowed, other, wanted):
            raise HouseError("contradiction", other, key + " " + word)


def _holds(house: House, allowed: dict[str, list[str]], key: str, word: str) -> bool:
    """Whether a key has that word, or (`!`) any but that."""
    meant = _meaning(allowed[key], word.lstrip("!"))
    return bool(getattr(house, key) == meant) != word.startswith("!")


def find_duties(house: House) -> None:
    """Works out what is owed in the play."""
    lead = duties.RISE | duties.OWES_LOWEST if house.no_rise else duties.RISE
    plain = duties.RISE if house.rise_plain else 0
    of_partner = duties.RISE if house.rise_plain == choices.RISE_PLAIN_MUST else 0
    house.follow = bytes((plain, of_partner, lead, 0 if house.rise_partner else lead))
    under = (duties.UNDER_ANY, 0, duties.UNDER_LOWEST)[house.under]
    height = duties.HIGHER | duties.HEIGHT_ONLY if house.over_partner else 0
    over = 0 if house.overcut else duties.HIGHER | under
    over_partner = (
        height,
        over or height,
        duties.HIGHER | duties.UNDER_ANY if height else duties.ANY,
        duties.HIGHER | under,
    )[house.partner]
    cut = 0 if house.cut else duties.ANY
    cut_partner = duties.ANY if house.partner >= choices.PARTNER_TRUMP else 0
    house.void = bytes((cut, over, cut_partner, over_partner))
