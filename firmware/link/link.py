"""The conversation with a host, in which the table answers each line of the host with one line.

A host that gets no answer sends its line again with the same number. Then the table sends the same
answer again, and does nothing twice.

A request for news is an exception: the table answers it as soon as there are new records, at the
latest after five seconds. Meanwhile the table answers other lines. A new request for news, even
with the same number, replaces the request that waits.
"""

from micropython import const

from codes.link import LinkTerms
from link.commands import COMMANDS, Refusal, news
from link.line import CRC_OF_NOTHING, crc, encode, tail, unpack

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Protocol

    from link.commands import Answer, Command, Context, Question

    class Port(Protocol):
        """Serial port."""

        def read(self) -> int:
            """Return the next byte, or a negative number if there is none."""

        def write(self, data: bytes, at: int, end: int) -> int:
            """Write some bytes of data[at:end]; return the index from which to continue."""

    # Each value that these generators yield is the time in ms until the next step is due.
    Steps = Generator[int, None, None]
    StepsToLine = Generator[int, None, bytes]

_BYTES_AT_ONCE = const(24)  # maximum number of bytes read in a step
_CHECKED_AT_ONCE = const(384)  # maximum bytes of an answer whose CRC is computed in a step
_LONG = const(512)  # each 512 bytes of a line add one more to `Link.answers`
_QUIET_MS = const(10)  # time from a read that got no byte to the next read
_BEAT_MS = const(5000)  # time after which a host that waits for news gets an answer without news
_NO_NUMBER = const(-1)  # number of a line that has no valid number
_NO_REQUEST = const(-2)  # no request for news waits
_NEWLINE = const(10)
_RETURN = const(13)
_BRACE = const(123)


class Link:
    """Link to a host at a serial `port`; the host's commands work on `context`.

    `answers` counts the lines sent, because each line leaves garbage on the heap. A long line
    counts as several. The code that collects the garbage resets the counter.
    """

    def __init__(self, port: "Port", context: "Context") -> None:
        self.answers = 0
        self._port = port
        self._context = context
        # one byte more shows that a line is too long
        self._buffer = bytearray(LinkTerms.LINE_BYTES + 1)
        self._count = 0  # new answers since the start; a repeated answer is not counted
        # Number of the host's line that was answered last, not counting requests for news.
        self._number = _NO_NUMBER
        self._answer = b""  # the answer to that line
        self._listener = _NO_REQUEST  # number of the request for news that is not answered yet
        self._since = 0  # time in ms at which that request came
        self._has_news = False
        self._conversation = self._converse()

    def step(self, now: int) -> int:
        """Do a step of the conversation; return in how many ms the next one is due."""
        self._context.now = now
        return next(self._conversation)

    def _converse(self) -> "Steps":
        """Answer the host's lines forever."""
        while True:
            line = yield from self._read_line()
            yield 0
            answer = yield from self._answer_to(line)
            yield from self._send(answer)

    # --- reading lines ----------------------------------------------------------------------

    def _read_line(self) -> "StepsToLine":
        """Wait for a line that begins with a brace, and return it without its newline.

        Send news meanwhile.
        """
        buffer = self._buffer
        length = 0
        while True:
            byte = 0
            for _ in range(_BYTES_AT_ONCE):
                byte = self._port.read()
                if byte == _NEWLINE:
                    if length and buffer[0] == _BRACE:
                        return bytes(buffer[:length])
                    length = 0
                elif byte < 0:
                    break
                elif byte != _RETURN and length <= LinkTerms.LINE_BYTES:
                    buffer[length] = byte
                    length += 1
            if byte >= 0:
                yield 0
            elif self._is_news_due():
                yield 0
                yield from self._send_news()
            else:
                yield _QUIET_MS

    def _is_news_due(self) -> bool:
        """Return whether to answer the waiting request for news now.

        Answer it if there is news, and after five seconds even if there is none.
        """
        if self._listener == _NO_REQUEST:
            return False
        self._has_news = self._context.tail.step()
        return self._has_news or self._context.since(self._since) >= _BEAT_MS

    # --- answering lines --------------------------------------------------------------------

    def _answer_to(self, line: bytes) -> "StepsToLine":
        """Carry out the command of a line; return the answer, b"" if it comes later.

        If the host repeats its last line, return the same answer again.
        """
        number = _NO_NUMBER
        try:
            question = _parse(line)
            number = _number_of(question)
            if number == self._number and number != _NO_NUMBER:
                return self._answer
            yield 0
            answer = _command_of(question)(self._context, question)
            if answer is not None and not isinstance(answer, dict):
                answer = yield from answer
        except Refusal as refusal:
            answer = refusal.answer
        if answer is None:
            self._listener = number
            self._since = self._context.now
            return b""
        yield 0
        reply = yield from self._line(number, answer)
        # A line without a number, such as a damaged one, does not count as a new question: the
        # host may still repeat its last line.
        if number != _NO_NUMBER:
            self._number = number
            self._answer = reply
        return reply

    def _line(self, number: int, answer: "Answer") -> "StepsToLine":
        """Return the line for an answer, with its CRC and newline.

        `number` is the number of the host's line.
        """
        fields: Answer = {"n": self._count, "re": number, "ok": True}
        fields.update(answer)
        self._count += 1
        body = encode(fields)
        check = CRC_OF_NOTHING
        for at in range(0, len(body), _CHECKED_AT_ONCE):
            if at:
                yield 0
            check = crc(body[at : at + _CHECKED_AT_ONCE], check)
        return body + tail(check) + b"\n"

    def _send_news(self) -> "Steps":
        number = self._listener
        self._listener = _NO_REQUEST
        answer = news(self._context) if self._has_news else {}
        yield from self._send((yield from self._line(number, answer)))

    def _send(self, line: bytes) -> "Steps":
        at = 0
        while at < len(line):
            yield 0
            at = self._port.write(line, at, len(line))
        self.answers += 1 + len(line) // _LONG


def _parse(line: bytes) -> "Question":
    """Return the fields of a host's line.

    Refuse a line that is too long, damaged, or no JSON object of whole numbers and texts.
    """
    if len(line) > LinkTerms.LINE_BYTES:
        raise Refusal("too-long")
    fields = unpack(line)
    if fields is None:
        raise Refusal("check")
    if not fields or [value for value in fields.values() if type(value) not in (int, str)]:
        raise Refusal("not-json")
    return fields


def _number_of(question: "Question") -> int:
    number = question.get("n")
    return number if isinstance(number, int) and 0 <= number <= LinkTerms.LARGEST else _NO_NUMBER


def _command_of(question: "Question") -> "Command":
    command = COMMANDS.get(question.get("do"))
    if not command:
        raise Refusal("unknown")
    return command
