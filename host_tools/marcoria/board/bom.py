"""Bills of materials: parts and materials with counts, prices and notes for the buyer.

The electric parts of hardware/parts.toml come first. Then come the materials of
hardware/materials.toml for the box, for the cards, and for the body, which is a plate or a mat.

for material, count in needed(circuit, "plate"): ...
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path

from marcoria.board.articles import Article, articles, catalogue
from marcoria.board.cables import csv_text, plugs
from marcoria.board.circuit import Circuit
from marcoria.board.datasheets import DEVKITS
from marcoria.board.mechanics.layout import Layout, of
from marcoria.board.profile import board_error
from marcoria.paths import HARDWARE

MATERIALS_FILE = HARDWARE / "materials.toml"
LISTS = ("box", "cards", "plate", "mat")
PRINTED = {"tray": 4, "frame": 1, "cap": 28, "rest": 2}
_OF_THE_MAT = {"frame": 1, "cap": 4, "rest": 2}  # only the director's keys have printed caps
_PETG = 1.27e-3  # density in g/mm3
_GLUE_G, _VARNISH_ML = 150e-6, 90e-6  # amounts for one mm2
_A4 = 210 * 297
_KEYS = ("of", "what", "unit", "matters", "others", "trap", "euro")
_Count = Callable[[Circuit, Layout, str], float]

# The month in which the prices in parts.toml and materials.toml were estimated.
PRICED = "November 2026"
COMMON = ("box", "cards")  # the lists of materials that a table and a mat share
_SPARE = {"MFRC522": 2}  # spare modules, because one in five modules of unknown make reads badly
_TRIED_FIRST = ("usb", "jumper", "sticker")  # materials to buy first, to try one reader
_READERS_TRIED = (1, 2)  # reader modules for the trial: at least one, better two
_HEAD = (
    "article", "value", "count", "spare", "what", "parts", "matters", "or", "or else", "trap",
    "euro from", "euro to",
)  # fmt: skip


@dataclass(frozen=True)
class Material:
    """An entry of hardware/materials.toml; the comment at the file's top explains the keys."""

    name: str
    of: tuple[str, ...]
    what: str
    unit: str
    matters: str
    others: tuple[str, ...]
    trap: str
    euro: tuple[float, float]


@cache
def materials(path: Path = MATERIALS_FILE) -> dict[str, Material]:
    """Load all materials by name; raise TableError if the file is not valid."""
    found = {}
    for name, entry in catalogue(path).items():
        if set(entry) != set(_KEYS) or len(entry["others"]) != 2:
            raise board_error(
                f"'{name}' in materials.toml must have {', '.join(_KEYS)}, with two 'others'"
            )
        if not set(entry["of"]) <= set(LISTS) or name not in _COUNTS:
            raise board_error(
                f"'{name}' in materials.toml is on an unknown list, or bom.py does not count it"
            )
        low, high = entry["euro"]
        texts = {key: entry[key] for key in ("what", "unit", "matters", "trap")}
        found[name] = Material(
            name, tuple(entry["of"]), **texts, others=tuple(entry["others"]), euro=(low, high)
        )
    return found


def needed(circuit: Circuit, kind: str) -> Iterator[tuple[Material, int]]:
    """Yield each material of the list `kind` (see `LISTS`) and its amount, rounded up."""
    layout = of(circuit.board)
    for name, material in materials().items():
        if kind in material.of:
            yield material, ceil(_COUNTS[name](circuit, layout, kind))


def grams(counts: dict[str, int]) -> float:
    """Return the grams of filament for solid printed parts; `counts` has how many of each name."""
    folder = HARDWARE / "mechanics"
    return sum(n * _volume(folder / f"{name}.stl") * _PETG for name, n in counts.items())


