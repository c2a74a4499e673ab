"""The lines of the link, docs/link.md: a JSON object each, with a check at its end."""

import json
import re
from binascii import crc_hqx
from collections.abc import Mapping
from typing import Any

from codes import protocol

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_TAIL = re.compile(rb',"c":"([0-9a-f]{4})"\}')
_TAIL_SIZE = 12


def pack(fields: Mapping[str, Any]) -> bytes:
    """The line for these fields, without the check, which is added. ValueError if it is one that
    a table cannot take apart."""
    body = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)[:-1].encode()
    line = body + b',"c":"%04x"}' % check(body)
    if len(line) > protocol.LINE_BYTES or b"\\" in line or b"\n" in line:
        raise ValueError("a line of the link is short and plain")
    return line + b"\n"


def unpack(line: bytes) -> dict[str, Any] | None:
    """The fields of a line without its end; None if it is none, or came otherwise than it went."""
    found = _TAIL.fullmatch(line[-_TAIL_SIZE:])
    if not found or int(found[1], 16) != check(line[:-_TAIL_SIZE]):
        return None
    try:
        fields = json.loads(line)
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


def check(body: bytes) -> int:
    """CRC-16, polynomial 0x1021 with the lowest bit first, from 0xFFFF."""
    turned = crc_hqx(body.translate(_MIRRORED), 0xFFFF)
    return _MIRRORED[turned & 0xFF] << 8 | _MIRRORED[turned >> 8]
