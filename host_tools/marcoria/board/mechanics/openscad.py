"""Text of layout.scad, where y is to the North, and the files that OpenSCAD renders.

made.json has hashes of the sources and of the files. With these hashes a computer without OpenSCAD
can find stale files.
"""

import io
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from marcoria.board.mechanics.layout import TURNS, Layout
from marcoria.board.mechanics.shapes import Hole, Rect, Shape, outlines
from marcoria.build.made import DrawnList
from marcoria.errors import TableError

_HEAD = """\
// Generated from hardware/board.toml, not to be edited. Coordinates are in mm from the table's
// middle, y to the North. A hole is [x, y, diameter]; a rectangle is
// [x, y, width, height, radius]. x and y are the shape's middle."""
_SUITS = ("clubs", "diamonds", "hearts", "spades")
WRITTEN = ("parts.scad", "table.scad", "steps.scad")
_SIZE = (2400, 1800)  # in pixels; pictures are rendered large and scaled down, for smooth edges
_WIDTH = 1200
_COLOURS = 256
_GROUND = (248, 248, 248)  # background of OpenSCAD's colour scheme Tomorrow
_MARGIN = 30


def layout_file(layout: Layout) -> str:
    """Return the text of layout.scad."""
    lines = [_HEAD, ""]
    for table, keys in layout.figures.items():
        lines += [
            f"{table}_{key} = {value:g};"
            for key, value in keys.items()
            if not isinstance(value, str)
        ]
    lines += ["", "// The seat at South. `turns` has the angles that turn it to N, E, S and W."]
    lines.append(f"turns = {[-90 * quarters for quarters in TURNS.values()]};")
    lines += [_named(f"seat_{name}", one) for name, one in vars(layout.seats["S"]).items()]
    lines += ["", "// The whole table."]
    lines += [
        _named(f"table_{name}", one)
        for name, one in vars(layout).items()
        if isinstance(one, Rect | tuple)
    ]
    for name in ("skin", "body", "cover"):
        shapes = getattr(layout, name)
        lines.append(
            _named(f"table_{name}_rects", [one for one in shapes if isinstance(one, Rect)])
        )
        lines.append(
            _named(f"table_{name}_holes", [one for one in shapes if isinstance(one, Hole)])
        )
    lines += ["", "// The outlines of each suit, with a height of 1."]
    lines += [f"suit_{suit} = {_suit(suit)};" for suit in _SUITS]
    return "\n".join(lines) + "\n"


def _named(name: str, value: Shape | Sequence[Shape]) -> str:
    if isinstance(value, Rect | Hole):
        return f"{name} = {_shape(value)};"
    inner = ",\n  ".join(_shape(one) for one in value)
    return f"{name} = [\n  {inner}\n];" if inner else f"{name} = [];"


def _shape(one: Shape) -> str:
    if isinstance(one, Hole):
        return _list(one.x, -one.y, one.diameter)
    return _list(one.x, -one.y, one.width, one.height, one.radius)


def _suit(suit: str) -> str:
    lines = ("[" + ", ".join(_list(x, -y) for x, y in line) + "]" for line in outlines(suit))
    return "[\n  " + ",\n  ".join(lines) + "\n]"


def _list(*numbers: float) -> str:
    return "[" + ", ".join(f"{round(number, 3) + 0:g}" for number in numbers) + "]"


