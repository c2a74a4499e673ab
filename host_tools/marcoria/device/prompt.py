"""MicroPython's prompt at a table that rests: its files are read and written there.

Over mpremote's transport, on whatever port bytes go through.
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
_TAKEN_S = 30.0  # of a single thing that is done there
PIECE = 512  # bytes that are sent at once
# Ends whatever is under way there, a paste too, and starts the board; fits its buffer.
_LEAVE = b"\r\x03\x03\r\x01import machine\nmachine.reset()\x04"
_LEFT = b"exit\r\n>OK"  # the raw prompt has taken it
_LEAVES_S = 3.0
# A table whose command was killed starts by itself so much later: each statement feeds the dog.
_DOG = "import machine\ndog = machine.WDT(timeout=120000)"
_FEED = b"dog.feed()\n"
UNDONE = "~"  # behind the name of a file that is being written

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
    """The port is gone. As OSError it would be taken for one of the table's."""


class _Port:
    """What mpremote takes for a serial port."""

    def __init__(self, wire: Transport) -> None:
        self._wire = wire
        self._rest = b""

    def inWaiting(self) -> int:  # noqa: N802  # as mpremote calls it
        if not self._rest:
            self._rest = self._more()
        return len(self._rest)

    def _more(self) -> bytes:
        try:
            return self._wire.read(_LOOK_S)
        except OSError as error:
            raise _Unplugged from error

    def read(self, count: int = 1) -> bytes:
        until = self._wire.clock() + _ANSWERS_S
        while len(self._rest) < count and self._wire.clock() < until:
            self._rest += self._more()
        data, self._rest = self._rest[:count], self._rest[count:]
        return data

    def write(self, data: bytes) -> int:
        try:
            self._wire.write(data)
        except OSError as error:
            raise _Unplugged from error
        return len(data)

    def has_read(self, words: bytes, seconds: float) -> bool:
        """Return whether that comes within so long, or the port goes; all else is discarded."""
        until = self._wire.clock() + seconds
        while words not in self._rest and self._wire.clock() < until:
            try:
                self._rest += self._more()
            except _Unplugged:
                return True
        return words in self._rest

    def behind(self, words: bytes) -> bytes:
        """Return what has come together with those, behind them."""
        return self._rest.partition(words)[2]


class _Raw(SerialTransport):  # type: ignore[misc]  # mpremote has no types
    """mpremote's own, which opens no port by itself."""

    def __init__(self, wire: Transport) -> None:
        self.serial = _Port(wire)
        self.is_pty = self.in_raw_repl = self.mounted = False
        self.use_raw_paste = True
        self._has_dog = False

    def enter(self) -> None:
        """Come to the raw prompt, where a watchdog waits for the next statements."""
        self.enter_raw_repl(soft_reset=False)
        self.exec(_DOG)
        self._has_dog = True

    def exec_raw_no_follow(self, command: str | bytes) -> None:
        code = command.encode() if isinstance(command, str) else command
        super().exec_raw_no_follow(_FEED * self._has_dog + code)


class Prompt:
    """The prompt of a table, at which nobody plays while it is open: `with Prompt(...)` starts
    the table again at its end, whatever has happened."""

    def __init__(self, client: Client | None, wire: Transport, pin: str = "") -> None:
        """Open the prompt. The director's PIN is asked for as over the link; a table whose
        program does not run, or is known not to (no `client`), has none to ask."""
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
            if error is None:  # else that one is told
                raise

    def run(self, code: str) -> str:
        """Return what statements print."""
        with _understood():
            printed, failed = self._raw.exec_raw(code, timeout=_TAKEN_S)
            if failed:
                raise TransportExecError(printed, failed.decode("utf-8", "replace"))
        return str(printed, "utf-8", "replace")

    def literal(self, code: str) -> Any:
        """Return what statements print as the value that it spells."""
        printed = self.run(code)
        with _understood():
            return ast.literal_eval(printed)

    def hashes(self, folder: str) -> dict[str, str]:
        """Return the SHA-256 of each file below a folder, by path; of none if there is no such
        folder."""
        lines = self.run(f"{_HASHES}\ntry:\n    tree({folder!r})\nexcept OSError:\n    pass")
        with _understood():
            found = dict(ast.literal_eval(line) for line in lines.splitlines())
            if not all(isinstance(one, str) for one in (*found, *found.values())):
                raise ValueError("no paths and hashes")
        return found

    def read(self, path: str) -> bytes:
        """Return what is in a file."""
        with _understood():
            return bytes(self._raw.fs_readfile(path, PIECE))

    def write(
        self, path: str, data: bytes, told: Callable[[int, int], object] = lambda done, of: None
    ) -> None:
        """Write a file that is whole, whatever happens: beside it first, read again, and renamed.
        `told` how many bytes of how many have been sent."""
        undone = path + UNDONE
        self.make_folders(path)
        with _understood():
            self._raw.fs_writefile(undone, data, PIECE, told)
        self.finish(path, data)

    def finish(self, path: str, data: bytes) -> None:
        """Put what was written beside a file in its place, if it is that."""
        undone = path + UNDONE
        if self.hash(undone) != hashlib.sha256(data).hexdigest():
            raise TableError(
                "unverified",
                f"what the table has written of {path} is not what was sent: try again",
                Exit.UNVERIFIED,
            )
        self.rename(undone, path)

    def make_folders(self, path: str) -> None:
        """Make the folders around a file, as far as they are not there."""
        self.run(_FOLDERS.format(path=path))

    def hash(self, path: str) -> str:
        """Return the SHA-256 of a file."""
        return self.run(f"{_HASHES}\nprint(of({path!r}), end='')")

    def rename(self, path: str, other: str) -> None:
        """Rename at once: a file that is called so gives way."""
        self.run(f"import os\nos.rename({path!r}, {other!r})")

    def remove(self, path: str) -> None:
        """Remove a file."""
        self.run(f"import os\nos.remove({path!r})")

    def restart(self) -> None:
        """Start the table; a board with USB of its own leaves the port for a moment.

        All is said in one breath, whatever was under way and even if nobody stays to listen."""
        with _understood():
            port = self._raw.serial
            port.write(_LEAVE)
            if not port.has_read(_LEFT, _LEAVES_S):
                raise TransportError

    def said_after(self) -> bytes:
        """Return what the board has said after `restart`, as far as it has been read."""
        return bytes(self._raw.serial.behind(_LEFT))


def _rest(client: Client, pin: str) -> None:
    """Ask the table to rest, as its director would."""
    try:
        client.direct("service", pin)
    except TableError as error:
        if error.code != "no-answer":
            raise


@contextlib.contextmanager
def _understood() -> Iterator[None]:
    """Convert mpremote's errors; discard what it prints with them."""
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
            "the table says something at its prompt that no table says: marcoria deploy brings"
            " its program up to date",
            Exit.DEVICE_ERROR,
        ) from error
    except TransportError as error:
        raise TableError(
            "no-prompt",
            "the table does not come to its prompt: pull its plug, wait ten seconds, try again",
            Exit.DEVICE_ERROR,
        ) from error


def _failed(error: Exception) -> TableError:
    """Return what the table says of it."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        detail = "the table's flash is full: remove decks or houses that nobody needs"
    else:
        why = getattr(error, "error_output", str(error)).strip().rpartition("\n")[2]
        detail = f"the table could not do that ({why}): marcoria doctor says more"
    return TableError("failed", detail, Exit.DEVICE_ERROR)
