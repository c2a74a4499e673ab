"""MicroPython's prompt of a table, to run code and to read and write files.

This module uses mpremote's transport over any port.
"""

import ast
import contextlib
import errno
import hashlib
import io
from collections.abc import Callable, Iterator
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from marcoria.device.talk import gone
from marcoria.device.wire import Client, Transport
from marcoria.errors import Exit, TableError

_LOOK_S = 0.005
_ANSWERS_S = 10.0
_TAKEN_S = 30.0  # longest time without output while code runs
PIECE = 512  # bytes of a file that are sent or received at once
# These bytes end any running program, and also end paste mode. Then they restart the board. All of
# them fit into the port's buffer.
_LEAVE = b"\r\x03\x03\r\x01import machine\nmachine.reset()\x04"
_LEFT = b"exit\r\n>OK"  # end of the raw prompt's answer to _LEAVE
_LEAVES_S = 3.0
# If the host's command is killed, this watchdog restarts the table. Each execution of code at the
# prompt feeds the watchdog.
_DOG = "import machine\ndog = machine.WDT(timeout=120000)"
_FEED = b"dog.feed()\n"
UNDONE = "~"  # suffix of a file that is being written

_HASHES = """
import os, hashlib
def tree(folder):
    for name, kind, *_ in os.ilistdir(folder or '/'):
        path = folder + '/' + name
        if kind & 0x4000:
            tree(path)
        else:
            print(repr((path, of(path))))
def of(path):
    found = hashlib.sha256()
    with open(path, 'rb') as file:
        while True:
            count = file.readinto(piece)
            if not count:
                return found.digest().hex()
            found.update(piece[:count])
piece = memoryview(bytearray(1024))
"""
_FOLDERS = """
import os
at = {path!r}.find('/', 1)
while at > 0:
    try:
        os.mkdir({path!r}[:at])
    except OSError:
        pass  # it is there
    at = {path!r}.find('/', at + 1)
"""


class _Unplugged(Exception):
    """Error of a port that is gone.

    It is no OSError, because mpremote also raises OSError for errors of the table's files.
    """


class _Port:
    """Serial port for mpremote, over a transport."""

    def __init__(self, wire: Transport) -> None:
        self._wire = wire
        self._rest = b""

    def inWaiting(self) -> int:  # noqa: N802  # mpremote's name
        """Return the number of bytes that have arrived."""
        if not self._rest:
            self._rest = self._more()
        return len(self._rest)

    def _more(self) -> bytes:
        try:
            return self._wire.read(_LOOK_S)
        except OSError as error:
            raise _Unplugged from error

    def read(self, count: int = 1) -> bytes:
        """Return `count` bytes, or fewer after a timeout."""
        until = self._wire.clock() + _ANSWERS_S
        while len(self._rest) < count and self._wire.clock() < until:
            self._rest += self._more()
        data, self._rest = self._rest[:count], self._rest[count:]
        return data

    def write(self, data: bytes) -> int:
        """Send bytes; return their number."""
        try:
            self._wire.write(data)
        except OSError as error:
            raise _Unplugged from error
        return len(data)

    def has_read(self, words: bytes, seconds: float) -> bool:
        """Return True if the words arrive within the time or the port is gone, else False."""
        until = self._wire.clock() + seconds
        while words not in self._rest and self._wire.clock() < until:
            try:
                self._rest += self._more()
            except _Unplugged:
                return True
        return words in self._rest

    def behind(self, words: bytes) -> bytes:
        """Return the bytes that have arrived after these words."""
        return self._rest.partition(words)[2]


class _Raw(SerialTransport):  # type: ignore[misc]  # mpremote has no types
    """mpremote's transport on a port that is already open."""

    def __init__(self, wire: Transport) -> None:
        self.serial = _Port(wire)
        self.is_pty = self.in_raw_repl = self.mounted = False
        self.use_raw_paste = True
        self._has_dog = False

    def enter(self) -> None:
        """Enter the raw prompt and start a watchdog."""
        self.enter_raw_repl(soft_reset=False)
        self.exec(_DOG)
        self._has_dog = True

    def exec_raw_no_follow(self, command: str | bytes) -> None:
        """Start code, which first feeds the watchdog if there is one; do not wait for its end."""
        code = command.encode() if isinstance(command, str) else command
        super().exec_raw_no_follow(_FEED * self._has_dog + code)


