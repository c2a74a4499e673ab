"""Steps of a scenario, one class for each verb.

Each class parses the value of its step (`read`) and does the step's work at the table (`act`).
`VERBS` maps the verbs of scenario files to the classes.
"""

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import yaml

from marcoria.bots.body import SUIT_KEYS
from marcoria.bots.perception import CLEAR, OFF
from marcoria.firmware.codes.game import SEATS, card_of
from marcoria.scenarios import orders
from marcoria.scenarios.expect import Expect
from marcoria.scenarios.scene import Scene, Verb
from marcoria.sim.chips.contacts import DIRECTOR_KEYS, SEAT_KEYS, SUITS

if TYPE_CHECKING:
    from typing import TypedDict

    from marcoria.scenarios.nodes import Node, Nodes

    class DealtHands(TypedDict, total=False):
        """Hands of the first deal, with its upcard and taker, as in a scenario file."""

        hands: dict[str, list[str]]
        upcard: str
        taker: str


_PRESSED = SEAT_KEYS[:-1]  # all keys of a seat except RAP, which has its own verb
_PRESS_MS = 120


class StartMatch(Verb):
    """Start of a match: the first step of a scenario in which bots play."""

    verb = "start"
    acts = False

    def __init__(self, dealer: str, target: int, discipline: int, deal: "DealtHands") -> None:
        self.dealer = SEATS.index(dealer)
        self.target = target
        self.discipline = discipline
        self.deal = deal

    async def act(self, scene: Scene) -> None:
        """Start the match in the table's menus; if the first deal is given, arrange the pack."""
        await scene.company.agree(self.dealer, self.target, self.discipline)
        told, people = self.deal, scene.people
        if "hands" in told:
            hands = {
                SEATS.index(seat): [card_of(one) for one in cards]
                for seat, cards in told["hands"].items()
            }
            upcard = card_of(told["upcard"]) if "upcard" in told else -1
            taker = SEATS.index(told["taker"]) if "taker" in told else people.elder
            people.pack.rig(hands, upcard, people.elder, taker)


# --- cards on pads ------------------------------------------------------------------------------


def _tag(nodes: "Nodes", node: "Node", word: str) -> str:
    """Parse `word` as a card or a UID in hex; return it in capital letters."""
    if len(word) == 2:
        return nodes.card(node, word)
    if not word or len(word) % 2 or any(c not in "0123456789abcdefABCDEF" for c in word):
        nodes.wrong(node, f"'{word}' is neither a card nor a UID in hex")
    return word.upper()


class Put(Verb):
    """Step that puts a tag on a pad; `coupling` (1 is best) says how well the tag can be read."""

    verb = "put"
    takes = "a card or a UID in hex, and a seat: 'put: 7H S'"
    may_miss = True

    def __init__(self, tag: str, seat: str, coupling: float = 1.0) -> None:
        self.tag = tag
        self.seat = seat
        self.coupling = coupling

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Put":
        """Parse the tag, the seat and the coupling."""
        words = nodes.words(node, 2, 3)
        coupling = nodes.real(node, words[2]) if len(words) == 3 else 1.0
        return cls(_tag(nodes, node, words[0]), nodes.seat(node, words[1]), coupling)

    async def act(self, scene: Scene) -> None:
        """Put the tag on the pad."""
        scene.table.put(self.tag, self.seat, self.coupling)


class Lift(Verb):
    """Step that takes a tag off its pad, or all tags off the pad of a seat."""

    verb = "lift"
    takes = "a card, a UID in hex or a seat: 'lift: 7H'"
    may_miss = True

    def __init__(self, what: str) -> None:
        self.what = what

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Lift":
        """Parse the tag or the seat."""
        word = nodes.word(node)
        return cls(word if word in tuple(SEATS) else _tag(nodes, node, word))

    async def act(self, scene: Scene) -> None:
        """Take the tags away; raise ValueError if a tag that the step names lies on no pad."""
        lying = scene.table.cards()
        if self.what not in lying and not any(self.what in cards for cards in lying.values()):
            raise ValueError(f"{self.what} lies on no pad")
        scene.table.lift(self.what)


# --- keys, raps, power and failures -------------------------------------------------------------


