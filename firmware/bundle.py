"""Import of modules from one file that has the whole program.

`import` tries several names for a module, and in littlefs each look-up of a name reads the logs of
all folders in its path. With separate files the look-ups took four fifths of a start.
`marcoria.build.deploy` makes the file. If the file is missing, modules are imported from `/lib`,
which is useful for development on a board.
"""

import io
import sys

import vfs
from micropython import const

_FILE = "/program.bundle"
_MOUNTED = "/program"
_MAGIC = b"MRB1"
_SUFFIX = ".mpy"
_HEAD = const(6)  # bytes: the magic number, and the length of the list of contents
_ZEROS = (0,) * 9
_IS_FOLDER = (0x4000,) + _ZEROS
_IS_FILE = (0x8000,) + _ZEROS
_NOT_THERE = const(2)  # ENOENT


class Bundle:
    """File system with only the methods that `import` and `vfs` need.

    The file has a head, a list of contents, and the modules in the order of the list. The list has
    a line for each folder, and then a line for each module. The line of a folder is its path. The
    line of a module has its path without `.mpy`, a space, and the offset at which the module
    begins. The last line has a space and the offset at which the file ends. The constructor raises
    ValueError if the head is wrong or the file ends elsewhere.
    """

    def __init__(self, path: str) -> None:
        self._file = file = open(path, "rb")
        head = file.read(_HEAD)
        if head[:4] != _MAGIC:
            raise ValueError
        length = int.from_bytes(head[4:], "little")
        # The list is not parsed: objects for all of its lines would take some 7 KB.
        self._contents: bytes = b"\n" + file.read(length) + b"\n"
        if file.seek(0, 2) != self._place(len(self._contents) - 2):
            raise ValueError

    def mount(self, readonly: bool, mkfs: bool) -> None:
        """Do nothing: `vfs.mount` calls this method."""

    def umount(self) -> None:
        """Do nothing: `vfs.umount` calls this method."""

    def stat(self, path: str) -> "tuple[int, ...]":
        """Return whether a path is a file or a folder, in the form of `os.stat`.

        Raise OSError if it is neither.
        """
        self._find(path)
        return _IS_FILE if path.endswith(_SUFFIX) else _IS_FOLDER

    def open(self, path: str, mode: str) -> io.BytesIO:
        """Return a stream of a module's content; raise OSError if there is no such module."""
        end = self._contents.find(b"\n", self._find(path) + 1)
        start = self._place(end - 1)
        self._file.seek(start)
        following = self._contents.find(b"\n", end + 1)
        return io.BytesIO(self._file.read(self._place(following - 1) - start))

    def _find(self, path: str) -> int:
        """Return the index of the newline before a path's line; raise OSError if there is none."""
        is_file = path.endswith(_SUFFIX)
        name = path[1 : -len(_SUFFIX)] + " " if is_file else path[1:] + "\n"
        at = self._contents.find(b"\n" + name.encode())
        if at < 0:
            raise OSError(_NOT_THERE)
        return at

    def _place(self, at: int) -> int:
        """Return the offset that a line contains; the offset's last digit has the index `at`."""
        return int(self._contents[self._contents.rfind(b" ", 0, at) + 1 : at + 1])


def start(on_trial: bool = False) -> None:
    """Run the program in the slot that `sys.path` begins with.

    `on_trial` says whether the program is on trial, which `boot.slot` explains.
    """
    folder = sys.path[0]
    mount(folder)
    from boot import slot

    slot.begin(folder, on_trial)
    from boot import program

    program.run(unmount)


def mount(folder: str) -> None:
    """Import modules from the bundle in `folder` from now on, instead of from files.

    `sys.path` must begin with `folder`. If there is no bundle, nothing changes. Raise ValueError
    if the bundle is damaged.
    """
    try:
        bundle = Bundle(folder + _FILE)
    except OSError:
        return
    except (ValueError, IndexError):
        raise ValueError(folder + _FILE + " is damaged: flash the table's image again")
    vfs.mount(bundle, _MOUNTED)
    sys.path[0] = _MOUNTED


def unmount() -> None:
    """Free the list of contents after all modules have been imported."""
    if _MOUNTED in sys.path:
        sys.path.remove(_MOUNTED)
        vfs.umount(_MOUNTED)
