"""Drawings of the sheets to be cut, as SVG to scale.

Red lines are cut. Blue lines are only marked, for later work such as milling and drilling.
"""

from collections.abc import Callable, Iterable, Sequence

from marcoria.board.mechanics.layout import Layout
from marcoria.board.mechanics.shapes import Hole, Rect, Shape, union

_CUT = 'fill="none" stroke="#d00000" stroke-width="0.2"'
_MARK = 'fill="none" stroke="#0050c8" stroke-width="0.2"'
_PILOT = 2.0  # diameter of the hole that is drilled for the tip of a screw


def _skin(layout: Layout) -> str:
    return _sheet(layout.plate, _shapes(layout.skin), _marks(layout))


def _body(layout: Layout) -> str:
    pilots = [Hole(one.x, one.y, _PILOT) for one in layout.screws]
    return _sheet(layout.plate, _openings(layout), _shapes([*_groove(layout), *pilots]))


def _cover(layout: Layout) -> str:
    return _sheet(layout.plate, _shapes(layout.cover), _marks(layout))


def _core(layout: Layout) -> str:
    return _sheet(layout.plate, _openings(layout), _folds(layout))


def _bay_cover(layout: Layout) -> str:
    return _sheet(layout.bay_cover, _shapes([*layout.bay_screws, *layout.bay_drains]), [])


def _lid(layout: Layout) -> str:
    """Return the lid of a mat's box, with openings for the display and the director's keys."""
    return _sheet(
        layout.bay_cover, _shapes([layout.window, *layout.director, *layout.bay_screws]), []
    )


def _marks(layout: Layout) -> list[str]:
    return _shapes([seat.mark for seat in layout.seats.values()])


def _openings(layout: Layout) -> list[str]:
    return _joined([one for one in layout.body if isinstance(one, Rect)])


def _groove(layout: Layout) -> list[Rect]:
    """Return the two edges of the drip groove, which is milled from below."""
    channels = layout.figures["channels"]
    outer = layout.plate.grown(-channels["drip_from_edge"])
    return [outer, outer.grown(-channels["drip_width"])]


def _sheet(outline: Rect, cut: Iterable[str], marked: Iterable[str]) -> str:
    width, height = _mm(outline.width), _mm(outline.height)
    box = f'viewBox="{_mm(outline.left)} {_mm(outline.top)} {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" {box}>',
        f'<g id="marked" {_MARK}>',
        *marked,
        "</g>",
        f'<g id="cut" {_CUT}>',
        *cut,
        *_shapes([outline]),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _shapes(shapes: Sequence[Shape]) -> list[str]:
    return [_hole(one) if isinstance(one, Hole) else _rect(one) for one in shapes]


def _hole(hole: Hole) -> str:
    return f'<circle cx="{_mm(hole.x)}" cy="{_mm(hole.y)}" r="{_mm(hole.diameter / 2)}"/>'


def _rect(rect: Rect) -> str:
    place = f'x="{_mm(rect.left)}" y="{_mm(rect.top)}"'
    size = f'width="{_mm(rect.width)}" height="{_mm(rect.height)}"'
    return f'<rect {place} {size} rx="{_mm(rect.radius)}"/>'


def _joined(rects: Sequence[Rect]) -> list[str]:
    paths = [" L ".join(f"{_mm(x)} {_mm(y)}" for x, y in line) for line in union(rects)]
    return [f'<path d="M {path} Z"/>' for path in paths]


def _folds(layout: Layout) -> list[str]:
    return [
        f'<line x1="{_mm(one.left)}" y1="{_mm(one.y)}" x2="{_mm(one.right)}" y2="{_mm(one.y)}" '
        'stroke-dasharray="6 4"/>'
        for one in layout.folds
    ]


def _mm(value: float) -> str:
    return f"{round(value, 3) + 0:g}"


# Each sheet is seen from above.
SHEETS: dict[str, Callable[[Layout], str]] = {
    "plate-skin.svg": _skin,
    "plate-body.svg": _body,
    "bay-cover.svg": _bay_cover,
    "mat-cover.svg": _cover,
    "mat-core.svg": _core,
    "mat-lid.svg": _lid,
}