class Press(Verb):
    """Step that presses a key for `ms`; `seat` is None for a key of the director."""

    verb = "press"
    takes = "a key: 'press: S CALL', or 'press: MENU'"

    def __init__(self, key: str, seat: str | None, ms: int = _PRESS_MS) -> None:
        self.key = key
        self.seat = seat
        self.ms = ms

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Press":
        """Parse the seat (except for a key of the director), the key and the optional time."""
        words = nodes.words(node, 1, 3)
        if words[0] in DIRECTOR_KEYS:
            key, seat, rest = words[0], None, words[1:]
        elif len(words) > 1:
            seat, key, rest = nodes.seat(node, words[0]), words[1], words[2:]
            key = SUITS.get(key, key)
        if words[0] not in DIRECTOR_KEYS and (len(words) < 2 or key not in _PRESSED):
            own, director = ", ".join(_PRESSED), ", ".join(DIRECTOR_KEYS)
            nodes.wrong(
                node,
                f"a key is a seat and one of {own}, such as 'S CALL', or one of {director}",
            )
        if len(rest) > 1:
            nodes.wrong(node, f"'{rest[1]}' is too much: only a time in ms may follow {key}")
        return cls(key, seat, int(nodes.real(node, rest[0])) if rest else _PRESS_MS)

    async def act(self, scene: Scene) -> None:
        """Press the key, and wait for twice the time of the press.

        If the key is a suit key and the seat's lights expect no answer (OFF or CLEAR), first store
        a remark, in case the key has no effect.
        """
        body = scene.company.body
        idle = self.seat is not None and body.eyes.lamp(self.seat) in (OFF, CLEAR)
        if idle and self.key in SUIT_KEYS:
            came = "no question was open, and nothing happened"
            scene.expect_answer(f"line {self.line}: {self.seat} pressed {self.key}: {came}")
        scene.table.press(self.key, self.seat, self.ms)
        await body.wait(2 * self.ms)


class Hold(Press):
    """Step that presses a key and keeps it down; `ms` is not used."""

    verb = "hold"
    takes = "a key: 'hold: N PASS'"

    async def act(self, scene: Scene) -> None:
        """Press the key, without a wait."""
        scene.table.hold(self.key, self.seat)


class Release(Press):
    """Step that releases a key; `ms` is not used."""

    verb = "release"
    takes = "a key: 'release: N PASS'"

    async def act(self, scene: Scene) -> None:
        """Release the key."""
        scene.table.release(self.key, self.seat)


class Rap(Verb):
    """Step that raps on the table."""

    verb = "rap"
    takes = "a seat: 'rap: E'"

    def __init__(self, seat: str) -> None:
        self.seat = seat

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Rap":
        """Parse the seat."""
        return cls(nodes.seat(node, nodes.word(node)))

    async def act(self, scene: Scene) -> None:
        """Rap on the table."""
        scene.table.rap(self.seat)


class CutPower(Verb):
    """Step that cuts the power."""

    verb = "cut_power"

    async def act(self, scene: Scene) -> None:
        """Cut the power."""
        await scene.table.unplug()


class Boot(Verb):
    """Step that restores the power."""

    verb = "boot"

    async def act(self, scene: Scene) -> None:
        """Restore the power."""
        await scene.table.plug_in()


class Order(Verb):
    """Step that makes a part fail, or repairs it, by a call of one of its methods."""

    verb = "order"
    takes = "a list: 'order: [readers.S.wedge, hard]'"
    may_miss = True

    def __init__(self, name: str, values: list[Any]) -> None:
        self.name = name
        self.values = values

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Order":
        """Parse the name of the method and its arguments."""
        return cls(*orders.read_order(nodes, node))

    async def act(self, scene: Scene) -> None:
        """Call the method."""
        scene.table.order(self.name, *self.values)


class Set(Verb):
    """Step that makes a part fail, or repairs it, by a new value of one of its attributes."""

    verb = "set"
    takes = "a list: 'set: [fields.S.noise, 0.001]'"
    may_miss = True

    def __init__(self, name: str, value: Any) -> None:
        self.name = name
        self.value = value

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Set":
        """Parse the name of the attribute and its value."""
        name, values = orders.read_setting(nodes, node)
        return cls(name, values[0])

    async def act(self, scene: Scene) -> None:
        """Set the attribute."""
        scene.table.set(self.name, self.value)


# --- waiting, playing, answering and pictures ---------------------------------------------------


