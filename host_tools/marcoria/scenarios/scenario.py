"""Scenarios: what people do at a table and what they must then see, as a YAML file.

docs/scenarios.md describes the form. Everything is checked when the file is read; what is wrong
with it is one sentence that names the line.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml

from belote.cards import card as card_of
from codes import disciplines
from marcoria.errors import TableError
from marcoria.game.houses import names
from marcoria.game.wording import words
from marcoria.people.ears import CUES
from marcoria.people.eyes import PATTERNS, SEATS
from marcoria.people.pace import PACES
from marcoria.people.players import KINDS

SEAT_KEYS = ("C", "D", "H", "S", "PASS", "CALL")
DIRECTOR_KEYS = ("MENU", "UNDO", "OK", "MUTE")
_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_WITHIN_MS = 3000
DISCIPLINES = ("house", *words(disciplines).values())


@dataclass(frozen=True)
class Step:
    """One line of the story."""

    line: int
    verb: str
    what: Any


@dataclass(frozen=True)
class Expectation:
    """What must be so within a time. What is None is not asked."""

    within: float = _WITHIN_MS
    lights: dict[str, str] = field(default_factory=dict)
    text: list[str] = field(default_factory=list)
    no_text: list[str] = field(default_factory=list)
    journal: list[str] = field(default_factory=list)
    no_journal: list[str] = field(default_factory=list)
    score: dict[str, int] = field(default_factory=dict)
    pads: dict[str, list[str]] = field(default_factory=dict)
    sound: str = ""
    agree: bool = False


@dataclass(frozen=True)
class Scenario:
    """A whole file."""

    path: str
    about: str = ""
    backend: str = "cpython"
    seed: int = 0
    house: str = "piedicavallo"
    hands: str = "blind"
    language: str = "en"
    discipline: str = "house"
    target: int = 0
    dealer: str = "N"
    pace: str = "fast"
    names: dict[str, str] = field(default_factory=dict)
    people: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    deal: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)


def read(path: str) -> Scenario:
    """The scenario of a file; TableError if it is not one."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise TableError("no-scenario", f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise TableError("no-scenario", f"{path} is not a text file in UTF-8") from error
    return parse(text, path)


