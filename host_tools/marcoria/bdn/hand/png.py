"""PNG output: A5 at 300 dots an inch."""

import io
from typing import TYPE_CHECKING

from marcoria.bdn.hand.page import (
    HEIGHT,
    INK,
    PT,
    WHITE,
    WIDTH,
    PrintedBox,
    PrintedLine,
    PrintedPage,
    PrintedText,
    file_of,
)

if TYPE_CHECKING:
    from PIL import ImageDraw

_DOTS = 300 / 25.4  # dots per mm
_FINER = 2  # the page is drawn larger by this factor and then reduced, for smooth edges


def draw(page: PrintedPage) -> bytes:
    """Return a page as PNG."""
    from PIL import Image, ImageDraw, ImageFont

    scale = _DOTS * _FINER
    size = round(WIDTH * scale), round(HEIGHT * scale)
    image = Image.new("RGB", size, WHITE)
    pen = ImageDraw.Draw(image)
    faces: dict[tuple[bool, float], ImageFont.FreeTypeFont] = {}
    for one in page.drawn:
        if isinstance(one, PrintedText):
            key = one.bold, one.size
            if key not in faces:
                faces[key] = ImageFont.truetype(str(file_of(one.bold)), one.size * PT * scale)
            pen.text((one.x * scale, one.y * scale), one.text, one.colour, faces[key], "ls")
        elif isinstance(one, PrintedLine):
            _line(pen, one, scale)
        else:
            _box(pen, one, scale)
    small = image.resize((size[0] // _FINER, size[1] // _FINER), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    small.save(file, "PNG", dpi=(300, 300), optimize=True)
    return file.getvalue()


def _line(pen: "ImageDraw.ImageDraw", one: PrintedLine, scale: float) -> None:
    ends = (one.x * scale, one.y * scale, one.to_x * scale, one.to_y * scale)
    pen.line(ends, one.colour, max(round(one.width * scale), 1))


def _box(pen: "ImageDraw.ImageDraw", one: PrintedBox, scale: float) -> None:
    ends = (one.x, one.y, one.x + one.width, one.y + one.height)
    pen.rounded_rectangle(
        [end * scale for end in ends],
        one.radius * scale,
        one.fill,
        INK if one.line else None,
        max(round(one.line * scale), 1) if one.line else 0,
    )
