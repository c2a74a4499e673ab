"""A host's end of the link: asks a table, whatever is lost on the way.

The page runs this as it is; commands have it through a `Client`, which waits."""

from binascii import a2b_base64
from collections import OrderedDict
from collections.abc import Callable
from random import randrange
from typing import TYPE_CHECKING, Protocol, TypeAlias

from marcoria.device.answers import fault_of
from marcoria.errors import Exit, TableError
from marcoria.firmware.codes.link import LinkTerms
from marcoria.firmware.link.line import pack, unpack

if TYPE_CHECKING:
    from marcoria.device.answer import TableAnswer

_TRIES = 4
_ANSWER_S = 1.0
_TAG_S = 12.0  # the table waits that long for a tag
_NEWS_S = 8.0  # it says so if there are none
_GAIN_S = 5.0  # it looks at its pads for three
_LONGEST_NOISE = 4096  # bytes without the end of a line
_NUMBERS = 999_999
_SLOT = 16

Slot: TypeAlias = "tuple[int, bytes]"  # its seq, and the record as the flash has it


class TalkLine(Protocol):
    """What bytes go through. `read` waits at most so long for some, and has b"" then; what is
    gone raises OSError."""

    def write(self, data: bytes) -> None: ...

    async def read(self, seconds: float) -> bytes: ...

    def clock(self) -> float: ...


