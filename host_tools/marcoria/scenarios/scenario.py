"""A scenario: what people do at a table and what they must then see."""

from typing import TYPE_CHECKING, Any

from marcoria.firmware.codes.game import SEATS, Disciplines
from marcoria.game.wording import words
from marcoria.value import Value

if TYPE_CHECKING:
    from typing import TypedDict

    class DealtHands(TypedDict, total=False):
        """The hands that are dealt first."""

        hands: dict[str, list[str]]
        upcard: str
        taker: str


WITHIN_MS = 3000
DISCIPLINES = ("house",) + tuple(words(Disciplines).values())


class Step(Value):
    """One line of the story."""

    def __init__(
        self,
        line: int,
        verb: str,
        what: Any,
    ) -> None:
        self.line = line
        self.verb = verb
        self.what = what


class Expectation(Value):
    """What must be so within a time. What is None is not asked."""

    def __init__(
        self,
        within: float = WITHIN_MS,
        lights: dict[str, str] | None = None,
        text: list[str] | None = None,
        no_text: list[str] | None = None,
        journal: list[str] | None = None,
        no_journal: list[str] | None = None,
        score: dict[str, int] | None = None,
        pads: dict[str, list[str]] | None = None,
        sound: str = "",
        agree: bool = False,
    ) -> None:
        self.within = within
        self.lights: dict[str, str] = {} if lights is None else lights
        self.text: list[str] = [] if text is None else text
        self.no_text: list[str] = [] if no_text is None else no_text
        self.journal: list[str] = [] if journal is None else journal
        self.no_journal: list[str] = [] if no_journal is None else no_journal
        self.score: dict[str, int] = {} if score is None else score
        self.pads: dict[str, list[str]] = {} if pads is None else pads
        self.sound = sound
        self.agree = agree


class Scenario(Value):
    """A whole file."""

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
        steps: list[Step] | None = None,
    ) -> None:
        self.path = path
        self.about = about
        self.backend = backend
        self.seed = seed
        self.house = house
        self.agreed = agreed  # of what the house leaves to the players
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
        self.steps: list[Step] = [] if steps is None else steps

    def with_changes(self, **changes: object) -> "Scenario":
        """Return the same scenario with other values."""
        return Scenario(**(self.__dict__ | changes))

    @property
    def number_of_discipline(self) -> int:
        """-1 for the house's own."""
        return DISCIPLINES.index(self.discipline) - 1

    @property
    def settings(self) -> dict[str, object]:
        """What its table is set to, as the file there has it."""
        return {
            "house": self.house,
            "hands": int(self.hands == "scanned"),
            "discipline": self.number_of_discipline,
            "target": self.target,
            "language": self.language,
            "agreed": list(self.agreed),
            "names": [self.names.get(seat, "") for seat in SEATS],
        }
