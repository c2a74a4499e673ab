"""Pictures that a tool draws of a text: drawn anew when the text has changed, and known to be old
without the tool.

drawings = Drawings(HARDWARE, [Drawing("wiring/s3/supply.yml", text, (".svg", ".png"), draw)])
drawings.check()  # a sentence for each file that is missing, old, or changed by hand
drawings.write()

A list beside them has, of each, the hash of what it was drawn of and of what it is.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple


class Drawing(NamedTuple):
    """`draw` is given the path of the text, and leaves the pictures beside it."""

    name: str
    text: str
    suffixes: tuple[str, ...]
    draw: Callable[[Path], None]

    @property
    def pictures(self) -> list[str]:
        """Their names."""
        stem = self.name.removesuffix(Path(self.name).suffix)
        return [stem + suffix for suffix in self.suffixes]


class Drawings:
    """All drawings of a folder."""

    def __init__(self, folder: Path, drawings: Sequence[Drawing]) -> None:
        self._folder = folder
        self.all = drawings
        self._list = folder / "drawn.json"

    def check(self) -> list[str]:
        """What is not as it would be drawn now."""
        return [sentence for one in self.all for sentence in self._wrong(one)]

    def write(self) -> list[str]:
        """Draws what has to be, and forgets what nothing is drawn of; the names of the drawn."""
        old = [one for one in self.all if any(self._wrong(one))]
        known = self._known()
        for drawing in old:
            path = self._folder / drawing.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(drawing.text, encoding="utf-8")
            drawing.draw(path)
            for name in drawing.pictures:
                known[name] = [_hash(drawing.text.encode()), self._is(name)]
        wanted = {name for one in self.all for name in one.pictures}
        for name in [name for name in known if name not in wanted]:
            (self._folder / name).unlink(missing_ok=True)
            del known[name]
        text = json.dumps(dict(sorted(known.items())), indent=1) + "\n"
        self._list.write_text(text, encoding="utf-8")
        return [one.name for one in old]

    def _wrong(self, drawing: Drawing) -> Iterator[str]:
        path = self._folder / drawing.name
        if not path.is_file() or path.read_text(encoding="utf-8") != drawing.text:
            yield f"{drawing.name} is not what the board file makes of it: make hardware"
            return
        known = self._known()
        for name in drawing.pictures:
            drawn_of, is_now = known.get(name, ["", ""])
            if drawn_of != _hash(drawing.text.encode()) or not is_now:
                yield f"{name} was drawn of something older: make hardware"
            elif is_now != self._is(name):
                yield f"{name} was changed after it was drawn: make hardware"

    def _is(self, name: str) -> str:
        path = self._folder / name
        return _hash(path.read_bytes()) if path.is_file() else "missing"

    def _known(self) -> dict[str, list[str]]:
        if not self._list.is_file():
            return {}
        return dict(json.loads(self._list.read_text(encoding="utf-8")))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
