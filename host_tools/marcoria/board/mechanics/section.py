"""Cuts through the table as SVG, with sizes: a pad; the display's frame and the table's rim."""

from collections.abc import Callable
from html import escape

from marcoria.board.mechanics import limits
from marcoria.board.mechanics.checks import over
from marcoria.board.mechanics.layout import Layout

_SCALE = 6.0  # pixels per mm
_WOOD, _DARK, _FELT, _PRINT = "#d9b078", "#a57443", "#1f6b57", "#ee8c28"
_BOARD, _COPPER, _STEEL, _WATER = "#1a549e", "#c9742c", "#8d949c", "#7fb7e6"
_PAPER, _GLASS = "#ffffff", "#cfd8d3"


class Section:
    """A drawing in mm with its upper left corner at (left, top).

    z is the height above the skin's upper side. The labels are below the drawing, each lower than
    the next label to its right, so that no label or line to a label crosses another.
    """

    def __init__(self, title: str, left: float, top: float, width: float, height: float) -> None:
        self._left, self._top = left, top
        self._size = (width * _SCALE + 340, height * _SCALE + 60)
        self._drawn: list[str] = []
        self._labels: list[tuple[float, float, str]] = []
        self._words(20, 34, title, 22, "bold")

    def box(self, left: float, top: float, right: float, bottom: float, fill: str) -> None:
        """Draw a box, given its edges."""
        x, y = self._at(left, top)
        size = f'width="{(right - left) * _SCALE:.1f}" height="{(top - bottom) * _SCALE:.1f}"'
        line = 'stroke="#333" stroke-width="0.8"'
        self._drawn.append(f'<rect x="{x:.1f}" y="{y:.1f}" {size} fill="{fill}" {line}/>')

    def drop(self, x: float, z: float) -> None:
        """Draw a falling drop with its tip at (x, z)."""
        at = "{:.1f} {:.1f}".format(*self._at(x, z))
        curve = "c -7 10 -6 16 0 16 c 6 0 7 -6 0 -16"
        self._drawn.append(f'<path d="M {at} {curve} Z" fill="{_WATER}" stroke="#3d7fb5"/>')

    def label(self, x: float, z: float, words: str) -> None:
        """Add a label for a point; `text` draws the label."""
        self._labels.append((*self._at(x, z), words))

    def text(self) -> str:
        """Draw the labels, and return the text of the SVG file; call this method only once."""
        width, height = self._size
        for x, y, words in sorted(self._labels, reverse=True):
            self._stair(x, y, height, words)
            height += 25
        size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        ground = f'<rect width="{width:g}" height="{height:g}" fill="#f8f8f8"/>'
        return "\n".join([head, ground, *self._drawn, "</svg>", ""])

    def _stair(self, x: float, y: float, foot: float, words: str) -> None:
        self._drawn.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6"/><path fill="none" stroke="#111" '
            f'd="M {x:.1f} {y:.1f} L {x:.1f} {foot:.1f} L {x + 10:.1f} {foot:.1f}"/>'
        )
        self._words(x + 14, foot + 5, words, 16)

    def _at(self, x: float, z: float) -> tuple[float, float]:
        return (x - self._left) * _SCALE + 20, (self._top - z) * _SCALE + 56

    def _words(self, x: float, y: float, words: str, size: int, weight: str = "normal") -> None:
        font = f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="{size}"'
        place = f'x="{x:.1f}" y="{y:.1f}" font-weight="{weight}"'
        self._drawn.append(f"<text {place} {font}>{escape(words)}</text>")


def _pad(layout: Layout) -> str:
    m, seat = layout.figures, layout.seats["S"]
    skin, felt, gap = m["plate"]["skin"], m["pad"]["felt"], m["pad"]["gap"]
    floor = -skin - m["plate"]["body"]
    right = seat.flange.right + 15
    coil, wall = -skin - gap, seat.opening.right - m["tray"]["clearance"]
    drawing = Section("Section through a pad, figures in mm", -45, 4, right + 45, 25)
    drawing.box(-45, felt, right, 0, _FELT)
    drawing.box(seat.card.left, felt + 0.6, seat.card.right, felt + 0.2, _PAPER)
    sticker = m["pad"]["sticker"] / 2
    drawing.box(-sticker, felt + 0.2, sticker, felt, _COPPER)
    drawing.box(-45, 0, right, -skin, _WOOD)
    drawing.box(seat.opening.right, -skin, right, floor, _DARK)
    tray = m["tray"]
    bottom, hole, screw = floor - tray["floor"], seat.drains[1], seat.screws[2]
    drawing.box(-45, floor, hole.box.left, bottom, _PRINT)
    drawing.box(hole.box.right, floor, seat.flange.right, bottom, _PRINT)
    drawing.box(wall - tray["wall"], -skin, wall, floor, _PRINT)
    for x in (-16, 16):
        drawing.box(x - 2.5, coil - 1.6, x + 2.5, floor, _PRINT)
    drawing.box(seat.antenna.left, coil, seat.antenna.right, coil - 1.6, _BOARD)
    drawing.box(-4.5, coil - 1.6, 4.5, coil - m["pad"]["module_height"], "#222")
    for x in (-18, 14):
        drawing.box(x, coil + 0.3, x + 4, coil, _COPPER)
    drawing.box(screw.x - 1.5, bottom + 9, screw.x + 1.5, bottom, _STEEL)
    drawing.drop(hole.x, bottom - 0.5)
    _pad_labels(drawing, layout, coil, bottom)
    return drawing.text()


