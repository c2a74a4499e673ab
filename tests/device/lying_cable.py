"""Cable that changes the answers of a served table, and gives them valid checksums."""

import json
import os
import pty
import socket
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from link.line import seal, unpack

# Called with a command ("" if unknown) and the fields of its answer. It returns the fields for the
# host, or bytes from which `line_of` makes a line for the host.
Lie = Callable[[str, dict[str, Any]], "dict[str, Any] | bytes"]


def line_of(fields: dict[str, Any] | bytes) -> bytes:
    """Return a line with a valid checksum.

    `fields` are the fields of the line, or the bytes before its checksum, which may be no JSON.
    """
    body = fields
    if isinstance(fields, dict):
        told = {key: value for key, value in fields.items() if key != "c"}
        body = json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass")[:-1]
    assert isinstance(body, bytes)
    return seal(body) + b"\n"


class LyingCable:
    """Pseudo terminal that passes on the lines of a table, whose address is `table`.

    `lie` changes the table's answers, and `garble` changes its other lines. `lies` is the number
    of answers that were changed.
    """

    def __init__(self, table: str) -> None:
        host, _, port = table.removeprefix("socket://").partition(":")
        self._table = socket.create_connection((host, int(port)))
        self._end, self._plug = pty.openpty()
        tty.setraw(self._plug)
        self.address = os.ttyname(self._plug)
        self.lie: Lie = lambda do, answer: answer
        self.garble: Callable[[bytes], bytes] = bytes
        self.lies = 0
        self._asked: dict[int, str] = {}

    def take_questions(self) -> None:
        """Pass on the host's lines to the table, until `close`."""
        rest = b""
        with suppress(OSError):
            while True:
                data = os.read(self._end, 4096)
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    with suppress(ValueError):
                        question = json.loads(line)
                        self._asked[question["n"]] = question["do"]
                self._table.sendall(data)

    def take_answers(self) -> None:
        """Change the table's lines and pass them on to the host, until `close`."""
        with suppress(OSError):
            rest = b""
            while data := self._table.recv(4096):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    os.write(self._end, self._changed(line + b"\n"))
                if not rest.startswith(b"{"):  # a prompt ends without a newline
                    os.write(self._end, rest)
                    rest = b""

    def close(self) -> None:
        self._table.shutdown(socket.SHUT_RDWR)
        self._table.close()
        os.close(self._plug)  # this ends the blocking read in `take_questions`
        os.close(self._end)

    def _changed(self, line: bytes) -> bytes:
        answer = unpack(line.strip())
        if not answer:
            return self.garble(line)
        told = self.lie(self._asked.get(answer["re"], ""), dict(answer))
        if told == answer:
            return line
        self.lies += 1
        return line_of(told)


@contextmanager
def lying_cable(table: str) -> Iterator[LyingCable]:
    cable = LyingCable(table)
    workers = [
        threading.Thread(target=work, daemon=True)
        for work in (cable.take_questions, cable.take_answers)
    ]
    for worker in workers:
        worker.start()
    try:
        yield cable
    finally:
        cable.close()
        for worker in workers:
            worker.join(10)
