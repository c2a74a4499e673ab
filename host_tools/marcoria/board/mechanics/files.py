"""List of the files that are generated from the section [mechanics] of hardware/board.toml."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from marcoria.board.mechanics.checks import check
from marcoria.board.mechanics.cut_sheets import SHEETS
from marcoria.board.mechanics.layout import Layout, of
from marcoria.board.mechanics.openscad import RenderedPart, layout_file
from marcoria.board.mechanics.prints import PRINTS
from marcoria.board.mechanics.section import SECTIONS
from marcoria.board.profile import BOARD_FILE, load
from marcoria.build.made import MadeFile
from marcoria.paths import HARDWARE

FOLDER = HARDWARE / "mechanics"
PAPERS = HARDWARE / "print"

# By file name: the part of table.scad that OpenSCAD renders, and the camera, which only pictures
# have.
_RENDERED: dict[str, tuple[str, tuple[int, ...]]] = {
    "tray.stl": ("tray", ()),
    "frame.stl": ("frame", ()),
    "cap.stl": ("cap", ()),
    "rest.stl": ("rest", ()),
    "plate-skin.dxf": ("plate-skin", ()),
    "plate-body.dxf": ("plate-body", ()),
    "bay-cover.dxf": ("bay-cover", ()),
    "mat-cover.dxf": ("mat-cover", ()),
    "mat-core.dxf": ("mat-core", ()),
    "mat-lid.dxf": ("mat-lid", ()),
    "plate.png": ("plate-picture", (0, 0, 0, 38, 0, 18, 2500)),
    "below.png": ("below", (0, 0, 0, 38, 0, 18, 2500)),
    "seat.png": ("exploded", (60, -330, 135, 52, 0, 24, 1500)),
    "step-bench.png": ("step-bench", (0, 0, 0, 38, 0, 12, 2000)),
    "step-plate.png": ("step-plate", (60, 0, 110, 60, 0, 18, 3000)),
    "step-display.png": ("step-display", (60, 0, 110, 58, 0, 24, 1400)),
    "step-tray.png": ("step-tray", (60, -310, 0, 46, 0, 20, 1100)),
    "step-box.png": ("step-box", (60, 0, 50, 52, 0, 24, 1200)),
    "step-closed.png": ("step-closed", (0, 0, 0, 38, 0, 18, 2600)),
    "mat.png": ("mat-picture", (0, 0, 0, 40, 0, 18, 2500)),
}

# Files that are drawn without OpenSCAD.
_DRAWN: dict[Path, Callable[[Layout], str | bytes]] = {
    **{FOLDER / name: draw for name, draw in (SHEETS | SECTIONS).items()},
    **{PAPERS / name: draw for name, draw in PRINTS.items()},
}


def made(path: Path = BOARD_FILE) -> list[MadeFile | RenderedPart]:
    """Return all files; layout.scad is the first, because the rendered files depend on it."""
    source = layout_source(path)
    drawn = [
        MadeFile(file, path, partial(_drawn, draw, path), source.faults)
        for file, draw in _DRAWN.items()
    ]
    rendered = [
        RenderedPart(FOLDER / name, part, source.text, source.faults, camera)
        for name, (part, camera) in _RENDERED.items()
    ]
    return [source, *drawn, *rendered]


def layout_source(path: Path = BOARD_FILE) -> MadeFile:
    """Return the generated file layout.scad, from which OpenSCAD reads the layout."""
    text = partial(_drawn, layout_file, path)
    return MadeFile(FOLDER / "layout.scad", path, text, lambda: check(load(path)))


def _drawn(draw: Callable[[Layout], str | bytes], path: Path) -> str | bytes:
    return draw(of(load(path)))