def _pad_labels(drawing: Section, layout: Layout, coil: float, bottom: float) -> None:
    m, seat = layout.figures, layout.seats["S"]
    skin, far = m["plate"]["skin"], limits.to_metal(m["pad"]["antenna"], over(m))
    hole, screw = seat.drains[1], seat.screws[2]
    near = min(seat.antenna.gap(one.box) for one in seat.screws)
    floor = -skin - m["plate"]["body"]
    drawing.label(seat.card.right - 4, m["pad"]["felt"] + 0.4, "card")
    drawing.label(10, m["pad"]["felt"] + 0.1, f"its sticker, {m['pad']['sticker']:g} across")
    drawing.label(42, m["pad"]["felt"] / 2, f"felt {m['pad']['felt']:g}")
    drawing.label(48, -skin / 2, f"skin {skin:g}, {m['plate']['skin_material']}")
    most = limits.MOST_OVER
    drawing.label(16, coil, f"coil {over(m):g} below the sticker, at most {most:g}")
    drawing.label(2, coil - 3, f"reader, {m['pad']['module_height']:g} high, on four posts")
    drawing.label(90, -skin - 5, f"body {m['plate']['body']:g}, {m['plate']['body_material']}")
    drawing.label(screw.x, bottom + 6, f"screw, {near:.0f} from the coil, at least {far:.1f}")
    drawing.label(seat.opening.right - 1.5, floor + 4, f"tray: wall {m['tray']['wall']:g}")
    drawing.label(56, bottom + 1, f"tray: floor {m['tray']['floor']:g}")
    drawing.label(hole.x + 1.5, bottom + 1, f"drain {hole.diameter:g}")


def _water(layout: Layout) -> str:
    """Return the section with the display's frame, a puddle, and the table's rim."""
    m, window, frame = layout.figures, layout.window, layout.frame
    skin, body, lip = m["plate"]["skin"], m["plate"]["body"], m["display"]["lip"]
    inner, outer, rim = 12.0, 12.0 + frame.right - window.right, 118.0
    floor, glass = -skin - body, -skin - 1.2
    groove = rim - m["channels"]["drip_from_edge"]
    width, depth = m["channels"]["drip_width"], m["channels"]["drip_depth"]
    drawing = Section(
        "What a beer does: the display's frame and the rim, figures in mm", -6, 7, 130, 32
    )
    drawing.box(inner, 0, rim, -skin, _WOOD)
    drawing.box(30, -skin, groove - width, floor, _DARK)
    drawing.box(groove - width, -skin, groove, floor + depth, _DARK)
    drawing.box(groove, -skin, rim, floor, _DARK)
    drawing.box(-6, -skin, inner + 3, glass, _GLASS)
    drawing.box(inner, lip, outer, 0, _PRINT)
    drawing.box(outer, limits.PUDDLE * 0.6, 70, 0, _WATER)
    drawing.box(92, 0.7, rim + 0.7, 0, _WATER)
    drawing.box(rim, 0.7, rim + 0.7, floor - 0.7, _WATER)
    drawing.box(groove, floor, rim + 0.7, floor - 0.7, _WATER)
    drawing.drop(groove + 1, floor - 1)
    drawing.drop(rim - 3, floor - 2.5)
    drawing.label(inner + 2, lip - 1, f"frame's lip {lip:g}, glued all round")
    high = limits.PUDDLE
    drawing.label(50, 1, f"a puddle is up to {high:.1f} high")
    drawing.label(0, -skin - 0.6, "display's glass, below the skin")
    drawing.label(80, -skin / 2, "skin: closed over the reader")
    drawing.label(rim + 0.3, -6, "beer runs down at the rim")
    drawing.label(groove - width / 2, floor + 1, f"groove {width:g} wide, {depth:g} deep")
    drawing.label(groove + 1.5, floor - 2, "and falls off at the groove")
    return drawing.text()


SECTIONS: dict[str, Callable[[Layout], str]] = {
    "section-pad.svg": _pad,
    "section-water.svg": _water,
}
