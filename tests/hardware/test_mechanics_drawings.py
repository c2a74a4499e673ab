"""Drawings and parts of the table's body: up to date, to scale and reproducible.

The tests measure the drawings with parsers that share no code with the drawing program.
"""

import json
import re
import shutil
import struct
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from board_files import edited
from marcoria.board.mechanics import files, prints
from marcoria.board.mechanics.openscad import WRITTEN, RenderedPart
from marcoria.board.mechanics.shapes import Rect, union
from marcoria.build import words
from marcoria.build.made import MadeFile

MADE = files.made()
PICTURES = [one.path.stem for one in MADE if one.path.suffix == ".png"]
MM = 72 / 25.4  # points per millimetre; PDF measures in points
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.path.name)
def test_each_file_is_up_to_date(made: MadeFile | RenderedPart) -> None:
    assert made.check() == []


def test_the_folder_is_small_and_has_no_other_files() -> None:
    there = [path for folder in (files.FOLDER, files.PAPERS) for path in folder.iterdir()]
    known = {made.path for made in MADE}
    written = {"README.md", *WRITTEN, "made.json"}
    assert {path.name for path in there if path not in known} == written
    assert sum(path.stat().st_size for path in there) < 3_000_000


def test_drawings_are_reproducible() -> None:
    for made in MADE:
        if isinstance(made, MadeFile):
            assert made.text() == made.text()
            assert b"CreationDate (D:2026010100" in made.path.read_bytes() or (
                made.path.suffix != ".pdf"
            )


def test_a_stale_file_is_noticed(tmp_path: Path) -> None:
    board = edited(tmp_path, "slack = 3 ", "slack = 4 ")
    stale = [one.path.name for one in files.made(board) if one.check()]
    # `slack` is part of the size of the mark for a card on a pad. The files in `fresh` do not show
    # this mark. All files that OpenSCAD makes depend on layout.scad, so they are all stale.
    fresh = {
        "bay-cover.svg",
        "section-pad.svg",
        "section-water.svg",
        "plate-body.svg",
        "mat-core.svg",
        "mat-lid.svg",
    }
    fresh |= {name for name in prints.PRINTS if name.startswith("key-legends")}
    fresh.add("sticker-template.pdf")
    assert {made.path.name for made in MADE} - set(stale) == fresh


def test_a_changed_or_lost_part_is_noticed(tmp_path: Path) -> None:
    shutil.copytree(files.FOLDER, tmp_path, dirs_exist_ok=True)
    [tray] = [made for made in MADE if made.path.name == "tray.stl"]
    assert isinstance(tray, RenderedPart)
    mine = tray._replace(path=tmp_path / "tray.stl")
    assert mine.check() == []
    mine.path.write_bytes(mine.path.read_bytes() + b"\n")
    told = ["tray.stl is out of date with board.toml or a .scad file: run make hardware"]
    assert mine.check() == told
    mine.path.unlink()
    assert mine.check() == told
    shutil.copy(tray.path, mine.path)
    with (tmp_path / "parts.scad").open("a", encoding="utf-8") as file:
        file.write("// another thought\n")
    assert mine.check() == told


def test_the_manifest_names_all_files() -> None:
    kept = json.loads((files.FOLDER / "made.json").read_text(encoding="utf-8"))
    assert set(kept) == {made.path.name for made in MADE if isinstance(made, RenderedPart)}
    for name, entry in kept.items():
        assert entry["file"] == sha256((files.FOLDER / name).read_bytes()).hexdigest()


def test_a_fault_of_the_board_file_is_reported_for_each_file(tmp_path: Path) -> None:
    board = edited(tmp_path, "pitch = 22.86", "pitch = 20")
    for made in files.made(board):
        [fault] = made.check()
        assert fault.startswith("mechanics.keys.pitch is 20")


# --- pages in PDF, which are measured in points, 72 to the inch ---


def _streams(name: str) -> Iterator[str]:
    """Yield the uncompressed drawing of each page as text."""
    data = (files.PAPERS / name).read_bytes().decode("latin-1")
    assert "/Filter" not in data
    for page in re.findall(r"stream\n(.*?)\nendstream", data, re.DOTALL):
        if " Tj" in page:
            yield page


def _lines(page: str) -> list[tuple[float, ...]]:
    """Return the page's single straight lines as x, y, x, y in mm from its lower left corner."""
    found = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", page)
    return [tuple(float(number) / MM for number in line) for line in found]


def _span(path: str) -> tuple[float, ...]:
    """Return the left, lower, right and upper limit in mm of a path's points."""
    points = re.findall(r"(-?[\d.]+) (-?[\d.]+) (?:m|l|c)\b", path)
    xs, ys = ([float(point[axis]) / MM for point in points] for axis in (0, 1))
    return min(xs), min(ys), max(xs), max(ys)


