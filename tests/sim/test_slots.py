"""A new program on trial: until the table keeps it, each restart returns to the old one.

The table keeps the new program once a minute has passed and no cards are in play.
"""

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
    """Yield a table whose next start puts a new program on trial."""
    chosen = settings("french", False, -1, 0, "en")
    with open_bar(request.param, 5, "", chosen) as table:
        table.write(OLD, _BEFORE)
        table.write(MAIN, trial(_SLOT))
        table.write(f"{_SLOT}/main.py", main(_SLOT))
        yield table


def _starts(table: SimTable) -> bytes:
    """Return the `/main.py` that the next start runs.

    In the VM, `read` raises FileNotFoundError for a `/main.py` that equals the firmware's own.
    """
    try:
        return table.read(MAIN)
    except FileNotFoundError:
        return main(_SLOT)


def _on_trial(table: SimTable) -> bool:
    return bool(Client(SimPort(table)).ask("hello")["trial"])


def test_a_program_on_trial_is_kept_after_a_minute(table: SimTable) -> None:
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


def test_a_power_cut_during_the_trial_returns_to_the_old_program(table: SimTable) -> None:
    table.boot("main")
    table.until(30_000)
    table.cut_power()
    table.boot("main")
    assert table.backend.printed.endswith("the program before\n")


def test_the_trial_repeats_when_the_old_program_is_gone(table: SimTable) -> None:
    """Without an old program to return to, the trial begins again at each start."""
    table.write(MAIN, trial(_SLOT).replace(OLD.encode(), b"/nowhere"))
    table.boot("main")
    table.until(2_000)
    table.cut_power()
    table.boot("main")
    table.until(2_000)
    assert _on_trial(table)
    table.until(_MINUTE)
    assert _starts(table) == main(_SLOT)


def test_a_program_on_trial_is_not_kept_while_cards_are_in_play(table: SimTable) -> None:
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


def test_a_program_that_cannot_be_kept_is_replaced_by_the_old_one(table: SimTable) -> None:
    """The main.py that would make the new program permanent is missing."""
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
def test_a_program_that_does_not_start_is_replaced_by_the_old_one(
    table: SimTable, bad: str
) -> None:
    """The start ends at the prompt or hangs; in both cases the watchdog restarts the board."""
    table.write(MAIN, trial(_SLOT).replace(b"import bundle", bad.encode()))
    with suppress(ImportError, ZeroDivisionError, VMError):
        table.boot("main")
    table.until(10_000)
    assert table.backend.printed.endswith("the program before\n")