class Prompt:
    """MicroPython's prompt of a table.

    Nobody can play while the prompt is open; closing it restarts the table.
    """

    def __init__(self, client: Client | None, wire: Transport, pin: str = "") -> None:
        """Open the prompt, with the director's PIN if the table has one.

        Pass None as `client` if the table's program does not run; then no PIN is needed.
        """
        self._raw = _Raw(wire)
        if client:
            _rest(client, pin)
        try:
            with _understood():
                self._raw.enter()
        except BaseException:
            with contextlib.suppress(TableError):
                self.restart()
            raise

    def __enter__(self) -> "Prompt":
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        try:
            self.restart()
        except TableError:
            if error is None:  # an earlier error is more important than this one
                raise

    def run(self, code: str) -> str:
        """Run code; return what it prints."""
        with _understood():
            printed, failed = self._raw.exec_raw(code, timeout=_TAKEN_S)
            if failed:
                raise TransportExecError(printed, failed.decode("utf-8", "replace"))
        return str(printed, "utf-8", "replace")

    def literal(self, code: str) -> Any:
        """Run code; return the value of the literal that it prints."""
        printed = self.run(code)
        with _understood():
            return ast.literal_eval(printed)

    def hashes(self, folder: str) -> dict[str, str]:
        """Return the SHA-256 of each file below a folder, by path; {} without such a folder."""
        lines = self.run(f"{_HASHES}\ntry:\n    tree({folder!r})\nexcept OSError:\n    pass")
        with _understood():
            found = dict(ast.literal_eval(line) for line in lines.splitlines())
            if not all(isinstance(one, str) for one in (*found, *found.values())):
                raise ValueError("no paths and hashes")
        return found

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        with _understood():
            return bytes(self._raw.fs_readfile(path, PIECE))

    def write(
        self, path: str, data: bytes, told: Callable[[int, int], object] = lambda done, of: None
    ) -> None:
        """Write a file under another name, verify it, and rename it.

        So the file is written completely or not at all. `told` gets the number of bytes sent and
        the total.
        """
        undone = path + UNDONE
        self.make_folders(path)
        with _understood():
            self._raw.fs_writefile(undone, data, PIECE, told)
        self.finish(path, data)

    def finish(self, path: str, data: bytes) -> None:
        """Verify a file written under its temporary name, and rename it."""
        undone = path + UNDONE
        if self.hash(undone) != hashlib.sha256(data).hexdigest():
            raise TableError(
                "unverified",
                f"{path} on the table is not what was sent: try again",
                Exit.UNVERIFIED,
            )
        self.rename(undone, path)

    def make_folders(self, path: str) -> None:
        """Create the missing parent folders of a file."""
        self.run(_FOLDERS.format(path=path))

    def hash(self, path: str) -> str:
        """Return the SHA-256 of a file."""
        return self.run(f"{_HASHES}\nprint(of({path!r}), end='')")

    def rename(self, path: str, other: str) -> None:
        """Rename a file, replacing any other of that name."""
        self.run(f"import os\nos.rename({path!r}, {other!r})")

    def remove(self, path: str) -> None:
        """Remove a file."""
        self.run(f"import os\nos.remove({path!r})")

    def restart(self) -> None:
        """Restart the table; a board with its own USB closes the port for a short time.

        All bytes are sent at once, without waiting for an answer in between. So the restart works
        whatever program runs, and even if this process ends meanwhile.
        """
        with _understood():
            port = self._raw.serial
            port.write(_LEAVE)
            if not port.has_read(_LEFT, _LEAVES_S):
                raise TransportError

    def said_after(self) -> bytes:
        """Return the bytes that `restart` has read after the end of the board's answer."""
        return bytes(self._raw.serial.behind(_LEFT))


def _rest(client: Client, pin: str) -> None:
    """Switch the table to service mode, with the director's PIN.

    Ignore a missing answer: if the table's program does not run, the prompt is free.
    """
    try:
        client.direct("service", pin)
    except TableError as error:
        if error.code != "no-answer":
            raise


@contextlib.contextmanager
def _understood() -> Iterator[None]:
    """Convert mpremote's errors to TableError, and discard its output."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    except _Unplugged as error:
        raise gone(error.__cause__) from error
    except (OSError, TransportExecError) as error:
        raise _failed(error) from error
    except (ValueError, SyntaxError, TypeError, MemoryError) as error:
        raise TableError(
            "odd-answer",
            "the table gives an unexpected answer at its prompt: update its program with marcoria"
            " deploy",
            Exit.DEVICE_ERROR,
        ) from error
    except TransportError as error:
        raise TableError(
            "no-prompt",
            "the table's prompt does not answer: unplug the table, wait ten seconds, try again",
            Exit.DEVICE_ERROR,
        ) from error


def _failed(error: Exception) -> TableError:
    """Return the error for code, or a file operation, that failed at the prompt."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        detail = "the table's flash is full: remove decks or houses that you do not need"
    else:
        why = getattr(error, "error_output", str(error)).strip().rpartition("\n")[2]
        detail = f"the table could not run the command ({why}): run marcoria doctor"
    return TableError("failed", detail, Exit.DEVICE_ERROR)
