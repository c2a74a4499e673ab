"""A file of the firmware that is made of another one, and stays beside it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class MadeFile(NamedTuple):
    """`text` is what it should say, `faults` what is wrong with its source, a sentence each."""

    path: Path
    source: Path
    text: Callable[[], str]
    faults: Callable[[], list[str]]

    def check(self) -> list[str]:
        """What is wrong with the source, or that the file is not what it makes."""
        found = self.faults()
        if not found and not self._is_made():
            made = f"{self.path.name} is not what {self.source.name} makes of it"
            found = [f"{made}: generate it again"]
        return found

    def _is_made(self) -> bool:
        return self.path.is_file() and self.path.read_text(encoding="utf-8") == self.text()

    def write(self) -> None:
        """Makes it anew."""
        self.path.write_text(self.text(), encoding="utf-8")
