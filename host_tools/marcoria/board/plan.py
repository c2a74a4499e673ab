"""Layout of the perforated circuit board in the box, seen from above; the unit is the hole.

for name, text in drawings(circuit).items(): ...  # a drawing for each stage of the work
"""

from html import escape
from typing import NamedTuple

from marcoria.board.cables import Plug, plugs
from marcoria.board.circuit import Circuit, Component, value_of

COLUMNS, ROWS = 62, 38  # holes of a board of 160 x 100 mm
_HOLE = 16  # pixels from hole to hole
_LEFT, _TOP = 30, 30
STAGES = ("supply", "chips", "plugs")


class Place(NamedTuple):
    """Holes of the circuit board that a part covers, and the part's label.

    `column` and `row` are those of the upper left hole, counted from 1, from the left and from
    above. `stage` is an index of STAGES. `name` and `words` are drawn on the part.
    """

    stage: int
    column: int
    row: int
    width: int
    height: int
    name: str
    words: str = ""
    end: str = ""  # what is drawn at the left end: "notch" (with a dot for pin 1), "pin 1" or ""

    def meets(self, other: "Place") -> bool:
        """Return whether both parts cover the same hole."""
        across = (
            self.column < other.column + other.width and other.column < self.column + self.width
        )
        along = self.row < other.row + other.height and other.row < self.row + self.height
        return across and along


# Column, row, width and height of parts with a fixed place, by label.
_AT = {
    "F1": (6, 17, 9, 5),
    "Q1": (17, 17, 4, 4),
    "D1": (22, 17, 2, 4),
    "C1": (25, 17, 8, 4),
    "U1": (58, 11, 4, 3),
    "M1": (37, 17, 25, 11),
    "U2": (24, 11, 7, 4),
    "U3": (43, 11, 7, 4),
    "X0": (3, 11, 14, 4),
    "X1": (3, 26, 14, 4),
    "B1": (47, 30, 5, 5),
}
_STAGE = {"F1": 0, "Q1": 0, "D1": 0, "C1": 0, "U1": 0, "B1": 2}
# By part or plug: the row and the columns for the resistors and capacitors beside it. Each of
# these takes the first free column.
_BESIDE: dict[str, tuple[int, list[int]]] = {
    "X0": (11, [1, 18, 19, 20]),
    "X1": (26, [1, 18, 19, 20]),
    "U2": (11, [22, 32, 33, 34, 35, 36]),
    "U3": (11, [41, 51]),
    "U1": (11, [53, 54, 55]),
    "display": (5, [54, 55]),
    "buzzer": (30, [45]),
}
# Columns at which the plugs begin; and by row, the names of the plugs from left to right.
_PLUGS_AT = (1, 11, 21, 31, 41, 47, 53)
_EDGES = {
    1: ("keys N", "keys E", "readers N", "readers E", "lights N", "lights E", "display"),
    36: ("keys S", "keys W", "readers S", "readers W", "lights S", "lights W", "director"),
}


def places(circuit: Circuit) -> dict[str, Place]:
    """Return the place of each part in the box, by label, and of each plug, by name."""
    wires = {plug.name: [wire.name for wire in plug.wires] for plug in plugs(circuit)}
    found = sockets(circuit)
    if any(part.ref == "J1" for part in circuit.parts):
        found["J1"] = Place(0, 1, 17, 4, 5, "J1", "+ above")
    free = {near: [*columns] for near, (_, columns) in _BESIDE.items()}
    for part in circuit.parts:
        if part.place != "box" or part.ref in found:
            continue
        if part.ref in _AT:
            end = "notch" if part.ref[0] in "UX" and len(part.article.pins) > 3 else ""
            stage = _STAGE.get(part.ref, 1)
            found[part.ref] = Place(stage, *_AT[part.ref], part.ref, _words(part), end)
        elif key := next((net for net in part.nets.values() if net.startswith("keys.")), ""):
            found[part.ref] = _at_key(part, key.removesuffix(".chip"), found, wires)
        else:
            near = _near(circuit, part)
            row, stage = _BESIDE[near][0], {"U1": 0, "buzzer": 2}.get(near, 1)
            found[part.ref] = _small(part, stage, free[near].pop(0), row)
    return found


def sockets(circuit: Circuit) -> dict[str, Place]:
    """Return the places of the plugs' sockets along the upper and lower edge, by plug."""
    known = {plug.name: plug for plug in plugs(circuit)}
    found: dict[str, Place] = {}
    for row, names in _EDGES.items():
        for column, name in zip(_PLUGS_AT, names, strict=True):
            if name in known:
                width = _width(known[name])
                found[name] = Place(2, column, row, width, 3, name, end="pin 1")
    return found


def _width(plug: Plug) -> int:
    """Return how many holes a JST-XH socket covers from left to right.

    The socket has 2.5 mm from pin to pin, and 4.9 mm more for its ends.
    """
    return round(((len(plug.wires) - 1) * 2.5 + 4.9) / 2.54)


def _at_key(
    part: Component, key: str, found: dict[str, Place], wires: dict[str, list[str]]
) -> Place:
    """Return the place of a key's resistor, in the column of the plug's pin for this key.

    `key` is the key's name in the board file, such as "keys.N.clubs". `wires` has the names of the
    wires by plug.
    """
    _, seat, name = key.split(".")
    plug = found["director" if seat == "director" else f"keys {seat}"]
    row = plug.row + 3 if plug.row == 1 else plug.row - 4
    return _small(part, 2, plug.column + wires[plug.name].index(name), row)


