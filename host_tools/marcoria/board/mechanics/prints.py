"""PDF files to print to scale on A4: key legends, warning labels, pad marks, sticker template."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from textwrap import fill

from marcoria.board.datasheets import SEAT_KEYS, SEATS
from marcoria.board.mechanics import letters
from marcoria.board.mechanics.layout import DIRECTOR_CAPS, SEAT_CAPS, Layout
from marcoria.board.mechanics.shapes import RED, Hole, Rect, outlines
from marcoria.build import words

WIDTH, HEIGHT = 210.0, 297.0
_MADE = datetime(2026, 1, 1, tzinfo=UTC)  # fixed, so that equal board files give equal bytes
_INK, _GREY, _SUIT_RED = (20, 20, 20), (120, 120, 120), (179, 38, 30)
_SHEET, _CELL_COLOUR = (255, 255, 255), (250, 245, 232)
_RULER = 100
_COLUMNS = 120  # maximum number of characters in a line of the text below a page's title
_MEASURE = "Measure this: if it is not 100 mm, print at 100 % (actual size, do not fit to page)."
_CELL = 19.0  # width and height of a key's legend
_SUIT, _WORD = 12.0, 13.0  # height of a suit in mm, font size of a word in points
_LEGENDS = (
    "Print on matt paper, and cut along the outer lines. Lay one sheet over {what}. Lay film over "
    "the sheet, 5 mm larger all round. Glue the film's edge down."
)
_LIGHTS = " Neither cut nor colour the dashed circles over the lights."
_MARKS = (
    "Cut out each mark along its solid line. With the hole as a stencil, chalk, paint or stitch "
    "the line onto the felt over a reader. The line is {slack:g} mm outside the card all round. "
    "If a card lies within the line, its sticker is over the coil, however the card is turned."
)
_STICKERS = (
    "Print on stiff paper. Cut along both lines of the left drawing, to get a template with a "
    "hole. Lay the template flush on the back of a card, and stick the {sticker:g} mm sticker "
    "into the hole. Then lay the finished card on the right drawing: its sticker must lie over "
    "the circle."
)
_WARNING = (
    "Cut the labels out. Stick one beside the table's socket and one on the supply. The third is "
    "spare. The plug of a 12 V supply fits the socket, and 12 V burns the table: the fuse does "
    "not prevent this."
)
_ENGLISH = "en"
_POINT = 0.353  # mm in a point
_CAPITAL = 0.72  # height of a capital letter, as a share of the font size
_LABEL = Rect(0, 0, 80, 30, 3)
_WHY = """\
The sticker's rim is {side:g} mm from the card's long sides, and {end:g} mm from its short sides.
The middle is the only place that does not move when a card is turned end to end, so the reader
reads the card either way. The stickers of a pack lie on each other, and make its middle a little
thicker. Far from the middle, the sticker of a turned card would be beside the coil.
Piles are never read, so stickers that lie on each other disturb nothing."""


class Paper:
    """A PDF whose pages have a title and a ruler.

    It uses a standard font and no compression, so that its bytes are equal on every machine.
    """

    def __init__(self, title: str) -> None:
        from fpdf import FPDF

        self._title = title
        self._pdf = FPDF(unit="mm", format="A4")
        self._pdf.set_compression(False)
        self._pdf.set_creation_date(_MADE)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_title(title)

    def page(self, below: str) -> None:
        """Begin a page, with a text below its title."""
        self._pdf.add_page()
        self.text(15, 18, self._title, 15, bold=True)
        self.lines(15, 24, fill(below, _COLUMNS))
        self._ruler(15, HEIGHT - 20)

    def lines(self, x: float, y: float, text: str, size: float = 9) -> None:
        """Write several lines; y is the baseline of the first."""
        for n, line in enumerate(text.split("\n")):
            self.text(x, y + n * size * 0.48, line, size)

    def text(self, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
        """Write a text from (x, y) on; y is its baseline, `size` the font size in points."""
        self._pdf.set_font("Helvetica", "B" if bold else "", size)
        self._pdf.set_text_color(*_INK)
        self._pdf.text(x, y, text)

    def middle(self, x: float, y: float, text: str, size: float) -> None:
        """Write a bold text centred on (x, y)."""
        self._pdf.set_font("Helvetica", "B", size)
        width, height = self._pdf.get_string_width(text), size * _POINT * _CAPITAL
        self.text(x - width / 2, y + height / 2, text, size, bold=True)

    def cap(self, x: float, y: float, text: str, size: float) -> None:
        """Write the name of a key centred on (x, y), smaller if it is too wide for the legend.

        The name is drawn as outlines if the standard font lacks one of its letters.
        """
        room = _CELL - 2
        if all(ord(letter) < 256 for letter in text):  # Latin-1, which the standard font has
            self._pdf.set_font("Helvetica", "B", size)
            self.middle(x, y, text, size * min(1, room / self._pdf.get_string_width(text)))
            return
        width, found = letters.outlines(text)
        mm = min(size * _POINT, room / width)
        left, base = x - width * mm / 2, y + mm * _CAPITAL / 2
        for hole in (False, True):  # first the ink, then the holes in the ink
            self._pdf.set_fill_color(*(_CELL_COLOUR if hole else _INK))
            for outline in found:
                if letters.is_hole(outline) == hole:
                    self._fill([(left + px * mm, base + py * mm) for px, py in outline])

    def rect(self, rect: Rect, *, cell: bool = False, dashed: bool = False) -> None:
        """Draw a rectangle: tinted if it is the cell of a legend, dashed if it must not be cut."""
        self._pen(dashed)
        self._pdf.set_fill_color(*(_CELL_COLOUR if cell else _SHEET))
        place = rect.left, rect.top, rect.width, rect.height
        if rect.radius:
            self._pdf.rect(*place, "DF", round_corners=True, corner_radius=rect.radius)
        else:
            self._pdf.rect(*place, "DF")

    def circle(self, x: float, y: float, diameter: float, *, dashed: bool = False) -> None:
        """Draw the outline of a circle."""
        self._pen(dashed)
        self._pdf.circle(x, y, diameter / 2)

    def line(self, x: float, y: float, to_x: float, to_y: float, *, dashed: bool = False) -> None:
        """Draw a line between two points."""
        self._pen(dashed)
        self._pdf.line(x, y, to_x, to_y)

    def suit(self, x: float, y: float, suit: str, size: float) -> None:
        """Draw a suit centred on (x, y); `size` is its height in mm."""
        self._pdf.set_fill_color(*(_SUIT_RED if suit in RED else _INK))
        for outline in outlines(suit):
            self._fill([(x + px * size, y + py * size) for px, py in outline])

    def data(self) -> bytes:
        """Return the bytes of the PDF."""
        return bytes(self._pdf.output())

    def _fill(self, points: Sequence[tuple[float, float]]) -> None:
        self._pdf.polygon(points, style="F")

    def _pen(self, dashed: bool) -> None:
        self._pdf.set_draw_color(*(_GREY if dashed else _INK))
        self._pdf.set_line_width(0.2)
        if dashed:
            self._pdf.set_dash_pattern(2, 1.5)
        else:
            self._pdf.set_dash_pattern()

    def _ruler(self, x: float, y: float) -> None:
        self.line(x, y, x + _RULER, y)
        for mm in range(_RULER + 1):
            tick = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
            self.line(x + mm, y, x + mm, y - tick)
        for mm in range(0, _RULER + 1, 10):
            self.middle(x + mm, y - 7, str(mm), 7)
        self.text(x, y + 5, _MEASURE, 9)


def key_names(language: str) -> dict[str, str]:
    """Return the words on the keys in a language, by the keys' names, such as "pass"."""
    [path] = [path for path in words.languages() if path.stem == language]
    parts = [part.strip() for part in words.read(path)["touched"].text.split("|")]
    # After the words of the keys, the text has other parts, which `zip` leaves out.
    names = dict(zip((*SEAT_KEYS, *DIRECTOR_CAPS), parts, strict=False))
    return {key: names[key] for key in ("pass", "call", *DIRECTOR_CAPS)}


