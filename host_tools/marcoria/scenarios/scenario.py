"""Content of a scenario: settings of the table, players, first deal, files and steps."""

from pathlib import Path
from typing import TYPE_CHECKING

from marcoria.bots.body import PACES
from marcoria.bots.company import Company
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House
from marcoria.firmware.codes.game import SEATS, Disciplines
from marcoria.game.houses import ENDING, check_apart, house_of, names, open_house, text_of
from marcoria.game.names import words
from marcoria.scenarios.scene import Scene, Verb
from marcoria.scenarios.verbs import PlayOn, StartMatch
from marcoria.value import Value

if TYPE_CHECKING:
    from marcoria.bdn.redeal import Redeal
    from marcoria.bots.tables import PlayedTable, ScreenReader
    from marcoria.scenarios.verbs import DealtHands

DISCIPLINES = ("house",) + tuple(words(Disciplines).values())
_FOLDER = "/bar/houses"  # folder on the table's flash for the bar's own houses


class Scenario(Value):
    """Content of a scenario file; docs/scenarios.md explains the values.

    Error messages name the file by its `path`. A `target` of 0 is the target of the house.
    `people` has the form of `marcoria.bots.company.Kinds`. Without `deal` the first deal is
    random. `files` maps paths on the table's flash to texts.
    """

    def __init__(
        self,
        path: str,
        about: str = "",
        backend: str = "cpython",
        seed: int = 0,
        house: str = "piedicavallo",
        agreed: tuple[str, ...] = (),
        hands: str = "blind",
        language: str = "en",
        discipline: str = "house",
        target: int = 0,
        dealer: str = "N",
        pace: str = "fast",
        names: dict[str, str] | None = None,
        people: dict[str, tuple[str, int | None]] | None = None,
        deal: "DealtHands | None" = None,
        files: dict[str, str] | None = None,
        steps: list[Verb] | None = None,
    ) -> None:
        self.path = path
        self.about = about
        self.backend = backend
        self.seed = seed
        self.house = house
        self.agreed = agreed  # `key: word` for each rule that the house leaves to the players
        self.hands = hands
        self.language = language
        self.discipline = discipline
        self.target = target
        self.dealer = dealer
        self.pace = pace
        self.names: dict[str, str] = {} if names is None else names
        self.people: dict[str, tuple[str, int | None]] = {} if people is None else people
        self.deal: DealtHands = {} if deal is None else deal
        self.files: dict[str, str] = {} if files is None else files
        self.steps: list[Verb] = [] if steps is None else steps

    def with_changes(self, **changes: object) -> "Scenario":
        """Return a copy in which these attributes have new values."""
        return Scenario(**(self.__dict__ | changes))

    @property
    def number_of_discipline(self) -> int:
        """Return the number of the discipline, -1 for the house's default."""
        return DISCIPLINES.index(self.discipline) - 1

    @property
    def settings(self) -> dict[str, object]:
        """Return the content of the table's settings file."""
        return {
            "house": self.house,
            "hands": int(self.hands == "scanned"),
            "discipline": self.number_of_discipline,
            "target": self.target,
            "language": self.language,
            "agreed": list(self.agreed),
            "names": [self.names.get(seat, "") for seat in SEATS],
        }

    @property
    def all_steps(self) -> list[Verb]:
        """Return the steps, preceded by the start of a match if bots play."""
        if not any(isinstance(step, PlayOn) for step in self.steps):
            return self.steps
        start = StartMatch(self.dealer, self.target, self.number_of_discipline, self.deal)
        return [start] + self.steps

    def scene(
        self, table: "PlayedTable", seed: int, reader: "ScreenReader | None" = None
    ) -> Scene:
        """Return a new scene at `table`, which has just got power.

        `seed` decides the random choices of the players. `reader` reads the text on the display;
        if it is None, `marcoria.sim.view.ocr` reads the text.
        """
        company = Company(
            table,
            self.load_house(),
            self.people,
            self.hands == "scanned",
            seed,
            PACES[self.pace],
            self.language,
            reader,
        )
        return Scene(self.path, table, company)

    # --- house ------------------------------------------------------------------------------

    def load_house(self) -> House:
        """Load the house with the agreed choices.

        A house in `files` replaces a built-in house of the same name, as on the table.
        """
        own = self.files.get(_house_path(self.house))
        if own is None:
            return open_house(self.house, self.agreed)
        return house_of(own, _house_path(self.house), self.agreed)

    def with_house(self, name: str) -> "Scenario":
        """Return the scenario with the house `name`.

        `name` is a house in `files`, a built-in house, or a file relative to the scenario's
        folder. A file may be named without its ending `.house`. The text of a file is added to
        `files` of the returned scenario. Raise TableError if the house is missing or wrong. For a
        house that is in these `files`, raise it also if a journal could confuse its rules with
        other rules (see `check_apart`).
        """
        file = Path(self.path).parent / (name if name.endswith(ENDING) else name + ENDING)
        files, known = dict(self.files), _house_path(name) in self.files or name in names()
        if name.endswith(ENDING) or (not known and file.is_file()):
            name = file.stem
            files[_house_path(name)] = text_of(str(file))
        found = self.with_changes(house=name, files=files)
        found.load_house()
        if _house_path(name) in files:
            check_apart({name: files[_house_path(name)]})
        return found

    # --- first deal -------------------------------------------------------------------------

    def with_deal(self, deal: "Redeal") -> "Scenario":
        """Return the scenario with a recorded deal as its first deal.

        The scenario also gets the house, the agreed choices and the dealer of the deal.
        """
        files = dict(self.files)
        if deal.rules:
            files[_house_path(deal.house)] = deal.rules
        return self.with_changes(
            house=deal.house,
            agreed=deal.agreed,
            dealer=deal.dealer,
            deal=deal.told(),
            files=files,
        )

    def wrong_deal(self) -> str:
        """Return an error message about the first deal, "" if no mistake is found."""
        told, house = self.deal, self.load_house()
        if not told:
            return ""
        if "hands" not in told:
            return "the key 'hands' is missing: add it, or remove upcard and taker"
        elder = SEATS[SEATS.index(self.dealer) + house.step & 3]
        taker = told.get("taker", elder)
        if house.players == 2 and taker in "EW":
            return f"nobody sits at {taker}: in {house.name} North and South play"
        return _wrong_hands(told["hands"], house) or _wrong_upcard(told, taker, house)


