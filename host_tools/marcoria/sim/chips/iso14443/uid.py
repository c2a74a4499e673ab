"""A card's UID of 4, 7 or 10 bytes, as it is asked for: in one, two or three cascade levels."""

CASCADE_TAG = 0x88  # in place of a byte: the UID goes on at the next level


def levels_of(uid: bytes) -> "list[bytes]":
    """Of each cascade level: four bytes and BCC. ValueError if no UID is that long."""
    if len(uid) not in (4, 7, 10):
        raise ValueError("a UID has 4, 7 or 10 bytes, not %d" % len(uid))
    levels = []
    rest = uid
    while rest:
        part = rest if len(rest) == 4 else bytes((CASCADE_TAG,)) + rest[:3]
        rest = rest[4:] if len(rest) == 4 else rest[3:]
        levels.append(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)))
    return levels


def atqa_of(levels: "list[bytes]") -> bytes:
    """Bits 7, 8: how long the UID is; bit 3: one of five ways to answer bit by bit."""
    return bytes((0x04 | (len(levels) - 1) << 6, 0))
