"""Checking, reading and writing files that the user names, with clear error messages."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from marcoria.errors import TableError

# Valid files are smaller: a journal has 256 KiB, files written by hand far less. The limit keeps a
# huge file out of the memory.
_MOST_BYTES = 1 << 20
_IN_MEMORY = 1 << 20  # bytes of output kept in memory before a temporary file is used


def read_bytes(path: str | Path, code: str, most: int = _MOST_BYTES) -> bytes:
    """Return the content of a file of at most `most` bytes, by default a mebibyte.

    Raise TableError with the given code if the file cannot be read, is larger, or is a folder, a
    pipe or a device. Opening a pipe or a device does not block.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise TableError(code, f"cannot read {path}: it is not a file")
            data = file.read(most + 1)
    except OSError as error:
        raise TableError(code, f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise TableError(code, f"cannot read {str(path)!r}: no file can have that name") from error
    if len(data) > most:
        raise TableError(code, f"{path} is larger than {most >> 20} MiB: is it the right file?")
    return data


def check_writable(path: str | Path) -> None:
    """Raise TableError if a file cannot be written.

    Call this function before long work.
    """
    file = Path(path)
    there = file if file.exists() else file.parent
    reason = ""
    if file.is_dir():
        reason = "it is a folder"
    elif not there.exists():
        reason = f"there is no folder {there}"
    elif not os.access(there, os.W_OK):
        reason = "you have no permission to write there"
    if reason:
        raise TableError("unwritable", f"cannot write {path}: {reason}")


def check_new(path: str | Path, force: bool) -> None:
    """Raise TableError if a file exists and `force` is not set."""
    if Path(path).is_file() and not force:
        raise TableError("exists", f"{path} exists already: name another file, or add --force")


@contextmanager
def replacing(path: str) -> Iterator[Path]:
    """Yield a temporary file to write, which replaces the named one when the block succeeds.

    If the block raises an exception, the named file stays as it was. A path that exists and is no
    regular file, such as /dev/stdout, is written directly. If the path is a link, the file to
    which it points is replaced. An OSError for the temporary file names `path` instead.
    """
    try:
        with _beside(path) as part:
            yield part
    except OSError as error:
        if error.filename in (None, error.filename2) or Path(path).name in str(error.filename):
            error.filename, error.filename2 = path, None
        raise


def write_file(path: str | Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    with replacing(str(path)) as part:
        part.write_bytes(data)


@contextmanager
def _beside(path: str) -> Iterator[Path]:
    if os.path.exists(path) and not os.path.isfile(path):
        yield Path(path)
        return
    path = os.path.realpath(path)
    folder = Path(path).parent
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{Path(path).name}.")
    os.close(handle)
    try:
        yield Path(name)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


@contextmanager
def at_once(sink: IO[str]) -> Iterator[IO[str]]:
    """Yield a buffer that is copied to `sink` when the block succeeds, else discarded."""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="") as whole:
        yield whole
        whole.seek(0)
        shutil.copyfileobj(whole, sink)


def read_text(path: str | Path, code: str) -> str:
    """Return the text of a file in UTF-8, with LF instead of CRLF at the ends of lines.

    Raise TableError with the given code if `read_bytes` raises it, or if the file is not in UTF-8.
    """
    try:
        return read_bytes(path, code).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise TableError(code, f"{path} is not a text file in UTF-8") from error
