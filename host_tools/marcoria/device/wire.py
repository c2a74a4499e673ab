"""A table at a port (USB, a UART, a pty or a socket): its bytes, its answers, and its restarts.

Commands have nothing else to do while they wait for an answer.
"""

import time
from collections.abc import Callable
from typing import Protocol

from marcoria.coroutines import finish
from marcoria.device.answer import TableAnswer
from marcoria.device.ports import busy, check
from marcoria.device.talk import Talk
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.game import Phases
from marcoria.firmware.codes.table import PadStates
from marcoria.processes import IN_USE

_BAUD = 115200
_LOOK_S = 0.02
_LONGEST = 200  # bytes of the sentence that a port is in use

_PADS_COUNT_MS = 2500  # after the start
_AWAY_LOOK_S = 0.3
_KEEPS = 4096  # bytes


class Transport(Protocol):
    """What bytes go through. `read` waits at most so long for some, and has b"" then; what is
    gone raises OSError."""

    def write(self, data: bytes) -> None: ...

    def read(self, seconds: float) -> bytes: ...

    def clock(self) -> float: ...


class _Blocking:
    """A transport for a `Talk` that stops the whole program while it reads."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.clock = transport.clock
        self.path = getattr(transport, "path", "")

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    async def read(self, seconds: float) -> bytes:
        return self._transport.read(seconds)


class Client:
    """A `Talk` whose answers are waited for."""

    def __init__(self, transport: Transport, noise: Callable[[bytes], object] = bytes) -> None:
        self._talk = Talk(_Blocking(transport), noise)

    @property
    def unread(self) -> bytes:
        """Return the beginning of a line whose end has not come."""
        return self._talk.unread

    def ask(self, do: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to a command, as `Talk.ask` does."""
        return finish(self._talk.ask(do, **fields))

    def direct(self, do: str, pin: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to a command of the director's, as `Talk.direct` does."""
        return finish(self._talk.direct(do, pin, **fields))

    def odd(self, do: str, field: str, wanted: str) -> TableError:
        """Return the error for an answer with a missing or an odd field."""
        return self._talk.odd(do, field, wanted)


class PortWire:
    """The port, open for nobody else. Opening it must not restart the board."""

    def __init__(self, path: str) -> None:
        import serial

        self.path = path
        try:
            port = serial.serial_for_url(path, _BAUD, exclusive=True, do_not_open=True)
            port.timeout = _LOOK_S
            # With DTR and RTS both set, which resets no board; without DTR a chip's own USB says
            # nothing.
            port.open()
        except (OSError, ValueError) as error:
            raise _closed(path, error) from error
        self._port = port
        self._begun = b""  # the first bytes that have come

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._port.write(data)

    def read(self, seconds: float) -> bytes:
        """Return what comes, or b"" if nothing does in that time."""
        until = self.clock() + seconds
        while True:
            try:
                data = bytes(self._port.read(max(1, min(self._waiting(), 4096))))
            except OSError as error:
                self._check_busy(error)
                raise
            self._begun += data[: _LONGEST - len(self._begun)]
            if data or self.clock() >= until:
                return data

    def _check_busy(self, error: OSError) -> None:
        """Raise TableError if a simulated port was closed because another host has it."""
        if self._begun.startswith(IN_USE):
            holder = self._begun.removeprefix(IN_USE).split(b"\n")[0].decode("utf-8", "replace")
            raise busy(self.path, holder) from error

    def _waiting(self) -> int:
        return int(self._port.in_waiting)

    def clock(self) -> float:
        """Return seconds."""
        return time.monotonic()

    def close(self) -> None:
        """Leave the port to others."""
        self._port.close()

    def __enter__(self) -> "PortWire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _closed(path: str, error: Exception) -> TableError:
    if path.startswith("socket://"):
        told = f"nothing answers at {path}: is the simulated table running there?"
    else:
        check(path)  # another program may have been faster, or the port be gone meanwhile
        told = f"{path} cannot be opened ({error}): plug the table in again"
    return TableError("no-port", told, Exit.NO_DEVICE)


class OpenPort(Transport, Protocol):
    """A port that can be closed; `path` is where it is."""

    path: str

    def close(self) -> None: ...


class TableAtPort:
    """The table at a port, which is opened anew when that was gone."""

    def __init__(
        self, connect: Callable[[], OpenPort], pause: Callable[[float], object] = time.sleep
    ) -> None:
        self._connect = connect
        self._pause = pause
        self._wire: OpenPort | None = None
        self.said = b""  # the last that the board has printed besides

    @property
    def wire(self) -> OpenPort:
        """Return what bytes go through."""
        self._wire = self._wire or self._connect()
        return self._wire

    def ask(self, do: str) -> TableAnswer:
        """Return its answer."""
        return Client(self.wire, self._hear).ask(do)

    def _hear(self, line: bytes) -> None:
        self.said = (self.said + line + b"\n")[-_KEEPS:]

    def ask_if_it_runs(self, do: str) -> TableAnswer:
        """Return the same, and nothing if no program answers: the board may wait at its prompt."""
        try:
            return self.ask(do)
        except TableError as error:
            if error.code != "no-answer":
                raise
            return {}

    def again(self, seconds: int) -> TableAnswer:
        """Return its `hello` after a moment, as soon as it answers."""
        for _ in range(seconds):
            self._pause(1)
            try:
                return self.ask("hello")
            except TableError as error:
                if error.code == "odd-answer":
                    raise
                self.close()
        sentence = "the table has not come back: pull its plug, put it in again, marcoria doctor"
        raise TableError("not-back", sentence, Exit.DEVICE_ERROR)

    def wait_for_pads(self) -> None:
        """Wait until cards count: what is laid sooner after the start counts as having lain
        there."""
        while self.ask("time")["ms"] < _PADS_COUNT_MS:
            self.wire.read(_AWAY_LOOK_S)

    def check_quiet(self) -> None:
        """Raise TableError if a deal is under way: a card that is laid would be played.

        Where no program answers nobody plays: a cable that was pulled out while somebody worked at
        the prompt has left the table there, and whoever asks for the prompt next finds it.
        """
        if self.ask_if_it_runs("state").get("phase", Phases.READY) > Phases.READY:
            sentence = "a deal is under way: wait until it is over"
            raise TableError("not-now", sentence, Exit.DEVICE_ERROR)

    def lies(self, seat: int) -> bool:
        """Return whether a card lies on that seat's pad."""
        return bool(self.ask("test")["pads"][seat] == PadStates.PRESENT)

    def wait(self, seconds: float) -> None:
        """Let the table go on for so long."""
        until = self.wire.clock() + seconds
        while self.wire.clock() < until:
            self.wire.read(until - self.wire.clock())

    def close(self) -> None:
        """Leave the port."""
        if self._wire:
            self._wire.close()
            self._wire = None
