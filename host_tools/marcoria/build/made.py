"""Files that are made of others and stay beside them: texts, and what another program draws.

For the latter a list says what each was made from and what it was then, so that a machine without
that program notices what is old.
"""

import json
from collections.abc import Callable, Container
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple


class Made(NamedTuple):
    """The hashes of a file's sources and of the file itself."""

    sources: str
    file: str


class DrawnList:
    """The list of one folder; names in it are paths from there."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def then(self, name: str) -> Made | None:
        """Return what the list says of a file."""
        entry = self._entries().get(name)
        return Made(**entry) if entry else None

    def now(self, name: str, sources: bytes) -> Made:
        """Return what it would say if the file as it lies there were of those sources."""
        path = self._path.parent / name
        file = path.read_bytes() if path.is_file() else b""
        return Made(sha256(sources).hexdigest(), sha256(file).hexdigest())

    def put(self, name: str, sources: bytes) -> None:
        """Say that the file has just been made of those."""
        self._write(self._entries() | {name: self.now(name, sources)._asdict()})

    def keep(self, names: Container[str]) -> None:
        """Keep only those: remove all others."""
        entries = self._entries()
        for name in [name for name in entries if name not in names]:
            (self._path.parent / name).unlink(missing_ok=True)
            del entries[name]
        self._write(entries)

    def _entries(self) -> dict[str, dict[str, str]]:
        if not self._path.exists():
            return {}
        return dict(json.loads(self._path.read_text(encoding="utf-8")))

    def _write(self, entries: dict[str, dict[str, str]]) -> None:
        text = json.dumps(entries, indent=1, sort_keys=True) + "\n"
        self._path.write_text(text, encoding="utf-8")


class MadeFile(NamedTuple):
    """`text` is what it should say, or its bytes; `faults` what is wrong with its source, a
    sentence each."""

    path: Path
    source: Path
    text: Callable[[], str | bytes]
    faults: Callable[[], list[str]]

    def check(self) -> list[str]:
        """Return what is wrong with the source, or that the file is not what it makes."""
        found = self.faults()
        if not found and (not self.path.exists() or self.path.read_bytes() != self._bytes()):
            made = f"{self.path.name} is not what {self.source.name} makes of it"
            found = [f"{made}: generate it again"]
        return found

    def write(self) -> None:
        """Make it anew."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(self._bytes())

    def _bytes(self) -> bytes:
        made = self.text()
        return made if isinstance(made, bytes) else made.encode("utf-8")
