"""Sheets of hands (played deals) of long matches are complete after starts and power cuts."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest

import testenv
from codes.game import Scores
from codes.journal import Records
from marcoria.journal.blocks import BLOCK, seq_of
from quick import Partition, PowerCut, Script, Sitting

_FAR = 9999  # a target that no match reaches
_SLOT = 16
_FEW, _MANY = 3, 64  # numbers of blocks of the flash
_IN_A_START = 12  # a cut during a start is in one of the first 12 flash operations

# Number of the first hand, matches won; for each hand its points, and the side whose points hang.
Sheet = tuple[int, tuple[int, ...], list[tuple[int, ...]]]


def _sheet(sitting: Sitting) -> Sheet:
    history = sitting.table.history
    hands = [(*hand.points, hand.hangs) for hand in history.hands]
    return history.first, tuple(history.won), hands


class _Match:
    """Match of some deals. `sheets` has the sheet before each event and after the last event."""

    def __init__(self, deals: int) -> None:
        self.script = Script("bulgarian", False, testenv.SEED & 0xFFFF)
        self.script.write(deals, target=_FAR)
        self.sheets = [sheet for _, sheet in self.play(Partition(_MANY))]

    def sit(self, partition: Partition) -> Sitting:
        return Sitting(partition, self.script.house)

    def start(self, image: bytes) -> Sitting:
        return self.sit(Partition(len(image) // BLOCK, image))

    def play(
        self, partition: Partition, begin: int = 0, end: int | None = None
    ) -> Iterator[tuple[Sitting, Sheet]]:
        """Play the events from `begin` to `end`.

        Yield the table and its sheet before each event and at the end.
        """
        sitting = self.sit(partition)
        for event in self.script.events[begin:end]:
            yield sitting, _sheet(sitting)
            sitting.happen(event)
        yield sitting, _sheet(sitting)

    def ends(self, hands: int) -> int:
        """Return the number of events after which the sheet first has this many hands."""
        return next(at for at, sheet in enumerate(self.sheets) if len(sheet[2]) == hands)

    def image(self, end: int, blocks: int) -> bytes:
        """Return the flash image after the first `end` events."""
        partition = Partition(blocks)
        for _ in self.play(partition, 0, end):
            pass
        return bytes(partition.cells)

    def happened(self, sitting: Sitting, done: int) -> int:
        """Return how many events a table has restored, which must be `done` or one more."""
        states = self.script.states
        if sitting.known == states[done]:
            return done
        assert sitting.known == states[done + 1]
        return done + 1


@cache
def _match(deals: int) -> _Match:
    return _Match(deals)


@pytest.mark.parametrize("blocks", [_FEW, _MANY])
def test_all_hands_survive_a_start_after_the_ring_has_wrapped(blocks: int) -> None:
    match = _match(60)
    partition = Partition(blocks)
    counts = []
    for at, (_, sheet) in enumerate(match.play(partition)):
        count = len(sheet[2])
        if count not in counts or at % 29 == 0:
            counts.append(count)
            assert sheet == match.sheets[at] and sheet[0] == 1
            assert _sheet(match.start(partition.cells)) == sheet, at
    assert sorted(set(counts)) == list(range(max(counts) + 1)) and max(counts) > 40
    assert blocks == _MANY or match.start(partition.cells).journal.seq >> 8 > 4 * blocks


def test_a_full_history_keeps_the_last_hands() -> None:
    match = _match(Scores.MOST * 3 // 2)
    end = match.ends(Scores.MOST) + 600
    first, _, hands = match.sheets[end]
    assert len(hands) == Scores.MOST and first > 1
    assert _sheet(match.start(match.image(end, _MANY))) == match.sheets[end]


def test_a_cut_at_any_operation_leaves_all_hands() -> None:
    """The power is cut between the 14th and the 18th hand, and during some of the next starts."""
    match = _match(60)
    begin, end = match.ends(14), match.ends(18) + 1
    image = match.image(begin, _FEW)
    operation = 0
    while _cut(match, image, begin, end, operation := operation + 1):
        pass
    assert operation > 250


def _cut(match: _Match, image: bytes, begin: int, end: int, operation: int) -> bool:
    """Play events `begin` to `end` with a power cut in a flash operation, and check the sheet.

    Return False if play ended before that operation.
    """
    partition = Partition(_FEW, image)
    partition.flash.cut_at(0)
    at = begin
    sitting = match.sit(partition)
    partition.flash.cut_at(operation, operation)
    try:
        for event in match.script.events[begin:end]:
            sitting.happen(event)
            at += 1
    except PowerCut:
        pass
    else:
        return False
    partition.flash.cut = 0
    if operation % 3 == 0:
        partition.flash.cut_at(1 + operation % _IN_A_START, operation)
        with suppress(PowerCut):
            match.sit(partition)
        partition.flash.cut = 0
    again = match.sit(partition)
    at = match.happened(again, at)
    assert _sheet(again) == match.sheets[at], operation
    assert _sheet(match.sit(partition)) == match.sheets[at], operation
    return True


def _slots(image: bytes, kind: int) -> list[int]:
    """Return the offsets of all records of a kind in an image, the newest last."""
    found = {}
    for at in range(0, len(image), _SLOT):
        slot = image[at : at + _SLOT]
        seq = seq_of(slot, at // _SLOT & 0xFF)
        if seq is not None and seq >= 0 and slot[0] == kind:
            found[seq] = at
    return [found[seq] for seq in sorted(found)]


def test_damaged_hand_records_lose_only_older_hands_and_numbers() -> None:
    match = _match(60)
    end = match.ends(23) + 3
    image = match.image(end, _MANY)
    # Six records hold the first hand's number and 8 hands of four bytes.
    last = _slots(image, Records.HANDS)[-6:]
    assert [image[at + 1] for at in last] == list(range(6))
    whole, won, hands = match.sheets[end]
    assert whole == 1 and len(hands) == 23
    for at in last:
        for damage in (b"\x00" * _SLOT, b"\xff" * _SLOT, image[at : at + 3] + b"\x00" * 13):
            changed = image[:at] + damage + image[at + _SLOT :]
            sitting = match.start(changed)
            assert _sheet(sitting) == (0, won, hands[-Scores.IN_A_CHECKPOINT :])
            assert sitting.known == match.script.states[end]


def test_hands_of_an_older_program_are_kept_without_numbers() -> None:
    """An older program writes no HANDS records, so the numbers of its hands are unknown. The
    current program keeps all later hands, and numbers the hands of the next match.
    """
    match = _match(60)
    begin, end = match.ends(20), match.ends(22) + 1
    partition = Partition(_MANY, match.image(begin, _MANY))
    sitting = match.sit(partition)
    sitting.table.history.older = bytearray
    for event in match.script.events[begin:end]:
        sitting.happen(event)
    _, won, hands = match.sheets[end]
    assert _sheet(match.start(partition.cells)) == (0, won, hands[-Scores.IN_A_CHECKPOINT :])
    later = match.ends(40) + 1
    sitting, sheet = [*match.play(partition, end, later)][-1]
    hands = match.sheets[later][2]
    assert sheet == (0, won, hands[22 - Scores.IN_A_CHECKPOINT :])
    assert _sheet(match.start(partition.cells)) == sheet
    sitting.happen(match.script.events[0])
    assert _sheet(sitting)[0] == 1 and not _sheet(sitting)[2]