def _closed(page: str) -> list[tuple[float, ...]]:
    """Return the left, lower, right and upper limit in mm of each closed outline."""
    found = re.findall(r"(?<=\n)[^\n]* m(?: [^\n]* c)?\n(?:[^\n]* [lc]\n)+", page)
    spans = [_span(path) for path in found]
    for x, y, width, height in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) (-?[\d.]+) re", page):
        corners = float(x), float(y), float(x) + float(width), float(y) + float(height)
        left, one, right, other = (corner / MM for corner in corners)
        spans.append((left, min(one, other), right, max(one, other)))
    return spans


def _sizes(page: str) -> Counter[tuple[float, float]]:
    """Return the number of closed outlines of each size."""
    return Counter(
        (round(right - left, 1), round(upper - lower, 1))
        for left, lower, right, upper in _closed(page)
    )


def _middles(page: str, size: tuple[float, float]) -> set[tuple[float, float]]:
    """Return the middles of the closed outlines that have this size."""
    return {
        (round((left + right) / 2, 1), round((lower + upper) / 2, 1))
        for left, lower, right, upper in _closed(page)
        if (round(right - left, 1), round(upper - lower, 1)) == size
    }


@pytest.mark.parametrize("name", prints.PRINTS)
def test_each_page_is_a4_and_has_a_ruler_of_100_mm(name: str) -> None:
    data = (files.PAPERS / name).read_bytes().decode("latin-1")
    [box] = set(re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data))
    assert [round(float(side) / MM, 1) for side in box] == [210, 297]
    pages = list(_streams(name))
    assert pages
    for page in pages:
        flat = [(x, to_x) for x, y, to_x, to_y in _lines(page) if y == to_y and to_x - x > 90]
        assert [round(to_x - x, 2) for x, to_x in flat] == [100]
        ticks = sorted(x for x, y, to_x, to_y in _lines(page) if x == to_x and 1.9 < to_y - y < 6)
        start = flat[0][0]
        assert [round(x - start, 1) for x in ticks] == list(range(101))
        assert "Measure this: if it is not 100 mm, print at 100 %" in page


def test_a_pads_mark_is_the_cards_size_and_its_slack() -> None:
    [page] = _streams("pad-marks.pdf")
    sizes = _sizes(page)
    assert sizes[(69, 94)] == 4 and sizes[(63, 88)] == 4 and sizes[(40, 40)] == 4
    assert _middles(page, (40, 40)) == _middles(page, (63, 88)) == _middles(page, (69, 94))


def test_the_sticker_is_in_the_middle_of_the_card() -> None:
    [page] = _streams("sticker-template.pdf")
    sizes = _sizes(page)
    assert sizes[(63, 88)] == 2 and sizes[(25, 25)] == 2
    assert _middles(page, (25, 25)) == _middles(page, (63, 88))
    assert "19 mm" in page and "31.5 mm" in page


def test_the_legends_lie_as_far_apart_as_the_keys_in_the_keys_order() -> None:
    seats, director, labels = _streams("key-legends.pdf")
    assert labels.count("(5 V ONLY)") == 3
    assert _sizes(seats)[(19, 19)] == 24 and _sizes(director)[(19, 19)] == 4
    words = re.findall(r"([\d.]+) ([\d.]+) Td \((PASS|CALL)\) Tj", seats)
    assert [word for *_, word in words] == ["PASS", "CALL"] * 4
    words = re.findall(r"([\d.]+) ([\d.]+) Td \((MENU|UNDO|OK|MUTE)\) Tj", director)
    assert [word for *_, word in words] == ["MENU", "UNDO", "OK", "MUTE"]
    heights = [float(y) / MM for _, y, _ in words]
    assert [round(a - b, 2) for a, b in pairwise(heights)] == [22.86] * 3
    row = sorted(x for x, y in _middles(seats, (19, 19)) if y > 220)
    assert all(abs(b - a - 22.86) < 0.1 for a, b in pairwise(row)) and len(row) == 6


def test_each_language_of_the_display_has_legends_with_the_names_its_sentences_use() -> None:
    for path in words.languages():
        texts = words.read(path)
        names = prints.key_names(path.stem)
        assert names["pass"] in texts["set-up"].text and names["call"] in texts["call-first"].text
        assert names["menu"] in texts["no-match"].text
        if path.stem != "en":
            seats, director = _streams(f"key-legends-{path.stem}.pdf")
            assert _sizes(seats)[(19, 19)] == 24 and _sizes(director)[(19, 19)] == 4
            for name in names.values():
                assert not name.isascii() or f"({name}) Tj" in seats + director


# --- sheets for the laser cutter ---


