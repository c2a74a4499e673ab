"""Generator of the display's fonts, `ui/fonts/type.font`, from DejaVu Sans Condensed Bold.

The generator is needed only to change the fonts. It needs the fonts of Debian's package
fonts-dejavu-extra, whose licence (docs/fonts-licence.txt) allows converting and distributing them.
It also needs the Python package freetype-py, which draws the fonts in black and white with
hinting.

Format of the file; numbers of two bytes are big-endian:

- one byte: the length of the ranges in bytes;
- the ranges of characters. Each range has three bytes, which are explained at `_RANGES`;
- three bytes: the numbers of glyphs in the fonts of 24, 36 and 76 pixels;
- for each font, in the order of the characters, three bytes for each glyph: one byte for the
  advance, to which 0x80 is added if the glyph rises above its line, and two bytes for the offset
  in the file;
- the different glyphs. A glyph has:
  - three bytes: width, height, and the y of the first row. The y of a row at the top of the font's
    box is `ABOVE`, so rows above the box can have a y too;
  - a bit for each row, padded to bytes, which is set if the row differs from the row above;
  - the rows that differ from the row above. A row has a bit for each pixel, 0 for ink, and is
    padded to bytes.

The fonts of 24 and 36 pixels have one more glyph at the end, for all characters that are missing.
The font of 76 pixels has only the first 37 characters; some of their glyphs are spaces.
"""

import importlib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from marcoria.build.font_file import ABOVE, RISES, in_ranges
from marcoria.errors import TableError

_RISEN = -2  # a glyph whose top is above this row (0 is the top of a line) rises above its line
_SOURCE = Path("/usr/share/fonts/truetype/dejavu/DejaVuSansCondensed-Bold.ttf")

# For each range: the last two bytes in UTF-8 of its first character, with 0 for a missing byte,
# and the number of characters.
_RANGES = (
    (0x00, 0x20, 32),  # punctuation and digits of ASCII
    (0x99, 0xA0, 1),  # suits
    (0x99, 0xA3, 1),
    (0x99, 0xA5, 2),
    (0x88, 0x92, 1),  # minus
    # The largest font ends here.
    (0x00, 0x40, 63),  # letters and other punctuation of ASCII
    (0xD0, 0x90, 48),  # Cyrillic
    (0xD1, 0x80, 16),
    (0xC3, 0x80, 64),  # Latin letters with accents
    (0x80, 0x98, 2),  # quotation marks, dashes, œ
    (0x80, 0x93, 2),
    (0xC5, 0x92, 2),
    (0xC2, 0xA0, 2),  # no-break space, ¡ « ° · » ¿
    (0xC2, 0xAB, 1),
    (0xC2, 0xB0, 1),
    (0xC2, 0xB7, 1),
    (0xC2, 0xBB, 1),
    (0xC2, 0xBF, 1),
    (0x80, 0x9C, 3),  # “”„ …
    (0x80, 0xA6, 1),
    (0xD0, 0x81, 1),  # Ё ё ѝ
    (0xD1, 0x91, 1),
    (0xD1, 0x9D, 1),
)
_LARGEST = 37  # number of characters in the largest font
_SUITS = "♠♣♥♦"
# Characters that no title needs.
_NOT_IN_TITLES = '#$%&*<=>@[\\]^_`{|}~"“”„°·ÂÃÄÅÆÌÎÏÐÒÔÕÖ×ØÙÛÝÞßÁÓÚËãåæäðõ÷øýþÿŒЁЫЭёыэѝ'


class Size(NamedTuple):
    """Size of a font: horizontal and vertical pixels per em, and the row of the baseline."""

    across: int
    down: int
    line: int


# Two sizes for each font: the second is for the suits, which are wider than condensed letters.
_TEXT = (Size(20, 24, 18), Size(27, 24, 18))
_TITLE = (Size(30, 36, 28), Size(40, 36, 28))
# The characters of the largest font, with their sizes.
_SCORE = (
    (" 0123456789", Size(69, 101, 75)),
    ("-−", Size(46, 101, 75)),
    ("()", Size(66, 84, 64)),
    ("♠♣♥♦", Size(84, 74, 68)),
)


