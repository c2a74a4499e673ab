"""Lines as docs/link.md has them: a JSON object each, with a check at its end."""

import json
from collections.abc import Mapping
from typing import Any

from codes import protocol
from link.check import TAIL, TAIL_SIZE, crc

_DIGITS = len(TAIL)  # where they begin in the tail
_END = b'"}'


def pack(fields: Mapping[str, Any]) -> bytes:
    """The line for these fields, without the check, which is added. ValueError if it is one that
    a table cannot take apart."""
    told = ",".join([f'"{name}":{_written(value)}' for name, value in fields.items()])
    body = b"{" + told.encode()
    line: bytes = body + TAIL + _check(body) + _END
    if len(line) > protocol.LINE_BYTES:
        raise ValueError("a line of the link is short")
    return line + b"\n"


def _written(value: Any) -> str:
    if not isinstance(value, str):
        return f"{value}"
    if any(letter < " " or letter in '"\\' for letter in value):
        raise ValueError("a text on the link is plain")
    return f'"{value}"'


def unpack(line: bytes) -> dict[str, Any] | None:
    """Return the fields of a line without its end, or None if its check is wrong.

    A line that came as it went although it is no JSON object has no fields."""
    body, tail = line[:-TAIL_SIZE], line[-TAIL_SIZE:]
    if tail != TAIL + _check(body) + _END:
        return None
    try:
        fields = json.loads(str(line, "utf-8"))
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        return {}
    return fields if isinstance(fields, dict) else {}


def _check(body: bytes) -> bytes:
    return b"%04x" % crc(body, 0, len(body))
