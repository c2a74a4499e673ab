"""Time of day from an NTP server: one packet asks for it, and one packet answers."""

from struct import unpack

from micropython import const

NTP_PORT = const(123)
MARK_BYTES = const(8)
_PACKET_BYTES = const(48)
_CLIENT = const(0x23)  # first byte of a question: version 4, from a client
_SERVER = const(4)  # mode of an answer
_MODE = const(7)  # mask of the mode in the first byte
_ADRIFT = const(3)  # the leap indicator of a server that does not know the time itself
_LEAP_BIT = const(6)  # number of the lowest bit of the leap indicator
_MOST_STRATUM = const(15)  # largest stratum of a server that knows the time
_FROM_1900_TO_1970_S = 2_208_988_800
_EARLIEST_MS = 1_735_689_600_000  # start of 2025: an earlier time is wrong, as no table is older


def question(mark: bytes) -> bytes:
    """Return the packet that asks for the time.

    `mark` has MARK_BYTES random bytes, which the answer repeats.
    """
    return bytes((_CLIENT,)) + bytes(_PACKET_BYTES - MARK_BYTES - 1) + mark


def answer(packet: bytes, mark: bytes) -> int:
    """Return the time in ms since 1970 from a packet.

    Return 0 if the packet does not answer the question with this `mark`, if the server does not
    know the time, or if the time is before 2025.
    """
    if len(packet) < _PACKET_BYTES or packet[0] & _MODE != _SERVER or packet[24:32] != mark:
        return 0
    if packet[0] >> _LEAP_BIT == _ADRIFT or not 0 < packet[1] <= _MOST_STRATUM:
        return 0
    seconds, part = unpack(">II", packet[40:48])
    if seconds >> 31 == 0:
        seconds += 1 << 32  # the counter of seconds begins anew in 2036
    ms = (seconds - _FROM_1900_TO_1970_S) * 1000 + ((part >> 16) * 1000 >> 16)
    return int(ms) if ms >= _EARLIEST_MS else 0
