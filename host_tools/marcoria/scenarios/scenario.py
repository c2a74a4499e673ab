"""A scenario: what people do at a table and what they must then see."""

from dataclasses import dataclass, field
from typing import Any

from marcoria.firmware.codes import disciplines
from marcoria.firmware.codes.letters import SEATS
from marcoria.game.wording import words

WITHIN_MS = 3000
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

    within: float = WITHIN_MS
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
    agreed: tuple[str, ...] = ()  # of what the house leaves to the players
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

    @property
    def number_of_discipline(self) -> int:
        """-1 for the house's own."""
        return DISCIPLINES.index(self.discipline) - 1

    @property
    def settings(self) -> dict[str, Any]:
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
