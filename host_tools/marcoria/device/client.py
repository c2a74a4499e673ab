"""A host's end of the link for commands, which have nothing else to do while they wait."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from marcoria.device.talk import Talk
from marcoria.errors import TableError
from marcoria.waiting import finish

if TYPE_CHECKING:
    from marcoria.device.answer import TableAnswer


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
        """The beginning of a line whose end has not come."""
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
