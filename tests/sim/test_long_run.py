"""Rare situations: repeated Ctrl-C, a slow start, a wrap of the ms counter, a thrown-in deal."""

from random import Random

import pytest

from codes.game import Bids
from codes.journal import Notes
from marcoria.bots.strategy import Honest, PlayerView
from marcoria.coroutines import finish
from marcoria.journal.reader import cells, open_image, records
from marcoria.scenarios.files import parse
from marcoria.scenarios.runner import Runner
from marcoria.sim.simtable import open_bar

_PROMPT = """
import bundle
bundle.mount("/a")
import asyncio
from drivers import parts

dog = parts.Watchdog
pressed = []

def interrupted(start):
    start.close()
    raise KeyboardInterrupt

def watchdog(timeout):
    if timeout > 4000 and len(pressed) < {times}:
        pressed.append(timeout)
        raise KeyboardInterrupt
    return dog(timeout=timeout)

asyncio.run = interrupted
parts.Watchdog = watchdog
from boot import program
program.run(bundle.unmount)
print("the prompt")
"""
_SLOW = """
import bundle
bundle.mount("/a")
import time
from boot import start

slow = set(start.FIRST + start.SECOND + start.LAST)

def import_slowly(name, *arguments):
    if name in slow:
        slow.remove(name)
        time.sleep_ms(3500)
    return __import__(name, *arguments)

start.__import__ = import_slowly
from boot import program
program.run(bundle.unmount)
"""
_LATE = """
import bundle
bundle.mount("/a")
import time
since = time.ticks_ms
time.ticks_ms = lambda: since() + {began} & 0x3FFFFFFF
from boot import program
program.run(bundle.unmount)
"""
_FRENCH = {"house": "french"}


@pytest.mark.parametrize("times", [0, 1, 3])
def test_the_prompt_can_be_opened_any_number_of_times(times: int) -> None:
    with open_bar("cpython", 1, _PROMPT.format(times=times), _FRENCH) as table:
        table.until(9 * 60_000)
        assert table.printed == "the prompt\n"
        table.until(2 * 60_000)  # after ten minutes the board restarts
        assert table.printed == "the prompt\n" * 2


def test_a_start_feeds_the_watchdog_at_each_of_its_steps() -> None:
    with open_bar("cpython", 1, _SLOW, _FRENCH) as table:
        table.until(10 * 60_000)
        assert [record[0] for record in records(table)] == [Notes.BOOT, Notes.STEADY]
        assert table.faults() == []


@pytest.mark.soak(keep=1)
@pytest.mark.parametrize("left_ms", [25_000, 40_000, 55_000])
def test_a_match_continues_when_the_millisecond_counter_wraps(left_ms: int) -> None:
    program = _LATE.format(began=0x40000000 - left_ms)
    runner = Runner(parse("table: {house: french, seed: 5}\nsteps:\n- wait: 1\n"), "cpython")
    runner.table.cut_power()
    runner.table.boot(program)
    finish(runner.company.agree(0, 0))
    finish(runner.people.play_deal())
    finish(runner.people.play_deal())
    finish(runner.company.body.wait(6_000))
    assert runner.table.now > left_ms
    assert runner.scene.disagreement() == "" and runner.table.faults() == []
    assert runner.company.screen.page().text


class _Passes(Honest):
    """Player that always passes."""

    name = "passes"

    def bid(self, view: PlayerView) -> int:
        return Bids.PASS


def test_a_deal_after_a_thrown_in_deal_gets_a_checkpoint() -> None:
    runner = Runner(parse("table: {house: french, seed: 5, dealer: N}\nsteps:\n- wait: 1\n"))
    people, players = runner.people, dict(runner.people.players)
    finish(runner.company.agree(0, 0))
    people.players = {seat: _Passes(Random(seat)) for seat in players}
    finish(people.play_deal())
    finish(runner.company.body.wait(6_000))
    assert not open_image(cells(runner.table)).checkpoints, (
        "a checkpoint was written while the deal could still be undone"
    )
    people.players = players
    for deals in (1, 2):
        finish(people.play_deal())
        finish(runner.company.body.wait(6_000))
        image = open_image(cells(runner.table))
        last, since = image.state()
        assert len(image.checkpoints) == deals and since == []
        assert last is not None and list(last.totals) == people.game.totals
