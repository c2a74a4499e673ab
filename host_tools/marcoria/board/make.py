"""All files for building a table, generated from hardware/board.toml by `make hardware`.

for sentence in check(): ...  # files that are out of date; needs no drawing tool
"""

import io
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from marcoria.board import bom, cables, plan, wokwi
from marcoria.board.cables import harness, plugs
from marcoria.board.circuit import Circuit
from marcoria.board.generate import pin_file
from marcoria.board.guide import PAGES, page, pin_page
from marcoria.board.mechanics import files as mechanics
from marcoria.board.mechanics.openscad import RenderedPart
from marcoria.board.mechanics.page_pictures import PagePicture, page_pictures
from marcoria.board.profile import BOARD_FILE, load, profiles, small_profiles
from marcoria.build.made import DrawnList, MadeFile
from marcoria.paths import HARDWARE

_LISTS = (("bom", bom.table), ("wires", cables.table))


class DrawnText(NamedTuple):
    """Text from which pictures are drawn.

    `draw` takes the path of the text and writes the pictures beside it.
    """

    name: str
    text: str
    suffixes: tuple[str, ...]
    draw: Callable[[Path], None]

    @property
    def pictures(self) -> list[str]:
        """Return the names of the pictures."""
        stem = self.name.removesuffix(Path(self.name).suffix)
        return [stem + suffix for suffix in self.suffixes]


class Drawings:
    """All drawings of a folder."""

    def __init__(self, folder: Path, drawings: Sequence[DrawnText]) -> None:
        self.all = drawings
        self._folder = folder
        self._list = DrawnList(folder / "drawn.json")

    def check(self) -> list[str]:
        """Return a sentence for each text or picture that is out of date or was changed."""
        return [sentence for one in self.all for sentence in self._wrong(one)]

    def write(self) -> list[str]:
        """Write the texts for which `check` reports a fault, and draw their pictures.

        Remove the pictures of texts that are no longer in the list. Return the names of the texts
        that were written.
        """
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

    def _wrong(self, drawing: DrawnText) -> Iterator[str]:
        path = self._folder / drawing.name
        if not path.is_file() or path.read_text(encoding="utf-8") != drawing.text:
            yield f"{drawing.name} is out of date with the board file: run make hardware"
            return
        for name in drawing.pictures:
            then, now = self._list.then(name), self._list.now(name, drawing.text.encode())
            if then is None or then.sources != now.sources:
                yield f"{name} was drawn from older data: run make hardware"
            elif then.file != now.file:
                yield f"{name} was changed after it was drawn: run make hardware"


def circuits(path: Path = BOARD_FILE) -> list[Circuit]:
    """Return the circuits of the profiles with their own pins, the reference profile first."""
    return [Circuit(load(path, name)) for name in profiles(path)]


def small_circuits(path: Path = BOARD_FILE) -> list[Circuit]:
    """Return the circuits of the small tables, in the order of the file."""
    return [Circuit(load(path, name)) for name in small_profiles(path)]


GeneratedFile: TypeAlias = MadeFile | RenderedPart | PagePicture


def files(path: Path = BOARD_FILE, folder: Path = HARDWARE) -> list[GeneratedFile]:
    """Return the generated files, except the netlists and the drawings of the cables."""
    made: list[GeneratedFile] = [pin_file(path)]
    for circuit in circuits(path):
        for kind, table in _LISTS:
            name = f"{kind}-{circuit.board.profile}.csv"
            made.append(MadeFile(folder / name, path, partial(table, circuit), list))
        for name, text in plan.drawings(circuit).items():
            made.append(MadeFile(folder / "box" / name, path, partial(str, text), list))
        pins = folder / f"pins-{circuit.board.profile}.md"
        made.append(MadeFile(pins, path, partial(pin_page, circuit), list))
    reference = circuits(path)[0]
    made.append(MadeFile(folder / "bom-mat.csv", path, partial(bom.mat, reference), list))
    for circuit in small_circuits(path):
        for kind, table in _LISTS:
            name = f"small/{kind}-{circuit.board.profile}.csv"
            made.append(MadeFile(folder / name, path, partial(table, circuit), list))
    every = [*circuits(path), *small_circuits(path)]
    for name in PAGES:
        text_of = partial(page, folder / name, every)
        made.append(MadeFile(folder / name, path, text_of, list))
    mechanical = mechanics.made(path)
    return [*made, *wokwi.files(path, folder / "wokwi"), *mechanical, *page_pictures()]


def drawings(path: Path = BOARD_FILE, folder: Path = HARDWARE) -> Drawings:
    """Return the drawings of the cables."""
    return Drawings(
        folder,
        [
            DrawnText(
                f"wiring/{circuit.board.profile}/{plug.name.replace(' ', '-')}.yml",
                harness(circuit, plug),
                (".svg", ".png"),
                _wireviz,
            )
            for circuit in circuits(path)
            for plug in plugs(circuit)
        ],
    )


def check() -> list[str]:
    """Return a sentence for each file that is out of date or whose source has a fault.

    Netlists are not checked, because that needs SKiDL.
    """
    return [sentence for made in files() for sentence in made.check()] + drawings().check()


def _wireviz(path: Path) -> None:
    """Draw a WireViz file as SVG and PNG."""
    wireviz = [sys.executable, "-c", "from wireviz.wv_cli import wireviz; wireviz()"]
    told = subprocess.DEVNULL
    subprocess.run([*wireviz, "-f", "sp", path.name], cwd=path.parent, check=True, stdout=told)
    _few_colours(path.with_suffix(".png"))


def _few_colours(path: Path) -> None:
    """Reduce a PNG to 64 colours, enough for a drawing; the file shrinks to a fifth."""
    from PIL import Image

    small = io.BytesIO()
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(64, dither=Image.Dither.NONE).save(
            small, "PNG", optimize=True
        )
    path.write_bytes(small.getvalue())


def main() -> int:
    """Write all files and return 0; if the board has a fault, print it and return 1."""
    from marcoria.board.netlist import netlist

    for made in files():
        if faults := made.faults():
            print("\n".join(faults), file=sys.stderr)
            return 1
        if made.check():
            made.write()
            print(f"made: {made.path.name}")
    for circuit in (*circuits(), *small_circuits()):
        text, wrong = netlist(circuit)
        if wrong:
            print("\n".join(wrong), file=sys.stderr)
            return 1
        if circuit.board.without:  # a small table's circuit is part of a whole table's netlist
            continue
        path = HARDWARE / f"netlist-{circuit.board.profile}.net"
        path.write_text(text, encoding="utf-8")
    for name in drawings().write():
        print(f"drawn: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
