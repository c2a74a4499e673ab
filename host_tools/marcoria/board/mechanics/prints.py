"""What is printed to scale: the keys' legends, marks for the pads, where a sticker goes."""

from collections.abc import Callable
from dataclasses import replace

from marcoria.board.datasheets import SEATS
from marcoria.board.mechanics.layout import DIRECTOR_CAPS, SEAT_CAPS, Layout
from marcoria.board.mechanics.paper import WIDTH, Paper
from marcoria.board.mechanics.shapes import Hole, Rect

_CELL = 19.0  # of a legend
_SUIT, _WORD = 12.0, 13.0  # mm high, points
_LEGENDS = (
    "Print on matt paper, cut along the outer lines, lay a sheet over the keys and lights of "
    "each seat and glue the film over it, 5 mm larger all round. The dashed circles lie over the "
    "lights: leave them white."
)
_MARKS = (
    "Cut out the middle of a mark and chalk, paint or stitch its line onto the felt over a "
    "reader. It is {slack:g} mm wider than the card all round; the sticker of a card that lies "
    "in it is over the coil, however the card is turned."
)
_STICKERS = (
    "Print on card and cut along both lines of the left one: a card with a hole. Lay it flush on "
    "the back of a playing card and stick the {sticker:g} mm sticker into the hole. Then lay the "
    "finished card on the right one: its sticker must lie over the circle."
)
_WARNING = (
    "Cut the labels out. One is stuck beside the table's socket, one on the supply, one is spare. "
    "A 12 V supply fits the socket and burns the table; the fuse does not stop it."
)
_LABEL = Rect(0, 0, 80, 30, 3)
_WHY = """\
From the long sides {side:g} mm, from the short sides {end:g} mm to the sticker's rim.
The middle is the only place that does not move when a card is turned end to end: it is read
either way. So all stickers lie on each other in the pack, which is a little thicker there.
Elsewhere would be worse: a turned card would have its sticker beside the coil.
Piles are never read, so stickers that lie on each other disturb nothing."""


def _legends(layout: Layout) -> bytes:
    paper = Paper("Marcoria: legends of the keys")
    seat = layout.seats["S"]
    paper.page(_LEGENDS)
    for n, _ in enumerate(SEATS):
        x, y = (WIDTH - seat.front.width) / 2, 33 + n * (seat.front.height + 4)
        _front(paper, (x, y), seat.front, seat.keys, SEAT_CAPS, seat.lights)
    paper.page(_LEGENDS)
    front = layout.director_front
    _front(paper, ((WIDTH - front.width) / 2, 40), front, layout.director, DIRECTOR_CAPS, ())
    _warnings(paper)
    return paper.data()


def _warnings(paper: Paper) -> None:
    """Draw a page of labels for the socket and the supply."""
    paper.page(_WARNING)
    for n in range(3):
        y = 55 + n * 40
        paper.rect(replace(_LABEL, x=WIDTH / 2, y=y))
        paper.middle(WIDTH / 2, y - 4, "5 V ONLY", 30)
        paper.middle(WIDTH / 2, y + 9, "plus inside; 12 V burns this table", 9)


def _front(
    paper: Paper,
    at: tuple[float, float],
    front: Rect,
    keys: tuple[Hole, ...],
    names: tuple[str, ...],
    lights: tuple[Hole, ...],
) -> None:
    """A sheet over keys and lights, its corner at a place of the page."""
    dx, dy = at[0] - front.left, at[1] - front.top
    paper.rect(Rect(front.x + dx, front.y + dy, front.width, front.height, front.radius))
    for light in lights:
        paper.circle(light.x + dx, light.y + dy, light.diameter, dashed=True)
    for key, name in zip(keys, names, strict=True):
        x, y = key.x + dx, key.y + dy
        paper.rect(Rect(x, y, _CELL, _CELL, 3), cell=True)
        if name in ("clubs", "diamonds", "hearts", "spades"):
            paper.suit(x, y, name, _SUIT)
        else:
            paper.middle(x, y, name.upper(), _WORD)


def _marks(layout: Layout) -> bytes:
    paper = Paper("Marcoria: marks for the pads")
    paper.page(_MARKS.format(slack=layout.figures["pad"]["slack"]))
    seat = layout.seats["S"]
    for n, name in enumerate(SEATS):
        x, y = WIDTH / 2 + (-45, 45)[n % 2], (86, 196)[n // 2]
        dx, dy = x - seat.mark.x, y - seat.mark.y
        for rect, dashed in ((seat.mark, False), (seat.card, True), (seat.antenna, True)):
            moved = Rect(rect.x + dx, rect.y + dy, rect.width, rect.height, rect.radius)
            paper.rect(moved, dashed=dashed)
        paper.middle(x, y, name, 30)
        paper.middle(x, y + 15, "coil", 8)
        paper.middle(x, y + 40, "card", 8)
    return paper.data()


def _stickers(layout: Layout) -> bytes:
    paper = Paper("Marcoria: where a card's sticker goes")
    pad = layout.figures["pad"]
    paper.page(_STICKERS.format(sticker=pad["sticker"]))
    card = layout.seats["S"].card
    y = 90.0
    for x in (60.0, 150.0):
        paper.rect(Rect(x, y, card.width, card.height, card.radius))
        paper.circle(x, y, pad["sticker"])
        paper.line(x - 30, y, x - 14, y, dashed=True)
        paper.line(x + 14, y, x + 30, y, dashed=True)
        paper.line(x, y - 42, x, y - 14, dashed=True)
        paper.line(x, y + 14, x, y + 42, dashed=True)
    paper.middle(60, y - 49, "cut out, lay on a card's back", 9)
    paper.middle(150, y - 49, "lay a finished card here", 9)
    paper.middle(150, y, f"{pad['sticker']:g} mm", 10)
    side, end = (card.width - pad["sticker"]) / 2, (card.height - pad["sticker"]) / 2
    paper.lines(25, 146, _WHY.format(side=side, end=end), 10)
    return paper.data()


PRINTS: dict[str, Callable[[Layout], bytes]] = {
    "key-legends.pdf": _legends,
    "pad-marks.pdf": _marks,
    "sticker-template.pdf": _stickers,
}
