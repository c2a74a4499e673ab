"""Failures of the firmware itself. The number in a test's name is a row of docs/faults.md.

Most tests start the whole firmware in the middle of a deal. The program `_FAILS` makes one task
fail; after the restart the task works again. With the program `_BROKEN` every start fails.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from boot.recovery import TASKS
from codes.game import Events
from codes.journal import Crashes, Notes, Records
from marcoria.bots.body import Body
from marcoria.bots.perception import STOPPED, TURN, Eyes
from marcoria.bots.screen import Screen
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.journal.entries import in_words
from marcoria.journal.reader import read, records
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from marcoria.sim.simtable import SimTable, open_bar
from scenarios import Tell
from tiers import BACKENDS

Open = Callable[..., SimTable]

_SEED = 1
_DEAL = f"table: {{house: french, seed: {_SEED}}}\nsteps:\n- play: 6 cards\n"
_BLOCK = 4096
# The lights are red for a second after a crash. Three seconds after the crash the match is back.
_RED_MS = 1_000
_BACK_MS = 3_000
_BITES_MS = 4_000  # timeout of the watchdog
_FAILS_AT = 3_000  # the task begins to fail this many ms after the start
# A start that lasts this long does not count as failed. After two failed starts in a row the next
# start is in safe mode.
_STEADY_MS = 66_000

_FAILS = """
import asyncio
import time
import bundle
bundle.mount("/a")
from machine import PWRON_RESET, reset_cause
from tasks import Tasks
from boot.recovery import Recovery
from boot.start import start

def fail(step):
    def failing(self, now):
        if now > {at} and reset_cause() == PWRON_RESET:
            {what}
        return step(self, now)
    return failing

{find}
owner.{name} = fail(owner.{name})
asyncio.run(start(Recovery(), bundle.unmount))
"""
# A program in which the constructor of one class fails, so that no start completes.
_BROKEN = """
import sys

sys.path.insert(0, "/a")
import bundle

bundle.mount("/a")
import {module} as module

def broken(*arguments):
    raise ValueError("broken")

module.{name} = broken
from boot import program
program.run(bundle.unmount)
"""
_OF_TASKS = "owner = Tasks"
_OF_FACE = "from ui.face import Face as owner"
# For each task: a statement that binds the class of its step method as `owner`, and the method's
# name.
_TASKS = {
    Crashes.CLERK: (_OF_TASKS, "keep"),
    Crashes.DISPLAY: (_OF_FACE, "step"),
    Crashes.PADS: (_OF_TASKS, "read"),
    Crashes.KEYS: (_OF_TASKS, "press"),
    Crashes.LIGHTS: (_OF_TASKS, "shine"),
    Crashes.LINK: (_OF_TASKS, "talk"),
}
_RAISES = 'raise ValueError("a bug")'
_RAISES_IN_A_FRAME = (
    """self.parts.lights.set(0, 0x10)
            self.parts.lights.show(now)
            """
    + _RAISES
)
_HANGS = """while True:
                time.sleep_ms(10)"""
_ENDS = "raise asyncio.CancelledError"
# Fill the heap, so that there is no memory for reporting the failure either.
_EATS = """Tasks.eaten = ()
            while True:
                Tasks.eaten = (Tasks.eaten,)"""


def _program(task: int, what: str) -> str:
    find, name = _TASKS[task]
    return _FAILS.format(at=_FAILS_AT, what=what, find=find, name=name)


@pytest.fixture(scope="module")
def dealt() -> tuple[bytes, dict[str, list[str]], str]:
    """Play six cards; return the journal's first block, the cards on the pads and who is next."""
    runner = Runner(parse(_DEAL), "cpython")
    runner.run()
    finish(runner.company.body.wait(_STEADY_MS))
    lamps = [seat for seat in SEATS if runner.company.body.eyes.lamp(seat) == TURN]
    block = bytes(runner.table.get("flash.cells"))[:_BLOCK]
    found = block, runner.table.cards(), lamps[0]
    runner.close()
    return found


@pytest.fixture(params=BACKENDS)
def opened(
    request: pytest.FixtureRequest, dealt: tuple[bytes, dict[str, list[str]], str]
) -> Iterator[Open]:
    """Return a function that opens a table with failing firmware in the middle of the deal."""
    tables = []

    def opened(task: int, what: str, **options: Any) -> SimTable:
        if request.param == "vm":
            options["opt"] = 3
        settings = {"house": "french"}
        table = open_bar(request.param, _SEED, "", settings, **options)
        tables.append(table)
        block, cards, _ = dealt
        table.order("flash.write", 0, 0, block)
        for seat, lying in cards.items():
            for card in lying:
                table.put(card, seat)
        table.boot(_program(task, what))
        return table

    yield opened
    for table in tables:
        table.close()


