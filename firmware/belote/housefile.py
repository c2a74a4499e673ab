"""Loading a house: the text of a `.house` file, checked, as attributes of small integers.

A value that is a word becomes its place among those that its key may have.
The text is compared byte by byte where it lies: cut into words it would fill much of the heap.
"""

from belote import choices, duties
from belote.cards import FACE_BEATS, PLAIN_BEATS, PLAIN_POINTS, TRUMP_POINTS
from belote.house import House
from belote.housekeys import CONFLICTS, DEFAULTS, KEYS


class HouseError(Exception):
    """A house file that is wrong: (code, key, what stands there or line number)."""


def load(text: str) -> House:
    """The house that `text` describes; raises HouseError and leaves nothing behind."""
    house = House()
    _read(house, text.encode() + b"\n")
    usual = House()
    _read(usual, DEFAULTS)
    house.mark = _complete(house, usual)
    _find_conflict(house)
    house.players = 2 if house.players else 4
    house.cards = 8 if house.players == 4 else 9
    house.step = (1 if house.direction else 3) if house.players == 4 else 2
    house.shift = 0 if house.players == 4 else 1
    house.plain_beats = (PLAIN_BEATS, FACE_BEATS)[house.plain]
    house.plain_points = _with_king(PLAIN_POINTS, house.king)
    house.trump_points = _with_king(TRUMP_POINTS, house.king)
    find_duties(house)
    return house


def _read(house: House, data: bytes) -> None:
    """Reads the lines of a file."""
    start = number = 0
    while start < len(data):
        end = data.find(b"\n", start)
        number += 1
        stop = data.find(b"#", start, end)
        stop = _trim(data, start, end if stop < 0 else stop)
        start = _skip(data, start, stop)
        if start < stop:
            _read_line(house, data, start, stop, number)
        start = end + 1


def _skip(data: bytes, start: int, end: int) -> int:
    """Where the blanks at `start` end."""
    while start < end and data[start] <= 32:
        start += 1
    return start


def _trim(data: bytes, start: int, end: int) -> int:
    """Where the blanks before `end` start."""
    while end > start and data[end - 1] <= 32:
        end -= 1
    return end


def _read_line(house: House, data: bytes, start: int, end: int, number: int) -> None:
    """One line with something in it."""
    colon = data.find(b":", start, end)
    stop = _trim(data, start, colon if colon >= 0 else end)
    key = str(data[start:stop], "utf8")
    if colon < 0:
        raise HouseError("not-a-line", key, number)
    line = _line_of(data, start, stop)
    if line < 0:
        raise HouseError("unknown-key", key, number)
    if hasattr(house, key):
        raise HouseError("key-twice", key, number)
    start = _skip(data, colon + 1, end)
    value = _value(line, data, start, end)
    if value == -1:
        raise HouseError("bad-value", key, str(data[start:end], "utf8"))
    setattr(house, key, value)


def _line_of(data: bytes, start: int, end: int) -> int:
    """Where in KEYS the key that stands in `data` ends, or -1."""
    at = 0
    while at < len(KEYS):
        stop = _match(data, start, end, at)
        if stop >= 0:
            return stop
        at = KEYS.find(b"\n", at) + 1
    return -1


def _match(data: bytes, start: int, end: int, at: int) -> int:
    """Where the word at `at` of KEYS ends, if it is the one that stands in `data`; else -1."""
    for i in range(start, end):
        if data[i] != KEYS[at] or data[i] <= 32:
            return -1
        at += 1
    return at if start < end and KEYS[at] <= 32 else -1


def _value(at: int, data: bytes, start: int, end: int) -> int | str:
    """What stands in `data` means for the key that ends at `at` of KEYS; -1 if nothing."""
    if KEYS[at] == 10:
        return str(data[start:end], "utf8") if start < end else -1
    if KEYS[at + 1] == 35:
        return _number(data, start, end, int(KEYS[at + 3 : KEYS.find(b"\n", at)]))
    place = 0
    while KEYS[at] == 32:
        if _match(data, start, end, at + 1) >= 0:
            return place
        place += 1
        at += 1
        while KEYS[at] > 32:
            at += 1
    return -1


def _number(data: bytes, start: int, end: int, most: int) -> int:
    number = 0
    for i in range(start, end):
        if not 48 <= data[i] <= 57 or number > most:
            return -1
        number = number * 10 + data[i] - 48
    padded = end - start > 1 and data[start] == 48
    return -1 if start == end or padded or number > most else number


def _find_conflict(house: House) -> None:
    at = 0
    while at < len(CONFLICTS):
        second = CONFLICTS.find(b" ", CONFLICTS.find(b" ", at) + 1) + 1
        if _holds(house, at) and not _holds(house, second):
            key = str(CONFLICTS[at : second - 1], "utf8")
            other = str(CONFLICTS[second : CONFLICTS.find(b" ", second)], "utf8")
            raise HouseError("contradiction", other, key)
        at = CONFLICTS.find(b"\n", at) + 1


def _holds(house: House, at: int) -> bool:
    """Whether the key that stands at `at` of CONFLICTS has the value after it."""
    space = CONFLICTS.find(b" ", at)
    start = space + 1
    unlike = CONFLICTS[start] == 33
    end = start
    while CONFLICTS[end] > 32:
        end += 1
    value = _value(_line_of(CONFLICTS, at, space), CONFLICTS, start + unlike, end)
    return bool(getattr(house, str(CONFLICTS[at:space], "utf8")) == value) != unlike


def _complete(house: House, usual: House) -> int:
    """Has what the file leaves out be as is usual; raises HouseError if nothing is. Returns the
    mark, sixteen bits that tell two sets of rules apart: made of what is not as is usual, so that
    a table that learns a new key still knows the match it was in."""
    mark = 1
    at = 0
    while at < len(KEYS):
        end = at
        while KEYS[end] > 32:
            end += 1
        key = str(KEYS[at:end], "utf8")
        value = getattr(usual, key, None)
        if not hasattr(house, key):
            if value is None:
                raise HouseError("missing-key", key, "")
            setattr(house, key, value)
        elif KEYS[end] == 32 and getattr(house, key) != value:
            for byte in KEYS[at:end]:
                mark = (mark * 31 + byte) & 0xFFFF
            mark = (mark * 31 + getattr(house, key)) & 0xFFFF
        at = KEYS.find(b"\n", at) + 1
    return mark


def _with_king(points: bytes, ten: int) -> bytes:
    return points[:6] + b"\x0a" + points[7:] if ten else points


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
