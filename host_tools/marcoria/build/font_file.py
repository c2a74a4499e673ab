"""Path, constants and characters of the font file, which marcoria.build.fonts describes."""

from collections.abc import Iterable

from marcoria.paths import FIRMWARE

FILE = FIRMWARE / "ui" / "fonts" / "type.font"
ABOVE = 12
RISES = 0x80


def in_ranges(ranges: Iterable[tuple[int, int, int]]) -> str:
    """Return the characters in ranges of UTF-8.

    A range has three numbers. The first two numbers are the last two bytes of its first character;
    for a character of one byte, the first number is 0. The third number is the number of
    characters. A character of three bytes must begin with the byte E2.
    """
    found = ""
    for lead, first, count in ranges:
        start = b"" if not lead else bytes([lead]) if lead >= 0xC2 else bytes([0xE2, lead])
        found += "".join((start + bytes([first + i])).decode() for i in range(count))
    return found