def _house_path(name: str) -> str:
    return f"{_FOLDER}/{name}{ENDING}"


def _wrong_hands(hands: dict[str, list[str]], house: House) -> str:
    for seat, cards in hands.items():
        if house.players == 2 and seat in "EW":
            return f"nobody sits at {seat}: in {house.name} North and South play"
        if len(cards) != house.cards:
            return f"{seat} has {len(cards)} cards: a hand of {house.name} has {house.cards}"
    return ""


def _wrong_upcard(told: "DealtHands", taker: str, house: House) -> str:
    """Return an error message about the upcard, "" if the upcard is right or missing.

    If the upcard stays on the table, it must be in no hand. Otherwise it must be in the taker's
    hand, or in no hand if the taker's hand is not given.
    """
    upcard, hands = told.get("upcard"), told["hands"]
    if upcard is None:
        return ""
    if house.upcard == choices.UPCARD_NONE:
        return f"no card is turned up in {house.name}: remove upcard: {upcard}"
    holders = [seat for seat, cards in hands.items() if upcard in cards]
    stays = house.upcard == choices.UPCARD_STAYS
    if stays and holders:
        return f"{upcard} stays on the table: it cannot be in the hand of {holders[0]}"
    if not stays and taker in hands and taker not in holders:
        return f"{taker} takes {upcard}: it must be in the hand of {taker}"
    if not stays and taker not in hands and holders:
        return f"{taker} takes {upcard}: it cannot be in the hand of {holders[0]}"
    return ""
