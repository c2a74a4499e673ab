"""A file that is made of another one, and stays beside it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class MadeFile(NamedTuple):
    """`text` is what it should say, or its bytes; `faults` what is wrong with its source, a
    sentence each."""

    path: Path
    source: Path
    text: Callable[[], str | bytes]
    faults: Callable[[], list[str]]

    def check(self) -> list[str]:
        """What is wrong with the source, or that the file is not what it makes."""
        found = self.faults()
        if not found and (not self.path.exists() or self.path.read_bytes() != self._bytes()):
            made = f"{self.path.name} is not what {self.source.name} makes of it"
            found = [f"{made}: generate it again"]
        return found

    def write(self) -> None:
        """Makes it anew."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(self._bytes())

    def _bytes(self) -> bytes:
        made = self.text()
        return made if isinstance(made, bytes) else made.encode("utf-8")
