"""A table that comes and goes: when it starts anew its port may be gone for a while."""

import time
from collections.abc import Callable
from typing import Protocol

from marcoria.device.answer import TableAnswer
from marcoria.device.client import Client, Transport
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.game import Phases
from marcoria.firmware.codes.table import PadStates

_PADS_COUNT_MS = 2500  # after the start
_LOOK_S = 0.3
_KEEPS = 4096  # bytes


class OpenPort(Transport, Protocol):
    """A port that can be closed; `path` is where it is."""

    path: str

    def close(self) -> None: ...


class Table:
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
        """What bytes go through."""
        self._wire = self._wire or self._connect()
        return self._wire

    def ask(self, do: str) -> TableAnswer:
        """Return its answer."""
        return Client(self.wire, self._hear).ask(do)

    def _hear(self, line: bytes) -> None:
        self.said = (self.said + line + b"\n")[-_KEEPS:]

    def ask_if_it_runs(self, do: str) -> TableAnswer:
        """The same, and nothing if no program answers: the board may wait at its prompt."""
        try:
            return self.ask(do)
        except TableError as error:
            if error.code != "no-answer":
                raise
            return {}

    def again(self, seconds: int) -> TableAnswer:
        """Its `hello` after a moment, as soon as it answers."""
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
        """What is laid sooner after the start counts as having lain there."""
        while self.ask("time")["ms"] < _PADS_COUNT_MS:
            self.wire.read(_LOOK_S)

    def check_quiet(self) -> None:
        """TableError if a deal is under way: a card that is laid would be played.

        Where no program answers nobody plays: a cable that was pulled out while somebody worked at
        the prompt has left the table there, and whoever asks for the prompt next finds it.
        """
        if self.ask_if_it_runs("state").get("phase", Phases.READY) > Phases.READY:
            sentence = "a deal is under way: wait until it is over"
            raise TableError("not-now", sentence, Exit.DEVICE_ERROR)

    def lies(self, seat: int) -> bool:
        """Whether a card lies on that seat's pad."""
        return bool(self.ask("test")["pads"][seat] == PadStates.PRESENT)

    def wait(self, seconds: float) -> None:
        """Lets the table go on for so long."""
        until = self.wire.clock() + seconds
        while self.wire.clock() < until:
            self.wire.read(until - self.wire.clock())

    def close(self) -> None:
        """Leaves the port."""
        if self._wire:
            self._wire.close()
            self._wire = None
