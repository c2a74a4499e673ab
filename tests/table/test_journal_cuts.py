"""Tests of power cuts in random histories: a cut in each write or erase, then a second cut.

At most the record that is being written is lost.
"""

import testenv
from dice import Dice
from journalkit import CARD, REFUSED, Diary, checkpoint, results
from ramlog import PowerCut, RamLog

FULL = 2
BLOCKS = 4
STEPS = 24
LONGEST = 80  # maximum events of a deal, few enough for the last two blocks to hold the whole deal
HISTORIES = 400 if testenv.SOAK else 1 if testenv.VM else 3


class History:
    """Random operations of a journal that has random records; repeatable from the seed."""

    def __init__(self, seed):
        self.seed = seed
        self.log = RamLog(BLOCKS, Dice(seed + 1))
        self.acked = -1
        self.scores = set()

    def begin(self):
        """Write records up to the end of a random block, or nearly up to it.

        Yield from time to time, so that garbage is collected.
        """
        seed = self.seed
        dice = Dice(seed)
        diary = Diary(self.log)
        for _ in range(dice.below(3)):
            yield from self.fill(diary, dice, 0)
        if seed & 1:
            diary.journal.acknowledge(diary.journal.seq - 1)
            self.acked = diary.journal.acked
            if seed & 2:
                yield from self.fill(diary, dice, 0)
        yield from self.fill(diary, dice, dice.below(40))
        if seed % 3 == 0:
            self.log.worn.add(dice.below(BLOCKS))
        elif seed % 3 == 1:
            self.log.refuses.add((dice.below(BLOCKS), dice.below(256)))
        self.items = diary.items
        if self.acked >= 0:
            self.scores = results(self.log, self.acked)
        yield
        self.cells = bytes(self.log.cells)

    def fill(self, diary, dice, left):
        """Write records until the current block is full or has at most `left` free slots."""
        journal = diary.journal
        since = LONGEST
        while True:
            since += 1
            if dice.below(30) == 0 or since > LONGEST:
                since = 0
                checkpoint(diary, dice)
                journal.make_room()
                yield
            diary.add(CARD, dice.below(4), dice.below(32))
            if not 1 < (journal.seq & 255) < 256 - left:
                return

    def run(self, cut):
        """Run the steps with a power cut in operation `cut`; return whether the cut happened."""
        log = self.log
        log.cells[:] = self.cells
        log.dice = Dice(self.seed + cut)
        log.cut = 0
        self.told = self.acked  # greatest value that `acked` of the journal may have
        diary = Diary(log)
        diary.items = self.items[:]
        assert diary.start(), (self.seed, cut)
        log.cut_at(cut)
        dice = Dice(self.seed + 2)
        try:
            for _ in range(STEPS):
                self.step(diary, dice)
        except PowerCut:
            self.after(diary, dice, cut)
            return True
        log.cut = 0
        assert diary.start(), (self.seed, cut)
        return False

    def step(self, diary, dice):
        journal = diary.journal
        what = dice.below(12)
        if what < 7:
            diary.add(CARD, dice.below(4), dice.below(32))
        elif what < 8:
            diary.add(REFUSED, dice.below(4), dice.below(52))
        elif what < 10:
            checkpoint(diary, dice)
        elif what < 11 or self.acked < 0:
            journal.make_room()
        else:
            has = journal.seq - dice.below(300) - 1
            self.told = max(self.told, has >> 8)
            journal.acknowledge(has)

    def after(self, diary, dice, cut):
        """Restart the journal, and cut the power again in one of its first operations.

        Check that these are still there: the last checkpoint, the events after it, and the points
        of earlier deals that no host has acknowledged.
        """
        where = (self.seed, cut)
        log = self.log
        assert diary.start(), where
        log.cut_at(1 + dice.below(20))
        try:
            diary.journal.make_room()
            for _ in range(12):
                self.step(diary, dice)
        except PowerCut:
            assert diary.start(), where
        log.cut = 0
        if self.acked >= 0:
            assert self.acked <= diary.journal.acked <= self.told, where
            assert self.told > self.acked or self.scores <= results(log), where
        diary.journal.make_room()
        # This small flash may be full if a block is worn or a slot cannot be programmed.
        if diary.journal.state == FULL:
            assert self.acked >= 0 and (self.log.worn or self.log.refuses), where
            return
        for _ in range(6):
            assert diary.add(CARD, dice.below(4), dice.below(32)), where
        assert checkpoint(diary, dice), where
        assert diary.add(CARD, 1, 1), where
        assert diary.start(), where
        assert diary.start(), where


def test_a_power_cut_at_any_operation_loses_at_most_one_record():
    cuts = 0
    for seed in range(HISTORIES):
        history = None  # two histories would not fit on the heap
        yield
        history = History(testenv.SEED % 100000 + seed)
        for _ in history.begin():
            yield
        cut = 1
        while history.run(cut):
            cut += 1
            yield
        cuts += cut - 1
    assert cuts > 30 * HISTORIES
