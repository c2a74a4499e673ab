"""The key that a table shares with its hub, in a file that no backup of the table contains."""

import os
from binascii import hexlify, unhexlify
from hashlib import sha256

from micropython import const

from codes.link import LinkTerms
from table.files.storage import exists, read, write

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from typing import TextIO

_NAME_BYTES = const(4)
_SHA_BYTES = const(64)  # bytes that SHA-256 hashes at a time
_PATH = "/hub/key"
_LONGEST_LINE = const(256)  # maximum number of bytes of the file


class Secret:
    """Key of a table that is enrolled at a hub; docs/hub.md explains what the key is for.

    `name` is the table's name in the hub, "" without a valid key. `is_damaged` is set if the file
    cannot be read, or has no valid key: then the table counts as enrolled, but must not use `mac`.
    `root` is the folder of all files of the table, "" on the board.
    """

    def __init__(self, root: str) -> None:
        self._path = root + _PATH
        self.name = ""
        self.is_damaged = False
        self._inner = self._outer = b""
        try:
            name, key = read(self._path, _LONGEST_LINE).split()
            self._take(unhexlify(key))
            self.is_damaged = self.name.encode() != name
        except OSError:
            self.is_damaged = exists(self._path)  # without a file the table is not enrolled
        except ValueError:
            self.is_damaged = True
        if self.is_damaged:
            self.name = ""

    @property
    def is_there(self) -> bool:
        """Return whether the table is enrolled."""
        return self.is_damaged or self.name != ""

    def keep(self, key: bytes) -> bool:
        """Store a key, and use it from now on; return False, and change nothing, if that fails."""
        line = name_of(key) + " " + hexlify(key).decode()
        if not write(self._path, _put, line):
            return False
        self._take(key)
        self.is_damaged = False
        return True

    def forget(self) -> bool:
        """Remove the key; return whether that succeeded."""
        try:
            os.remove(self._path)
        except OSError:
            return False
        self.name = ""
        self.is_damaged = False
        self._inner = self._outer = b""
        return True

    def mac(self, *parts: bytes) -> bytes:
        """Return the first half of the HMAC-SHA256 of the joined parts, made with the key."""
        inner = sha256(self._inner)
        for part in parts:
            inner.update(part)
        outer = sha256(self._outer)
        outer.update(inner.digest())
        return bytes(outer.digest()[: LinkTerms.MAC_BYTES])

    def _take(self, key: bytes) -> None:
        self.name = name_of(key)
        padded = key + bytes(_SHA_BYTES - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in padded])
        self._outer = bytes([byte ^ 0x5C for byte in padded])


def name_of(key: bytes) -> str:
    """Return the name of the table with this key: 8 hexadecimal digits.

    Raise ValueError if the key does not have the right length.
    """
    if len(key) != LinkTerms.KEY_BYTES:
        raise ValueError
    return hexlify(sha256(b"marcoria:table" + key).digest()[:_NAME_BYTES]).decode()


def _put(line: str, file: "TextIO") -> None:
    file.write(line)
