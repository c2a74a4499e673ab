"""Table at a port (USB, UART, pty or socket): its bytes, answers and restarts.

Calls block, because commands have nothing else to do while they wait.
"""

import time
from collections.abc import Callable
from typing import Protocol

from marcoria.coroutines import finish
from marcoria.device.answer import TableAnswer
from marcoria.device.ports import NETWORK, busy, check
from marcoria.device.talk import Talk
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.game import Phases
from marcoria.firmware.codes.table import PadStates
from marcoria.processes import IN_USE

_BAUD = 115200
_LOOK_S = 0.02
_LONGEST = 200  # bytes stored to recognise the message that the port is in use

_PADS_COUNT_MS = 2500  # time from the start until pads accept cards
_AWAY_LOOK_S = 0.3
_KEEPS = 4096  # bytes of noise that are stored


class Transport(Protocol):
    """Transport of bytes; a port that is gone raises OSError."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def read(self, seconds: float) -> bytes:
        """Return the next bytes as soon as some arrive, b"" if none arrive within `seconds`."""

    def clock(self) -> float:
        """Return the time in seconds."""


class _Blocking:
    """Adapter through which a `Talk` uses a blocking transport as its `TalkLine`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.clock = transport.clock
        self.path = getattr(transport, "path", "")

    def write(self, data: bytes) -> None:
        self._transport.write(data)

    async def read(self, seconds: float) -> bytes:
        return self._transport.read(seconds)


class Client:
    """Conversation with a table, as `Talk`, but with calls that block."""

    def __init__(self, transport: Transport, noise: Callable[[bytes], object] = bytes) -> None:
        self._talk = Talk(_Blocking(transport), noise)

    @property
    def unread(self) -> bytes:
        """Return the bytes that were received but not parsed, as `Talk.unread` does."""
        return self._talk.unread

    def ask(self, do: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to a command, as `Talk.ask` does."""
        return finish(self._talk.ask(do, **fields))

    def direct(self, do: str, pin: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to a director's command, as `Talk.direct` does."""
        return finish(self._talk.direct(do, pin, **fields))

    def next_tag(self) -> "TableAnswer | None":
        """Wait for the next tag on a pad; return the table's answer, with the seat of the pad.

        Return None after the table's timeout of ten seconds.
        """
        try:
            return self.ask("tag")
        except TableError as error:
            if error.code == "not-now":
                return None
            raise

    def odd(self, do: str, field: str, wanted: str) -> TableError:
        """Return the error for a missing or invalid field, as `Talk.odd` does."""
        return self._talk.odd(do, field, wanted)


class PortWire:
    """Serial port, opened exclusively and without restarting the board."""

    def __init__(self, path: str) -> None:
        import serial

        self.path = path
        try:
            port = serial.serial_for_url(path, _BAUD, exclusive=True, do_not_open=True)
            port.timeout = _LOOK_S
            # DTR and RTS are both set, which does not reset any board. Without DTR, a chip with
            # its own USB sends nothing.
            port.open()
        except (OSError, ValueError) as error:
            raise _closed(path, error) from error
        self._port = port
        self._begun = b""  # the first bytes received

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self._port.write(data)

    def read(self, seconds: float) -> bytes:
        """Return the next bytes as soon as some arrive, b"" if none arrive within `seconds`."""
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
        """Raise TableError if a simulated port was closed because another host uses it."""
        if self._begun.startswith(IN_USE):
            holder = self._begun.removeprefix(IN_USE).split(b"\n")[0].decode("utf-8", "replace")
            raise busy(self.path, holder) from error

    def _waiting(self) -> int:
        return int(self._port.in_waiting)

    def clock(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic()

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def __enter__(self) -> "PortWire":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _closed(path: str, error: Exception) -> TableError:
    if path.startswith("socket://"):
        told = f"nothing answers at {path}: is the simulated table running there?"
    elif path.startswith(NETWORK):
        told = f"{path} cannot be opened ({error}): start the program that serves this port"
    else:
        check(path)  # meanwhile another program may have opened the port, or the port may be gone
        told = f"{path} cannot be opened ({error}): plug the table in again"
    return TableError("no-port", told, Exit.NO_DEVICE)


class OpenPort(Transport, Protocol):
    """Transport that can be closed; `path` is the path or URL of its port."""

    path: str

    def close(self) -> None:
        """Close the port."""


class TableAtPort:
    """Table at a port; a closed port is opened when it is needed."""

    def __init__(
        self, connect: Callable[[], OpenPort], pause: Callable[[float], object] = time.sleep
    ) -> None:
        self._connect = connect
        self._pause = pause
        self._wire: OpenPort | None = None
        self.said = b""  # last lines from the board that were not answers

    @property
    def wire(self) -> OpenPort:
        """Return the open port; open it if needed."""
        self._wire = self._wire or self._connect()
        return self._wire

    def ask(self, do: str) -> TableAnswer:
        """Return the answer to a command."""
        return Client(self.wire, self._store_noise).ask(do)

    def _store_noise(self, line: bytes) -> None:
        self.said = (self.said + line + b"\n")[-_KEEPS:]

    def ask_if_it_runs(self, do: str) -> TableAnswer:
        """Return the answer to a command, {} if the table's program does not answer."""
        try:
            return self.ask(do)
        except TableError as error:
            if error.code != "no-answer":
                raise
            return {}

    def again(self, seconds: int) -> TableAnswer:
        """Wait until the restarted table answers `hello`; return the answer.

        Try `seconds` times, each time after a pause of one second. Raise TableError if no try
        succeeds, or at once for an invalid answer.
        """
        for _ in range(seconds):
            self._pause(1)
            try:
                return self.ask("hello")
            except TableError as error:
                if error.code == "odd-answer":
                    raise
                self.close()
        sentence = (
            "the table has not come back: unplug it, plug it in again and run marcoria doctor"
        )
        raise TableError("not-back", sentence, Exit.DEVICE_ERROR)

    def wait_for_pads(self) -> None:
        """Wait until pads accept cards.

        Until then the table treats cards on the pads as cards left from before its start.
        """
        while self.ask("time")["ms"] < _PADS_COUNT_MS:
            self.wire.read(_AWAY_LOOK_S)

    def check_quiet(self) -> None:
        """Raise TableError if a deal is under way, in which a card on a pad would be played.

        Accept a table whose program does not run. It may be at its prompt, because the cable was
        pulled during an earlier command. Then the next command can use the prompt.
        """
        if self.ask_if_it_runs("state").get("phase", Phases.READY) > Phases.READY:
            sentence = "a deal is under way: wait until it is over"
            raise TableError("not-now", sentence, Exit.DEVICE_ERROR)

    def lies(self, seat: int) -> bool:
        """Return whether a card lies on the pad of a seat."""
        return bool(self.ask("test")["pads"][seat] == PadStates.PRESENT)

    def wait(self, seconds: float) -> None:
        """Wait for `seconds`; meanwhile read and discard all bytes."""
        until = self.wire.clock() + seconds
        while self.wire.clock() < until:
            self.wire.read(until - self.wire.clock())

    def close(self) -> None:
        """Close the port."""
        if self._wire:
            self._wire.close()
            self._wire = None
