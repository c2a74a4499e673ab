"""The program in one file, from which modules are imported as from a folder.

In littlefs a module has to be looked for under several names, and each look reads the notes of
all folders on the way: four fifths of a start were spent on that. `marcoria.build.deploy` makes
the file. Without it modules come from `/lib`, for who works on them on a board.
"""

import io
import sys

import vfs
from micropython import const

_FILE = "/program.bundle"
_MOUNTED = "/program"
_MAGIC = b"MRB1"
_SUFFIX = ".mpy"
_HEAD = const(6)  # bytes: the magic ones, and the length of the list of contents
_ZEROS = (0,) * 9
_IS_FOLDER = (0x4000,) + _ZEROS
_IS_FILE = (0x8000,) + _ZEROS
_NOT_THERE = const(2)


class Bundle:
    """As much of a file system as `import` asks for. The list of contents has a line for each
    folder, with its path, and for each module, with its path and place; they follow in that order.
    The last line has the end. Anything else raises ValueError or IndexError."""

    def __init__(self, path: str) -> None:
        self._file = file = open(path, "rb")
        head = file.read(_HEAD)
        if head[:4] != _MAGIC:
            raise ValueError
        length = int.from_bytes(head[4:], "little")
        # As it is: objects for all of them would take some 7 KB.
        self._contents: bytes = b"\n" + file.read(length) + b"\n"
        if file.seek(0, 2) != self._place(len(self._contents) - 2):
            raise ValueError

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Nothing is to be done."""

    def umount(self) -> None:
        """Nothing is to be done."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Whether it is a file or a folder."""
        self._find(path)
        return _IS_FILE if path.endswith(_SUFFIX) else _IS_FOLDER

    def open(self, path: str, mode: str) -> io.BytesIO:
        """The content of a file."""
        end = self._contents.find(b"\n", self._find(path) + 1)
        start = self._place(end - 1)
        self._file.seek(start)
        following = self._contents.find(b"\n", end + 1)
        return io.BytesIO(self._file.read(self._place(following - 1) - start))

    def _find(self, path: str) -> int:
        """Where the line of a path begins."""
        is_file = path.endswith(_SUFFIX)
        name = path[1 : -len(_SUFFIX)] + " " if is_file else path[1:] + "\n"
        at = self._contents.find(b"\n" + name.encode())
        if at < 0:
            raise OSError(_NOT_THERE)
        return at

    def _place(self, at: int) -> int:
        """The number at the end of a line, whose last letter is there."""
        return int(self._contents[self._contents.rfind(b" ", 0, at) + 1 : at + 1])


def start(on_trial: bool = False) -> None:
    """Runs the program in the slot that `sys.path` begins with."""
    folder = sys.path[0]
    mount(folder)
    from boot import slot

    slot.begin(folder, on_trial)
    from boot import program

    program.run(unmount)


def mount(folder: str) -> None:
    """From now on modules come from the file in there, and nobody looks for them beside it."""
    try:
        bundle = Bundle(folder + _FILE)
    except OSError:
        return
    except (ValueError, IndexError):
        raise ValueError(folder + _FILE + " is torn: flash the table's image again")
    vfs.mount(bundle, _MOUNTED)
    sys.path[0] = _MOUNTED


def unmount() -> None:
    """All that is needed has been imported: the list of contents is let go."""
    if _MOUNTED in sys.path:
        sys.path.remove(_MOUNTED)
        vfs.umount(_MOUNTED)
