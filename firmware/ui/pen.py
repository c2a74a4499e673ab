"""The pen, which draws boxes and lines of text on a page.

A page is 400 by 150 pixels; the display shows it twice, once for each side of the table. Methods
that draw text are generators. They draw in short steps, and the table handles cards and keys
between two steps. Their argument `compose` is a function that composes the text. If the text is
too wide, `text` and `title` set a shorter form of names and call the function again.
"""

from micropython import const

from codes.display import Sheet
from ui.glyphs import BLACK, LARGE, LARGEST, SMALL, WHITE

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from table.history import Hand
    from ui.details import Detail
    from ui.type import Type

    Steps = Generator[None, None, None]
    About = int | Detail | Hand  # arguments of a `Compose` function
    Compose = Callable[..., None]

LEFT = const(0)  # alignments: x is where a text begins, its middle, or its end
MIDDLE = const(1)
RIGHT = const(2)

WIDEST = const(394)  # greatest width of a line in pixels
_TITLE_WIDEST = const(290)  # greatest width of a title, between the names of the sides
_TITLE_LOWER = const(6)  # pixels by which a small title is drawn lower than a large one
_BELOW_SCORES = const(72)  # height of the page below the scores, in pixels
# For each number of lines below the scores: y of the first line, counted from the upper edge of
# this part of the page, and the pitch. The pitch is the distance from one line to the next in
# pixels.
_PLACES_LARGE = ((21, 0), (21, 0), (3, 33))
_PLACES = ((27, 0), (27, 0), (14, 26), (5, 22))
_PITCH = const(24)  # pitch of longer sentences, and of lines between or in place of the scores
_MOST_LINES = const(6)  # maximum lines of a sentence; only a message of a host can be longer
_CAPITALS = const(18)  # height of the small font's capitals in pixels
_PITCH_ASKED = const(22)  # pixels from one line of a question to the next
_BESIDE = const(5)  # free pixels beside a score: 4 at the edge of the page, 1 on the other side
_NARROWEST = const(80)  # least room between the scores for any line there, in pixels
# Greatest width of a line between the scores, in pixels. In a wider line two items, such as the
# melds of two seats, could stand side by side.
_BROADEST = const(150)
_MOST_BESIDE = const(3)  # maximum number of lines between the scores
_ACCENTS = const(5)  # pixels for accents above a line


