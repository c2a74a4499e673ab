"""What a bench is made of, and how a run on it ends."""

from dataclasses import dataclass, field

from marcoria.sim.chips.seams import Part


@dataclass(frozen=True)
class Parts:
    """What a world is made of that is no table: parts wired to a processor, and tags by name."""

    profile: str
    wired: list[Part]
    tags: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Ending:
    """How a run of somebody's own program ended: what it raised, and where it was."""

    error: str = ""
    where: str = ""
    hung: bool = False  # it had to be ended, and its world with it
