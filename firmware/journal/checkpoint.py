"""What a deal starts from, written down: needed between deals."""

from struct import pack_into

from micropython import const

_CHECKPOINT = const(60)
_PARTS = const(15)


def checkpoint(journal, totals: list, mark: int, history: bytearray) -> bool:  # type: ignore[no-untyped-def]
    """24 bytes of totals, 2 of the mark, 64; whether the flash has them."""
    journal.make_room()
    body = bytearray(6 * _PARTS)
    for i in range(8):
        pack_into("<i", body, i * 3, totals[i])  # its last byte is written over
    pack_into("<H", body, 24, mark)
    body[26:] = history
    record = bytearray(16)
    record[0] = _CHECKPOINT
    for part in range(_PARTS):
        record[1] = part
        for i in range(6):
            record[2 + i] = body[part * 6 + i]
        if not journal.append(record):
            return False
    return True
