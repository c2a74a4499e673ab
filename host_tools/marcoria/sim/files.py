"""The board's file system, in memory: what was flushed or closed outlives a power cut.

As littlefs keeps it: a file changes wholly or not at all.
"""

import errno
import io
import os
from types import ModuleType
from typing import Any

_FOLDER, _FILE = 0x4000, 0x8000


class Files:
    """Files and folders by path; the firmware sees them through `open` and `os`."""

    def __init__(self) -> None:
        self.data: dict[str, bytes] = {}
        self.folders = {"/"}

    def open(self, path: str, mode: str = "r", *_: Any, **__: Any) -> Any:
        """As the builtin, for the modes r w a, + and b."""
        path = _whole(path)
        if "w" not in mode and "a" not in mode and path not in self.data:
            raise OSError(errno.ENOENT)
        if path in self.folders or path.rpartition("/")[0] not in self._parents():
            raise OSError(errno.ENOENT)
        file = _File(self, path, b"" if "w" in mode else self.data.get(path, b""))
        if "w" in mode or path not in self.data:
            file.flush()
        if "a" in mode:
            file.seek(0, 2)
        return file if "b" in mode else io.TextIOWrapper(file, "utf-8", write_through=True)

    def module(self, random_bytes: Any) -> ModuleType:
        """The module `os` of a boot."""
        module = ModuleType("os")
        module.__dict__.update(
            listdir=lambda path="/": [name for name, *_ in self.list(path)],
            ilistdir=lambda path="/": iter(self.list(path)),
            stat=self.stat,
            mkdir=self.mkdir,
            remove=self.remove,
            unlink=self.remove,
            rmdir=self.rmdir,
            rename=self.rename,
            sync=lambda: None,
            urandom=random_bytes,
        )
        return module

    def list(self, path: str) -> list[tuple[str, int, int, int]]:
        """(name, kind, inode, size) of what is in a folder."""
        path = _whole(path)
        if path not in self.folders:
            raise OSError(errno.ENOENT)
        inside = path.rstrip("/") + "/"
        found = [(at, _FOLDER, 0) for at in self.folders if at != "/"]
        found += [(at, _FILE, len(data)) for at, data in self.data.items()]
        return sorted(
            (at[len(inside) :], kind, 0, size)
            for at, kind, size in found
            if at.startswith(inside) and "/" not in at[len(inside) :]
        )

    def stat(self, path: str) -> tuple[int, ...]:
        """Kind and size, as far as the board knows more than that."""
        path = _whole(path)
        if path in self.folders:
            return (_FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        if path not in self.data:
            raise OSError(errno.ENOENT)
        return (_FILE, 0, 0, 0, 0, 0, len(self.data[path]), 0, 0, 0)

    def mkdir(self, path: str) -> None:
        """Makes a folder."""
        path = _whole(path)
        if path in self.folders or path in self.data:
            raise OSError(errno.EEXIST)
        self.folders.add(path)

    def remove(self, path: str) -> None:
        """Removes a file."""
        if self.data.pop(_whole(path), None) is None:
            raise OSError(errno.ENOENT)

    def rmdir(self, path: str) -> None:
        """Removes an empty folder."""
        if self.list(path):
            raise OSError(errno.ENOTEMPTY)
        self.folders.remove(_whole(path))

    def rename(self, old: str, new: str) -> None:
        """Renames a file, over another one if need be."""
        old = _whole(old)
        if old not in self.data:
            raise OSError(errno.ENOENT)
        self.data[_whole(new)] = self.data.pop(old)

    def _parents(self) -> set[str]:
        return {folder.rstrip("/") for folder in self.folders}


class _File(io.BytesIO):
    """An open file; what it holds reaches the file system when it is flushed."""

    def __init__(self, files: Files, path: str, data: bytes) -> None:
        super().__init__(data)
        self.files = files
        self.path = path
        self.kept = data

    def flush(self) -> None:
        now = self.getvalue()
        if now != self.kept or self.path not in self.files.data:
            self.files.data[self.path] = self.kept = now

    def close(self) -> None:
        if not self.closed:
            self.flush()
        super().close()

    def __del__(self) -> None:
        # Dropped without close: MicroPython would not flush either.
        io.BytesIO.close(self)


def _whole(path: str) -> str:
    return os.path.normpath("/" + path.lstrip("/"))
