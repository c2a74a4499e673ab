"""Events as words of BDN: "7H", "pass", "S.tierce", "director.NS=+10"."""

from marcoria.firmware.codes.game import RANKS, SEATS, SUITS, Disciplines, Events, Rulings, name_of
from marcoria.game.names import CALLS, MELDS, OFFENCES, words
from marcoria.journal.entries import Entry

CARDS = {name_of(card): card for card in range(32)}
CARDS |= {word.lower(): card for word, card in CARDS.items()}
CARDS |= {f"10{suit}": RANKS.index("T") | i << 3 for i, suit in enumerate(SUITS)}
CALL_NUMBERS = {word: number for number, word in CALLS.items() if word != "all-trumps"}
CALL_NUMBERS |= {word.lower(): number for word, number in CALL_NUMBERS.items()}
CALL_NUMBERS |= {word[:1].upper() + word[1:]: i for word, i in CALL_NUMBERS.items()}
CALL_NUMBERS |= {word.upper(): number for word, number in CALL_NUMBERS.items()}
DISCIPLINES = words(Disciplines)

DIRECTOR = "director"
_ALONE = {
    Events.MATCH: "match",
    Events.BACK: "back",
    Events.BELOTE: "belote",
    Events.SALT: "salt",
    Events.CALL_OUT: "out",
    Events.SEVEN: "seven",
    Events.CONFIRM: "confirms",
    Events.UNDO: "undo",
}
_OF_CARDS = {Events.SCAN: "scans", Events.SHOW: "shows", Events.BOTTOM: "bottom"}
_BARE = (Events.UPCARD, Events.CARD)
_GIVEN = ("beside", "instead", "corrected")
_NOBODY = "none"


def word_of(event: Entry, sides: tuple[str, str], mark: int) -> str:
    """Return the word of an event, "" for DEAL, which has no word.

    `sides` are the names of the sides. `mark` is the mark of the deal's house.
    """
    kind, seat, arg = event
    if kind in _BARE:
        return str(name_of(arg))
    if kind == Events.BID:
        return str(CALLS[arg])
    if kind == Events.RULING:
        return f"{DIRECTOR}.{_of_a_ruling(seat, arg, sides)}"
    return "" if kind == Events.DEAL else f"{SEATS[seat]}.{_of_a_seat(kind, arg, mark)}"


def _of_a_seat(kind: int, arg: int, mark: int) -> str:
    if kind in _ALONE and arg == (mark if kind == Events.MATCH else 0):
        return _ALONE[kind]
    if kind in _OF_CARDS:
        return f"{_OF_CARDS[kind]}={name_of(arg)}"
    if kind == Events.MELD:
        return MELDS[arg]
    if kind == Events.TARGET:
        return f"target={arg}"
    if kind == Events.DISCIPLINE:
        return f"discipline={DISCIPLINES[arg]}"
    if kind == Events.OFFENCE:
        return f"offence={OFFENCES[arg]}"
    return f"event={kind}/{arg}"


def _of_a_ruling(what: int, arg: int, sides: tuple[str, str]) -> str:
    if what in (0, 1, Rulings.HANGING):
        place = "hanging" if what == Rulings.HANGING else sides[what]
        return f"{place}={arg - Rulings.NO_POINTS:+}"
    if what == Rulings.GIVE and arg < len(_GIVEN):
        return f"gives={_GIVEN[arg]}"
    if what == Rulings.VOID and not arg:
        return "void"
    if what == Rulings.AWARD:
        return f"award={(sides + (_NOBODY,))[arg]}"
    if what == Rulings.PARDON:
        return f"pardon={arg + 1}"
    if what == Rulings.NEW_DEALER:
        return f"dealer={SEATS[arg]}"
    return f"event={what}/{arg}"


_KINDS = {word: kind for kind, word in _ALONE.items()}
_KINDS_OF_CARDS = {word: kind for kind, word in _OF_CARDS.items()}
_VALUES = {
    "discipline": (Events.DISCIPLINE, {word: i for i, word in DISCIPLINES.items()}),
    "offence": (Events.OFFENCE, {word: i for i, word in enumerate(OFFENCES) if word}),
}


def events_of(word: str, sides: tuple[str, str], mark: int) -> list[Entry]:
    """Return the events of a word that begins with a seat or `director`, such as `S.tierce`.

    Only a word with several cards, such as `S.shows=7H,8H`, has more than one event. `sides` and
    `mark` are as in `word_of`. Raise KeyError or ValueError if the word is not valid.
    """
    who, _, what = word.partition(".")
    act, _, value = what.partition("=")
    if who == DIRECTOR:
        return [(Events.RULING,) + _ruling(act, value, sides)]
    seat = SEATS.index(who) if len(who) == 1 else SEATS.index("?")
    if act in _KINDS_OF_CARDS:
        return [(_KINDS_OF_CARDS[act], seat, CARDS[card]) for card in value.split(",")]
    if act == "target":
        return [(Events.TARGET, seat, _number(value))]
    if act == "event":
        kind, arg = map(_number, value.split("/"))
        return [(kind, seat, arg)]
    if act in _VALUES:
        return [(_VALUES[act][0], seat, _VALUES[act][1][value])]
    if value or what.endswith("="):
        raise ValueError(word)
    if act in MELDS:
        return [(Events.MELD, seat, MELDS.index(act))]
    return [(_KINDS[act], seat, mark if act == "match" else 0)]


def _ruling(act: str, value: str, sides: tuple[str, str]) -> tuple[int, int]:
    if act in sides + ("hanging",):
        place = Rulings.HANGING if act == "hanging" else sides.index(act)
        points = _number(value.lstrip("+-"))
        return place, Rulings.NO_POINTS + (-points if value.startswith("-") else points)
    if act == "gives":
        return Rulings.GIVE, _GIVEN.index(value)
    if act == "void" and not value:
        return Rulings.VOID, 0
    if act == "award":
        return Rulings.AWARD, (sides + (_NOBODY,)).index(value)
    if act == "pardon":
        return Rulings.PARDON, _number(value) - 1
    if act == "dealer":
        return Rulings.NEW_DEALER, SEATS.index(value)
    if act != "event":
        raise KeyError(act)
    what, arg = map(_number, value.split("/"))
    return what, arg


def _number(text: str) -> int:
    """Parse a number of at most five digits, without a sign; raise ValueError for other text."""
    if not is_number(text, 5):
        raise ValueError(text)
    return int(text)


def is_number(text: str, most: int) -> bool:
    """Return whether a text is 1 to `most` ASCII digits."""
    return 0 < len(text) <= most and all("0" <= letter <= "9" for letter in text)


def joined(words: list[str], word: str) -> bool:
    """Append a word to `words`, or append only its card to the last word.

    Only the card is appended if both words are equal up to the `=`. For example, `S.shows=7H` and
    `S.shows=8H` become `S.shows=7H,8H`. Return whether only the card was appended.
    """
    start, equals, card = word.partition("=")
    if equals and words and words[-1].startswith(f"{start}=") and card in CARDS:
        words[-1] += f",{card}"
        return True
    words.append(word)
    return False
