"""Whether the display has room for a name, and all of its letters."""

from functools import cache

from marcoria.firmware.codes.display import Sheet
from marcoria.firmware.framebuf import MONO_HLSB, FrameBuffer
from marcoria.firmware.ui.glyphs import SMALL, Glyphs
from marcoria.paths import FIRMWARE

_LINE = Sheet.WIDTH - 6  # pixels; what `ui.rows` has for a line


@cache
def _glyphs() -> Glyphs:
    return Glyphs(
        str(FIRMWARE / "ui" / "fonts" / "type.font"), FrameBuffer(bytearray(8), 8, 8, MONO_HLSB)
    )


def _glyph(letter: str) -> int:
    """As `ui.type` takes them from UTF-8; of three bytes the first says nothing."""
    *before, last = letter.encode()
    return _glyphs().find(before[-1] if before else 0, last)


def too_wide(name: str) -> str:
    """What of a name has no room on a line of the display; "" if all of it has."""
    width = 0
    for at, letter in enumerate(name):
        width += _glyphs().width(SMALL, _glyph(letter))
        if width > _LINE:
            return name[at:]
    return ""


def unknown_letters(name: str) -> str:
    """The letters of a name that the display cannot draw."""
    nothing = _glyph("\u2603")
    return "".join(letter for letter in name if _glyph(letter) == nothing)