def _volume(stl: Path) -> float:
    """Return the volume in mm3 as the sum of the pyramids from the origin to each triangle."""
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", stl.read_text(encoding="utf-8"))
    points = [tuple(float(number) for number in corner) for corner in corners]
    total = 0.0
    for a, b, c in zip(points[::3], points[1::3], points[2::3], strict=True):
        total += a[0] * (b[1] * c[2] - b[2] * c[1])
        total -= a[1] * (b[0] * c[2] - b[2] * c[0])
        total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return total / 6


def _metres(circuit: Circuit, awg: int) -> float:
    """Return the metres of all wires of a gauge."""
    return sum(len(plug.wires) * plug.mm for plug in plugs(circuit) if plug.awg == awg) / 1000


def _sockets(circuit: Circuit, pins: int) -> int:
    """Return the number of chips in the box with this number of pins."""
    return sum(len(p.article.pins) == pins and p.place == "box" for p in circuit.parts)


def _glued(layout: Layout) -> float:
    """Return the area in mm2 on which the skin is glued to the body."""
    openings = [one for seat in layout.seats.values() for one in (seat.opening, seat.channel)]
    holes = sum(one.width * one.height for one in [*openings, layout.bay])
    return layout.plate.width * layout.plate.height - holes


def _sheets(layout: Layout) -> float:
    """Return the number of A4 sheets of film that cover the printed sheets.

    The film is 5 mm larger all round, and a quarter is added for cutting.
    """
    fronts = [seat.front for seat in layout.seats.values()] + [layout.director_front]
    area = sum(one.grown(5).width * one.grown(5).height for one in fronts)
    return area * 1.25 / _A4


def _battens(layout: Layout) -> float:
    """Return the metres of battens, with a tenth added for sawing."""
    return sum(max(one.width, one.height) for one in layout.rim) / 1000 * 1.1


_ONE: _Count = lambda c, m, k: 1  # noqa: E731
_COUNTS: dict[str, _Count] = {
    "perfboard": lambda c, m, k: 2,
    "dip14": lambda c, m, k: _sockets(c, 14),
    "dip28": lambda c, m, k: _sockets(c, 28),
    "header": lambda c, m, k: 2,
    "terminal": _ONE,
    "heat": _ONE,
    "standoff": lambda c, m, k: 4,
    "usb": _ONE,
    "jumper": _ONE,
    "wire26": lambda c, m, k: _metres(c, 26) + 10,
    "wire22": lambda c, m, k: _metres(c, 22),
    "wire18": lambda c, m, k: _metres(c, 18),
    "small": _ONE,
    "sticker": lambda c, m, k: 32 + 4 + 10,
    "pack": _ONE,
    "skin": _ONE,
    "rest3": _ONE,
    "body": _ONE,
    "batten": lambda c, m, k: _battens(m),
    "felt": _ONE,
    "film": lambda c, m, k: _sheets(m),
    "paper": lambda c, m, k: 2,
    "screw": lambda c, m, k: len(m.screws if k == "plate" else m.bay_screws),
    "woodglue": lambda c, m, k: _glued(m) * _GLUE_G,
    "varnish": lambda c, m, k: 4 * m.plate.width * m.plate.height * _VARNISH_ML,
    "feltglue": _ONE,
    "hardglue": _ONE,
    "silicone": _ONE,
    "hotglue": lambda c, m, k: 6,
    "filament": lambda c, m, k: grams(PRINTED if k == "plate" else _OF_THE_MAT),
    "leg": lambda c, m, k: len(m.legs),
    "core": lambda c, m, k: 3,
    "base": lambda c, m, k: 3,
    "cover": _ONE,
    "flatkey": lambda c, m, k: sum(len(seat.keys) for seat in m.seats.values()),
    "matglue": _ONE,
}


@dataclass(frozen=True)
class BomRow:
    """A line of a bill of materials.

    `value` is the value of an electric part, such as "10k", or the unit of a material. `refs` has
    the names of the electric parts in the circuit.
    """

    article: Article | Material
    value: str
    refs: tuple[str, ...]
    count: int
    spare: int = 0

    @property
    def euro(self) -> tuple[float, float]:
        """Return the price of the line, lowest and highest."""
        low, high = self.article.euro
        return (self.count + self.spare) * low, (self.count + self.spare) * high


