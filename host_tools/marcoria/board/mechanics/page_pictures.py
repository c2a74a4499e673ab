"""Small copies, for the web page, of three pictures of the table; their background is transparent.

made.json has hashes of the sources, so that stale copies are found without drawing them again.
"""

import io
from pathlib import Path
from typing import NamedTuple

from marcoria.build.made import DrawnList
from marcoria.paths import HARDWARE

FOLDER = HARDWARE / "page"
NAMES = ("plate", "mat", "below")
_WIDTH = 640
_QUALITY = 75
# In pixels. The edge of a shape is mixed with the background colour. A filter of the size _CUT
# cuts the edge off, and a blur of the radius _SOFT makes the new edge soft.
_CUT, _SOFT = 5, 1.5


class PagePicture(NamedTuple):
    """Small copy of a picture that OpenSCAD has made."""

    path: Path
    source: Path

    def faults(self) -> list[str]:
        """Return no fault, because the source has been checked already."""
        return []

    def check(self) -> list[str]:
        """Return a sentence if the copy is out of date."""
        name = self.path.name
        if self._list.then(name) == self._list.now(name, self.source.read_bytes()):
            return []
        return [f"page/{name} is out of date with {self.source.name}: run make hardware"]

    def write(self) -> None:
        """Draw the copy and store hashes in made.json."""
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_bytes(self.rendered())
        self._list.put(self.path.name, self.source.read_bytes())

    def rendered(self) -> bytes:
        """Draw the copy, and return its bytes as WebP."""
        from PIL import Image, ImageDraw, ImageFilter

        with Image.open(self.source) as drawn:
            picture = drawn.convert("RGB")
            mask = drawn.point([0 if one == drawn.getpixel((0, 0)) else 255 for one in range(256)])
        # Only the area that is connected to the upper left corner is background. Other areas of
        # the same colour, such as the display, are not.
        mask = mask.convert("L")
        ImageDraw.floodfill(mask, (0, 0), 128)
        mask = mask.point([0 if grey == 128 else 255 for grey in range(256)])
        mask = mask.filter(ImageFilter.MinFilter(_CUT)).filter(ImageFilter.GaussianBlur(_SOFT))
        picture.putalpha(mask)
        small = picture.resize(
            (_WIDTH, round(_WIDTH * picture.height / picture.width)), Image.Resampling.LANCZOS
        )
        file = io.BytesIO()
        small.save(file, "WEBP", quality=_QUALITY, method=6, alpha_quality=80)
        return file.getvalue()

    @property
    def _list(self) -> DrawnList:
        return DrawnList(self.path.parent / "made.json")


def page_pictures() -> list[PagePicture]:
    """Return all copies."""
    return [PagePicture(FOLDER / f"{n}.webp", HARDWARE / "mechanics" / f"{n}.png") for n in NAMES]
