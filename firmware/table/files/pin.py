"""The director's PIN as the settings keep it: salted and hashed.

So nobody can read the PIN at a glance, and the same PIN looks different on each table.
docs/security.md says how much this protects.
"""

import random
from binascii import hexlify, unhexlify
from hashlib import sha256

from micropython import const

LENGTHS = (4, 6)  # how many suit keys a PIN may have
MOST_KEYS = const(6)
_SALT = const(8)
_HASHED = const(256)  # bytes that are hashed at a time
_TIMES = const(64)  # rounds of hashing, which take a few ms: this does not delay cards in play
_SUITS = (0, 1, 2, 3)


class DirectorPin:
    """Hashed PIN, to be compared with keys.

    `text` is a result of `make`, or "" for no PIN; any other text raises ValueError. `length` is
    the number of keys, 0 if there is no PIN.
    """

    def __init__(self, text: str) -> None:
        self.length = 0
        self._hashed = bytearray(_HASHED)
        self._digest = b""
        if text:
            length, salt, digest = text.split(":")
            self.length = int(length)
            self._hashed[:_SALT] = _bytes(salt, _SALT)
            self._digest = _bytes(digest, 32)
            if self.length not in LENGTHS:
                raise ValueError

    def is_(self, keys: bytearray) -> bool:
        """Return whether the keys are the PIN.

        Only the first `length` keys count. The hash allocates some 200 bytes, which does no harm,
        because a PIN is seldom entered.
        """
        return _digest(self._hashed, keys, self.length) == self._digest


def make(keys: "bytes | bytearray") -> str:
    """Return the text of a new PIN, hashed with a new salt."""
    hashed = bytearray(_HASHED)
    for i in range(_SALT):
        hashed[i] = random.getrandbits(8)
    digest = _digest(hashed, keys, len(keys))
    return "%d:%s:%s" % (len(keys), _hex(hashed[:_SALT]), _hex(digest))


def kept(value: object) -> str:
    """Return the text of a PIN for the value in the settings file; raise ValueError if invalid.

    The value is a text of `make`, or a list of suits that a person has typed, which is hashed. An
    empty text or list means no PIN: then return "".
    """
    if isinstance(value, str):
        DirectorPin(value)
        return value
    if not isinstance(value, list):
        raise ValueError
    if not value:
        return ""
    if len(value) not in LENGTHS or [_is_suit(suit) for suit in value].count(False):
        raise ValueError
    return make(bytes(value))


def _is_suit(value: object) -> bool:
    # 1.0 is equal to a suit, but `bytes` does not take it.
    return type(value) is int and value in _SUITS


def _digest(hashed: bytearray, keys: "bytes | bytearray", length: int) -> bytes:
    for i in range(length):
        hashed[_SALT + i] = keys[i]
    sha = sha256()
    for _ in range(_TIMES):
        sha.update(hashed)
    return bytes(sha.digest())


def _hex(data: "bytes | bytearray") -> str:
    return hexlify(bytes(data)).decode()


def _bytes(text: str, count: int) -> bytes:
    data = unhexlify(text)
    if len(data) != count:
        raise ValueError
    return bytes(data)
