"""Generated files that are kept in the repository: texts, and drawings by other programs.

`DrawnList` stores hashes of each drawing and of its sources. With these hashes a computer without
the drawing program can find out that a drawing is out of date.
"""

import json
from collections.abc import Callable, Container
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple


class Made(NamedTuple):
    """Hashes of a file's sources and of the file itself."""

    sources: str
    file: str


class DrawnList:
    """List of the generated files of one folder.

    `path` is the JSON file that stores the list. The names of the generated files are relative to
    the folder of `path`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def then(self, name: str) -> Made | None:
        """Return the recorded hashes of a file, None if it is not listed."""
        entry = self._entries().get(name)
        return Made(**entry) if entry else None

    def now(self, name: str, sources: bytes) -> Made:
        """Return the current hashes of a file and its `sources`.

        A missing file has the hash of an empty file.
        """
        path = self._path.parent / name
        file = path.read_bytes() if path.is_file() else b""
        return Made(sha256(sources).hexdigest(), sha256(file).hexdigest())

    def put(self, name: str, sources: bytes) -> None:
        """Record that a file has just been generated from these sources."""
        self._write(self._entries() | {name: self.now(name, sources)._asdict()})

    def keep(self, names: Container[str]) -> None:
        """Keep only these files; delete all other listed files and their entries."""
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
    """Generated file.

    `text` returns the file's content. `faults` returns a sentence for each fault of `source`.
    """

    path: Path
    source: Path
    text: Callable[[], str | bytes]
    faults: Callable[[], list[str]]

    def check(self) -> list[str]:
        """Return the faults of the source.

        If there are none, return a sentence if the file is out of date.
        """
        found = self.faults()
        if not found and not self._holds(self._bytes()):
            found = [f"{self.path.name} is out of date with {self.source.name}: generate it again"]
        return found

    def write(self) -> None:
        """Generate the file, unless it is up to date."""
        made = self._bytes()
        if not self._holds(made):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(made)

    def _holds(self, data: bytes) -> bool:
        return self.path.exists() and self.path.read_bytes() == data

    def _bytes(self) -> bytes:
        made = self.text()
        return made if isinstance(made, bytes) else made.encode("utf-8")