def rows(circuit: Circuit, *, mat: bool = False) -> list[BomRow]:
    """Return a row for each value of each electric part, in the order of hardware/parts.toml.

    For a mat the seats' keys are left out, because flat keys are in the list of its materials.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for part in circuit.parts:
        if mat and part.article.name == "key" and part.place != "middle":
            continue
        value = part.value if part.value != part.article.name else ""
        found.setdefault((part.article.name, value), []).append(part.ref)
    supply = f"{circuit.board.data['power']['supply_ma']} mA"
    found["supply", supply] = ["supply"]
    for plug in plugs(circuit):
        if plug.kind != "supply":
            found.setdefault(("plug", f"{len(plug.wires)} pins"), []).append(plug.name)
    order = list(articles())
    listed = sorted(found.items(), key=lambda one: order.index(one[0][0]))
    return [
        BomRow(articles()[name], value, tuple(refs), len(refs), _SPARE.get(name, 0))
        for (name, value), refs in listed
    ]


def rows_of(circuit: Circuit, kind: str) -> list[BomRow]:
    """Return the rows of the list of materials `kind` (see `LISTS`)."""
    return [BomRow(one, one.unit, (), count) for one, count in needed(circuit, kind)]


def total(circuit: Circuit) -> tuple[float, float]:
    """Return the estimated price of a table's electric parts, lowest and highest."""
    return price(rows(circuit))


def price(listed: list[BomRow]) -> tuple[float, float]:
    """Return the price of all rows, lowest and highest."""
    return sum(row.euro[0] for row in listed), sum(row.euro[1] for row in listed)


def without_body(circuit: Circuit, body: str = "plate") -> list[BomRow]:
    """Return the rows for a table except those of its body, which is "plate" or "mat"."""
    electric = rows(circuit, mat=body == "mat")
    return [*electric, *(row for kind in COMMON for row in rows_of(circuit, kind))]


def whole(circuit: Circuit, body: str = "plate") -> list[BomRow]:
    """Return all rows for a table with this body."""
    return [*without_body(circuit, body), *rows_of(circuit, body)]


def tried_first(circuit: Circuit) -> set[str]:
    """Return the names of the articles that are bought first, to try one reader."""
    board = circuit.board
    return {board.data["readers"]["chip"], DEVKITS[board.pins["module"]], *_TRIED_FIRST}


def price_of_first(circuit: Circuit) -> tuple[float, float]:
    """Return the price of trying one reader: lowest with one reader module, highest with two."""
    reader = articles()[circuit.board.data["readers"]["chip"]]
    others = tried_first(circuit) - {reader.name}
    low, high = price([row for row in whole(circuit) if row.article.name in others])
    least, most = (n * euro for n, euro in zip(_READERS_TRIED, reader.euro, strict=True))
    return low + least, high + most


def table(circuit: Circuit) -> str:
    """Return the whole bill of materials of a table with a plate, as CSV."""
    return _sheet(whole(circuit))


def mat(circuit: Circuit) -> str:
    """Return the whole bill of materials of a mat, as CSV."""
    return _sheet(whole(circuit, "mat"))


def _sheet(listed: list[BomRow]) -> str:
    low, high = price(listed)
    estimate = f"an estimate of {PRICED}, without shipping and tools"
    last = ("total", "", "", "", estimate, *[""] * 5, f"{low:.0f}", f"{high:.0f}")
    return csv_text(_HEAD, [*map(_cells, listed), last])


def _cells(row: BomRow) -> tuple[object, ...]:
    article, (low, high) = row.article, row.euro
    refs = (", " if article.name == "plug" else " ").join(row.refs)
    return (
        *(article.name, row.value, row.count, row.spare, article.what, refs, article.matters),
        *(*article.others, article.trap, f"{low:.2f}", f"{high:.2f}"),
    )
