"""Bar's own files on a chip: settings with the PIN, decks and houses.

They are read from the chip's file system, and a copy is kept on this computer.
"""

import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

from marcoria.build.deploy import MAIN
from marcoria.build.image import BLOCK
from marcoria.device.snapshot import ArchiveError, packed, unpacked
from marcoria.errors import TableError
from marcoria.paths import KEPT

FOLDER = "/bar"
_UNDONE = "~"  # suffix of an unfinished file
_MOST = 1 << 20  # limit of bytes to read, more than the files of any bar have together
_READ_S = 30


def own_files(data: bytes) -> dict[str, bytes] | None:
    """Return the bar's own files in a partition, by path; {} if it is blank, None if corrupt.

    A separate process reads the partition, because littlefs may crash or hang on damaged data.
    """
    if set(data[: 2 * BLOCK]) == {0xFF}:
        return {}
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            input=data,
            capture_output=True,
            timeout=_READ_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return _unpacked(done.stdout) if done.returncode == 0 else None


def _unpacked(data: bytes) -> dict[str, bytes] | None:
    """Return the files of a zip, None if it is damaged or has files that are not allowed."""
    try:
        return unpacked(data)
    except ArchiveError:
        return None


class Backup:
    """Copies of a chip's own files on this computer.

    The copy made by an unfinished flashing is `begun`; the next attempt uses it.
    """

    def __init__(self, mac: str) -> None:
        self._folder = KEPT / "tables" / mac.replace(":", "")
        self._begun = self._folder / "begun.zip"

    def begun(self) -> dict[str, bytes] | None:
        """Return the files of an unfinished flashing, None if there is no valid copy."""
        return self._in(self._begun)

    def last(self) -> dict[str, bytes] | None:
        """Return the files of the last complete flashing, None if there is no valid copy."""
        done = sorted(self._folder.glob("2*.zip"))
        return self._in(done[-1]) if done else None

    def begin(self, files: dict[str, bytes]) -> None:
        """Store a copy of the files before they are erased on the chip."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            new = self._begun.with_suffix(".new")
            new.write_bytes(packed(files))
            os.replace(new, self._begun)
        except OSError as error:
            sentence = f"cannot keep a copy of the table's own files in {self._folder}"
            raise TableError("unwritable", f"{sentence}: {error.strerror}") from error

    def end(self) -> str:
        """Mark the flashing as complete; return the path of the copy."""
        done = self._folder / f"{datetime.now():%Y%m%d-%H%M%S}.zip"
        os.replace(self._begun, done)
        return str(done)

    def _in(self, file: Path) -> dict[str, bytes] | None:
        try:
            return _unpacked(file.read_bytes())
        except OSError:
            return None


def _read(data: bytes) -> dict[str, bytes]:
    """Return the files below FOLDER that were written completely, by path.

    After _MOST bytes leave out all further files. Raise LittleFSError if the file system cannot be
    read.

    littlefs leaves out damaged files without an error (see notes.py). Therefore exit with an error
    if `/main.py` is missing, because every table has this file.
    """
    from littlefs import LittleFS

    from marcoria.build.image import GEOMETRY, BlockDevice

    device = BlockDevice(len(data) // BLOCK)
    device.buffer = bytearray(data)
    system = LittleFS(device, block_count=len(data) // BLOCK, mount=False, **GEOMETRY)  # type: ignore[arg-type]
    system.mount()
    found: dict[str, bytes] = {}
    if MAIN.lstrip("/") not in system.listdir("/"):
        sys.exit("the program is missing")
    if FOLDER.lstrip("/") not in system.listdir("/"):
        return found
    for folder, _, names in system.walk(FOLDER):
        for name in names:
            if not name.endswith(_UNDONE) and sum(map(len, found.values())) < _MOST:
                path = f"{folder}/{name}"
                with system.open(path, "rb") as file:
                    found[path] = file.read(_MOST)
    return found


if __name__ == "__main__":
    sys.stdout.buffer.write(packed(_read(sys.stdin.buffer.read())))
