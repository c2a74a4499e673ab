"""The self-test names a broken part on the display and over the link.

A visitor touches every key and pad while one part of the table is broken.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from marcoria.bots.company import settings
from marcoria.coroutines import finish
from marcoria.device.doctor import FAIL, PASS, WARN, Check, examine, trial
from marcoria.device.wire import Client, TableAtPort
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from marcoria.sim.view.ocr import reader
from play_on_board import sitting
from tiers import BACKENDS
from touches import touches

_CARDS = {"N": "7H", "E": "8C", "S": "KD", "W": "AS"}
_UP_MS = 6_000
_DRAWN_MS = 12_000  # time for a full refresh and for measuring the readers
_STEP_MS = 400
_WAITS_MS = 5_000
_STARTS = 8  # quick restarts, enough for safe mode
_BLACK = (0, 0, 0)


class Visitor:
    """A person who touches all parts in turn while the host waits, and then presses PASS."""

    def __init__(self, table: SimTable) -> None:
        self.table = table
        self.client = Client(SimPort(table))
        self.left: list[str] = []
        self.cards = _CARDS
        self._acts = self._all()

    def _all(self) -> Iterator[Callable[[], object]]:
        table = self.table
        yield from touches(table, self.cards)
        yield lambda: table.until(_DRAWN_MS)
        while True:
            yield lambda: table.press("PASS", "N")
            yield lambda: table.until(_WAITS_MS)

    def pause(self, _: float) -> None:
        """Perform the next action; the host calls this method instead of sleeping."""
        next(self._acts)()
        self.table.until(_STEP_MS)

    def touches(self) -> dict[str, Check]:
        """Run the self-test; return a dictionary of its results by the name of the check."""
        found = trial(self.client, "", self.left.append, self.pause)
        return {one.check: one for one in found}

    def doctor(self) -> dict[str, Check]:
        """Run the checks that need no person; return their results by the name of the check."""
        found = examine(TableAtPort(lambda: SimPort(self.table)))
        return {one.check: one for one in found}

    def reads(self) -> str:
        """Return the text on the display."""
        return reader().page(self.table.screen()).text


@pytest.fixture(params=BACKENDS)
def visitor(request: pytest.FixtureRequest) -> Iterator[Visitor]:
    chosen = settings("piedicavallo", False, -1, 0, "en")
    with open_bar(request.param, 3, "main", chosen) as table:
        table.until(_UP_MS)
        yield Visitor(table)


def _lit(table: SimTable, seat: str) -> int:
    return sum(colour != _BLACK for colour in table.lights()[seat])


def test_an_intact_table_passes(visitor: Visitor) -> None:
    table = visitor.table
    before = len(table.tones())
    dark = table.lights()
    found = visitor.touches()
    assert {one.result for one in found.values()} == {PASS}
    assert [_lit(table, seat) for seat in "NESW"] == [8] * 4
    assert len(table.tones()) - before >= 36  # a tone for each touch
    table.until(_DRAWN_MS)
    page = visitor.reads()
    assert "Try every part" in page and "rap" not in page and page.count("%") == 4
    assert visitor.left[0].startswith("N ♣ ♦ ♥ ♠ PASS CALL rap card; E ♣")
    assert visitor.left[-1].split() == ["director", "MUTE"]
    assert {one.result for one in visitor.doctor().values()} == {PASS}
    for card in _CARDS.values():
        table.lift(card)
    table.press("PASS", "S")
    table.until(_DRAWN_MS)
    assert "MENU starts a match" in visitor.reads()
    assert table.lights() == dark


# For each fault: the order that causes it, the check of `touches` that reports it, the text of
# this report, the only check of `doctor` that fails (empty for none), and the text that stays on
# the display.
_BROKEN: dict[str, tuple[tuple[Any, ...], str, str, str, str]] = {
    "key": (("keys.cut_wire", "E H"), "seat E", "not detected: ♥", "", "♥"),
    "pass": (("keys.cut_wire", "S PASS"), "seat S", "not detected: PASS", "", "PASS"),
    "rap": (("keys.cut_wire", "W RAP"), "seat W", "not detected: rap", "", "rap"),
    "director": (("keys.cut_wire", "OK"), "director", "not detected: OK", "", "OK"),
    "coil": (("fields.S.fail", True), "seat S", "not detected: card", "", "card"),
    "reader": (("readers.N.version", 0), "seat N", "not detected: card", "reader N", "no reader"),
}


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("part", _BROKEN)
def test_a_broken_part_is_named(visitor: Visitor, part: str) -> None:
    (name, value), check, words, failing, shown = _BROKEN[part]
    table = visitor.table
    if name.endswith("version"):
        table.set(name, value)
        table.until(_UP_MS)
    else:
        table.order(name, value)
    pages: list[str] = []
    pause = visitor.pause

    def looking(seconds: float) -> None:
        pause(seconds)
        if visitor.left and len(visitor.left[-1]) < 16:
            pages.append(visitor.reads())

    visitor.pause = looking  # type: ignore[method-assign]
    found = visitor.touches()
    assert [one.check for one in found.values() if one.result == FAIL] == [check]
    assert found[check].detail == words and found[check].fix
    assert shown in pages[-2]  # the last page may be half drawn
    failed = [one.check for one in visitor.doctor().values() if one.result == FAIL]
    assert failed == ([failing] if failing else [])


@pytest.mark.soak
def test_dead_keys_do_not_block_the_other_checks(visitor: Visitor) -> None:
    table = visitor.table
    table.set("i2c_buses.0.stuck", True)
    found = visitor.touches()  # without keys the self-test ends by its own timeout
    assert found["seat N"].detail == "not detected: ♣ ♦ ♥ ♠ PASS CALL rap"
    assert found["director"].result == FAIL
    failed = [one.check for one in visitor.doctor().values() if one.result == FAIL]
    assert failed == ["keys 1", "keys 2"]


def test_a_stuck_display_does_not_block_the_other_checks(visitor: Visitor) -> None:
    table = visitor.table
    table.order("display.jam")
    assert {one.result for one in visitor.touches().values()} == {PASS}
    table.until(3 * _DRAWN_MS)
    failed = [one.check for one in visitor.doctor().values() if one.result == FAIL]
    assert failed == ["display"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("order", ["display.unplug", "display.jam"])
def test_a_display_missing_from_the_start_fails(backend: str, order: str) -> None:
    """The check fails, no matter how long after the start it runs."""
    for wait_ms in (2_600, 5_000, 9_000, 14_000, 30_000):
        with open_bar(backend, 3, "") as table:
            table.order(order)
            table.boot("main")
            table.until(wait_ms)
            found = Visitor(table).doctor()
            assert found["display"].result == FAIL and found["display"].fix
            assert [one.check for one in found.values() if one.result == FAIL] == ["display"]


def test_the_doctor_reports_the_displays_refreshes(visitor: Visitor) -> None:
    table = visitor.table
    table.until(_DRAWN_MS)
    first = visitor.doctor()["display"]
    assert (first.result, first.detail) == (PASS, "1 refreshes seen, BUSY rose and fell")
    table.order("display.unplug")
    assert visitor.doctor()["display"] == first  # undetectable until the next refresh
    table.press("MENU")
    table.until(100)
    assert visitor.doctor()["display"].result == FAIL


@pytest.mark.parametrize("celsius", [-18, -40, 0, 126, 200])
def test_an_implausible_temperature_is_a_warning(visitor: Visitor, celsius: int) -> None:
    visitor.table.set("processor.celsius", celsius)
    warmth = visitor.doctor()["warmth"]
    assert warmth.result == WARN and "not calibrated" in warmth.detail and warmth.fix


def test_a_broken_strip_shows_its_first_dark_led(visitor: Visitor) -> None:
    visitor.table.set("lights.broken_at", 12)
    found = visitor.touches()
    assert {one.result for one in found.values()} == {PASS}  # the table cannot detect a dark LED
    assert [_lit(visitor.table, seat) for seat in "NESW"] == [8, 4, 0, 0]
    assert "the first dark one" in found["leds"].detail


def test_a_broken_buzzer_makes_no_tone(visitor: Visitor) -> None:
    visitor.table.set("buzzer.broken", True)
    before = len(visitor.table.tones())
    assert "each touch beeps" in visitor.touches()["sound"].detail
    assert len(visitor.table.tones()) == before


def test_a_hot_chip_is_a_warning(visitor: Visitor) -> None:
    visitor.table.set("processor.celsius", 81)
    warmth = visitor.doctor()["warmth"]
    assert warmth.result == WARN and warmth.fix and "81 °C" in warmth.detail
    visitor.client.ask("check")
    visitor.table.until(_DRAWN_MS)
    assert "81 °C" in visitor.reads()


def test_a_failing_journal_is_reported(visitor: Visitor) -> None:
    table = visitor.table
    table.order("flash.fail_at", 1, 1_000_000)
    table.set("readers.S.version", 0)  # the lost reader is noted in the journal
    table.until(2 * _UP_MS)
    assert visitor.doctor()["journal"].result == FAIL
    visitor.client.ask("check")
    table.until(_DRAWN_MS)
    assert "journal" in visitor.reads() and "no reader" in visitor.reads()


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("house", ["piedicavallo", "espanola-2"])
def test_a_match_continues_after_the_self_test(house: str) -> None:
    with sitting(house, "cpython") as company:
        body, people = company.body, company.people
        client = Client(SimPort(body.table))
        finish(people.play_deal())
        finish(body.wait(_UP_MS))
        before = client.ask("state")["totals"]
        client.ask("check")
        finish(body.wait(_UP_MS))
        for _ in range(2):
            finish(body.press(0, "PASS"))
            finish(body.wait(_UP_MS))
        assert client.ask("state")["asked"] == 0 and client.ask("state")["totals"] == before
        finish(people.play_deal())
        finish(body.wait(_UP_MS))
        assert sum(client.ask("state")["totals"][:2]) > sum(before[:2])
        assert not body.table.faults()


def test_a_small_table_needs_only_its_own_parts() -> None:
    with open_bar("cpython", 3, "main", profile="three-readers") as table:
        table.until(_UP_MS)
        visitor = Visitor(table)
        visitor.cards = {seat: card for seat, card in _CARDS.items() if seat != "W"}
        found = visitor.touches()
        assert {one.result for one in found.values()} == {PASS}
        assert (
            found["seat W"].detail == "everything was detected" and "%" in found["seat N"].detail
        )
        assert [_lit(table, seat) for seat in "NESW"] == [8] * 4


def test_a_resting_table_refuses_the_self_test(visitor: Visitor) -> None:
    table = visitor.table
    for _ in range(_STARTS):
        table.cut_power()
        table.boot()
        table.until(_UP_MS / 2)
    [only] = visitor.touches().values()
    assert only.result == WARN and "safe mode" in only.detail and only.fix
    assert visitor.client.ask("state")["asked"] == 0
