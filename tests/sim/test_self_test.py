"""The self-test: somebody touches all there is, one part of the table is broken, and it is named:
on the display, and by what a computer is told."""

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

_KEYS = ("C", "D", "H", "S", "PASS", "CALL")
_CARDS = {"N": "7H", "E": "8C", "S": "KD", "W": "AS"}
_UP_MS = 6_000
_DRAWN_MS = 12_000  # a full refresh, and how well cards are read
_STEP_MS = 400
_WAITS_MS = 5_000
_STARTS = 8  # in a hurry: more than a table takes
_BLACK = (0, 0, 0)


class Visitor:
    """Somebody who does one thing after the other, whenever a computer waits; then PASS, twice."""

    def __init__(self, table: SimTable) -> None:
        self.table = table
        self.client = Client(SimPort(table))
        self.left: list[str] = []
        self.cards = _CARDS
        self._acts = self._all()

    def _all(self) -> Iterator[Callable[[], object]]:
        table = self.table
        for seat in "NESW":
            for key in _KEYS:
                yield lambda key=key, seat=seat: table.press(key, seat)
            yield lambda seat=seat: table.rap(seat)
            if seat in self.cards:
                yield lambda seat=seat: table.put(self.cards[seat], seat)
        for key in ("MENU", "UNDO", "OK", "MUTE"):
            yield lambda key=key: table.press(key)
        yield lambda: table.until(_DRAWN_MS)
        while True:
            yield lambda: table.press("PASS", "N")
            yield lambda: table.until(_WAITS_MS)

    def pause(self, _: float) -> None:
        """Does the next thing."""
        next(self._acts)()
        self.table.until(_STEP_MS)

    def touches(self) -> dict[str, Check]:
        """What the trial says, by what it is of."""
        found = trial(self.client, "", self.left.append, self.pause)
        return {one.check: one for one in found}

    def doctor(self) -> dict[str, Check]:
        """What the checks say that need nobody."""
        found = examine(TableAtPort(lambda: SimPort(self.table)))
        return {one.check: one for one in found}

    def reads(self) -> str:
        """What is on the display."""
        return reader().page(self.table.screen()).text


@pytest.fixture(params=BACKENDS)
def visitor(request: pytest.FixtureRequest) -> Iterator[Visitor]:
    chosen = settings("piedicavallo", False, -1, 0, "en")
    with open_bar(request.param, 3, "main", chosen) as table:
        table.until(_UP_MS)
        yield Visitor(table)


def _lit(table: SimTable, seat: str) -> int:
    return sum(colour != _BLACK for colour in table.lights()[seat])


def test_a_table_that_is_whole(visitor: Visitor) -> None:
    table = visitor.table
    before = len(table.tones())
    dark = table.lights()
    found = visitor.touches()
    assert {one.result for one in found.values()} == {PASS}
    assert [_lit(table, seat) for seat in "NESW"] == [8] * 4
    assert len(table.tones()) - before >= 36  # one for each touch
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


# What is broken: the order, the seat's or director's check that says it, and in which words; the
# check of `doctor` that fails alone, or none; what stays on the display.
_BROKEN: dict[str, tuple[tuple[Any, ...], str, str, str, str]] = {
    "key": (("keys.cut_wire", "E H"), "seat E", "not felt: ♥", "", "♥"),
    "pass": (("keys.cut_wire", "S PASS"), "seat S", "not felt: PASS", "", "PASS"),
    "rap": (("keys.cut_wire", "W RAP"), "seat W", "not felt: rap", "", "rap"),
    "director": (("keys.cut_wire", "OK"), "director", "not felt: OK", "", "OK"),
    "coil": (("fields.S.fail", True), "seat S", "not felt: card", "", "card"),
    "reader": (("readers.N.version", 0), "seat N", "not felt: card", "reader N", "no reader"),
}


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("part", _BROKEN)
def test_what_is_broken_is_named(visitor: Visitor, part: str) -> None:
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
    assert shown in pages[-2]  # the last one may be half drawn
    failed = [one.check for one in visitor.doctor().values() if one.result == FAIL]
    assert failed == ([failing] if failing else [])


@pytest.mark.soak
def test_keys_that_do_not_answer_leave_the_rest(visitor: Visitor) -> None:
    table = visitor.table
    table.set("i2c_buses.0.stuck", True)
    found = visitor.touches()  # nobody can end it: it ends when nobody does anything
    assert found["seat N"].detail == "not felt: ♣ ♦ ♥ ♠ PASS CALL rap"
    assert found["director"].result == FAIL
    failed = [one.check for one in visitor.doctor().values() if one.result == FAIL]
    assert failed == ["keys 1", "keys 2"]


