"""The program in one file, from which modules are imported as from a folder.

In littlefs a module has to be looked for under several names, and each look reads the notes of
all folders on the way: four fifths of a start were spent on that. `marcoria.build.deploy` makes
the file. Without it modules come from `/lib`, for who works on them on a board.
"""

import io
import sys

import vfs
from micropython import const

FILE = "/lib/program.bundle"
_MOUNTED = "/program"
_MAGIC = b"MRB1"
_HEAD = const(6)  # bytes: the magic ones, and the length of the list of contents
_ZEROS = (0,) * 9
_IS_FOLDER = (0x4000,) + _ZEROS
_IS_FILE = (0x8000,) + _ZEROS
_NOT_THERE = const(2)


class Bundle:
    """As much of a file system as `import` asks for. The list of contents has a line with path and
    size for each file, and a path for each folder; the files follow as they are listed. Anything
    else raises ValueError."""

    def __init__(self, path: str) -> None:
        self._file = file = open(path, "rb")
        head = file.read(_HEAD)
        if head[:4] != _MAGIC:
            raise ValueError
        at = _HEAD + int.from_bytes(head[4:], "little")
        self._contents: "dict[str, tuple[int, int] | None]" = {}
        for line in file.read(at - _HEAD).decode().split("\n"):
            name, _, size = line.partition(" ")
            self._contents["/" + name] = (at, int(size)) if size else None
            at += int(size or 0)
        if file.seek(0, 2) != at:
            raise ValueError

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing is to be done."""

    def umount(self) -> None:
        """Nothing is to be done."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Whether it is a file or a folder."""
        if path not in self._contents:
            raise OSError(_NOT_THERE)
        return _IS_FILE if self._contents[path] else _IS_FOLDER

    def open(self, path: str, mode: str) -> io.BytesIO:
        """The content of a file."""
        found = self._contents.get(path)
        if not found:
            raise OSError(_NOT_THERE)
        self._file.seek(found[0])
        return io.BytesIO(self._file.read(found[1]))


def mount() -> None:
    """From now on modules come from there."""
    if _MOUNTED in sys.path:
        return
    try:
        bundle = Bundle(FILE)
    except OSError:
        return
    except ValueError:
        raise ValueError(FILE + " is torn: flash the table's image again")
    vfs.mount(bundle, _MOUNTED)
    sys.path.insert(0, _MOUNTED)


def unmount() -> None:
    """All that is needed has been imported: the list of contents, some 7 KB, is let go."""
    if _MOUNTED in sys.path:
        sys.path.remove(_MOUNTED)
        vfs.umount(_MOUNTED)