def _await_lamps(table: SimTable, lamps: dict[str, str], limit_ms: float) -> None:
    """Wait until the lights of each seat in `lamps` show its state; fail after `limit_ms`."""
    eyes = Eyes(table)
    began = table.now
    while {seat: eyes.lamp(seat) for seat in lamps} != lamps:
        assert table.now < began + limit_ms, {seat: eyes.lamp(seat) for seat in SEATS}
        table.until(10)
        eyes.look()


def _crashed(table: SimTable) -> int:
    """Return the time of the first crash note, in ms since the start that ended in the crash."""
    written = read(bytes(table.get("flash.cells")))
    return next(record.ms for record in written if record.kind == Notes.CRASH)


def _all_notes(table: SimTable) -> list[str]:
    return [in_words(record) for record in records(table) if record[0] >= Notes.BOOT]


def _notes(table: SimTable) -> list[str]:
    """Return the journal's notes except the first two, which come from the fixture `dealt`."""
    return _all_notes(table)[2:]


def _said(table: SimTable) -> str:
    """Return the message of the crash in the journal, which must have only one crash."""
    cells = bytes(table.get("flash.cells"))
    slots = [cells[at : at + 16] for at in range(0, len(cells), 16)]
    parts = [slot[2:8] for slot in slots if slot[0] == Records.CRASH]
    return b"".join(parts).rstrip(b"\0").decode()


def _bitten(table: SimTable) -> bool:
    return bool(table.get("processor.reset_cause") == "watchdog")


def _plays_on(table: SimTable, turn: str) -> None:
    """Lay a card on the pad of the seat to move, and check that it is recorded."""
    before = _cards(table)
    table.until(1_000)  # a start first compares the pads with the journal
    table.put(next(iter(_unplayed(table))), turn)
    table.until(1_000)
    assert _cards(table) == before + 1


def _cards(table: SimTable) -> int:
    return sum(record[0] == Events.CARD for record in records(table))


def _unplayed(table: SimTable) -> list[str]:
    played = {
        in_words(record).split()[2]
        for record in records(table)
        if record[0] in (Events.UPCARD, Events.CARD)
    }
    deck = [rank + suit for suit in "CDHS" for rank in "789TJQKA"]
    return [card for card in deck if card not in played]


@pytest.mark.parametrize("task", _TASKS)
def test_fault_65_exception(
    opened: Open, dealt: tuple[bytes, dict[str, list[str]], str], task: int
) -> None:
    """After an unexpected exception in a task the lights turn red, the journal gets a note, and
    the table restarts. Within three seconds the match is restored.
    """
    table = opened(task, _RAISES)
    turn = dealt[2]
    _await_lamps(table, {turn: TURN}, _FAILS_AT)
    _await_lamps(table, dict.fromkeys(SEATS, STOPPED), _FAILS_AT)
    _await_lamps(table, {turn: TURN}, _BACK_MS)
    assert _RED_MS <= table.now - _crashed(table) <= _BACK_MS
    assert _notes(table) == ["boot N 1", f"crash N {task}", "boot N 2"]
    assert "ValueError: a bug" in table.printed
    assert re.fullmatch(rf"{TASKS[task]} ValueError \S+:\d+", _said(table))
    _plays_on(table, turn)


def test_fault_65_told_by_the_service_page(opened: Open) -> None:
    """The service page shows the failed task, the exception and its place in the code."""
    table = opened(2, _RAISES)
    table.until(_FAILS_AT + _RED_MS + _BACK_MS)
    screen = Screen(Body(table))
    table.press("MENU")
    finish(screen.choose(0, "Service"))
    finish(screen.await_words("Nobody can play for ten minutes"))
    finish(screen.choose(0, "Yes"))
    page = finish(screen.await_words("a computer is using the table"))
    task, error, where = _said(table).split()
    assert f"{task} {error}" in page and where.split("/")[-1] in page.text.replace("\n", "")


def test_fault_65_exception_in_a_frame(opened: Open) -> None:
    """A task fails while a frame is sent to the lights; after this frame they turn red."""
    table = opened(3, _RAISES_IN_A_FRAME)
    table.until(_FAILS_AT - 100)
    _await_lamps(table, dict.fromkeys(SEATS, STOPPED), 2_000)


