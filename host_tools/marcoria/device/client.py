"""A host's end of the link: asks a table, whatever is lost on the way."""

from base64 import b64decode
from collections.abc import Callable, Iterator
from random import randrange
from typing import Any, Protocol

from marcoria.device.line import pack, unpack
from marcoria.errors import Exit, TableError

_TRIES = 4
_ANSWER_S = 1.0
_TAG_S = 12.0  # the table waits that long for a tag
_NEWS_S = 8.0  # it says so if there are none
_LONGEST_NOISE = 4096  # bytes without the end of a line
_SLOT = 16
_NUMBERS = 999_999


class Transport(Protocol):
    """What bytes go through. `read` waits at most so long for some, and has b"" then; what is
    gone raises OSError."""

    def write(self, data: bytes) -> None: ...

    def read(self, seconds: float) -> bytes: ...

    def clock(self) -> float: ...


class Client:
    """`noise` gets each line that is not the link's: what the board prints besides."""

    def __init__(self, transport: Transport, noise: Callable[[bytes], object] = bytes) -> None:
        self._transport = transport
        self._noise = noise
        # By chance, for the table knows the number that another host has asked with last.
        self._number = randrange(_NUMBERS)
        self._rest = b""

    @property
    def unread(self) -> bytes:
        """The beginning of a line whose end has not come."""
        return self._rest

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to a command. TableError if the table refuses, or gives no answer at all."""
        self._number = self._number % _NUMBERS + 1
        try:
            line = pack({"n": self._number, "do": do, **fields})
        except ValueError as error:
            raise TableError("bad-field", f"'{do}' cannot be asked so: {error}") from error
        patience = {"tag": _TAG_S, "events": _NEWS_S}.get(do, _ANSWER_S)
        for _ in range(_TRIES):
            self._write(line)
            answer = self._await(self._number, patience)
            if answer:
                return _checked(answer, do)
        raise TableError(
            "no-answer",
            "the table does not answer: is its program running, and the cable a data cable?",
            Exit.DEVICE_ERROR,
        )

    def records(self, epoch: int = -1, after: int = -1) -> Iterator[tuple[int, bytes] | None]:
        """The journal from a record on, each with its seq, and None whenever there are no more for
        the moment. A table whose flash is another one than that begins from the start."""
        for news in self.news(epoch, after):
            if news is None:
                yield None
            else:
                yield from news

    def news(self, epoch: int = -1, after: int = -1) -> Iterator[list[tuple[int, bytes]] | None]:
        """The same, as much at a time as comes at once."""
        known: dict[str, int] = {} if epoch < 0 else {"epoch": epoch}
        while True:
            answer = self.ask("events", **known, **({"after": after} if known else {}))
            if not known:
                known = {"epoch": self.ask("hello")["epoch"]}
            if "slots" not in answer:
                yield None
                continue
            yield list(_slots(answer, after))
            after = max(after, answer["to"])

    def _write(self, line: bytes) -> None:
        try:
            # What was begun there before is ended: it is not ours.
            self._transport.write(b"\n" + line)
        except OSError as error:
            raise gone(error) from error

    def _await(self, number: int, seconds: float) -> dict[str, Any] | None:
        """The answer to that line; what answers another one comes too late."""
        until = self._transport.clock() + seconds
        while True:
            for line in self._lines():
                answer = unpack(line)
                if answer is None:
                    self._noise(line)
                elif answer.get("re") == number:
                    return answer
                elif answer.get("error") == "check":
                    return None  # ours, it may be: it is sent again
            left = until - self._transport.clock()
            if left <= 0:
                return None
            try:
                self._rest += self._transport.read(left)
            except OSError as error:
                raise gone(error) from error

    def _lines(self) -> Iterator[bytes]:
        """Those that have come whole."""
        while b"\n" in self._rest:
            line, _, self._rest = self._rest.partition(b"\n")
            if line.strip():
                yield line.rstrip(b"\r")
        if len(self._rest) > _LONGEST_NOISE:
            self._noise(self._rest)
            self._rest = b""


def _slots(answer: dict[str, Any], after: int) -> Iterator[tuple[int, bytes]]:
    data = b64decode(answer["slots"])
    for at in range(0, len(data), _SLOT):
        seq = answer["first"] + at // _SLOT
        if after < seq <= answer["to"]:
            yield seq, data[at : at + _SLOT]


_REFUSALS = {
    "unknown": "the table's program is older than this command: marcoria deploy",
    "field": "the table does not take that value",
    "epoch": "the table's flash is another one than before: begin anew",
    "refused": "the match does not allow that now",
    "not-now": "the table cannot do that now: try again between two deals",
    "failed": "the table could not read its flash: marcoria doctor says more",
}


def _checked(answer: dict[str, Any], do: str) -> dict[str, Any]:
    if answer.get("ok"):
        return answer
    code = str(answer.get("error"))
    if code == "pin":
        wait = answer.get("wait")
        detail = f"wait {wait} s, then try again" if wait else "say the director's PIN: --pin CDHS"
        raise TableError("pin", f"this is the director's: {detail}", Exit.DEVICE_ERROR)
    detail = _REFUSALS.get(code, f"the table does not understand '{do}' ({code})")
    facts = {key: value for key, value in answer.items() if key == "refused"}
    raise TableError(code, detail, Exit.DEVICE_ERROR, **facts)


def gone(error: BaseException | None) -> TableError:
    """What is said when the port is not there any more."""
    return TableError(
        "gone", f"the table is gone ({error}): plug it in again, and repeat", Exit.NO_DEVICE
    )
