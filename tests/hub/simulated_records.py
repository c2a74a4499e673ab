"""Records of a journal, made without a table."""

import struct

from marcoria.journal.blocks import crc

_CARD = 9


def record(seq: int) -> bytes:
    """Return the record of a laid card, with this seq."""
    body = struct.pack("<BBHIHI", _CARD, seq & 3, seq & 31, seq, 0, seq)
    return body + crc(body).to_bytes(2, "little")
