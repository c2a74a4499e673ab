"""The lists of what to buy: each article once, with how many, and what a buyer has to look at.

The parts of the circuit come first, then what they stand on and hang on, the cards, and the body:
a plate, or the mat instead of it.
"""

from dataclasses import dataclass

from marcoria.board.articles import Article, articles
from marcoria.board.cables import csv_text, plugs
from marcoria.board.circuit import Circuit
from marcoria.board.materials import Material, needed

# The month that the prices of hardware/parts.toml were guessed in.
PRICED = "November 2026"
COMMON = ("box", "cards")  # the lists of materials that a table and a mat share
_SPARE = {"MFRC522": 2}  # one in five modules of unknown make reads badly
_HEAD = (
    "article", "value", "count", "spare", "what", "parts", "matters", "or", "or else", "trap",
    "euro from", "euro to",
)  # fmt: skip


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
        """What all of them cost, from and to."""
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


def of(circuit: Circuit, kind: str) -> list[BomRow]:
    """A list of materials."""
    return [BomRow(one, one.unit, (), count) for one, count in needed(circuit, kind)]


def total(circuit: Circuit) -> tuple[float, float]:
    """What a table's electric parts cost, from and to: an estimate."""
    return price(rows(circuit))


def price(listed: list[BomRow]) -> tuple[float, float]:
    """What all of a list costs."""
    return sum(row.euro[0] for row in listed), sum(row.euro[1] for row in listed)


def whole(circuit: Circuit, body: str = "plate") -> list[BomRow]:
    """Return everything that a table with that body needs: a plate or a mat."""
    electric = rows(circuit, mat=body == "mat")
    return [*electric, *(row for kind in (*COMMON, body) for row in of(circuit, kind))]


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
