"""The board's file system, in memory.

A power cut loses only changes that were not flushed. As with littlefs, a file changes entirely or
not at all, unless `Files.cut_at` is used. The firmware's files that are not code (houses, words,
fonts) are read-only, in the folder of the first slot.
"""

import errno
import io
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from marcoria.build.deploy import SLOTS
from marcoria.sim.chips import prices
from marcoria.sim.chips.bench import PartsWorld
from marcoria.sim.file_reads import FileTimes, FlashPlace, reads_of_deployed

_FOLDER, _FILE = 0x4000, 0x8000


class ReadFile(io.BytesIO):
    """File opened for reading; a read outside of littlefs's cache takes virtual time."""

    def __init__(self, files: "Files", path: str, data: bytes) -> None:
        super().__init__(data)
        self.files = files
        self.path = path
        self.place = FlashPlace()

    def read(self, size: int | None = -1) -> bytes:
        """Return the next bytes, at most `size`; by default return all the rest."""
        at = self.tell()
        return self._paid(at, super().read(size))

    def read1(self, size: int | None = -1) -> bytes:
        """Return the next bytes, at most `size`; by default return all the rest."""
        at = self.tell()
        return self._paid(at, super().read1(size))

    def readline(self, size: int | None = -1) -> bytes:
        """Return the line from the current position on, at most `size` bytes of it."""
        at = self.tell()
        return self._paid(at, super().readline(size))

    def readinto(self, buffer: Any) -> int:
        """Read bytes into a buffer; return how many were read."""
        at = self.tell()
        count = super().readinto(buffer)
        self._paid(at, buffer[:count])
        return count

    def _paid(self, at: int, data: bytes) -> bytes:
        files = self.files
        files.try_it()
        files.world.wait(self.place.read(files.times, self.path, at, len(data)))
        return data


class ChangedFile(ReadFile):
    """An open file that is not read-only; a flush stores its contents in the file system."""

    def __init__(self, files: "Files", path: str, data: bytes) -> None:
        super().__init__(files, path, data)
        self.kept = data

    def flush(self) -> None:
        """Store the contents in the file system if they have changed or the file is new.

        Do nothing while the power is off.
        """
        if not self.files.world.power:
            return
        now = self.getvalue()
        if now != self.kept or self.path not in self.files.data:
            self.files.try_it(self.path, now)
            self.files.world.wait(prices.FILE_FLUSH)
            self.files.data[self.path] = self.kept = now

    def close(self) -> None:
        """Flush and close the file."""
        if not self.closed:
            self.flush()
        super().close()

    def __del__(self) -> None:
        # CPython would flush a file that is freed without having been closed. A board does this
        # only at a garbage collection, perhaps never, so the model does not do it.
        io.BytesIO.close(self)


