"""The names of keys: "N C", "S PASS", "MENU"."""

SEATS = "NESW"
SEAT_KEYS = ("C", "D", "H", "S", "PASS", "CALL", "RAP")
DIRECTOR_KEYS = ("MENU", "UNDO", "OK", "MUTE")
NO_KEY = 255  # in board.KEYS, of a pin without one
SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


def key_name(key: str, seat: "str | None" = None) -> str:
    """The name of a key, at a seat or of the director's; ValueError if there is none."""
    key = SUITS.get(key, key)
    if seat is None and key in DIRECTOR_KEYS:
        return key
    if seat is not None and seat in tuple(SEATS) and key in SEAT_KEYS:
        return seat + " " + key
    raise ValueError("no key %s at %s" % (key, seat))


def name_of(number: int) -> str:
    """The name of the key with that number in board.KEYS."""
    seat, key = number >> 3, number & 7
    return SEATS[seat] + " " + SEAT_KEYS[key] if key < 7 else DIRECTOR_KEYS[seat]