def test_a_display_that_is_stuck_leaves_the_rest(visitor: Visitor) -> None:
    table = visitor.table
    table.order("display.jam")
    assert {one.result for one in visitor.touches().values()} == {PASS}
    table.until(3 * _DRAWN_MS)
    failed = [one.check for one in visitor.doctor().values() if one.result == FAIL]
    assert failed == ["display"]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("order", ["display.unplug", "display.jam"])
def test_a_display_that_was_never_there_is_not_passed(backend: str, order: str) -> None:
    """At whatever moment after the start somebody asks."""
    for wait_ms in (2_600, 5_000, 9_000, 14_000, 30_000):
        with open_bar(backend, 3, "") as table:
            table.order(order)
            table.boot("main")
            table.until(wait_ms)
            found = Visitor(table).doctor()
            assert found["display"].result == FAIL and found["display"].fix
            assert [one.check for one in found.values() if one.result == FAIL] == ["display"]


def test_the_doctor_tells_what_it_has_seen_of_a_display(visitor: Visitor) -> None:
    table = visitor.table
    table.until(_DRAWN_MS)
    first = visitor.doctor()["display"]
    assert (first.result, first.detail) == (PASS, "1 refreshes seen, BUSY rose and fell")
    table.order("display.unplug")
    assert visitor.doctor()["display"] == first  # nobody can know
    table.press("MENU")
    table.until(100)
    assert visitor.doctor()["display"].result == FAIL


@pytest.mark.parametrize("celsius", [-18, -40, 0, 126, 200])
def test_a_chip_whose_sensor_tells_nonsense_is_not_passed(visitor: Visitor, celsius: int) -> None:
    visitor.table.set("processor.celsius", celsius)
    warmth = visitor.doctor()["warmth"]
    assert warmth.result == WARN and "not calibrated" in warmth.detail and warmth.fix


def test_a_strip_that_is_broken_shows_where(visitor: Visitor) -> None:
    visitor.table.set("lights.broken_at", 12)
    found = visitor.touches()
    assert {one.result for one in found.values()} == {PASS}  # it cannot know
    assert [_lit(visitor.table, seat) for seat in "NESW"] == [8, 4, 0, 0]
    assert "the first dark one" in found["leds"].detail


def test_a_buzzer_that_is_broken_is_not_heard(visitor: Visitor) -> None:
    visitor.table.set("buzzer.broken", True)
    before = len(visitor.table.tones())
    assert "each touch beeps" in visitor.touches()["sound"].detail
    assert len(visitor.table.tones()) == before


def test_a_hot_chip_is_told(visitor: Visitor) -> None:
    visitor.table.set("processor.celsius", 81)
    warmth = visitor.doctor()["warmth"]
    assert warmth.result == WARN and warmth.fix and "81 °C" in warmth.detail
    visitor.client.ask("check")
    visitor.table.until(_DRAWN_MS)
    assert "81 °C" in visitor.reads()


def test_a_journal_that_fails_is_told(visitor: Visitor) -> None:
    table = visitor.table
    table.order("flash.fail_at", 1, 1_000_000)
    table.set("readers.S.version", 0)  # that it is lost is to be written down
    table.until(2 * _UP_MS)
    assert visitor.doctor()["journal"].result == FAIL
    visitor.client.ask("check")
    table.until(_DRAWN_MS)
    assert "journal" in visitor.reads() and "no reader" in visitor.reads()


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("house", ["piedicavallo", "espanola-2"])
def test_a_match_goes_on_after_it(house: str) -> None:
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


def test_at_a_small_table_what_is_there_is_all_that_is_wanted() -> None:
    with open_bar("cpython", 3, "main", profile="three-readers") as table:
        table.until(_UP_MS)
        visitor = Visitor(table)
        visitor.cards = {seat: card for seat, card in _CARDS.items() if seat != "W"}
        found = visitor.touches()
        assert {one.result for one in found.values()} == {PASS}
        assert found["seat W"].detail == "all was felt" and "%" in found["seat N"].detail
        assert [_lit(table, seat) for seat in "NESW"] == [8] * 4


def test_a_table_that_rests_is_not_tried(visitor: Visitor) -> None:
    table = visitor.table
    for _ in range(_STARTS):
        table.cut_power()
        table.boot()
        table.until(_UP_MS / 2)
    [only] = visitor.touches().values()
    assert only.result == WARN and "safe mode" in only.detail and only.fix
    assert visitor.client.ask("state")["asked"] == 0
