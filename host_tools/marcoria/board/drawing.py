"""Pictures that a tool draws of a text: drawn anew when the text has changed, and known to be old
without the tool.

drawings = Drawings(HARDWARE, [Drawing("wiring/s3/supply.yml", text, (".svg", ".png"), draw)])
drawings.check()  # a sentence for each file that is missing, old, or changed by hand
drawings.write()
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from marcoria.build.drawn import DrawnList


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
        self.all = drawings
        self._folder = folder
        self._list = DrawnList(folder / "drawn.json")

    def check(self) -> list[str]:
        """What is not as it would be drawn now."""
        return [sentence for one in self.all for sentence in self._wrong(one)]

    def write(self) -> list[str]:
        """Draws what has to be, and removes what nothing is drawn of; the names of the drawn."""
        old = [one for one in self.all if any(self._wrong(one))]
        for drawing in old:
            path = self._folder / drawing.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(drawing.text, encoding="utf-8")
            drawing.draw(path)
            for name in drawing.pictures:
                self._list.put(name, drawing.text.encode())
        self._list.keep({name for one in self.all for name in one.pictures})
        return [one.name for one in old]

    def _wrong(self, drawing: Drawing) -> Iterator[str]:
        path = self._folder / drawing.name
        if not path.is_file() or path.read_text(encoding="utf-8") != drawing.text:
            yield f"{drawing.name} is not what the board file makes of it: make hardware"
            return
        for name in drawing.pictures:
            then, now = self._list.then(name), self._list.now(name, drawing.text.encode())
            if then is None or then.sources != now.sources:
                yield f"{name} was drawn of something older: make hardware"
            elif then.file != now.file:
                yield f"{name} was changed after it was drawn: make hardware"
