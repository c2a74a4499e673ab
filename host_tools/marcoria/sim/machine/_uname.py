"""The function `os.uname` of a board."""

from collections import namedtuple

from _board import profile

_BOARDS = (
    "Generic ESP32S3 module with Octal-SPIRAM with ESP32S3",
    "Generic ESP32 module with SPIRAM with ESP32",
    "Generic ESP32 module with ESP32",
)
_Uname = namedtuple("_Uname", ("sysname", "nodename", "release", "version", "machine"))


def uname() -> _Uname:
    """Return the names and versions of board and MicroPython."""
    return _Uname("esp32", "esp32", "1.27.0", "v1.27.0 on 2025-12-09", _BOARDS[profile()])
