"""Answers a host, a little in each step: one line from it at a time, and exactly one line back.

A host that gets no answer sends its line again, with the same number: then it gets the same
answer, and nothing is done twice. `events` is answered when there is something new; meanwhile
other lines are.
"""

from micropython import const

from codes import replies, ticks
from link.line import Line
from link.reply import Reply

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import Protocol

    class Port(Protocol):
        """What bytes come from and go to."""

        def read(self) -> int: ...

        def write(self, data: bytearray, at: int, end: int) -> int: ...

    class Desk(Protocol):
        """Who knows the answers. `answer` writes fields of one, or is PENDING if it takes steps:
        then `step` until it is something else. `tell_news` writes down what is new."""

        def answer(self, line: Line, reply: Reply, now: int) -> int: ...

        def step(self, reply: Reply, now: int) -> int: ...

        def listen(self, line: Line) -> int: ...

        def has_news(self) -> bool: ...

        def tell_news(self, reply: Reply) -> None: ...


_ANSWER_BYTES = const(480)
_NEWS_BYTES = const(260)
_AT_ONCE = const(24)  # bytes in a step
_NO_HURRY_MS = const(10)
_BEAT_MS = const(5000)  # after which a host that waits for news hears that there are none
_NOBODY = const(-1)
_WORDS = (
    b"",
    b"check",
    b"too-long",
    b"not-json",
    b"unknown",
    b"field",
    b"epoch",
    b"refused",
    b"pin",
    b"not-now",
    b"failed",
)

# What the next step does.
_LISTENS = const(0)
_CHECKS = const(1)
_OPENS = const(2)
_ASKS = const(3)
_STEPS_ON = const(4)
_ENDS = const(5)
_SENDS = const(6)
_TELLS = const(7)
_WISHES = const(8)


class Link:
    """Lets a host talk to the table's `desk`, at a `port`."""

    def __init__(self, port: "Port", desk: "Desk") -> None:
        self.port = port
        self.desk = desk
        self._line = Line()
        self._answer = Reply(_ANSWER_BYTES)
        self._news = Reply(_NEWS_BYTES)
        self._reply = self._answer  # the one that is written or sent
        self._does = _LISTENS
        self._sent = 0  # bytes of it
        self._result = replies.DONE  # what the desk has said
        self._count = 0  # lines that were sent
        self._number = _NOBODY  # of the host's line
        self._asked = _NOBODY  # that of the last one that was answered
        self._listens = _NOBODY  # that of the host's wish for news
        self._since = 0  # when it came, or was last answered

    def step(self, now: int) -> int:
        """Does a little; returns in how many ms there is more to do."""
        does = self._does
        if does == _LISTENS:
            return self._listen(now)
        if does == _CHECKS:
            self._check()
        elif does == _OPENS:
            self._open()
        elif does == _WISHES:
            self._wish(now)
        elif does == _ASKS:
            self._result = self.desk.answer(self._line, self._answer, now)
            self._does = _TELLS
        elif does == _TELLS:
            self._told(self._result)
        elif does == _STEPS_ON:
            self._told(self.desk.step(self._reply, now))
        elif does == _ENDS:
            if self._reply.finish():
                self._does = _SENDS
                self._count += 1
        else:
            self._send()
        return 0

    def _listen(self, now: int) -> int:
        """Reads what there is; if that is nothing, there may be news."""
        line = self._line
        for _ in range(_AT_ONCE):
            byte = self.port.read()
            if byte < 0:
                return self._tell(now)
            if line.take(byte):
                if line.is_meant():
                    self._does = _CHECKS
                    return 0
                line.clear()
        return 0

    def _tell(self, now: int) -> int:
        """Says what is new, if somebody listens."""
        if self._listens == _NOBODY:
            return _NO_HURRY_MS
        news = self.desk.has_news()
        if not news and (now - self._since & ticks.MASK) < _BEAT_MS:
            return _NO_HURRY_MS
        self._begin(self._news, self._listens)
        if news:
            self.desk.tell_news(self._news)
        self._news.truth(b"ok", True)
        self._listens = _NOBODY
        self._does = _ENDS
        return 0

    def _check(self) -> None:
        wrong = self._line.check()
        if wrong == replies.DONE:
            self._does = _OPENS
            return
        # Not in place of the last answer: the host may ask for that again.
        self._begin(self._news, _NOBODY)
        self._told(wrong)

    def _open(self) -> None:
        line = self._line
        wrong = line.open()
        if wrong == replies.DONE:
            self._number = line.number(b"n")
            if self._number != _NOBODY and self._number == self._asked:
                self._reply = self._answer  # the same again
                self._does = _SENDS
                line.clear()
            elif line.find(b"do") and line.says(b"events"):
                self._does = _WISHES
            else:
                self._asked = self._number
                self._begin(self._answer, self._number)
                self._does = _ASKS
            return
        self._asked = _NOBODY
        self._begin(self._answer, _NOBODY)
        self._told(wrong)

    def _begin(self, reply: Reply, number: int) -> None:
        self._reply = reply
        reply.begin()
        reply.number(b"n", self._count)
        reply.number(b"re", number)

    def _wish(self, now: int) -> None:
        """The host wants to hear what is new."""
        wrong = self.desk.listen(self._line)
        if wrong == replies.DONE:
            self._listens = self._number
            self._since = now
            self._does = _LISTENS
            self._line.clear()
            return
        self._asked = self._number
        self._begin(self._answer, self._number)
        self._told(wrong)

    def _told(self, result: int) -> None:
        """What the desk has said: the answer is complete, why there is none, or it is PENDING."""
        if result == replies.PENDING:
            self._does = _STEPS_ON
            return
        if self._reply.cut:  # none but an answer is ever too long
            self._begin(self._reply, self._asked)
            result = replies.TOO_LONG
        self._reply.truth(b"ok", result == replies.DONE)
        if result != replies.DONE:
            self._reply.text(b"error", _WORDS[result])
        self._line.clear()
        self._does = _ENDS

    def _send(self) -> None:
        reply = self._reply
        self._sent = self.port.write(reply.bytes, self._sent, reply.length)
        if self._sent >= reply.length:
            self._does = _LISTENS
            self._sent = 0
