"""The step `expect` of a scenario: conditions on lights, pads, sounds, display and journal."""

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import yaml

from marcoria.bots.body import Stuck
from marcoria.bots.perception import CUES, PATTERNS, REFUSED, heard
from marcoria.firmware.codes.game import SEATS
from marcoria.journal.entries import follow, missing
from marcoria.journal.reader import records
from marcoria.scenarios.scene import Scene, Verb

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node, Nodes

_WITHIN_MS = 3000
_LOOK_MS = 100
_SIDES = {"NS": 0, "EW": 1, "N": 0, "S": 1}


class Expect(Verb):
    """Step that waits until conditions hold, for at most `within` ms.

    `wanted` has an expected value for some of the keys of `_CHECKS`.
    """

    verb = "expect"
    takes = "conditions: 'expect: {lights: {S: turn}}'"
    acts = False

    def __init__(self, wanted: dict[str, Any], within: float = _WITHIN_MS) -> None:
        self.wanted = wanted
        self.within = within

    @classmethod
    def read(cls, nodes: "Nodes", node: "Node") -> "Expect":
        """Parse the conditions and the time limit."""
        found = nodes.fields(node, ("within",) + tuple(_CHECKS))
        time = found.pop("within", None)
        wanted = {key: _CHECKS[key][0](nodes, value) for key, value in found.items()}
        return cls(wanted, _WITHIN_MS if time is None else nodes.real(time, nodes.word(time)))

    async def act(self, scene: Scene) -> None:
        """Wait until all conditions hold; raise Stuck after the time limit."""
        end = scene.table.now + self.within
        while True:
            wrong = self.wrong(scene)
            if not wrong:
                return
            if scene.table.now >= end:
                raise Stuck(f"not within {self.within:g} ms: {wrong}")
            await scene.company.body.wait(_LOOK_MS)

    def wrong(self, scene: Scene) -> str:
        """Describe the first condition that does not hold; return "" if all hold.

        Ignore sounds and refusals from before the last action of the players.
        """
        for key, (_, check) in _CHECKS.items():
            wrong = check(scene, self.wanted[key]) if key in self.wanted else ""
            if wrong:
                return wrong
        return ""


def _read_lights(nodes: "Nodes", node: "Node") -> dict[str, str]:
    seats = nodes.fields(node, tuple(SEATS)).items()
    return {seat: nodes.one_of(lamp, PATTERNS) for seat, lamp in seats}


def _lights_wrong(scene: Scene, wanted: dict[str, str]) -> str:
    eyes = scene.company.body.eyes
    for seat, lamp in wanted.items():
        seen = eyes.lamp(seat)
        if seen != lamp and not (lamp == REFUSED and eyes.refused(seat, scene.acted)):
            return f"the light of {seat} says {seen}, not {lamp}"
    return ""


def _read_pads(nodes: "Nodes", node: "Node") -> dict[str, list[str]]:
    return {pad: nodes.cards(cards) for pad, cards in nodes.fields(node, tuple(SEATS)).items()}


def _pads_wrong(scene: Scene, wanted: dict[str, list[str]]) -> str:
    lying = scene.table.cards()
    for seat, cards in wanted.items():
        if lying[seat] != cards:
            return f"on {seat}'s pad lies {' '.join(lying[seat]) or 'nothing'}"
    return ""


def _read_sound(nodes: "Nodes", node: "Node") -> str:
    return nodes.one_of(node, tuple(CUES))


def _sound_wrong(scene: Scene, wanted: str) -> str:
    sounds = heard(scene.table, scene.acted)
    if wanted in sounds:
        return ""
    return f"the sound '{wanted}' was not heard, only {', '.join(sounds) or 'silence'}"


def _read_list(nodes: "Nodes", node: "Node") -> list[str]:
    """Parse one text or a list of texts."""
    several = isinstance(node, yaml.SequenceNode)
    return [nodes.word(one) for one in (nodes.items(node) if several else [node])]


def _text_wrong(scene: Scene, wanted: list[str]) -> str:
    page = scene.company.screen.page()
    for words in wanted:
        if words not in page:
            return f"the display does not say '{words}'"
    return ""


def _no_text_wrong(scene: Scene, wanted: list[str]) -> str:
    page = scene.company.screen.page()
    for words in wanted:
        if words in page:
            return f"the display says '{words}'"
    return ""


def _no_journal_wrong(scene: Scene, wanted: list[str]) -> str:
    written = records(scene.table)
    for words in wanted:
        if not missing([words], written):
            return f"the journal has '{words}'"
    return ""


def _journal_wrong(scene: Scene, wanted: list[str]) -> str:
    absent = missing(wanted, records(scene.table))
    return f"the journal does not have '{absent}' in this order" if absent else ""


def _read_score(nodes: "Nodes", node: "Node") -> dict[str, int]:
    sides = nodes.fields(node, tuple(_SIDES)).items()
    return {side: nodes.number(points, -9999) for side, points in sides}


def _score_wrong(scene: Scene, wanted: dict[str, int]) -> str:
    game = follow(scene.people.house, records(scene.table))
    for side, points in wanted.items():
        if game.totals[_SIDES[side]] != points:
            return f"{side} has {game.totals[_SIDES[side]]} points, not {points}"
    return ""


def _read_agree(nodes: "Nodes", node: "Node") -> bool:
    return nodes.one_of(node, ("true", "false")) == "true"


def _agree_wrong(scene: Scene, wanted: bool) -> str:
    return scene.disagreement() if wanted else ""


_Check: TypeAlias = "tuple[Callable[[Nodes, Node], Any], Callable[[Scene, Any], str]]"
# For each key, the function that parses its value, and the function that checks the condition: it
# returns a sentence if the condition does not hold, else "". Conditions are checked in this order.
_CHECKS: "OrderedDict[str, _Check]" = OrderedDict(
    [
        ("lights", (_read_lights, _lights_wrong)),
        ("pads", (_read_pads, _pads_wrong)),
        ("sound", (_read_sound, _sound_wrong)),
        ("text", (_read_list, _text_wrong)),
        ("no_text", (_read_list, _no_text_wrong)),
        ("no_journal", (_read_list, _no_journal_wrong)),
        ("journal", (_read_list, _journal_wrong)),
        ("score", (_read_score, _score_wrong)),
        ("agree", (_read_agree, _agree_wrong)),
    ]
)