class RenderedPart(NamedTuple):
    """A file that OpenSCAD makes from a part of table.scad.

    For a picture `camera` has the x, y and z of the point at which the camera looks, the camera's
    three angles, and its distance from the point. For other files `camera` is empty.
    """

    path: Path
    part: str
    layout: Callable[[], str | bytes]  # returns the text of layout.scad
    faults: Callable[[], list[str]]
    camera: tuple[int, ...] = ()

    def check(self) -> list[str]:
        """Return the faults of [mechanics], else a sentence if the file is out of date."""
        found = self.faults()
        name = self.path.name
        if not found and self._list.then(name) != self._list.now(name, self._sources()):
            found = [f"{name} is out of date with board.toml or a .scad file: run make hardware"]
        return found

    def write(self) -> None:
        """Render the file and store hashes in made.json; layout.scad must be up to date."""
        self.path.write_bytes(self.rendered())
        self._list.put(self.path.name, self._sources())

    def rendered(self) -> bytes:
        """Render the file with OpenSCAD, and return its bytes.

        The triangles of an STL file are sorted, and a picture is cropped and scaled. Raise
        TableError if OpenSCAD is missing, fails or gives a warning.
        """
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / self.path.name
            _run([*self._command(), "-o", str(target), str(self.path.parent / "table.scad")])
            data = target.read_bytes()
        return _FINISHED.get(self.path.suffix, bytes)(data)

    @property
    def _list(self) -> DrawnList:
        return DrawnList(self.path.parent / "made.json")

    def _sources(self) -> bytes:
        """Return the sources and the command, to be hashed."""
        written = [(self.path.parent / name).read_bytes() for name in WRITTEN]
        order, figures = " ".join(self._command()), str(self.layout())
        return b"".join([order.encode(), figures.encode(), *written])

    def _command(self) -> list[str]:
        command = ["openscad", "-D", f'part="{self.part}"']
        if not self.camera:
            return command
        # Only OpenSCAD's preview has colours. It draws with OpenGL and so needs an X display.
        return [
            *("xvfb-run", "-a", *command),
            *("-D", f"eye={list(self.camera[3:6])}", "--colorscheme=Tomorrow"),
            *("--projection=ortho", f"--imgsize={_SIZE[0]},{_SIZE[1]}"),
            f"--camera={','.join(map(str, self.camera))}",
        ]


def _run(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise TableError(
            "no-openscad", "OpenSCAD or xvfb-run is missing: run make openscad"
        ) from error
    if done.returncode or "WARNING" in done.stderr or "ERROR" in done.stderr:
        raise TableError("openscad", f"OpenSCAD failed or gave a warning: {done.stderr.strip()}")


def _framed(data: bytes) -> bytes:
    """Return a picture cropped to even margins and scaled to its final width."""
    from PIL import Image, ImageChops

    picture = Image.open(io.BytesIO(data)).convert("RGB")
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, _GROUND)).getbbox()
    assert box is not None  # the picture is not empty
    left, top, right, bottom = box
    cut = picture.crop((left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN))
    height = round(_WIDTH * cut.height / cut.width)
    small = cut.resize((_WIDTH, height), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    # Maximum coverage keeps rare colours, such as the red of a suit.
    few = small.quantize(_COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    # The background has a palette entry of its own. It is set to white, like the guide's pages.
    palette = few.getpalette() or []
    ground = few.getpixel((0, 0))
    assert isinstance(ground, int)
    palette[3 * ground : 3 * ground + 3] = [255] * 3
    few.putpalette(palette)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def _sorted(data: bytes) -> bytes:
    """Return an STL file with its triangles sorted, because OpenSCAD's order is arbitrary."""
    head, *facets = data.decode("ascii").split("  facet ")
    facets[-1], _, name = facets[-1].partition("endsolid")
    text = "  facet ".join([head, *sorted(map(_turned, facets))])
    return f"{text}endsolid{name}".encode()


def _turned(facet: str) -> str:
    """Return the text of a triangle with its alphabetically first corner first.

    The corners keep their direction around the triangle, because this direction tells which side
    is outside.
    """
    lines = facet.split("\n")
    corners = lines[2:5]
    least = corners.index(min(corners))
    return "\n".join([*lines[:2], *corners[least:], *corners[:least], *lines[5:]])


_FINISHED: dict[str, Callable[[bytes], bytes]] = {".stl": _sorted, ".png": _framed}
