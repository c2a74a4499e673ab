"""`settled` leaves out events that were undone, and sorts scans that follow each other."""

import pytest

from marcoria.firmware.codes.game import Events
from marcoria.journal.entries import Entry, settled

_LOW, _HIGH = (Events.SCAN, 0, 31), (Events.SCAN, 1, 2)
_UNDO, _CARD = (Events.UNDO, 0, 0), (Events.CARD, 2, 9)


@pytest.mark.parametrize(
    ("happened", "left"),
    [
        ([_HIGH, _LOW], [_LOW, _HIGH]),
        ([_HIGH, _LOW, _UNDO], [_HIGH]),
        ([_LOW, _HIGH, _UNDO], [_LOW]),
        ([_HIGH, _CARD, _LOW], [_HIGH, _CARD, _LOW]),
        ([_HIGH, _CARD, _UNDO, _LOW], [_LOW, _HIGH]),
        ([], []),
    ],
)
def test_the_last_event_is_undone(happened: list[Entry], left: list[Entry]) -> None:
    assert settled(happened) == left