class Pen:
    """The tool that draws lines of text and boxes on a page."""

    def __init__(self, type: "Type") -> None:
        self._type = type
        self._drop = 0  # pixels that are added to the y of texts, for a question above them
        self._reach = 0  # width of the wider score in pixels

    def blank(self) -> None:
        """Begin a white page."""
        self._drop = self._reach = 0
        self._type.blank()

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """Draw a black box."""
        self._type.box(x, y, width, height)

    def band(self, y: int, height: int) -> None:
        """Draw a box as wide as the page."""
        self._type.box(0, y, Sheet.WIDTH, height)

    def rule(self, x: int, y: int, height: int) -> None:
        """Draw a thin vertical line."""
        self._type.box(x, y, 2, height)

    def text(
        self,
        x: int,
        y: int,
        align: int,
        compose: "Compose",
        *about: "About",
        ink: int = BLACK,
        font: int = SMALL,
        widest: int = WIDEST,
    ) -> "Generator[None, None, int]":
        """Draw one line, with shorter names if it is too wide; return its width in pixels.

        Leave out the last words of a line that is too wide even with initials.
        """
        type = self._type
        yield from self._compose(compose, *about)
        width = type.wrap(font, widest)
        while type.stop < type.length and type.shorten():
            yield from self._compose_again(compose, *about)
            width = type.wrap(font, widest)
        if align == MIDDLE:
            x -= width >> 1
        elif align == RIGHT:
            x -= width
        yield from self._draw(font, x, y + self._drop, ink)
        return width

    def score(self, x: int, align: int, compose: "Compose", side: int) -> "Steps":
        """Draw the score of a side in the largest font, and note its width for `beside`."""
        width = yield from self.text(x, 1, align, compose, side, font=LARGEST)
        self._reach = max(self._reach, width)

    def title(
        self, y: int, compose: "Compose", *about: "About", widest: int = _TITLE_WIDEST
    ) -> "Steps":
        """Draw white text on a band: in the large font if this suits the text, else in the small.

        If the text is too wide even in the small font, try both fonts with shorter names.
        """
        yield from self._compose(compose, *about)
        font, width = self._font_of_title(widest)
        while width > widest and self._type.shorten():
            yield from self._compose_again(compose, *about)
            font, width = self._font_of_title(widest)
        if font == SMALL:
            y += _TITLE_LOWER
        yield from self._draw(font, (Sheet.WIDTH >> 1) - (width >> 1), y, WHITE)

    def sentence(self, compose: "Compose") -> "Steps":
        """Draw a sentence in white lines on black.

        Use the large font if the sentence needs only one or two lines in it. But use the small
        font if the large one lacks a character, such as & in a name. Use the small font also if
        the first of two large lines has a capital with an accent. Draw large lines, and up to
        three small ones, below the scores. Draw four to six small lines on the whole page.
        """
        yield from self._compose(compose)
        font = LARGE
        lines = self._count_lines(LARGE, WIDEST)
        if lines > 2 or (lines == 2 and self._rises(LARGE)) or self._type.lacks(LARGE):
            yield
            font = SMALL
            lines = min(self._count_lines(SMALL, WIDEST), _MOST_LINES)
        places = _PLACES_LARGE if font == LARGE else _PLACES
        if lines < len(places):
            top = Sheet.HEIGHT - _BELOW_SCORES
            first, pitch = places[lines]
        else:
            top = 0
            pitch = _PITCH
            first = Sheet.HEIGHT - pitch * (lines - 1) - _CAPITALS >> 1
        self._type.box(0, top, Sheet.WIDTH, Sheet.HEIGHT - top)
        yield from self._draw_lines(lines, top + first, pitch, WIDEST, WHITE, font)

    def question(self, compose: "Compose") -> "Steps":
        """Draw small white lines on black at the top; later texts begin below them."""
        yield from self._compose(compose)
        lines = self._count_lines(SMALL, WIDEST)
        height = lines * _PITCH_ASKED + _ACCENTS + 2
        self._drop = height + _ACCENTS
        self._type.box(0, 0, Sheet.WIDTH, height)
        yield from self._draw_lines(lines, _ACCENTS, _PITCH_ASKED, WIDEST, WHITE)

    def beside(self, compose: "Compose") -> "Steps":
        """Draw small lines between the scores: three at most, none if the scores leave no room."""
        yield from self._compose(compose)
        room = Sheet.WIDTH - 2 * (self._reach + _BESIDE)
        if room >= _NARROWEST:
            room = min(room, _BROADEST)
            lines = min(self._count_lines(SMALL, room), _MOST_BESIDE)
            first = Sheet.HEIGHT - _BELOW_SCORES - _PITCH * (lines - 1) - _CAPITALS >> 1
            yield from self._draw_lines(lines, first, _PITCH, room, BLACK)

    def above(self, compose: "Compose") -> "Steps":
        """Draw small lines in the place of the scores."""
        yield from self._compose(compose)
        lines = self._count_lines(SMALL, WIDEST)
        first = Sheet.HEIGHT - _BELOW_SCORES - lines * _PITCH >> 1
        yield from self._draw_lines(lines, first, _PITCH, WIDEST, BLACK)

    # --- helpers ----------------------------------------------------------------------------

    def _font_of_title(self, widest: int) -> "tuple[int, int]":
        """Return the font in which to draw a title, and the text's width in this font.

        The font is the large one if it is suitable, otherwise the small one. The large font is
        unsuitable if the text is wider than `widest` in it, or has a character that the font
        lacks, such as & in a name.
        """
        width = self._type.width(LARGE)
        if width <= widest and not self._type.lacks(LARGE):
            return LARGE, width
        return SMALL, self._type.width(SMALL)

    def _compose(self, compose: "Compose", *about: "About") -> "Steps":
        """Compose a line with full names, even if the line before has shorter ones."""
        self._type.spell_out()
        yield from self._compose_again(compose, *about)

    def _compose_again(self, compose: "Compose", *about: "About") -> "Steps":
        """Compose a line with the current form of names."""
        self._type.clear()
        compose(*about)
        yield

    def _count_lines(self, font: int, widest: int) -> int:
        """Return how many lines the composed text needs."""
        lines = 0
        self._type.rewind()
        while self._type.wrap(font, widest):
            lines += 1
        return lines

    def _rises(self, font: int) -> bool:
        """Return whether the first line has a capital with an accent, which needs more room."""
        self._type.rewind()
        self._type.wrap(font, WIDEST)
        return self._type.rises(font)

    def _draw_lines(
        self, lines: int, y: int, pitch: int, widest: int, ink: int, font: int = SMALL
    ) -> "Steps":
        """Draw the first `lines` lines of the text, one below the other, each centred."""
        self._type.rewind()
        for _ in range(lines):
            yield
            width = self._type.wrap(font, widest)
            yield from self._draw(font, Sheet.WIDTH - width >> 1, y, ink)
            y += pitch

    def _draw(self, font: int, x: int, y: int, ink: int) -> "Steps":
        """Draw the chosen part of the line, a few glyphs a step."""
        self._type.draw(font, x, y, ink)
        yield
        while not self._type.draw_some():
            yield
        yield  # so that the next line is composed in another step