def _words(part: Component) -> str:
    if part.article.name in ("C", "fuse"):
        return part.value
    if part.ref == "D1":
        return ""
    return "3 wires" if part.ref == "U1" else part.article.name


def _small(part: Component, stage: int, column: int, row: int) -> Place:
    """Return the place of a small part; a capacitor of 47 uF or more is three holes wide."""
    can = part.article.name == "C" and value_of(part.value) >= 47e-6
    return Place(stage, column, row, 3 if can else 1, 4, part.ref, part.value)


def _near(circuit: Circuit, part: Component) -> str:
    """Return the key of _BESIDE for the place of a resistor or a capacitor.

    The key for a capacitor is the last part in _BESIDE that was added to the circuit before the
    capacitor, or "U1" if there is none. The key for a resistor depends on its nets.
    """
    if part.article.name == "C":
        at = circuit.parts.index(part)
        before = [one.ref for one in circuit.parts[:at] if one.ref in _BESIDE]
        return before[-1] if before else "U1"
    words = " ".join(part.nets.values())
    for word, near in (
        ("expanders.int.1", "X1"),
        ("expanders", "X0"),
        ("readers", "U2"),
        ("lights", "U3"),
        ("display", "display"),
    ):
        if word in words:
            return near
    return "buzzer"


def drawings(circuit: Circuit) -> dict[str, str]:
    """Return an SVG for each stage, by file name: new parts in colour, earlier ones in grey."""
    placed = list(places(circuit).values())
    return {
        f"{circuit.board.profile}-{n + 1}-{stage}.svg": _drawing(
            [one for one in placed if one.stage <= n], n
        )
        for n, stage in enumerate(STAGES)
    }


_COLOURS = {"U": "#cfe3f5", "X": "#cfe3f5", "M": "#cfe3f5", "R": "#fbe3b5", "C": "#d9ecc9"}
_HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" \
font-family="DejaVu Sans, Verdana, sans-serif">
<defs><pattern id="holes" x="{x}" y="{y}" width="{d}" height="{d}" patternUnits="userSpaceOnUse">\
<circle cx="{m}" cy="{m}" r="1.6" fill="#c9b78e"/></pattern></defs>
<rect width="{w}" height="{h}" fill="#fffdf7"/>
<rect x="{x}" y="{y}" width="{bw}" height="{bh}" fill="#f4ead0" stroke="#8a7440"/>
<rect x="{x}" y="{y}" width="{bw}" height="{bh}" fill="url(#holes)"/>"""


def _drawing(placed: list[Place], stage: int) -> str:
    wide, high = COLUMNS * _HOLE, ROWS * _HOLE
    size = {"w": wide + 2 * _LEFT, "h": high + 2 * _TOP, "bw": wide, "bh": high}
    lines = [_HEAD.format(**size, x=_LEFT, y=_TOP, d=_HOLE, m=_HOLE / 2)]
    for column in range(5, COLUMNS + 1, 5):
        x = _LEFT + (column - 0.5) * _HOLE
        lines += [_text(x, y, str(column), 11) for y in (_TOP - 10, _TOP + high + 12)]
    for row in range(5, ROWS + 1, 5):
        lines.append(_text(_LEFT - 14, _TOP + (row - 0.5) * _HOLE, str(row), 11))
    lines += [line for one in placed for line in _part(one, one.stage == stage)]
    return "\n".join([*lines, "</svg>", ""])


def _part(one: Place, new: bool) -> list[str]:
    x, y = _LEFT + (one.column - 1) * _HOLE, _TOP + (one.row - 1) * _HOLE
    wide, high = one.width * _HOLE, one.height * _HOLE
    fill = _COLOURS.get(one.name[0], "#f3d3cc") if new else "#e4e4e0"
    line, ink = ("#333", "#111") if new else ("#aaa", "#777")
    lines = [
        f'<rect x="{x + 1}" y="{y + 1}" width="{wide - 2}" height="{high - 2}" rx="2" '
        f'fill="{fill}" stroke="{line}"/>'
    ]
    middle = y + high / 2
    if one.end == "notch":
        lines.append(
            f'<path d="M {x + 1} {middle - 7} a 7 7 0 0 1 0 14" fill="none" stroke="{line}"/>'
        )
    if one.end:
        foot = y + high - 8 if one.end == "notch" else middle
        lines.append(f'<circle cx="{x + 8}" cy="{foot}" r="3.5" fill="{line}"/>')
    if one.name == "M1":
        lines.append(_text(x + wide - 20, middle, "USB", 12, ink))
    if one.height > one.width and one.words:
        at = f"{x + wide / 2} {middle}"
        words = escape(f"{one.name} {one.words}")
        lines.append(
            f'<text transform="translate({at}) rotate(-90)" font-size="12" dy="0.35em" '
            f'text-anchor="middle" fill="{ink}">{words}</text>'
        )
    elif one.words and one.width > 3:
        lines.append(_text(x + wide / 2, middle - 9, one.name, 14, ink))
        lines.append(_text(x + wide / 2, middle + 9, one.words, 10 if wide < 96 else 12, ink))
    else:
        lines.append(_text(x + wide / 2 + 4, middle, one.name, 13 if one.width > 6 else 10, ink))
    return lines


def _text(x: float, y: float, words: str, size: int, ink: str = "#555") -> str:
    place = f'x="{x:g}" y="{y:g}" text-anchor="middle" dy="0.35em"'
    return f'<text {place} font-size="{size}" fill="{ink}">{escape(words)}</text>'