def parse(text: str, path: str = "scenario") -> Scenario:
    """The scenario of a text."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise TableError("bad-scenario", f"{path}: line {line}: {error.problem}") from error
    except yaml.YAMLError as error:
        raise TableError("bad-scenario", f"{path}: this is not YAML") from error
    return _Reader(path).scenario(node)


class _Reader:
    """Turns the nodes of a file into a Scenario, and says where it cannot."""

    def __init__(self, path: str) -> None:
        self.path = path

    def wrong(self, node: Any, sentence: str) -> NoReturn:
        """What is wrong, and where."""
        line = node.start_mark.line + 1 if node is not None else 1
        raise TableError("bad-scenario", f"{self.path}: line {line}: {sentence}")

    # --- the file ---------------------------------------------------------------------------

    def scenario(self, node: Any) -> Scenario:
        """The whole of it."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, "a scenario has the keys about, table, people, deal, files and steps")
        found: dict[str, Any] = {}
        known = ("about", "table", "people", "deal", "files", "steps")
        for key, value in self.fields(node, known).items():
            if key == "about":
                found[key] = self.word(value)
            elif key == "table":
                found |= self.table(value)
            elif key == "people":
                found[key] = self.people(value)
            elif key == "deal":
                found[key] = self.deal(value)
            elif key == "files":
                found[key] = self.files(value)
            else:
                found[key] = [self.step(one) for one in self.items(value)]
        if not found.get("steps"):
            self.wrong(node, "a scenario needs steps")
        return Scenario(path=self.path, **found)

    def table(self, node: Any) -> dict[str, Any]:
        """What the table is set to."""
        choices = {
            "backend": ("cpython", "vm"),
            "hands": ("blind", "scanned"),
            "discipline": DISCIPLINES,
            "dealer": tuple(SEATS),
            "pace": tuple(PACES),
        }
        known = (*choices, "seed", "house", "language", "target", "names")
        found: dict[str, Any] = {}
        for key, value in self.fields(node, known).items():
            if key == "names":
                people = self.fields(value, tuple(SEATS))
                found[key] = {seat: self.word(name) for seat, name in people.items()}
            elif key in choices:
                found[key] = self.one_of(value, choices[key])
            elif key in ("seed", "target"):
                found[key] = self.number(value)
            elif key == "house" and not self.word(value).endswith(".house"):
                found[key] = self.one_of(value, tuple(names()))
            else:
                found[key] = self.word(value)
        return found

    def people(self, node: Any) -> dict[str, tuple[str, int | None]]:
        """Who plays how, by seat; "all" for those that are not named."""
        found: dict[str, tuple[str, int | None]] = {}
        for seat, value in self.fields(node, (*SEATS, "all")).items():
            often = None
            if isinstance(value, yaml.MappingNode):
                told = self.fields(value, ("kind", "often"))
                if "kind" not in told:
                    self.wrong(value, "kind is missing")
                often = self.number(told["often"]) if "often" in told else None
                value = told["kind"]
            found[seat] = (self.one_of(value, tuple(KINDS)), often)
        return found

    def deal(self, node: Any) -> dict[str, Any]:
        """The hands of the first deal."""
        told = self.fields(node, ("hands", "upcard", "taker"))
        found: dict[str, Any] = {}
        if "hands" in told:
            hands = self.fields(told["hands"], tuple(SEATS))
            found["hands"] = {seat: self.cards(value) for seat, value in hands.items()}
            dealt = [one for cards in found["hands"].values() for one in cards]
            if len(set(dealt)) < len(dealt):
                self.wrong(told["hands"], "a card is there twice")
        if "upcard" in told:
            found["upcard"] = self.card(told["upcard"])
        if "taker" in told:
            found["taker"] = self.one_of(told["taker"], tuple(SEATS))
        return found

    def files(self, node: Any) -> dict[str, str]:
        """What lies on the table's flash beside its own: paths and texts."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, "paths and what the files say are wanted here")
        return {self.word(path): str(text.value) for path, text in node.value if self.word(text)}

    # --- a step -----------------------------------------------------------------------------

    def step(self, node: Any) -> Step:
        """One step: a verb, and what it is about."""
        line = node.start_mark.line + 1
        if isinstance(node, yaml.ScalarNode):
            verb, value = self.word(node), None
        elif isinstance(node, yaml.MappingNode) and len(node.value) == 1:
            verb, value = self.word(node.value[0][0]), node.value[0][1]
        else:
            self.wrong(node, "a step is one verb and what it is about, such as 'put: 7H S'")
        if verb not in _VERBS:
            self.wrong(node, f"there is no step '{verb}': it is one of {', '.join(_VERBS)}")
        takes = _VERBS[verb]
        if (value is None) != (takes is None):
            self.wrong(node, f"'{verb}' {'takes nothing' if value else 'says nothing of what'}")
        return Step(line, verb, takes(self, value) if takes else None)

    def put(self, node: Any) -> tuple[str, str, float]:
        """A tag (a card, or a UID in hex), a seat, and how well it couples."""
        words = self.words(node, 2, 3)
        if len(words[0]) == 2:
            words[0] = self.card(node, words[0])
        elif len(words[0]) % 2 or any(c not in "0123456789abcdefABCDEF" for c in words[0]):
            self.wrong(node, f"'{words[0]}' is neither a card nor a UID in hex")
        coupling = self.real(node, words[2]) if len(words) == 3 else 1.0
        return words[0], self.seat(node, words[1]), coupling

    def lift(self, node: Any) -> str:
        """A card, a UID or all of a seat's pad."""
        word = self.word(node)
        return word if word in tuple(SEATS) or len(word) > 2 else self.card(node)

    def key(self, node: Any) -> tuple[str, str | None, int]:
        """A key, its seat, and for how long."""
        words = self.words(node, 1, 3)
        if words[0] in DIRECTOR_KEYS:
            key, seat, rest = words[0], None, words[1:]
        elif len(words) > 1:
            seat, key, rest = self.seat(node, words[0]), words[1], words[2:]
            key = _SUITS.get(key, key)
        if words[0] not in DIRECTOR_KEYS and (len(words) < 2 or key not in SEAT_KEYS):
            keys = ", ".join((*SEAT_KEYS, *DIRECTOR_KEYS))
            self.wrong(node, f"a key is a seat and one of {keys}: 'S CALL', or 'MENU'")
        return key, seat, int(self.real(node, rest[0])) if rest else 120

    def one_seat(self, node: Any) -> str:
        """A seat."""
        return self.seat(node, self.word(node))

    def time(self, node: Any) -> float:
        """Milliseconds."""
        return self.real(node, self.word(node))

    def order(self, node: Any) -> list[Any]:
        """A dotted name, and values."""
        values = [self.value(one) for one in self.items(node)]
        if not values or not isinstance(values[0], str):
            self.wrong(node, "an order is a list: a name such as readers.S.wedge, and its values")
        return values

    def play(self, node: Any) -> tuple[str, int]:
        """How long the people go on."""
        words = self.words(node, 1, 2)
        if words == ["match"]:
            return "deals", 1000
        if words in (["deal"], ["card"]):
            return words[0] + "s", 1
        if len(words) != 2 or not words[0].isdigit() or words[1] not in ("deals", "cards"):
            self.wrong(node, "play is 'match', 'deal', '3 deals', 'card' or '5 cards'")
        return words[1], int(words[0])

    def answer(self, node: Any) -> tuple[str, str]:
        """A seat, and the words of an answer on the display."""
        seat, _, words = self.word(node).partition(" ")
        if not words:
            self.wrong(node, "an answer is a seat and words of the display: 'S Start the match'")
        return self.seat(node, seat), words

    def expect(self, node: Any) -> Expectation:
        """What must be so."""
        known = ("within", "lights", "text", "no_text", "journal", "no_journal", "score", "pads")
        found: dict[str, Any] = {}
        for key, value in self.fields(node, (*known, "sound", "agree")).items():
            if key == "within":
                found[key] = self.time(value)
            elif key == "lights":
                seats = self.fields(value, tuple(SEATS)).items()
                found[key] = {seat: self.one_of(lamp, PATTERNS) for seat, lamp in seats}
            elif key == "score":
                sides = self.fields(value, ("NS", "EW", "N", "S")).items()
                found[key] = {side: self.number(points, -9999) for side, points in sides}
            elif key == "pads":
                seats = self.fields(value, tuple(SEATS)).items()
                found[key] = {seat: self.cards(cards) for seat, cards in seats}
            elif key == "sound":
                found[key] = self.one_of(value, tuple(CUES))
            elif key == "agree":
                found[key] = self.one_of(value, ("true", "false")) == "true"
            else:
                several = isinstance(value, yaml.SequenceNode)
                nodes = self.items(value) if several else [value]
                found[key] = [self.word(one) for one in nodes]
        return Expectation(**found)

    # --- the parts --------------------------------------------------------------------------

    def fields(self, node: Any, known: tuple[str, ...]) -> dict[str, Any]:
        """The nodes of a mapping by their keys."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, f"keys and values are wanted here, of {', '.join(known)}")
        found: dict[str, Any] = {}
        for key_node, value in node.value:
            key = self.word(key_node)
            if key not in known:
                self.wrong(key_node, f"'{key}' is not one of {', '.join(known)}")
            if key in found:
                self.wrong(key_node, f"'{key}' is there a second time")
            found[key] = value
        return found

    def items(self, node: Any) -> list[Any]:
        """The nodes of a list."""
        if not isinstance(node, yaml.SequenceNode):
            self.wrong(node, "a list is wanted here")
        return list(node.value)

    def word(self, node: Any) -> str:
        """What is written, whatever YAML takes it for."""
        if not isinstance(node, yaml.ScalarNode):
            self.wrong(node, "one value is wanted here")
        return str(node.value).strip()

    def words(self, node: Any, least: int, most: int) -> list[str]:
        """What is written, as words."""
        words = self.word(node).split()
        if not least <= len(words) <= most:
            self.wrong(node, f"{least} to {most} words are wanted here, not '{node.value}'")
        return words

    def one_of(self, node: Any, choices: tuple[str, ...]) -> str:
        """A word of those."""
        word = self.word(node)
        if word not in choices:
            self.wrong(node, f"'{word}' is not one of {', '.join(choices)}")
        return word

    def number(self, node: Any, least: int = 0) -> int:
        """A whole number."""
        try:
            number = int(self.word(node))
        except ValueError:
            self.wrong(node, f"'{node.value}' is not a whole number")
        if number < least:
            self.wrong(node, f"{number} is less than {least}")
        return number

    def real(self, node: Any, word: str) -> float:
        """A number from 0."""
        try:
            number = float(word)
        except ValueError:
            self.wrong(node, f"'{word}' is not a number")
        if not 0 <= number < 1e9:
            self.wrong(node, f"{word} is out of range")
        return number

    def value(self, node: Any) -> Any:
        """A value of an order, as YAML has it."""
        try:
            return yaml.safe_load(yaml.serialize(node, Dumper=yaml.SafeDumper))
        except yaml.YAMLError:
            self.wrong(node, "this is no value")

    def seat(self, node: Any, word: str) -> str:
        """A seat."""
        if word not in tuple(SEATS):
            self.wrong(node, f"'{word}' is not a seat: N, E, S or W")
        return word

    def card(self, node: Any, word: str = "") -> str:
        """A card."""
        word = word or self.word(node)
        if card_of(word) < 0:
            self.wrong(node, f"'{word}' is not a card: a rank of 789TJQKA and a suit of CDHS")
        return word.upper()

    def cards(self, node: Any) -> list[str]:
        """Cards, as a list or as words."""
        several = isinstance(node, yaml.SequenceNode)
        words = [self.word(one) for one in node.value] if several else self.word(node).split()
        return [self.card(node, word) for word in words]


_VERBS: dict[str, Callable[[_Reader, Any], Any] | None] = {
    "put": _Reader.put,
    "lift": _Reader.lift,
    "press": _Reader.key,
    "hold": _Reader.key,
    "release": _Reader.key,
    "rap": _Reader.one_seat,
    "wait": _Reader.time,
    "play": _Reader.play,
    "answer": _Reader.answer,
    "order": _Reader.order,
    "set": _Reader.order,
    "picture": _Reader.word,
    "cut_power": None,
    "boot": None,
    "expect": _Reader.expect,
}
