"""A firmware that crashes, for tests of what happens afterwards."""

from pathlib import Path

_FACE = """
class Face:
    def __init__(self, table, display, type):
        self.table = table
    def step(self, now):
        if now > 3000:
            raise ValueError("a bug")
        return 50
"""


def put_crashing_face(folder: Path) -> None:
    """Write a `Face` that crashes three seconds after each start.

    The folder must be passed to `open_bar` in `folders`: there its files replace the firmware's.
    """
    (folder / "ui").mkdir()
    (folder / "ui" / "face.py").write_text(_FACE)
