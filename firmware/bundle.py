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
    """As much of a file system as `import` asks for. The list of contents has a line for each
    file, with path, place and size, and for each folder, with its path; the files follow. Anything
    else raises ValueError."""

    def __init__(self, path: str) -> None:
        self._file = file = open(path, "rb")
        head = file.read(_HEAD)
        if head[:4] != _MAGIC:
            raise ValueError
        length = int.from_bytes(head[4:], "little")
        # As it is: objects for all of them would take some 7 KB.
        self._contents: bytes = b"\n" + file.read(length) + b"\n"
        last = self._contents.split(b"\n")[-2].split(b" ")
        if file.seek(0, 2) != int(last[1]) + int(last[2]):
            raise ValueError

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing is to be done."""

    def umount(self) -> None:
        """Nothing is to be done."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Whether it is a file or a folder."""
        return _IS_FILE if len(self._find(path)) > 1 else _IS_FOLDER

    def open(self, path: str, mode: str) -> io.BytesIO:
        """The content of a file."""
        found = self._find(path)
        self._file.seek(int(found[1]))
        return io.BytesIO(self._file.read(int(found[2])))

    def _find(self, path: str) -> "list[bytes]":
        """The line of a path, taken apart."""
        contents = self._contents
        name = path[1:].encode()
        for end in (b" ", b"\n"):
            at = contents.find(b"\n" + name + end)
            if at >= 0:
                return contents[at + 1 : contents.find(b"\n", at + 1)].split(b" ")
        raise OSError(_NOT_THERE)


def mount() -> None:
    """From now on modules come from there."""
    if _MOUNTED in sys.path:
        return
    try:
        bundle = Bundle(FILE)
    except OSError:
        return
    except (ValueError, IndexError):
        raise ValueError(FILE + " is torn: flash the table's image again")
    vfs.mount(bundle, _MOUNTED)
    sys.path.insert(0, _MOUNTED)


def unmount() -> None:
    """All that is needed has been imported: the list of contents is let go."""
    if _MOUNTED in sys.path:
        sys.path.remove(_MOUNTED)
        vfs.umount(_MOUNTED)
