"""The steps of a scenario's file: a verb, and what it is about."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

import yaml

from marcoria.bots.ears import CUES
from marcoria.bots.eyes import PATTERNS, SEATS
from marcoria.scenarios.orders import Orders
from marcoria.scenarios.scenario import Expectation, Step

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node

SEAT_KEYS = ("C", "D", "H", "S", "PASS", "CALL")
DIRECTOR_KEYS = ("MENU", "UNDO", "OK", "MUTE")
_SUITS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


class Steps(Orders):
    """Reads steps."""

    def step(self, node: "Node") -> Step:
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
        return Step(line, verb, takes(self, value) if takes and value is not None else None)

    def put(self, node: "Node") -> tuple[str, str, float]:
        """A tag (a card, or a UID in hex), a seat, and how well it couples."""
        words = self.words(node, 2, 3)
        coupling = self.real(node, words[2]) if len(words) == 3 else 1.0
        return self.tag(node, words[0]), self.seat(node, words[1]), coupling

    def tag(self, node: "Node", word: str) -> str:
        """A card, or a UID in hex."""
        if len(word) == 2:
            return self.card(node, word)
        if not word or len(word) % 2 or any(c not in "0123456789abcdefABCDEF" for c in word):
            self.wrong(node, f"'{word}' is neither a card nor a UID in hex")
        return word

    def lift(self, node: "Node") -> str:
        """A card, a UID or all of a seat's pad."""
        word = self.word(node)
        return word if word in tuple(SEATS) else self.tag(node, word)

    def key(self, node: "Node") -> tuple[str, str | None, int]:
        """A key, its seat, and for how long."""
        words = self.words(node, 1, 3)
        if words[0] in DIRECTOR_KEYS:
            key, seat, rest = words[0], None, words[1:]
        elif len(words) > 1:
            seat, key, rest = self.seat(node, words[0]), words[1], words[2:]
            key = _SUITS.get(key, key)
        if words[0] not in DIRECTOR_KEYS and (len(words) < 2 or key not in SEAT_KEYS):
            keys = ", ".join(SEAT_KEYS + DIRECTOR_KEYS)
            self.wrong(node, f"a key is a seat and one of {keys}: 'S CALL', or 'MENU'")
        return key, seat, int(self.real(node, rest[0])) if rest else 120

    def one_seat(self, node: "Node") -> str:
        """A seat."""
        return self.seat(node, self.word(node))

    def time(self, node: "Node") -> float:
        """Milliseconds."""
        return self.real(node, self.word(node))

    def picture(self, node: "Node") -> str:
        """The name of a picture, which is put where the command is given and nowhere else."""
        word = self.word(node)
        if not word.endswith(".png") or "/" in word or "\\" in word or "\0" in word:
            self.wrong(node, f"'{word}' is no name for a picture: 'table.png', without a folder")
        return word

    def play(self, node: "Node") -> tuple[str, int]:
        """How long the people go on."""
        words = self.words(node, 1, 2)
        if words == ["match"]:
            return "deals", 1000
        if words in (["deal"], ["card"]):
            return words[0] + "s", 1
        if len(words) != 2 or not words[0].isdigit() or words[1] not in ("deals", "cards"):
            self.wrong(node, "play is 'match', 'deal', '3 deals', 'card' or '5 cards'")
        return words[1], int(words[0])

    def answer(self, node: "Node") -> tuple[str, str]:
        """A seat, and the words of an answer on the display."""
        seat, _, words = self.word(node).partition(" ")
        if not words:
            self.wrong(node, "an answer is a seat and words of the display: 'S Start the match'")
        return self.seat(node, seat), words

    def expect(self, node: "Node") -> Expectation:
        """What must be so."""
        known = ("within", "lights", "text", "no_text", "journal", "no_journal", "score", "pads")
        found = Expectation()
        for key, value in self.fields(node, known + ("sound", "agree")).items():
            if key == "within":
                found.within = self.time(value)
            elif key == "lights":
                seats = self.fields(value, tuple(SEATS)).items()
                found.lights = {seat: self.one_of(lamp, PATTERNS) for seat, lamp in seats}
            elif key == "score":
                sides = self.fields(value, ("NS", "EW", "N", "S")).items()
                found.score = {side: self.number(points, -9999) for side, points in sides}
            elif key == "pads":
                seats = self.fields(value, tuple(SEATS)).items()
                found.pads = {seat: self.cards(cards) for seat, cards in seats}
            elif key == "sound":
                found.sound = self.one_of(value, tuple(CUES))
            elif key == "agree":
                found.agree = self.one_of(value, ("true", "false")) == "true"
            else:
                several = isinstance(value, yaml.SequenceNode)
                nodes = self.items(value) if several else [value]
                setattr(found, key, [self.word(one) for one in nodes])
        return found


_VERBS: "dict[str, Callable[[Steps, Node], object] | None]" = OrderedDict(
    [
        ("put", Steps.put),
        ("lift", Steps.lift),
        ("press", Steps.key),
        ("hold", Steps.key),
        ("release", Steps.key),
        ("rap", Steps.one_seat),
        ("wait", Steps.time),
        ("play", Steps.play),
        ("answer", Steps.answer),
        ("order", Steps.order),
        ("set", Steps.setting),
        ("picture", Steps.picture),
        ("cut_power", None),
        ("boot", None),
        ("expect", Steps.expect),
    ]
)
