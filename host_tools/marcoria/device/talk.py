"""Host's end of the link: sends commands to a table, and repeats them if lines are lost.

The web page runs this module unchanged. The command line uses it through the class `Client` in
`wire.py`, whose calls block.
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
        """Return the next bytes as soon as some arrive, b"" after at most `seconds`."""

    def clock(self) -> float:
        """Return the time in seconds."""


class Talk:
    """Conversation with a table.

    `noise` is called with each line that is not an answer, and with data that are too long for a
    line.
    """

    def __init__(self, transport: TalkLine, noise: Callable[[bytes], object] = bytes) -> None:
        self._transport = transport
        self._noise = noise
        self._is_unreadable = False  # whether an answer without a question number has arrived
        # Begin with a random number. The table remembers the number of the last question that it
        # has answered, even from another host. If the next question has the same number, the table
        # only repeats its last answer.
        self._number = randrange(_NUMBERS)
        self._rest = b""
        self._open: set[int] = set()  # numbers of the questions without an answer
        # Answers that no caller has fetched yet, by the number of the question.
        self._answers: dict[int, TableAnswer] = {}

    @property
    def unread(self) -> bytes:
        """Return the bytes that were received but not parsed, such as the beginning of a line."""
        return self._rest

    async def ask(self, do: str, **fields: int | str) -> "TableAnswer":
        """Send a command with these fields and return the answer; send it again if necessary.

        Raise TableError if the command cannot be sent or is refused, or if the answer is invalid
        or missing.
        """
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
            "the table does not answer: is its program running, and is the cable a data cable?",
            Exit.DEVICE_ERROR,
        )

    async def direct(self, do: str, pin: str, **fields: int | str) -> "TableAnswer":
        """Return the answer to a command that needs the director's PIN; omit an empty `pin`."""
        return await self.ask(do, **fields, **({"pin": pin} if pin else {}))

    def listen(self, **fields: int | str) -> int:
        """Send a question for new records; return the number of the question, for `await_news`.

        `fields` are those of the command `events`. Other questions may be asked before the answer
        comes.
        """
        number, line = self._asking("events", fields)
        self._write(line)
        return number

    async def await_news(self, number: int, seconds: float) -> "TableAnswer | None":
        """Return the answer to the question that `listen` has sent.

        Return None after `seconds`, or earlier if the question should be sent again. Raise
        TableError for a refusal or an invalid answer.
        """
        answer = await self._await(number, seconds)
        return self._checked(answer, "events") if answer else None

    def odd(self, do: str, field: str, wanted: str) -> TableError:
        """Return the error for an answer whose field is missing or not what is `wanted`."""
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
        """Return the answer if it is valid and no refusal, else raise TableError."""
        fault = fault_of(do, answer)
        if fault:
            raise self.odd(do, *fault)
        if not answer["ok"]:
            raise _refusal(answer, do)
        return answer

    def forget(self, number: int) -> None:
        """Ignore the answer to a question if it arrives later."""
        self._open.discard(number)

    def _asking(self, do: str, fields: dict[str, int | str]) -> tuple[int, bytes]:
        """Mark a new question as open; return its number and the line to send.

        Raise TableError if the line would be too long, or has a character that cannot be encoded.
        """
        self._number = number = self._number % _NUMBERS + 1
        try:
            line = pack(OrderedDict([("n", number), ("do", do)]) | fields)
        except UnicodeError:
            detail = f"'{do}' has a character that cannot be sent: type it again"
            raise TableError("bad-field", detail)
        if len(line) > LinkTerms.LINE_BYTES + 1:  # LINE_BYTES does not count the newline
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

        Return None after `seconds`, or as soon as the table reports a damaged line or sends an
        answer without the number of a question. Ignore answers to questions that are not open.
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
        """Store the answer that a line has; pass a line that is not an answer to `noise`.

        Return whether the question should be sent again.
        """
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
        """Return the next complete line that is not blank, b"" if there is none.

        Pass data that are too long for a line to `noise`.
        """
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
    "failed": "the table could not read or write its flash: run marcoria doctor",
    "mac": "the acknowledgement does not come from the hub of this table",
}


def slots(answer: "TableAnswer", after: int) -> list[Slot]:
    """Return the records in an answer: those with a seq above `after`, up to the answer's `to`."""
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
