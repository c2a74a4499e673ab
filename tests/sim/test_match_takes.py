"""Heap use of a match in the VM: its maximum, its growth, and the allocations of each step."""

from collections.abc import Callable

import pytest

import play_on_board
import testenv
from marcoria.game.houses import names

_HIGHEST = 384 * 1024
_JUDGED = 8 * 1024  # maximum number of bytes that a step may allocate to judge an event with melds
# Maximum number of steps of one task that may allocate memory in a deal. These steps handle
# melds, questions about melds, and sentences.
_OF_A_DEAL = 80
_DRAWN = 1024  # maximum number of bytes that a step may allocate to draw a line of a page
# Maximum number of bytes by which the used heap may grow. The collector may keep some blocks that
# only look referenced: in the seven houses the growth was at most 64 bytes. If each deal left one
# block of 16 bytes, the growth would be more than 1,100 bytes.
_STALE = 128
_DEALS = 143  # deals in each of the seven houses, about 1,000 in all
_WASTEFUL = """
from ui.face import Face
step = Face.step
def wasteful(self, now):
    bytearray(32)
    return step(self, now)
Face.step = wasteful
"""


def _of_a_deal(house: str) -> int:
    return play_on_board.highest_heap(house, 1)["match"]


@pytest.mark.parametrize(
    "taken",
    [
        pytest.param(_of_a_deal, marks=pytest.mark.soak),
        pytest.param(play_on_board.heap_of_menus, marks=pytest.mark.soak),
    ],
)
def test_a_deal_and_menus_during_a_trick_fit_the_heap(
    taken: Callable[[str], int],
) -> None:
    assert taken("espanola-2") <= _HIGHEST  # this house needs more heap than the others


@pytest.mark.soak
@pytest.mark.parametrize("house", names())
def test_no_deal_leaves_anything_on_the_heap(house: str) -> None:
    used = play_on_board.heap_of_deals(house, _DEALS, seed=testenv.SEED & 0xFFFF)
    assert min(used) > 0 and max(used) <= _HIGHEST, used
    assert play_on_board.growth(used) <= _STALE, used


def _check_limits(taken: play_on_board.Taken) -> None:
    for name, steps in taken.items():
        if name in play_on_board.JUDGING:
            assert steps.most <= _JUDGED and steps.taking <= _OF_A_DEAL, (name, steps)
        elif name == play_on_board.DRAWING:
            assert steps.most <= _DRAWN and steps.taking <= steps.count // 8, (name, steps)
        else:
            assert not steps.most, (name, steps)


@pytest.mark.soak
@pytest.mark.parametrize(("house", "scanned"), [("espanola-2", False), ("french", True)])
def test_only_judging_telling_and_drawing_steps_allocate(house: str, scanned: bool) -> None:
    taken = play_on_board.allocations(house, 1, scanned)
    assert len(taken) == 6 and min(steps.count for steps in taken.values()) > 100
    _check_limits(taken)


@pytest.mark.soak
@pytest.mark.parametrize("profile", ["no-display", "three-readers"])
def test_the_same_steps_allocate_at_a_small_table(profile: str) -> None:
    taken = play_on_board.allocations("piedicavallo", 1, profile=profile)
    # Without a display, drawing has few steps.
    counts = [taken[name].count for name in taken if name != play_on_board.DRAWING]
    assert len(counts) == 5 and min(counts) > 100
    _check_limits(taken)


@pytest.mark.soak
def test_a_step_that_allocates_is_found() -> None:
    taken = play_on_board.allocations("piedicavallo", 1, before=_WASTEFUL)
    assert taken["Face.step"].taking == taken["Face.step"].count
