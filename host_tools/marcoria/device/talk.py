"""Host's end of the link: sends commands to a table, and repeats them if lines are lost.

The web page runs this module unchanged; commands use it through a blocking `Client`.
"""

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
_TAG_S = 12.0  # seconds, longer than the table waits for a tag
_NEWS_S = 8.0  # seconds, longer than the table waits for new records
_GAIN_S = 5.0  # seconds; the table measures for three seconds
_LONGEST_NOISE = 4096  # bytes without a line end
_NUMBERS = 999_999
_SLOT = 16

Slot: TypeAlias = "tuple[int, bytes]"  # seq, and the bytes of the record as on the flash


class TalkLine(Protocol):
    """Transport of bytes for a `Talk`; a port that is gone raises OSError."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    async def read(self, seconds: float) -> bytes:
        """Return the bytes that arrive within the time, b"" if there are none."""

    def clock(self) -> float:
        """Return the time in seconds."""


class Talk:
    """Conversation with a table; `noise` is called with each line that is not an answer."""

    def __init__(self, transport: TalkLine, noise: Callable[[bytes], object] = bytes) -> None:
        self._transport = transport
        self._noise = noise
        self._is_unreadable = False  # whether an answer without a question number has arrived
        # Begin with a random number. The table remembers the number of its last question, even
        # from another host, and repeats its last answer to a question with the same number.
        self._number = randrange(_NUMBERS)
        self._rest = b""
        # Numbers of the questions without an answer, and answers not fetched yet, by number.
        self._open: set[int] = set()
        self._answers: dict[int, TableAnswer] = {}

    @property
    def unread(self) -> bytes:
        """Return the beginning of a line whose end has not arrived yet."""
        return self._rest

    async def ask(self, do: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to a command; raise TableError for a refusal or no answer."""
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
        """Return the answer to a director's command; an empty PIN is left out."""
        return await self.ask(do, **fields, **({"pin": pin} if pin else {}))

    def listen(self, **fields: int | str) -> int:
        """Send a question for new records and return the number of the question.

        Other questions may be asked before the answer comes.
        """
        number, line = self._asking("events", fields)
        self._write(line)
        return number

    async def await_news(self, number: int, seconds: float) -> "TableAnswer | None":
        """Return the answer to the question that `listen` has sent, or None after a timeout."""
        answer = await self._await(number, seconds)
        return self._checked(answer, "events") if answer else None

    def odd(self, do: str, field: str, wanted: str) -> TableError:
        """Return the error for an answer with a missing or invalid field."""
        path = getattr(self._transport, "path", "")
        table = f"the table at {path}" if path else "the table"
        return TableError(
            "odd-answer",
            f"{table} answers '{do}' without a valid '{field}', which is {wanted}:"
            " update its program with marcoria deploy",
            Exit.DEVICE_ERROR,
            field=field,
        )

    def _checked(self, answer: "TableAnswer", do: str) -> "TableAnswer":
        """Return a valid answer; raise TableError for an invalid one or a refusal."""
        fault = fault_of(do, answer)
        if fault:
            raise self.odd(do, *fault)
        if not answer["ok"]:
            raise _refusal(answer, do)
        return answer

    def forget(self, number: int) -> None:
        """Stop waiting for the answer to a question."""
        self._open.discard(number)

    def _asking(self, do: str, fields: dict[str, int | str]) -> tuple[int, bytes]:
        """Return the number of a new question, and the line to send."""
        self._number = number = self._number % _NUMBERS + 1
        try:
            line = pack(OrderedDict([("n", number), ("do", do)]) | fields)
        except UnicodeError:
            detail = f"'{do}' has a character that cannot be sent: type it again"
            raise TableError("bad-field", detail)
        if len(line) > LinkTerms.LINE_BYTES + 1:  # the line end counts
            detail = f"'{do}' is longer than {LinkTerms.LINE_BYTES} bytes: shorten the text in it"
            raise TableError("bad-field", detail)
        self._open.add(number)
        return number, line

    def _write(self, line: bytes) -> None:
        try:
            # The leading newline ends any unfinished line of another program.
            self._transport.write(b"\n" + line)
        except OSError as error:
            raise gone(error)

    async def _await(self, number: int, seconds: float) -> "TableAnswer | None":
        """Return the answer to a question, or None if the question should be sent again.

        It should be sent again after a timeout, or if the table could not read it. Answers to
        questions that are no longer open are ignored.
        """
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
        """Store the answer in a line; return whether the question should be sent again."""
        # The fields are checked when the answer is returned.
        answer: TableAnswer | None = unpack(line)  # type: ignore[assignment]
        if answer is None:
            self._noise(line)
            return False
        if "do" in answer:  # the table is at a prompt, which echoes the question
            self._noise(line)
            return False
        if type(answer.get("re")) is not int:
            self._is_unreadable = True
            return True
        if answer["re"] in self._open:
            self._answers[answer["re"]] = answer
        return answer.get("error") == "check"

    def _line(self) -> bytes:
        """Return the next complete line, b"" if there is none."""
        while b"\n" in self._rest:
            line, _, self._rest = self._rest.partition(b"\n")
            if line.strip():
                return line.rstrip(b"\r")
        if len(self._rest) > _LONGEST_NOISE:
            self._noise(self._rest)
            self._rest = b""
        return b""


_REFUSALS = {
    "unknown": "the table's program is too old for this command: update it with marcoria deploy",
    "field": "the table does not accept that value",
    "not-json": "the table's program is too old for quotes or backslashes: use marcoria deploy",
    "epoch": "the table's flash was erased or replaced: start again from the first record",
    "refused": "the match does not allow that now",
    "not-now": "the table cannot do that now: try again between two deals",
    "off": "the table shows no messages: marcoria settings set messages=on allows them",
    "failed": "the table could not read its flash: run marcoria doctor",
    "mac": "the acknowledgement does not come from the hub of this table",
}


def slots(answer: "TableAnswer", after: int) -> list[Slot]:
    """Return the records in an answer that come after `after`."""
    data = a2b_base64(answer["slots"].encode())
    found = [
        (answer["first"] + at // _SLOT, data[at : at + _SLOT]) for at in range(0, len(data), _SLOT)
    ]
    return [(seq, slot) for seq, slot in found if after < seq <= answer["to"]]


def _refusal(answer: "TableAnswer", do: str) -> TableError:
    """Return the error for a refusal."""
    code = answer["error"]
    if code == "pin":
        wait = answer.get("wait")
        detail = f"wait {wait} s, then try again" if wait else "add the director's PIN: --pin CDHS"
        waits = {"wait": wait} if wait else {}
        return TableError(
            "pin", f"only the director may do this: {detail}", Exit.DEVICE_ERROR, **waits
        )
    detail = _REFUSALS.get(code, f"the table does not understand '{do}' ({code})")
    if "letter" in answer:
        detail = f"the display cannot show {chr(answer['letter'])!r}: leave that letter out"
    facts = {"refused": answer["refused"]} if "refused" in answer else {}
    return TableError(code, detail, Exit.DEVICE_ERROR, **facts)


def gone(error: BaseException | None) -> TableError:
    """Return the error for a port that is gone."""
    return TableError(
        "gone", f"the table is gone ({error}): plug it in again and repeat", Exit.NO_DEVICE
    )
