"""A program on trial: the next start is that of the one before, until it has run for a minute."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from codes.game import Phases
from marcoria.bots.company import Company, settings
from marcoria.build.deploy import MAIN, OLD, SLOTS, main, trial
from marcoria.coroutines import finish
from marcoria.device.wire import Client
from marcoria.sim.port import SimPort
from marcoria.sim.simtable import SimTable, open_bar
from marcoria.sim.vm.child import VMError
from tiers import BACKENDS

_SLOT = SLOTS[0]
_BEFORE = b"print('the program before')\n"
_MINUTE = 70_000


@pytest.fixture(params=BACKENDS)
def table(request: pytest.FixtureRequest) -> Iterator[SimTable]:
    """A table that was just told to try another program."""
    chosen = settings("french", False, -1, 0, "en")
    with open_bar(request.param, 5, "", chosen) as table:
        table.write(OLD, _BEFORE)
        table.write(MAIN, trial(_SLOT))
        table.write(f"{_SLOT}/main.py", main(_SLOT))
        yield table


def _starts(table: SimTable) -> bytes:
    """What the next start begins with; the VM's board does not tell of what was there at first."""
    try:
        return table.read(MAIN)
    except FileNotFoundError:
        return main(_SLOT)


def _on_trial(table: SimTable) -> bool:
    return bool(Client(SimPort(table)).ask("hello")["trial"])


def test_it_is_kept_after_a_minute(table: SimTable) -> None:
    table.boot("main")
    table.until(1_000)
    assert _starts(table) == _BEFORE and _on_trial(table)
    table.until(_MINUTE)
    assert _starts(table) == main(_SLOT) and not _on_trial(table)
    with pytest.raises(FileNotFoundError):
        table.read(f"{_SLOT}/main.py")
    table.cut_power()
    table.boot("main")
    table.until(1_000)
    assert not _on_trial(table)


def test_the_plug_is_pulled_before(table: SimTable) -> None:
    table.boot("main")
    table.until(30_000)
    table.cut_power()
    table.boot("main")
    assert table.backend.printed.endswith("the program before\n")


def test_what_was_before_is_gone(table: SimTable) -> None:
    """Then there is nothing to go back to, and the trial begins anew with each start."""
    table.write(MAIN, trial(_SLOT).replace(OLD.encode(), b"/nowhere"))
    table.boot("main")
    table.until(2_000)
    table.cut_power()
    table.boot("main")
    table.until(2_000)
    assert _on_trial(table)
    table.until(_MINUTE)
    assert _starts(table) == main(_SLOT)


def test_it_is_not_kept_while_cards_are_in_play(table: SimTable) -> None:
    table.boot("main")
    company = Company(table, "french", seed=5)
    finish(company.agree(0, company.people.house.target))
    finish(company.people.play_cards(5))
    table.until(_MINUTE)
    assert _starts(table) == _BEFORE and _on_trial(table)
    while company.people.game.phase > Phases.READY:
        finish(company.people.act())
    table.until(500)
    assert _starts(table) == main(_SLOT)


def test_one_that_cannot_be_kept_gives_way(table: SimTable) -> None:
    """What would start it from then on is missing."""
    lost = b"os.remove('/a/main.py')\nbundle.start"
    table.write(MAIN, trial(_SLOT).replace(b"bundle.start", lost))
    table.boot("main")
    table.until(_MINUTE + 5_000)
    assert table.backend.printed.endswith("the program before\n")


_BAD = {
    "missing": "import nothing",
    "fails": "1 / 0",
    "hangs": "import time\nwhile True: time.sleep_ms(10)",
}


@pytest.mark.parametrize("bad", _BAD.values(), ids=_BAD)
def test_one_that_does_not_start_gives_way(table: SimTable, bad: str) -> None:
    """It leads to the prompt, where nobody feeds the watchdog."""
    table.write(MAIN, trial(_SLOT).replace(b"import bundle", bad.encode()))
    with suppress(ImportError, ZeroDivisionError, VMError):
        table.boot("main")
    table.until(10_000)
    assert table.backend.printed.endswith("the program before\n")