def _legends(layout: Layout, language: str = _ENGLISH) -> bytes:
    names = key_names(language)
    paper = Paper("Marcoria: legends of the keys")
    seat = layout.seats["S"]
    paper.page(_LEGENDS.format(what="the keys and lights of each seat") + _LIGHTS)
    for n, _ in enumerate(SEATS):
        x, y = (WIDTH - seat.front.width) / 2, 33 + n * (seat.front.height + 4)
        caps = tuple(names.get(name, name) for name in SEAT_CAPS)
        _front(paper, (x, y), seat.front, seat.keys, caps, seat.lights)
    paper.page(_LEGENDS.format(what="the director's keys"))
    front = layout.director_front
    caps = tuple(names[name] for name in DIRECTOR_CAPS)
    _front(paper, ((WIDTH - front.width) / 2, 40), front, layout.director, caps, ())
    if language == _ENGLISH:
        _warnings(paper)
    return paper.data()


def _warnings(paper: Paper) -> None:
    """Add a page of warning labels for the socket and the supply."""
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
    """Draw a sheet that will lie over keys and lights; its upper left corner is at `at`."""
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
            paper.cap(x, y, name, _WORD)


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
    **{
        f"key-legends-{path.stem}.pdf": partial(_legends, language=path.stem)
        for path in words.languages()
        if path.stem != _ENGLISH
    },
    "pad-marks.pdf": _marks,
    "sticker-template.pdf": _stickers,
}