class Files:
    """Files and folders by path, which the firmware uses through `open` and `os`.

    `libraries` are folders of firmware. Their files, except Python code, are read-only here. If
    two libraries have a file of the same path, the file of the first library is used.
    """

    def __init__(self, world: PartsWorld, libraries: Iterable[Path] = ()) -> None:
        self.world = world  # reads, lookups and flushes advance the clock of this world
        self.times = _times()
        self.data: dict[str, bytes] = {}
        self.folders = {"/"}
        self.library: dict[str, Path] = {}
        self.calls = 0  # number of operations on files so far
        self._cut = 0  # number of the operation in which the power is cut, if higher than `calls`
        self._cut_dice = Random(0)
        self.failing = (0, 0)  # range of operations that fail; the second number is excluded
        for folder in libraries:
            self._take(folder)

    def fail_at(self, call: int, count: int = 1) -> None:
        """Schedule `count` failures in a row, from operation `call` on; 1 is the next operation.

        Operations are `open`, reads, flushes that store something, and the functions of `os`
        for files and folders.
        """
        self.failing = (self.calls + call, self.calls + call + count)

    def cut_at(self, call: int, seed: int = 0) -> None:
        """Schedule a power cut in an operation; 1 is the next operation, 0 cancels the cut.

        If the operation is a flush, only the first bytes of the file are stored. The seed decides
        how many, from none to all. littlefs leaves no partial files, but other file systems do.
        """
        self._cut = self.calls + call
        self._cut_dice = Random(seed)

    def try_it(self, path: str = "", data: bytes = b"") -> None:
        """Count an operation; a flush passes the `path` and the new `data` of its file.

        Raise OSError if a failure is scheduled for this operation. Cut the power if a power cut
        is scheduled for this operation.
        """
        self.calls += 1
        if self.calls == self._cut:
            if path:
                self.data[path] = data[: self._cut_dice.randrange(len(data) + 1)]
            self.world.cut_power()
            self.world.wait(0)  # raises _Ended (see backend.py) if `cut_power` did not
        first, end = self.failing
        if first <= self.calls < end:
            raise OSError(errno.EIO)

    def open(self, path: str, mode: str = "r", *_: object, **__: object) -> Any:
        """Open a file like the built-in `open`, in a mode made of the letters r, w, a, b and +.

        Read-only files can only be opened in the modes r and rb.
        """
        self.try_it()
        path = _whole(path)
        if path in self.library:
            return self._open_library(path, mode)
        there = path in self.data
        self.world.wait(self.times.open(path, there))
        if "w" not in mode and "a" not in mode and not there:
            raise OSError(errno.ENOENT)
        if path in self.folders:
            raise OSError(errno.ENOENT)
        self._check_parent(path)
        file = ChangedFile(self, path, b"" if "w" in mode else self.data.get(path, b""))
        if there:
            file.kept = self.data[path]  # littlefs stores the empty file only at the next flush
        else:
            file.flush()
        if "a" in mode:
            file.seek(0, 2)
        return file if "b" in mode else io.TextIOWrapper(file, "utf-8", write_through=True)

    def module(self, random_bytes: Callable[[int], bytes]) -> ModuleType:
        """Return the module `os` for one boot; `random_bytes` is its function `urandom`."""
        module = ModuleType("os")
        module.__dict__.update(
            listdir=lambda path="/": [name for name, *_ in self._listed(path)],
            ilistdir=lambda path="/": iter(self._listed(path)),
            stat=self._looked_at,
            mkdir=self.mkdir,
            remove=self.remove,
            unlink=self.remove,
            rmdir=self.rmdir,
            rename=self.rename,
            sync=lambda: None,
            urandom=random_bytes,
        )
        return module

    def _listed(self, path: str) -> list[tuple[str, int, int, int]]:
        self.try_it()
        path = _whole(path)
        there = path in self.folders
        self.world.wait(self.times.list(path) if there else self.times.walk(path, False))
        return self.list(path)

    def _looked_at(self, path: str) -> tuple[int, ...]:
        self.try_it()
        path = _whole(path)
        there = path in self.folders or path in self.library or path in self.data
        self.world.wait(self.times.walk(path, there))
        return self.stat(path)

    def list(self, path: str) -> list[tuple[str, int, int, int]]:
        """Return (name, kind, inode, size) of each entry of a folder, sorted by name.

        The inode is always 0. No virtual time passes.
        """
        path = _whole(path)
        if path not in self.folders:
            raise OSError(errno.ENOENT)
        inside = path.rstrip("/") + "/"
        found = [(at, _FOLDER, 0) for at in self.folders if at != "/"]
        found += [(at, _FILE, len(data)) for at, data in self.data.items()]
        found += [(at, _FILE, source.stat().st_size) for at, source in self.library.items()]
        return sorted(
            (at[len(inside) :], kind, 0, size)
            for at, kind, size in found
            if at.startswith(inside) and "/" not in at[len(inside) :]
        )

    def stat(self, path: str) -> tuple[int, ...]:
        """Return the kind and size of a file or folder in the form of `os.stat`."""
        path = _whole(path)
        if path in self.folders:
            return (_FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if path in self.library:
            size = self.library[path].stat().st_size
        elif path in self.data:
            size = len(self.data[path])
        else:
            raise OSError(errno.ENOENT)
        return (_FILE, 0, 0, 0, 0, 0, size, 0, 0, 0)

    def mkdir(self, path: str) -> None:
        """Make a folder."""
        self.try_it()
        path = _whole(path)
        if path in self.folders or path in self.data or path in self.library:
            raise OSError(errno.EEXIST)
        self._check_parent(path)
        self.folders.add(path)

    def remove(self, path: str) -> None:
        """Remove a file."""
        self.try_it()
        if self.data.pop(_whole(path), None) is None:
            raise OSError(errno.ENOENT)

    def rmdir(self, path: str) -> None:
        """Remove an empty folder."""
        self.try_it()
        if self.list(path):
            raise OSError(errno.ENOTEMPTY)
        self.folders.remove(_whole(path))

    def rename(self, old: str, new: str) -> None:
        """Rename a file or folder; replace a file or empty folder that already has the new name.

        A file cannot replace a folder, and a folder cannot replace a file. A folder with
        read-only files cannot be renamed.
        """
        self.try_it()
        old, new = _whole(old), _whole(new)
        self._check_parent(new)
        if old in self.folders:
            self._rename_folder(old, new)
        elif old not in self.data:
            raise OSError(errno.ENOENT)
        elif new in self.folders:
            raise OSError(errno.EISDIR)
        elif new in self.library:
            raise OSError(errno.EROFS)
        else:
            self.data[new] = self.data.pop(old)

    def _rename_folder(self, old: str, new: str) -> None:
        inside = old.rstrip("/") + "/"
        if new.startswith(inside):
            raise OSError(errno.EINVAL)
        if new in self.data or new in self.library:
            raise OSError(errno.ENOTDIR)
        if new in self.folders and new != old and self.list(new):
            raise OSError(errno.ENOTEMPTY)
        if any(path.startswith(inside) for path in self.library):
            raise OSError(errno.EROFS)
        for path in [one for one in self.data if one.startswith(inside)]:
            self.data[new + path[len(old) :]] = self.data.pop(path)
        moved = {folder for folder in self.folders if f"{folder}/".startswith(inside)}
        self.folders -= moved
        self.folders |= {new + folder[len(old) :] for folder in moved}

    def write(self, path: str, data: bytes) -> None:
        """Write a file, which takes no virtual time, and make the folders that it needs."""
        path = _whole(path)
        self.data[path] = data
        self._add_folders(path)

    def _take(self, folder: Path) -> None:
        """Add the files of a folder of firmware, except Python code and hidden files."""
        for source in folder.rglob("*"):
            inside = source.relative_to(folder)
            hidden = any(part[0] == "." or part == "__pycache__" for part in inside.parts)
            if source.is_file() and source.suffix != ".py" and not hidden:
                path = f"{SLOTS[0]}/{inside.as_posix()}"
                self.library.setdefault(path, source)
                self._add_folders(path)

    def _add_folders(self, path: str) -> None:
        while path != "/":
            path = os.path.dirname(path)
            self.folders.add(path)

    def _open_library(self, path: str, mode: str) -> Any:
        if mode not in ("r", "rb"):
            raise OSError(errno.EROFS)
        self.world.wait(self.times.open(path, True))
        file = ReadFile(self, path, self.library[path].read_bytes())
        return file if "b" in mode else io.TextIOWrapper(file, "utf-8")

    def _check_parent(self, path: str) -> None:
        """Raise OSError if the folder in which a path lies does not exist."""
        if os.path.dirname(path) not in self.folders:
            raise OSError(errno.ENOENT)


@cache
def _times() -> FileTimes:
    """Return the times of file operations for the firmware's files on a board."""
    return FileTimes(reads_of_deployed())


def _whole(path: str) -> str:
    return os.path.normpath("/" + path.lstrip("/"))