class Wait(Verb):
    """Step that lets time pass."""

    verb = "wait"
    takes = "milliseconds: 'wait: 500'"
    acts = False

    def __init__(self, ms: float) -> None:
        self.ms = ms

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Wait":
        """Parse the time."""
        return cls(nodes.real(node, nodes.word(node)))

    async def act(self, scene: Scene) -> None:
        """Let the time pass."""
        await scene.company.body.wait(self.ms)


class PlayOn(Verb):
    """Step in which bots play `count` cards or deals; `what` is "cards" or "deals".

    Cards are played at most to the end of the deal, deals at most to the end of the match. To play
    0 cards means to perform one action, such as a bid.
    """

    verb = "play"
    takes = "how long: 'play: match', 'play: 5 cards'"

    def __init__(self, what: str, count: int) -> None:
        self.what = what
        self.count = count

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "PlayOn":
        """Parse the number of cards or deals; "match" means at most 1000 deals."""
        words = nodes.words(node, 1, 2)
        if words == ["match"]:
            return cls("deals", 1000)
        if words in (["deal"], ["card"]):
            return cls(words[0] + "s", 1)
        # Do not use `isdigit`: it is true for "²" too. Refuse a number with too many digits.
        is_count = len(words[0]) < 7 and all(one in "0123456789" for one in words[0])
        if len(words) != 2 or not is_count or words[1] not in ("deals", "cards"):
            nodes.wrong(node, "play is 'match', 'deal', '3 deals', 'card' or '5 cards'")
        return cls(words[1], int(words[0]))

    async def act(self, scene: Scene) -> None:
        """Let the bots play."""
        if self.what == "cards":
            await scene.people.play_cards(self.count)
        else:
            await scene.people.play_match(self.count)


class ChooseAnswer(Verb):
    """Step in which a seat answers a question with the answer that contains `words`."""

    verb = "answer"
    takes = "a seat and words of the display: 'answer: S Start the match'"

    def __init__(self, seat: str, words: str) -> None:
        self.seat = seat
        self.words = words

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "ChooseAnswer":
        """Parse the seat and the words."""
        seat, _, words = nodes.word(node).partition(" ")
        if not words:
            nodes.wrong(node, "an answer is a seat and words of the display: 'S Start the match'")
        return cls(nodes.seat(node, seat), words)

    async def act(self, scene: Scene) -> None:
        """Press the seat's key for the answer; raise Stuck if no page shows the answer."""
        await scene.company.screen.choose(SEATS.index(self.seat), self.words)


class TakePicture(Verb):
    """Step that writes a picture of the table to a file in the current folder.

    In the web page the step does nothing.
    """

    verb = "picture"
    takes = "a name: 'picture: table.png'"
    acts = False

    def __init__(self, name: str) -> None:
        self.name = name

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "TakePicture":
        """Parse the file name."""
        word = nodes.word(node)
        if not word.endswith(".png") or "/" in word or "\\" in word or "\0" in word:
            nodes.wrong(
                node,
                f"'{word}' is not a name for a picture: write a name such as 'table.png', without"
                " a folder",
            )
        return cls(word)

    async def act(self, scene: Scene) -> None:
        """Write the picture."""
        scene.draw(self.name)


_ALL: list[type[Verb]] = [Put, Lift, Press, Hold, Release, Rap, Wait, PlayOn, ChooseAnswer]
_ALL += [Order, Set, TakePicture, CutPower, Boot, Expect]
VERBS: dict[str, type[Verb]] = OrderedDict([(verb.verb, verb) for verb in _ALL])


def read_step(nodes: "Nodes", node: "Node") -> Verb:
    """Parse one step: a verb, with its value if the verb needs one."""
    if isinstance(node, yaml.ScalarNode):
        name, value = nodes.word(node), None
    elif isinstance(node, yaml.MappingNode) and len(node.value) == 1:
        name, value = nodes.word(node.value[0][0]), node.value[0][1]
    else:
        nodes.wrong(node, "a step is one verb with its value, such as 'put: 7H S'")
    if name not in VERBS:
        nodes.wrong(node, f"there is no step '{name}': choose one of {', '.join(VERBS)}")
    verb = VERBS[name]
    if (value is None) == bool(verb.takes):
        nodes.wrong(node, f"'{name}' takes {verb.takes or 'nothing'}")
    step = verb() if value is None else verb.read(nodes, value)
    step.line = node.start_mark.line + 1
    return step
