"""The lists of what to buy: each article and material once, and what a buyer has to look at.

The parts of the circuit come first, then what they stand on and hang on, the cards, and the body:
a plate, or the mat instead of it. What is not an electric part is in hardware/materials.toml.

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
from marcoria.board.mechanics.layout import Layout, of
from marcoria.board.profile import board_error
from marcoria.paths import HARDWARE

MATERIALS_FILE = HARDWARE / "materials.toml"
LISTS = ("box", "cards", "plate", "mat")
PRINTED = {"tray": 4, "frame": 1, "cap": 28, "rest": 2}
_OF_THE_MAT = {"frame": 1, "cap": 4, "rest": 2}  # the director's, in the box
_PETG = 1.27e-3  # g a mm3
_GLUE_G, _VARNISH_ML = 150e-6, 90e-6  # a mm2
_A4 = 210 * 297
_KEYS = ("of", "what", "unit", "matters", "others", "trap", "euro")
_Count = Callable[[Circuit, Layout, str], float]

# The month that the prices of hardware/parts.toml were guessed in.
PRICED = "November 2026"
COMMON = ("box", "cards")  # the lists of materials that a table and a mat share
_SPARE = {"MFRC522": 2}  # one in five modules of unknown make reads badly
_HEAD = (
    "article", "value", "count", "spare", "what", "parts", "matters", "or", "or else", "trap",
    "euro from", "euro to",
)  # fmt: skip


@dataclass(frozen=True)
class Material:
    """One line of the list; it is named as an electric article is."""

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
    """Return all of them by name. TableError for a file that is not of the form."""
    found = {}
    for name, entry in catalogue(path).items():
        if set(entry) != set(_KEYS) or len(entry["others"]) != 2:
            raise board_error(f"'{name}' in materials.toml must have {', '.join(_KEYS)}")
        if not set(entry["of"]) <= set(LISTS) or name not in _COUNTS:
            raise board_error(f"'{name}' in materials.toml is on no list, or nothing counts it")
        low, high = entry["euro"]
        texts = {key: entry[key] for key in ("what", "unit", "matters", "trap")}
        found[name] = Material(
            name, tuple(entry["of"]), **texts, others=tuple(entry["others"]), euro=(low, high)
        )
    return found


def needed(circuit: Circuit, kind: str) -> Iterator[tuple[Material, int]]:
    """Yield what is on a list, and how much of it."""
    layout = of(circuit.board)
    for name, material in materials().items():
        if kind in material.of:
            yield material, ceil(_COUNTS[name](circuit, layout, kind))


def grams(counts: dict[str, int]) -> float:
    """Return the grams of filament for printed parts without a hollow."""
    folder = HARDWARE / "mechanics"
    return sum(n * _volume(folder / f"{name}.stl") * _PETG for name, n in counts.items())


def _volume(stl: Path) -> float:
    """Return the volume in mm3: the sum of the pyramids from the middle to each triangle."""
    corners = re.findall(r"vertex (\S+) (\S+) (\S+)", stl.read_text(encoding="utf-8"))
    points = [tuple(float(number) for number in corner) for corner in corners]
    total = 0.0
    for a, b, c in zip(points[::3], points[1::3], points[2::3], strict=True):
        total += a[0] * (b[1] * c[2] - b[2] * c[1])
        total -= a[1] * (b[0] * c[2] - b[2] * c[0])
        total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return total / 6


def _metres(circuit: Circuit, awg: int) -> float:
    """Return all wires of a gauge."""
    return sum(len(plug.wires) * plug.mm for plug in plugs(circuit) if plug.awg == awg) / 1000


def _sockets(circuit: Circuit, pins: int) -> int:
    """Return how many chips of the box have so many legs."""
    return sum(len(p.article.pins) == pins and p.place == "box" for p in circuit.parts)


def _glued(layout: Layout) -> float:
    """Return where the skin lies on the body, in mm2."""
    openings = [one for seat in layout.seats.values() for one in (seat.opening, seat.channel)]
    holes = sum(one.width * one.height for one in [*openings, layout.bay])
    return layout.plate.width * layout.plate.height - holes


def _sheets(layout: Layout) -> float:
    """Return the A4 sheets of film over the printed sheets, 5 mm larger all round, a quarter lost
    in cutting.
    """
    fronts = [seat.front for seat in layout.seats.values()] + [layout.director_front]
    area = sum(one.grown(5).width * one.grown(5).height for one in fronts)
    return area * 1.25 / _A4


def _battens(layout: Layout) -> float:
    """Return the metres of battens, and a tenth for the saw."""
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
    """A line of the list."""

    article: Article | Material
    value: str
    refs: tuple[str, ...]
    count: int
    spare: int = 0

    @property
    def euro(self) -> tuple[float, float]:
        """Return what all of them cost, from and to."""
        low, high = self.article.euro
        return (self.count + self.spare) * low, (self.count + self.spare) * high


def rows(circuit: Circuit, *, mat: bool = False) -> list[BomRow]:
    """Return the electric parts in the order of hardware/parts.toml.

    A mat has flat keys at its seats, which are on its own list of materials.
    """
    found: dict[tuple[str, str], list[str]] = {}
    for part in circuit.parts:
        if mat and part.article.name == "key" and part.place != "middle":
            continue
        value = part.value if part.value != part.article.name else ""
        found.setdefault((part.article.name, value), []).append(part.ref)
    supply = f"{circuit.board.data['power']['supply_ma']} mA or more"
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
    """Return a list of materials."""
    return [BomRow(one, one.unit, (), count) for one, count in needed(circuit, kind)]


def total(circuit: Circuit) -> tuple[float, float]:
    """Return what a table's electric parts cost, from and to: an estimate."""
    return price(rows(circuit))


def price(listed: list[BomRow]) -> tuple[float, float]:
    """Return what all of a list costs."""
    return sum(row.euro[0] for row in listed), sum(row.euro[1] for row in listed)


def whole(circuit: Circuit, body: str = "plate") -> list[BomRow]:
    """Return everything that a table with that body needs: a plate or a mat."""
    electric = rows(circuit, mat=body == "mat")
    return [*electric, *(row for kind in (*COMMON, body) for row in rows_of(circuit, kind))]


def table(circuit: Circuit) -> str:
    """Return the whole list of a table with its plate, as CSV."""
    return _sheet(whole(circuit))


def mat(circuit: Circuit) -> str:
    """Return the whole list of a mat, as CSV."""
    return _sheet(whole(circuit, "mat"))


def _sheet(listed: list[BomRow]) -> str:
    low, high = price(listed)
    estimate = f"an estimate of {PRICED}, without shipping"
    last = ("total", "", "", "", estimate, *[""] * 5, f"{low:.0f}", f"{high:.0f}")
    return csv_text(_HEAD, [*map(_cells, listed), last])


def _cells(row: BomRow) -> tuple[object, ...]:
    article, (low, high) = row.article, row.euro
    refs = (", " if article.name == "plug" else " ").join(row.refs)
    return (
        *(article.name, row.value, row.count, row.spare, article.what, refs, article.matters),
        *(*article.others, article.trap, f"{low:.2f}", f"{high:.2f}"),
    )