class Glyph(NamedTuple):
    """Drawn character: rows of pixels (1 is ink), and the advance.

    `top` is the y of the first row, which counts from the top of the font's box.
    """

    rows: tuple[tuple[int, ...], ...]
    top: int
    advance: int

    def record(self) -> bytes:
        """Return the glyph in the format of the font file."""
        rows = [_bytes("".join("10"[pixel] for pixel in row), "1") for row in self.rows]
        new = [row != above for row, above in zip(rows, [b"", *rows], strict=False)]
        head = bytes([len(self.rows[0]), len(rows), self.top + ABOVE])
        bits = _bytes("".join("01"[one] for one in new), "0")
        return head + bits + b"".join(row for row, one in zip(rows, new, strict=True) if one)


def _bytes(bits: str, rest: str) -> bytes:
    """Convert a text of the digits 0 and 1 to bytes, padded at the end with the digit `rest`."""
    count = -(-len(bits) // 8)
    return int(bits.ljust(count * 8, rest), 2).to_bytes(count, "big")


@cache
def characters() -> str:
    """Return all characters in the order of their glyphs."""
    return in_ranges(_RANGES)


def in_titles(character: str) -> bool:
    """Return whether the font of 36 pixels, which is used for titles, has a character.

    The character must be one of `characters()`.
    """
    return character not in _NOT_IN_TITLES


def make() -> bytes:
    """Return the content of the font file."""
    face = _face()
    codes = bytes(number for span in _RANGES for number in span)
    fonts = [
        _glyphs(face, _TEXT, characters(), ""),
        _glyphs(face, _TITLE, characters(), _NOT_IN_TITLES),
        _score_glyphs(face),
    ]
    head = bytes([len(codes)]) + codes + bytes(len(font) for font in fonts)
    at = len(head) + 3 * sum(len(font) for font in fonts)
    places: dict[bytes, int] = {}  # identical glyphs are stored once
    directory = b""
    for glyph in (glyph for font in fonts for glyph in font):
        record = glyph.record()
        if record not in places:
            places[record] = at
            at += len(record)
        advance = glyph.advance | (RISES if glyph.top < _RISEN else 0)
        directory += bytes([advance]) + places[record].to_bytes(2, "big")
    return head + directory + b"".join(places)


def _face() -> Any:
    try:
        freetype = importlib.import_module("freetype")
    except ImportError as error:
        raise TableError(
            "no-freetype", "the Python package freetype-py is missing: pip install freetype-py"
        ) from error
    if not _SOURCE.exists():
        raise TableError("no-font", f"{_SOURCE} is missing: install fonts-dejavu-extra")
    return freetype.Face(str(_SOURCE))


def _glyphs(face: Any, sizes: tuple[Size, Size], wanted: str, without: str) -> list[Glyph]:
    """Return the glyphs of the characters `wanted`, then the glyph for missing characters.

    Characters in `without` also get the glyph for missing characters.
    """
    height = sizes[0].line - 1
    missing = _box(height // 2, height, 1)
    return [
        missing if one in without else _drawn(face, sizes[one in _SUITS], one) for one in wanted
    ] + [missing]


def _score_glyphs(face: Any) -> list[Glyph]:
    sizes = {one: size for drawn, size in _SCORE for one in drawn}
    found = []
    for one in characters()[:_LARGEST]:
        drawn = one if one in sizes else " "
        found.append(_drawn(face, sizes[drawn], drawn))
    return found


def _box(width: int, height: int, top: int) -> Glyph:
    side = (0, 1) + (0,) * (width - 2) + (1,)
    end = (0,) + (1,) * width
    return Glyph((end, *(side,) * (height - 2), end), top, width + 3)


def _drawn(face: Any, size: Size, character: str) -> Glyph:
    freetype = importlib.import_module("freetype")
    face.set_char_size(size.across * 64, size.down * 64, 72, 72)
    face.load_char(character, freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
    slot, bitmap = face.glyph, face.glyph.bitmap
    advance = slot.advance.x >> 6
    if not bitmap.rows:
        return Glyph(((0,),), 0, advance)
    # A glyph that begins left of x = 0 would touch the previous glyph. So move it to the right.
    left, over = max(slot.bitmap_left, 0), max(-slot.bitmap_left, 0)
    rows = tuple(
        (0,) * left
        + tuple(
            bitmap.buffer[y * bitmap.pitch + (x >> 3)] >> (7 - (x & 7)) & 1
            for x in range(bitmap.width)
        )
        for y in range(bitmap.rows)
    )
    return Glyph(rows, size.line - slot.bitmap_top, advance + over)