def _sheet(name: str) -> ElementTree.Element:
    return ElementTree.fromstring((files.FOLDER / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["plate-skin", "plate-body", "mat-cover", "mat-core"])
def test_a_sheet_is_as_large_as_it_says(name: str) -> None:
    sheet = _sheet(f"{name}.svg")
    assert (sheet.get("width"), sheet.get("height")) == ("900mm", "900mm")
    assert sheet.get("viewBox") == "-450 -450 900 900"


def test_the_skin_has_a_hole_for_each_key_and_light() -> None:
    [_, cut] = _sheet("plate-skin.svg")
    sizes = Counter(float(hole.get("r", 0)) * 2 for hole in cut.iter(f"{SVG}circle"))
    assert sizes == {13: 24 + 4, 8: 32}
    windows = [(one.get("width"), one.get("height")) for one in cut.iter(f"{SVG}rect")]
    assert windows == [("86.4", "65.2"), ("900", "900")]


def test_the_bays_cover_reaches_over_its_edge_and_drains() -> None:
    sheet = _sheet("bay-cover.svg")
    assert (sheet.get("width"), sheet.get("height")) == ("264mm", "164mm")
    sizes = Counter(float(hole.get("r", 0)) * 2 for hole in sheet.iter(f"{SVG}circle"))
    assert sizes == {3.5: 4, 6: 2}


def _area(points: list[tuple[float, float]]) -> float:
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def _polylines(dxf: str) -> list[list[tuple[float, float]]]:
    """Return the closed outlines of a DXF file, joined from its single lines."""
    groups = [line.strip() for line in dxf.split("\n")]
    ends = {}
    for at, word in enumerate(groups):
        if word == "LINE":
            codes = dict(
                zip(groups[at + 1 : at + 13 : 2], groups[at + 2 : at + 14 : 2], strict=True)
            )
            start, end = (codes["10"], codes["20"]), (codes["11"], codes["21"])
            ends[start] = end
    found = []
    while ends:
        at_point = next(iter(ends))
        line = []
        while at_point in ends:
            line.append((float(at_point[0]), float(at_point[1])))
            at_point = ends.pop(at_point)
        found.append(line)
    return found


def test_our_outline_of_the_openings_equals_openscads() -> None:
    """OpenSCAD and `union` join the rectangles of the openings to outlines of equal area."""
    dxf = _polylines((files.FOLDER / "plate-body.dxf").read_text(encoding="utf-8"))
    areas = sorted(_area(line) for line in dxf)
    [_, cut] = _sheet("plate-body.svg")
    [path] = cut.iter(f"{SVG}path")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d", ""))]
    ours = _area(list(zip(numbers[::2], numbers[1::2], strict=True)))
    # In mm: four trays of 150 x 175, the bay of 240 x 140, and four channels with a width of 26.
    # Measured from the middle, two channels reach from 70 to 235, and two from 120 to 235.
    assert ours == pytest.approx(4 * 150 * 175 + 240 * 140 + 26 * 2 * (165 + 115))
    assert areas[0] == pytest.approx(ours, abs=1) and len(areas) == 2
    assert areas[1] == pytest.approx(900 * 900, rel=1e-3)


def test_a_hole_between_rectangles_is_a_separate_line() -> None:
    ring = [Rect(0, -5, 12, 2), Rect(0, 5, 12, 2), Rect(-5, 0, 2, 12), Rect(5, 0, 2, 12)]
    assert sorted(_area(line) for line in union(ring)) == [64, 144]


def _corners(stl: str) -> list[tuple[float, ...]]:
    found = re.findall(r"vertex (\S+) (\S+) (\S+)", stl)
    return [tuple(float(number) for number in corner) for corner in found]


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("tray", (174, 199, 14)),
        ("frame", (98.4, 77.2, 4)),
        ("cap", (15, 15, 5)),
        ("rest", (10, 18, 7)),
    ],
)
def test_a_printed_part_has_its_size_and_is_closed(name: str, size: tuple[float, ...]) -> None:
    corners = _corners((files.FOLDER / f"{name}.stl").read_text(encoding="utf-8"))
    spans = [max(axis) - min(axis) for axis in zip(*corners, strict=True)]
    assert spans == pytest.approx(size, abs=0.05)
    # Each edge belongs to two triangles, once in each direction, as a slicer requires.
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for n in range(0, len(corners), 3):
        a, b, c = corners[n : n + 3]
        edges.update([(a, b), (b, c), (c, a)])
    assert all(edges[(b, a)] == count for (a, b), count in edges.items())


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_wide_enough_and_not_empty(name: str) -> None:
    data = (files.FOLDER / f"{name}.png").read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    assert width == 1200 and 500 < height < 1300 and len(data) < 80_000
