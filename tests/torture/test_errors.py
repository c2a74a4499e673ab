"""Failing calls and lack of memory while the table starts, a deal ends and a deck is enrolled.

In each try a call to the flash or to a file fails, or this call and all later calls fail, or only
a given amount of heap is available. Afterwards nothing is missing, except data that the display
has reported as not saved. `make test` leaves these tests out. `make soak` tries every call and
every size. A test that is selected by its name, without soak, tries only some of them.
"""

import zlib
from functools import partial
from random import Random

import pytest

import errors
import testenv
from marcoria.game.houses import names
from starved import Starved

use = pytest.mark.parametrize
_SOME = 3
# Situation, kind of call, and number of calls in a row that fail: one, or all until the end. In an
# enrolment only one call fails, because nobody can enrol cards if no file can be written.
_CASES = [
    ("start", "flash", 1),
    ("start", "flash", errors.FOR_EVER),
    ("start", "file", 1),
    ("start", "file", errors.FOR_EVER),
    ("deal's end", "flash", 1),
    ("deal's end", "flash", errors.FOR_EVER),
    ("enrolment", "file", 1),
    ("enrolment begun", "file", 1),
]
# Heap sizes in bytes for a start: from a heap for a few modules to a heap for all modules.
_STARTS = range(56 << 10, 240 << 10, 1 << 10)
# For each action, the numbers of bytes of heap that are left free.
_LEFT = {"deal_ends": range(0, 3 << 10, 16), "enrolment": range(0, 32 << 10, 128)}
_HOUSES = names()


def _dice(what: str) -> Random:
    return Random(testenv.SEED ^ zlib.crc32(what.encode()) & 0xFFFFFF)


@pytest.mark.soak
@use(("name", "kind", "count"), _CASES)
def test_a_failing_call_loses_no_data(name: str, kind: str, count: int) -> None:
    dice = _dice(f"{name} {count}")
    house, scanned = dice.choice(_HOUSES), dice.random() < 0.5
    make = partial(errors.SITUATIONS[name], house, scanned, dice.randrange(1 << 20))
    first = make()
    calls = errors.calls(first)[kind]
    first.table.close()
    numbers = list(range(1, calls + 1))
    if not testenv.SOAK:
        numbers = dice.sample(numbers, min(_SOME, calls))
    wrong = errors.try_all(make, [(kind, number, count) for number in numbers])
    assert not wrong, f"{house} {scanned}: " + "\n".join(f"{case}: {how}" for case, how in wrong)


@pytest.mark.soak
@use("what", ["start", "deal_ends", "enrolment"])
def test_running_out_of_memory_loses_no_data(what: str) -> None:
    dice = _dice(what)
    house, scanned = dice.choice(_HOUSES), dice.random() < 0.5
    starved = Starved(house, scanned, dice.randrange(1 << 20), what == "deal_ends")
    sizes = _STARTS if what == "start" else _LEFT[what]
    try:
        for size in sizes if testenv.SOAK else dice.sample(sizes, _SOME):
            starved.suffer(what, size)
    except BaseException as error:
        error.add_note(f"{house}, scanned: {scanned}, {size} bytes")
        raise
    finally:
        starved.table.close()
