"""The layout as OpenSCAD has it: figures, rectangles and holes. There y is to the North."""

from collections.abc import Sequence

from marcoria.board.mechanics.layout import TURNS, Layout
from marcoria.board.mechanics.shapes import Hole, Rect, Shape
from marcoria.board.mechanics.suits import outlines

_HEAD = """\
// Generated from hardware/board.toml, not to be edited. Millimetres from the table's middle,
// y to the North. A hole is [x, y, diameter], a rectangle [x, y, width, height, radius]."""
_SUITS = ("clubs", "diamonds", "hearts", "spades")


def layout_file(layout: Layout) -> str:
    """The text of layout.scad."""
    lines = [_HEAD, ""]
    for table, keys in layout.figures.items():
        lines += [
            f"{table}_{key} = {value:g};"
            for key, value in keys.items()
            if not isinstance(value, str)
        ]
    lines += ["", "// Each seat's: that of South, to be turned."]
    lines.append(f"turns = {[-90 * quarters for quarters in TURNS.values()]};")
    lines += [_named(f"seat_{name}", one) for name, one in vars(layout.seats["S"]).items()]
    lines += ["", "// The whole table's."]
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
    lines += ["", "// Each suit's outlines, 1 high."]
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
