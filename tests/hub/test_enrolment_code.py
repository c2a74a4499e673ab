"""Many enrolment codes sent at once, and an endless first packet at the hub's own broker."""

import asyncio

import pytest

import own_loop
from marcoria.hub import server
from marcoria.hub.broker import _first_packet
from marcoria.hub.server import EnrolmentCode

RUNS_ON = "cpython"


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_WRONG_CODE_S", 0.001)


async def _answers(code: EnrolmentCode, said: list[str]) -> list[tuple[str, bool]]:
    """Send all codes at the same time; return them with their answers, first answer first."""
    found = []

    async def send(one: str) -> None:
        found.append((one, await code.is_right(one)))

    await asyncio.gather(*map(send, said))
    return found


def test_the_right_code_waits_for_the_wrong_ones_before_it() -> None:
    found = own_loop.run(_answers(EnrolmentCode("123456"), ["1", "2", "3", "123456"]))
    assert found == [("1", False), ("2", False), ("3", False), ("123456", True)]


def test_a_flood_of_codes_is_refused_unseen() -> None:
    code = EnrolmentCode("123456")
    found = own_loop.run(_answers(code, [*map(str, range(1000)), "123456"]))
    assert ("123456", False) in found and len(found) == 1001
    assert own_loop.run(_answers(code, ["123456"])) == [("123456", True)]


def test_a_first_packet_without_end_is_refused() -> None:
    async def read() -> bytes:
        reader = asyncio.StreamReader()
        reader.feed_data(b"\x10" + b"\x80" * 5)  # MQTT allows four bytes for the length
        return await asyncio.wait_for(_first_packet(reader), 20)

    with pytest.raises(ConnectionError):
        own_loop.run(read())
