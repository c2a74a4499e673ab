"""Events as words of BDN: "7H", "pass", "S.tierce", "director.NS=+10"."""

from marcoria.firmware.codes import disciplines, events, rulings
from marcoria.firmware.codes.letters import RANKS, SEATS, SUITS, name
from marcoria.game.wording import CALLS, MELDS, OFFENCES, words
from marcoria.journal.replay import Entry

CARDS = {name(card): card for card in range(32)}
CARDS |= {word.lower(): card for word, card in CARDS.items()}
CARDS |= {f"10{suit}": RANKS.index("T") | i << 3 for i, suit in enumerate(SUITS)}
CALL_NUMBERS = {word: number for number, word in CALLS.items() if word != "all-trumps"}
CALL_NUMBERS |= {word.lower(): number for word, number in CALL_NUMBERS.items()}
CALL_NUMBERS |= {word[:1].upper() + word[1:]: i for word, i in CALL_NUMBERS.items()}
CALL_NUMBERS |= {word.upper(): number for word, number in CALL_NUMBERS.items()}
DISCIPLINES = words(disciplines)

DIRECTOR = "director"
_ALONE = {
    events.MATCH: "match",
    events.BACK: "back",
    events.BELOTE: "belote",
    events.SALT: "salt",
    events.CALL_OUT: "out",
    events.SEVEN: "seven",
    events.CONFIRM: "confirms",
    events.UNDO: "undo",
}
_OF_CARDS = {events.SCAN: "scans", events.SHOW: "shows", events.BOTTOM: "bottom"}
_BARE = (events.UPCARD, events.CARD)
_GIVEN = ("beside", "instead", "corrected")
_NOBODY = "none"


def word_of(event: Entry, sides: tuple[str, str], mark: int) -> str:
    """The word of an event; "" for a deal, which is more than a word."""
    kind, seat, arg = event
    if kind in _BARE:
        return str(name(arg))
    if kind == events.BID:
        return str(CALLS[arg])
    if kind == events.RULING:
        return f"{DIRECTOR}.{_of_a_ruling(seat, arg, sides)}"
    return "" if kind == events.DEAL else f"{SEATS[seat]}.{_of_a_seat(kind, arg, mark)}"


def _of_a_seat(kind: int, arg: int, mark: int) -> str:
    if kind in _ALONE and arg == (mark if kind == events.MATCH else 0):
        return _ALONE[kind]
    if kind in _OF_CARDS:
        return f"{_OF_CARDS[kind]}={name(arg)}"
    if kind == events.MELD:
        return MELDS[arg]
    if kind == events.TARGET:
        return f"target={arg}"
    if kind == events.DISCIPLINE:
        return f"discipline={DISCIPLINES[arg]}"
    if kind == events.OFFENCE:
        return f"offence={OFFENCES[arg]}"
    return f"event={kind}/{arg}"


def _of_a_ruling(what: int, arg: int, sides: tuple[str, str]) -> str:
    if what in (0, 1, rulings.HANGING):
        place = "hanging" if what == rulings.HANGING else sides[what]
        return f"{place}={arg - rulings.NO_POINTS:+}"
    if what == rulings.GIVE and arg < len(_GIVEN):
        return f"gives={_GIVEN[arg]}"
    if what == rulings.VOID and not arg:
        return "void"
    if what == rulings.AWARD:
        return f"award={(sides + (_NOBODY,))[arg]}"
    if what == rulings.PARDON:
        return f"pardon={arg + 1}"
    if what == rulings.NEW_DEALER:
        return f"dealer={SEATS[arg]}"
    return f"event={what}/{arg}"


_KINDS = {word: kind for kind, word in _ALONE.items()}
_KINDS_OF_CARDS = {word: kind for kind, word in _OF_CARDS.items()}
_VALUES = {
    "discipline": (events.DISCIPLINE, {word: i for i, word in DISCIPLINES.items()}),
    "offence": (events.OFFENCE, {word: i for i, word in enumerate(OFFENCES) if word}),
}


def events_of(word: str, sides: tuple[str, str], mark: int) -> list[Entry]:
    """The events that a word with a point in it means; KeyError or ValueError if none."""
    who, _, what = word.partition(".")
    act, _, value = what.partition("=")
    if who == DIRECTOR:
        return [(events.RULING,) + _ruling(act, value, sides)]
    seat = SEATS.index(who) if len(who) == 1 else SEATS.index("?")
    if act in _KINDS_OF_CARDS:
        return [(_KINDS_OF_CARDS[act], seat, CARDS[card]) for card in value.split(",")]
    if act == "target":
        return [(events.TARGET, seat, _number(value))]
    if act == "event":
        kind, arg = map(_number, value.split("/"))
        return [(kind, seat, arg)]
    if act in _VALUES:
        return [(_VALUES[act][0], seat, _VALUES[act][1][value])]
    if value or what.endswith("="):
        raise ValueError(word)
    if act in MELDS:
        return [(events.MELD, seat, MELDS.index(act))]
    return [(_KINDS[act], seat, mark if act == "match" else 0)]


def _ruling(act: str, value: str, sides: tuple[str, str]) -> tuple[int, int]:
    if act in sides + ("hanging",):
        place = rulings.HANGING if act == "hanging" else sides.index(act)
        points = _number(value.lstrip("+-"))
        return place, rulings.NO_POINTS + (-points if value.startswith("-") else points)
    if act == "gives":
        return rulings.GIVE, _GIVEN.index(value)
    if act == "void" and not value:
        return rulings.VOID, 0
    if act == "award":
        return rulings.AWARD, (sides + (_NOBODY,)).index(value)
    if act == "pardon":
        return rulings.PARDON, _number(value) - 1
    if act == "dealer":
        return rulings.NEW_DEALER, SEATS.index(value)
    if act != "event":
        raise KeyError(act)
    what, arg = map(_number, value.split("/"))
    return what, arg


def _number(text: str) -> int:
    """A number without tricks: no sign, at most five digits."""
    if not is_number(text, 5):
        raise ValueError(text)
    return int(text)


def is_number(text: str, most: int) -> bool:
    """Return whether a text is only digits of ASCII, at least one and at most so many."""
    return 0 < len(text) <= most and all("0" <= letter <= "9" for letter in text)


def joined(words: list[str], word: str) -> bool:
    """Puts a word behind the others, or its card to the last one if that is of the same."""
    start, equals, card = word.partition("=")
    if equals and words and words[-1].startswith(f"{start}=") and card in CARDS:
        words[-1] += f",{card}"
        return True
    words.append(word)
    return False
