"""Parser of scenario files in YAML (docs/scenarios.md); it checks the whole file."""

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from marcoria.bdn.files import redeal
from marcoria.bots.body import PACES
from marcoria.bots.kinds import KINDS
from marcoria.errors import TableError
from marcoria.firmware.codes.game import SEATS
from marcoria.game.houses import OPEN_KEYS
from marcoria.named_files import read_text
from marcoria.scenarios.nodes import Nodes, compose
from marcoria.scenarios.scenario import DISCIPLINES, Scenario
from marcoria.scenarios.verbs import read_step

if TYPE_CHECKING:
    from marcoria.scenarios.nodes import Node
    from marcoria.scenarios.verbs import DealtHands


def read(path: str) -> Scenario:
    """Parse a scenario file; raise TableError if it cannot be read or is wrong."""
    return parse(read_text(path, "no-scenario"), path)


def parse(text: str, path: str = "scenario") -> Scenario:
    """Parse the text of a scenario file; raise TableError if it is wrong.

    Error messages name `path`. House files and files of recorded deals are searched relative to
    the folder of `path`.
    """
    return _ScenarioParser(path).scenario(compose(text, path))


class _ScenarioParser(Nodes):
    """Parser of a scenario from YAML nodes."""

    house: "Node | None" = None  # node with the name of the house
    # Node with the name of a file of recorded deals, and perhaps the number of a deal in it.
    paper: "Node | None" = None

    def scenario(self, node: "Node") -> Scenario:
        """Parse the whole file."""
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, "a scenario has the keys about, table, people, deal, files and steps")
        found: dict[str, Any] = {}
        dealt: Node | None = None
        known = ("about", "table", "people", "deal", "files", "steps")
        for key, value in self.fields(node, known).items():
            if key == "about":
                found[key] = self.word(value)
            elif key == "table":
                found |= self.table(value)
            elif key == "people":
                found[key] = self.people(value)
            elif key == "deal" and isinstance(value, yaml.ScalarNode):
                self.paper = value
            elif key == "deal":
                dealt, found[key] = value, self.deal(value)
            elif key == "files":
                found[key] = self.files(value)
            else:
                found[key] = [read_step(self, one) for one in self.items(value)]
        if not found.get("steps"):
            self.wrong(node, "a scenario needs steps")
        if self.paper is not None:
            return self.from_paper(self.paper, Scenario(path=self.path, **found), found)
        scenario = self.housed(Scenario(path=self.path, **found))
        wrong = scenario.wrong_deal()
        if wrong:
            self.wrong(dealt, wrong)
        return scenario

    def housed(self, scenario: Scenario) -> Scenario:
        """Return the scenario with its house; raise TableError if the house is missing or wrong.

        If the house is in a file beside the scenario, its text is added to the scenario's files.
        """
        try:
            name = scenario.house if self.house is None else self.word(self.house)
            return scenario.with_house(name)
        except TableError as error:
            self.wrong(self.house, error.detail)

    def from_paper(self, paper: "Node", scenario: Scenario, told: dict[str, object]) -> Scenario:
        """Return the scenario with a recorded deal, and with the house and dealer of this deal.

        `paper` has the name of a file, and may have the number of a deal in this file (default:
        the first deal). `told` has the values that were parsed from the scenario. If they include
        a dealer or agreed choices, or if the scenario names a house, raise TableError.
        """
        words = self.words(paper, 1, 2)
        if self.house is not None or "dealer" in told or "agreed" in told:
            self.wrong(
                paper, "the deal has its own house and dealer: remove house, dealer and agreed"
            )
        try:
            file = str(Path(self.path).parent / words[0])
            return scenario.with_deal(redeal(file, "".join(words[1:])))
        except TableError as error:
            self.wrong(paper, error.detail)

    def table(self, node: "Node") -> dict[str, Any]:
        """Return the settings of the table; store the node of the house in `self.house`."""
        choices = OrderedDict(
            [
                ("backend", ("cpython", "vm")),
                ("hands", ("blind", "scanned")),
                ("discipline", DISCIPLINES),
                ("dealer", tuple(SEATS)),
                ("pace", tuple(PACES)),
            ]
        )
        known = tuple(choices) + ("seed", "house", "agreed", "language", "target", "names")
        found: dict[str, Any] = {}
        for key, value in self.fields(node, known).items():
            if key == "names":
                people = self.fields(value, tuple(SEATS))
                found[key] = {seat: self.word(name) for seat, name in people.items()}
            elif key == "agreed":
                words = self.fields(value, OPEN_KEYS)
                found[key] = tuple(f"{one}: {self.word(word)}" for one, word in words.items())
            elif key in choices:
                found[key] = self.one_of(value, choices[key])
            elif key in ("seed", "target"):
                found[key] = self.number(value)
            elif key == "house":
                self.house = value
            else:
                found[key] = self.word(value)
        return found

    def people(self, node: "Node") -> dict[str, tuple[str, int | None]]:
        """Return for each seat the kind of player, and in how many per cent of cases it cheats.

        None stands for the default of the kind. The seat "all" stands for the seats that are not
        listed.
        """
        found: dict[str, tuple[str, int | None]] = {}
        for seat, value in self.fields(node, tuple(SEATS) + ("all",)).items():
            often = None
            if isinstance(value, yaml.MappingNode):
                told = self.fields(value, ("kind", "often"))
                if "kind" not in told:
                    self.wrong(value, "kind is missing")
                often = self.number(told["often"]) if "often" in told else None
                value = told["kind"]
            found[seat] = (self.one_of(value, tuple(KINDS)), often)
        return found

    def deal(self, node: "Node") -> "DealtHands":
        """Parse the hands, the upcard and the taker of the first deal."""
        told = self.fields(node, ("hands", "upcard", "taker"))
        found: DealtHands = {}
        if "hands" in told:
            hands = self.fields(told["hands"], tuple(SEATS))
            found["hands"] = {seat: self.cards(value) for seat, value in hands.items()}
            dealt = [one for cards in found["hands"].values() for one in cards]
            if len(set(dealt)) < len(dealt):
                self.wrong(told["hands"], "a card is dealt twice")
        if "upcard" in told:
            found["upcard"] = self.card(told["upcard"])
        if "taker" in told:
            found["taker"] = self.one_of(told["taker"], tuple(SEATS))
        return found

    def files(self, node: "Node") -> dict[str, str]:
        """Parse additional files for the table's flash: a text for each path.

        Leave out files whose text is empty or blank.
        """
        if not isinstance(node, yaml.MappingNode):
            self.wrong(node, "expected paths and texts of files here")
        return OrderedDict(
            [(self.word(path), str(text.value)) for path, text in node.value if self.word(text)]
        )