@pytest.fixture(params=BACKENDS)
def broken(request: pytest.FixtureRequest) -> Iterator[Callable[[str], SimTable]]:
    """Return a function that opens a table which never completes a start."""
    tables = []

    def opened(what: str) -> SimTable:
        table = open_bar(request.param, _SEED, what)
        tables.append(table)
        return table

    yield opened
    for table in tables:
        table.close()


def _starts_in_vain(table: SimTable) -> None:
    """Check that the lights turn red, and that after two failed starts safe mode begins."""
    _await_lamps(table, dict.fromkeys(SEATS, STOPPED), 3_000)
    while len(_all_notes(table)) < 8:
        table.until(100)
        assert table.now < 3 * _STEADY_MS
    safe = ["safe-mode N 2", "crash N 5"]
    assert _all_notes(table) == ["boot N 1", "crash N 5", "boot N 2", "crash N 5", *safe, *safe]
    assert table.now > _STEADY_MS


def test_fault_65_driver_that_fails(broken: Callable[[str], SimTable]) -> None:
    """The display driver cannot be opened, so no task begins. The lights turn red, the journal
    gets a note, and the third start is in safe mode.
    """
    table = broken(_BROKEN.format(module="drivers.ssd1683", name="Display"))
    _starts_in_vain(table)
    assert "ValueError: broken" in table.printed


def test_fault_65_face_that_fails(broken: Callable[[str], SimTable]) -> None:
    """The start fails before the first page is drawn, after the match has been restored."""
    _starts_in_vain(broken(_BROKEN.format(module="ui.face", name="Face")))


def test_fault_65_lights_that_fail(broken: Callable[[str], SimTable]) -> None:
    """Without a driver for the lights a start can neither show nor note its failure, so the board
    restarts repeatedly.
    """
    table = broken(_BROKEN.format(module="drivers.ws2812", name="Lights"))
    table.until(10_000)
    assert table.printed.count("ValueError: broken") > 3
    assert not any(any(led) for leds in table.lights().values() for led in leds)
    assert _all_notes(table) == []


@pytest.mark.parametrize("task", [one for one in _TASKS if one != Crashes.CLERK])
def test_fault_67_task_that_ends(
    opened: Open, dealt: tuple[bytes, dict[str, list[str]], str], task: int
) -> None:
    """When one task has ended, the watchdog resets the board, although other tasks continue."""
    table = opened(task, _ENDS)
    table.until(_FAILS_AT + 200)
    ended = table.now
    table.until(lambda: _bitten(table), _BITES_MS + 2_000)
    assert table.now - ended > _BITES_MS - 1_500
    table.until(_BACK_MS)
    assert _notes(table) == ["boot N 1", "boot N 3"]
    _await_lamps(table, {dealt[2]: TURN}, 1_000)


def test_fault_67_firmware_that_hangs(
    opened: Open, dealt: tuple[bytes, dict[str, list[str]], str]
) -> None:
    """A step never returns, so the watchdog resets the board; the journal names the watchdog."""
    table = opened(2, _HANGS)
    table.until(_FAILS_AT + 200)
    table.until(lambda: _bitten(table), _BITES_MS + 500)
    table.until(_BACK_MS)
    assert _notes(table) == ["boot N 1", "boot N 3"]
    _await_lamps(table, {dealt[2]: TURN}, 1_000)
    _plays_on(table, dealt[2])


def test_fault_67_dog_that_is_fed(opened: Open) -> None:
    """A step that asks for a pause of an hour does not trigger the watchdog."""
    table = opened(1, "return 3600000")
    table.until(20_000)
    assert _notes(table) == ["boot N 1"]


def test_fault_66_memory(tell: Tell) -> None:
    """Memory use does not grow from deal to deal.

    The CPython backend reports no memory use, so there the test only checks that play goes on.
    """
    runner = tell("table: {house: french, seed: 2}\nsteps:\n- play: deal\n")
    finish(runner.company.body.wait(3_000))
    before = runner.table.memory().get("used", 0)
    finish(runner.people.play_match(2))
    finish(runner.company.body.wait(3_000))
    assert runner.table.memory().get("used", 0) <= before + 256
    assert runner.scene.disagreement() == ""


@pytest.mark.parametrize("opened", ["vm"], indirect=True)
def test_fault_66_memory_at_its_end(
    opened: Open, dealt: tuple[bytes, dict[str, list[str]], str]
) -> None:
    """A step uses up the heap. The crash note is written without allocating memory."""
    table = opened(2, _EATS)
    table.until(_FAILS_AT + 200)
    assert "MemoryError" in table.printed
    table.until(_BACK_MS)
    assert _notes(table) == ["boot N 1", "crash N 2", "boot N 2"]
    _plays_on(table, dealt[2])