class Talk:
    """`noise` gets each line that is not the link's: what the board prints besides."""

    def __init__(self, transport: TalkLine, noise: Callable[[bytes], object] = bytes) -> None:
        self._transport = transport
        self._noise = noise
        self._is_unreadable = False  # whether a line has come that answers no question
        # By chance, for the table knows the number that another host has asked with last.
        self._number = randrange(_NUMBERS)
        self._rest = b""
        # Questions that are open, and answers to those for which somebody else waits.
        self._open: set[int] = set()
        self._answers: dict[int, TableAnswer] = {}

    @property
    def unread(self) -> bytes:
        """Return the beginning of a line whose end has not come."""
        return self._rest

    async def ask(self, do: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to a command. TableError if the table refuses, or gives no answer at
        all."""
        number, line = self._asking(do, fields)
        patience = {"tag": _TAG_S, "events": _NEWS_S, "gain": _GAIN_S}.get(do, _ANSWER_S)
        for _ in range(_TRIES):
            self._write(line)
            answer = await self._await(number, patience)
            if answer:
                return self._checked(answer, do)
        self._open.discard(number)
        if self._is_unreadable:
            raise self.odd(do, "re", "the number of the question")
        raise TableError(
            "no-answer",
            "the table does not answer: is its program running, and the cable a data cable?",
            Exit.DEVICE_ERROR,
        )

    async def direct(self, do: str, pin: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to what is the director's, whose PIN is "" if nobody has said one."""
        return await self.ask(do, **fields, **({"pin": pin} if pin else {}))

    def listen(self, **fields: int | str) -> int:
        """Ask for news and do not wait for them: meanwhile other things may be asked. The
        number of the question."""
        number, line = self._asking("events", fields)
        self._write(line)
        return number

    async def await_news(self, number: int, seconds: float) -> "TableAnswer | None":
        """Return the answer to that question, if it comes within so long."""
        answer = await self._await(number, seconds)
        return self._checked(answer, "events") if answer else None

    def odd(self, do: str, field: str, wanted: str) -> TableError:
        """Return the error for an answer with a missing or an odd field."""
        path = getattr(self._transport, "path", "")
        table = f"the table at {path}" if path else "the table"
        return TableError(
            "odd-answer",
            f"{table} answers '{do}' without a proper '{field}', which is {wanted}:"
            " marcoria deploy brings its program up to date",
            Exit.DEVICE_ERROR,
            field=field,
        )

    def _checked(self, answer: "TableAnswer", do: str) -> "TableAnswer":
        """Return an answer that is as the protocol has it; TableError otherwise, or if it says
        no."""
        fault = fault_of(do, answer)
        if fault:
            raise self.odd(do, *fault)
        if not answer["ok"]:
            raise _refusal(answer, do)
        return answer

    def forget(self, number: int) -> None:
        """Forget an answer for which nobody waits any more."""
        self._open.discard(number)

    def _asking(self, do: str, fields: dict[str, int | str]) -> tuple[int, bytes]:
        """Return the number of the next question, and its line."""
        self._number = number = self._number % _NUMBERS + 1
        try:
            line = pack(OrderedDict([("n", number), ("do", do)]) | fields)
        except UnicodeError:
            detail = f"'{do}' has a letter that cannot be sent: type it again"
            raise TableError("bad-field", detail)
        if len(line) > LinkTerms.LINE_BYTES + 1:  # with its end
            detail = f"'{do}' is longer than {LinkTerms.LINE_BYTES} bytes: shorten the text in it"
            raise TableError("bad-field", detail)
        self._open.add(number)
        return number, line

    def _write(self, line: bytes) -> None:
        try:
            # What was begun there before is ended: it is not ours.
            self._transport.write(b"\n" + line)
        except OSError as error:
            raise gone(error)

    async def _await(self, number: int, seconds: float) -> "TableAnswer | None":
        """Return the answer to that line; what answers another one comes too late, or is for
        others."""
        until = self._transport.clock() + seconds
        while number not in self._answers:
            line = self._line()
            if line:
                if self._take(line):
                    return None
                continue
            left = until - self._transport.clock()
            if left <= 0:
                return None
            try:
                data = await self._transport.read(left)
            except OSError as error:
                raise gone(error)
            self._rest += data
        self._open.discard(number)
        return self._answers.pop(number)

    def _take(self, line: bytes) -> bool:
        """Keep a line that has come; return whether the question should be sent again."""
        # What is in it is checked when somebody waits for it.
        answer: TableAnswer | None = unpack(line)  # type: ignore[assignment]
        if answer is None:
            self._noise(line)
            return False
        if "do" in answer:  # a prompt repeats what it was asked
            self._noise(line)
            return False
        if type(answer.get("re")) is not int:
            self._is_unreadable = True
            return True
        if answer["re"] in self._open:
            self._answers[answer["re"]] = answer
        return answer.get("error") == "check"

    def _line(self) -> bytes:
        """Return the next one that has come whole, b"" if none has."""
        while b"\n" in self._rest:
            line, _, self._rest = self._rest.partition(b"\n")
            if line.strip():
                return line.rstrip(b"\r")
        if len(self._rest) > _LONGEST_NOISE:
            self._noise(self._rest)
            self._rest = b""
        return b""


_REFUSALS = {
    "unknown": "the table's program is older than this command: marcoria deploy",
    "field": "the table does not take that value",
    "not-json": "the table's program is older and takes no quotes or backslashes: marcoria deploy",
    "epoch": "the table's flash is another one than before: begin anew",
    "refused": "the match does not allow that now",
    "not-now": "the table cannot do that now: try again between two deals",
    "failed": "the table could not read its flash: marcoria doctor says more",
}


def slots(answer: "TableAnswer", after: int) -> list[Slot]:
    """Return the records in an answer that come after that one."""
    data = a2b_base64(answer["slots"].encode())
    found = [
        (answer["first"] + at // _SLOT, data[at : at + _SLOT]) for at in range(0, len(data), _SLOT)
    ]
    return [(seq, slot) for seq, slot in found if after < seq <= answer["to"]]


def _refusal(answer: "TableAnswer", do: str) -> TableError:
    """Return the error for an answer that says no."""
    code = answer["error"]
    if code == "pin":
        wait = answer.get("wait")
        detail = f"wait {wait} s, then try again" if wait else "say the director's PIN: --pin CDHS"
        waits = {"wait": wait} if wait else {}
        return TableError("pin", f"this is the director's: {detail}", Exit.DEVICE_ERROR, **waits)
    detail = _REFUSALS.get(code, f"the table does not understand '{do}' ({code})")
    facts = {"refused": answer["refused"]} if "refused" in answer else {}
    return TableError(code, detail, Exit.DEVICE_ERROR, **facts)


def gone(error: BaseException | None) -> TableError:
    """Return what is said when the port is not there any more."""
    return TableError(
        "gone", f"the table is gone ({error}): plug it in again, and repeat", Exit.NO_DEVICE
    )
