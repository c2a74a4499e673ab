"""What is printed of a hand, in the words of a language: the table's own, and those in `words`."""

from functools import cache
from pathlib import Path

from marcoria.errors import Exit, TableError
from marcoria.paths import FIRMWARE

_OWN = Path(__file__).parent / "words"
_OF_THE_TABLE = FIRMWARE / "ui" / "words"
_ENDING = ".words"
# The one outcome that is called as an offence.
_OUTCOMES = {"misdeal": "misdealt"}
_OF_FOUR = ("NS", "EW")


class Phrases:
    """`phrases("deal", number=3)` is "Deal 3"."""

    def __init__(self, language: str) -> None:
        self._words = _read(_OWN / f"{language}{_ENDING}")
        table = _read(_OF_THE_TABLE / f"{language}{_ENDING}")
        self.seats = tuple(table["seats"].split("|"))
        self.letters = tuple(seat[0] for seat in self.seats)
        self.ranks = tuple(table["ranks"].split("|"))
        self.kinds = tuple(table["melds"].split("|"))
        self.suitless = tuple(table["no-suit"].split("|"))
        self._of_four, self._of_two = (table[key].split("|") for key in ("sides", "sides-of-two"))

    def __call__(self, key: str, **values: object) -> str:
        return self._words[key].format(**values)

    def outcome(self, name: str, taker: str) -> str:
        """What has become of the deal."""
        return self(_OUTCOMES.get(name, name), taker=taker)

    def sides(self, sides: tuple[str, str]) -> tuple[str, str]:
        """What the two are called."""
        first, second = self._of_four if sides == _OF_FOUR else self._of_two
        return first, second


def languages() -> list[str]:
    """Those that a hand is printed in."""
    return sorted(path.stem for path in _OWN.glob(f"*{_ENDING}"))


@cache
def phrases(language: str) -> Phrases:
    """Those of a language, by the short name that the table has for it."""
    if language not in languages():
        told = f"hands are not printed in '{language}': it is one of {', '.join(languages())}"
        raise TableError("usage", told, Exit.USAGE)
    return Phrases(language)


def _read(file: Path) -> dict[str, str]:
    lines = file.read_text("utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if ": " in line)
