"""The file system in the image that is written to a board's flash."""

from little_files import files_of
from marcoria.build.image import BLOCK, BlockDevice, image, mount

_FILES = {
    "/main.py": b"import app\n",
    "/a/app.mpy": b"M" * 700,
    "/a/ui/type.mpy": b"t" * 9_000,
    "/a/ui/fonts/type.font": bytes(range(256)) * 80,
}
_BLOCKS = 64


def _mounted(data: bytes) -> BlockDevice:
    flash = BlockDevice(len(data) // BLOCK)
    flash.buffer = bytearray(data)
    return flash


def test_the_image_holds_exactly_its_files() -> None:
    data = image(_FILES, _BLOCKS)
    assert len(data) == _BLOCKS * BLOCK
    assert files_of(mount(_mounted(data))) == _FILES


def test_equal_files_make_equal_images() -> None:
    assert image(_FILES, _BLOCKS) == image(_FILES, _BLOCKS)
