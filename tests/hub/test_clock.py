"""The time in an NTP server's answer, and packets that are no valid answers."""

import struct

from courier.clock import answer, question
from dice import Dice

_MARK = b"12345678"
_FROM_1900_TO_1970_S = 2_208_988_800


def _packet(ms: int, head: bytes = b"\x24\x02\x06\xec", mark: bytes = _MARK) -> bytes:
    seconds = ms // 1000 + _FROM_1900_TO_1970_S
    stamp = struct.pack(">II", seconds & 0xFFFFFFFF, (ms % 1000 << 32) // 1000 + 1)
    return head + bytes(20) + mark + bytes(8) + stamp


def test_the_time_is_that_of_the_server() -> None:
    dice = Dice(1)
    for _ in range(200):
        ms = 1_735_689_600_000 + dice.word() * 32_000_000 + dice.below(1000)
        assert abs(answer(_packet(ms), _MARK) - ms) <= 1, ms


def test_the_counter_of_seconds_begins_anew_in_2036() -> None:
    for ms in (2_085_978_495_999, 2_085_978_496_000, 2_085_978_497_000, 4_000_000_000_000):
        assert abs(answer(_packet(ms), _MARK) - ms) <= 1, ms


def test_other_packets_are_no_answers() -> None:
    ms = 1_800_000_000_000
    assert answer(_packet(ms), _MARK)
    for head in (b"\x23\x02", b"\x25\x02", b"\xe4\x02", b"\x24\x00", b"\x24\x10"):
        assert not answer(_packet(ms, head + b"\x06\xec"), _MARK), head
    assert not answer(_packet(ms, mark=b"12345679"), _MARK)
    assert not answer(_packet(1_700_000_000_000), _MARK)  # before 2025, when no table existed
    whole = _packet(ms)
    for count in range(len(whole)):
        assert not answer(whole[:count], _MARK), count


def test_a_question_is_a_packet_of_a_client() -> None:
    packet = question(_MARK)
    assert len(packet) == 48 and packet[0] & 7 == 3 and packet[40:] == _MARK
