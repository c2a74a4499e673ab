"""Fills the type case: what `ui.type` is made of. Only needed when the table starts, and when
another language is wanted."""

from array import array

from framebuf import MONO_HLSB, FrameBuffer
from micropython import const

_WIDTH = const(400)
_HEIGHT = const(150)
_LINE = const(200)  # glyphs
_GLYPH = const(384)  # bytes of the largest in its file, and of any text
_ROWS = const(432)  # of the largest glyph
_TEXTS = const(256)

_SIDES = const(3)  # text


def fill(type, buffer: bytearray, folder: str) -> None:  # type: ignore[no-untyped-def]
    """Opens the fonts of `folder`, to draw on the display's buffer."""
    type.frame = FrameBuffer(buffer, _WIDTH, _HEIGHT, MONO_HLSB)
    type.names = [b""] * 4
    type.label = b""
    type.sides = _SIDES
    type.ink = 0
    type._line = bytearray(_LINE)
    type._depth = type.font = type.x = type.y = 0
    type.notice = None
    type.clear()
    type._file = file = open(folder + "/fonts/type.font", "rb")
    # Three bytes for characters that follow each other, in the order of their glyphs: the byte of
    # UTF-8 before the last one (0: none), the first last byte, and how many.
    type._codes = file.read(file.read(1)[0])
    # Three bytes a glyph: from its left end to that of the next one, and where it is. The glyph
    # after those of all characters is for what is not among them.
    type._fonts = [file.read(count * 3) for count in file.read(3)]
    # A glyph in its file: width, height, how far down it begins, a bit for each row, set if it is
    # not as the one above, and these rows, in which ink is 0.
    type._read = bytearray(_GLYPH)
    type._rows = rows = bytearray(_ROWS)
    type._bitmap = [rows, 0, 0, MONO_HLSB]
    type._white = [b"\x80", 2, 1, MONO_HLSB]  # what ink and paper become
    type._words = None
    type._folder = folder + "/words/%s.text"


def open_words(type, name: str) -> None:  # type: ignore[no-untyped-def]
    """Opens a language's words, or else English, and finds where each text begins.

    `marcoria.build.words` says what is in the file.
    """
    if type._words:
        type._words.close()
    try:
        words = open(type._folder % name, "rb")
    except OSError:
        words = open(type._folder % "en", "rb")
    type._words = words
    # How many codes each text has; then a part of twice so many bytes as its first one says.
    sizes = words.read(_TEXTS)
    type._table = words.read(words.read(1)[0] * 2)
    type._texts = texts = array("H", bytearray(2 * _TEXTS + 2))
    at = words.tell()
    for text in range(_TEXTS):
        texts[text] = at
        at += sizes[text]
    texts[_TEXTS] = at
