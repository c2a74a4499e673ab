"""Tests of times and kinds of the display's refreshes, and of the heap that `Face` uses.

Each test yields before it makes its table, so that garbage from loading the house is collected.
"""

import gc
import sys

import texts
from belote.match import Match
from codes.game import Events, Phases, card_of
from drivers.mfrc522_pads import Pads
from table.files.deck import Deck
from table.table import Table
from testenv import VM
from ui.face import Face
from ui.type import Type

if VM:
    heap = gc.mem_alloc
    FOLDER = "/lib/ui"
else:
    from marcoria.paths import FIRMWARE

    FOLDER = str(FIRMWARE / "ui")

    def heap():
        """Return 0, as heap use is measured only in the VM."""
        return 0


ANSWERS = (
    texts.AS_THE_HOUSE,
    texts.REFUSE_IT,
    texts.WARN_OF_IT,
    texts.COST_POINTS,
    texts.COST_MATCH,
)
A_STEP = 1024  # largest heap use of a step, in bytes; a line's first step uses more than others
FULL = 2
PARTIAL = 0
BUFFER = bytearray(7500)
HOUSE = []
# The bidding and a trick in Piedicavallo: West deals, South takes.
BIDS = ((Events.DEAL, 3, 0), (Events.UPCARD, 3, "QH"), (Events.BID, 2, 2))
TRICK = ((2, "AH"), (1, "9H"), (0, "8H"), (3, "7H"))


def house():
    """Return the house; load it only at the first call."""
    if not HOUSE:
        from belote import housefile

        folder = housefile.__file__[: housefile.__file__.rfind("/")]
        with open(folder + "/houses/piedicavallo.house", encoding="utf-8") as file:
            HOUSE.append(housefile.load(file.read()))
        sys.modules.pop("belote.housefile", None)
    return HOUSE[0]


class Journal:
    """Journal that counts how often the display was lost and how often it came back."""

    def __init__(self):
        self.lost = self.back = 0

    def add(self, kind, seat, arg):
        """Count the record if it notes that the display was lost or came back."""
        if kind == 48:
            self.lost += arg
            self.back += not arg
        return True


class Display:
    """Stand-in for the display's driver; a refresh takes five steps."""

    def __init__(self):
        self.state = 0
        self.end = 0  # state after the refresh
        self.how = -1
        self.shown = self.busy = self.slept = 0

    def show(self, how):
        self.how = how
        self.shown += 1
        self.state = 1
        self.busy = 5
        return True

    def step(self, now):
        self.busy -= 1
        if not self.busy:
            self.state = self.end
        return 10

    def sleep(self):
        self.slept += 1
        return True


class Bench:
    """A table of Piedicavallo with a `Face`, before the first deal."""

    def __init__(self):
        made = Match(house())
        self.journal = Journal()
        self.table = Table(made, self.journal, Pads(4), Deck(), None)
        self.display = Display()
        type = Type(BUFFER, FOLDER)
        type.speech.speak("bg", [""] * 4)
        type.speech.play(made.house)
        self.face = Face(self.table, self.display, type)
        self.now = 1000
        self.happen(Events.MATCH, 3, made.house.mark)

    def happen(self, what, seat, arg):
        card = card_of(arg) if isinstance(arg, str) else arg
        result = self.table.happen(what, seat, card)
        assert not result or result >= 128, result

    def lay(self, plays):
        for seat, card in plays:
            self.happen(Events.CARD, seat, card)

    def wait(self, ms):
        """Let time pass and check the heap use of each step; return the number of refreshes."""
        shown = self.display.shown
        until = self.now + ms
        while self.now < until:
            for _ in range(400):
                before = heap()
                ms = self.face.step(self.now)
                taken = heap() - before
                idle = ms and not self.display.state
                assert taken <= (0 if idle else A_STEP), taken
                # The face waits before it tries a lost display again.
                if idle or (ms and self.display.state != 1):
                    break
            self.now += 50
        return self.display.shown - shown

    def play(self):
        """Deal and bid, up to the first card."""
        for what, seat, arg in BIDS:
            self.happen(what, seat, arg)
        self.wait(8000)


def test_the_first_refresh_is_full_and_the_next_is_not():
    house()
    yield
    bench = Bench()
    assert bench.wait(4000) == 1
    assert bench.display.how == FULL
    bench.happen(*BIDS[0])
    assert bench.wait(4000) == 1
    assert bench.display.how == PARTIAL


def test_a_trick_is_a_refresh_but_a_card_is_not():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    bench.play()
    for seat, card in TRICK[:3]:
        bench.happen(Events.CARD, seat, card)
        assert bench.wait(4000) == 0
    bench.lay(TRICK[3:])
    assert bench.wait(4000) == 1


def test_a_sentence_is_shown_at_once_and_disappears_later():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    bench.play()
    bench.table.step(bench.now)
    bench.table.voice.refuse(1, 1)
    assert bench.wait(200) == 1
    bench.table.step(bench.now + 9000)
    bench.now += 9000
    assert bench.wait(200) == 1
    assert bench.wait(5000) == 0


def test_refreshes_are_three_seconds_apart():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    bench.play()
    bench.table.voice.refuse(1, 1)
    assert bench.wait(200) == 1
    bench.table.voice.refuse(2, 1)
    assert bench.wait(2500) == 0
    assert bench.wait(1000) == 1


def test_a_question_is_drawn_and_its_pages_turned():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    bench.table.dialogue.ask(None, 1, texts.WHICH_DISCIPLINE, ANSWERS)
    assert bench.wait(4000) == 1
    bench.table.dialogue.answer(0, 5)
    assert bench.wait(4000) == 1


def test_a_question_is_drawn_again_when_its_subject_changes():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    table = bench.table
    drawn = []
    for label, options in ((b"PASS", ANSWERS), (b"CALL", ANSWERS), (b"CALL", ANSWERS[1:])):
        table.voice.call(label)
        table.dialogue.ask(None, 1, texts.LAY_FOR_KEY, options)
        assert bench.wait(4000) == 1
        assert bytes(BUFFER) not in drawn
        drawn.append(bytes(BUFFER))
        assert bench.wait(4000) == 0


def test_a_page_turned_while_it_is_drawn_is_drawn_again_and_shown_once():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    table = bench.table
    table.dialogue.ask(None, 1, texts.WHICH_DISCIPLINE, ANSWERS)
    table.dialogue.answer(0, 5)
    assert bench.wait(4000) == 1
    second = bytes(BUFFER)
    steps = 1
    while not bench.display.state:
        # In each round the key comes one step later, until it has come after each step of drawing.
        table.dialogue.ask(None, 1, texts.WHICH_DISCIPLINE, ANSWERS)
        for _ in range(steps):
            bench.face.step(bench.now)
        table.dialogue.answer(0, 5)
        if bench.display.state:
            break
        assert bench.wait(4000) == 1
        assert BUFFER == second
        steps += 1
    assert steps > 20


def test_the_result_is_shown_and_the_next_deal_gets_a_full_refresh():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    bench.play()
    made = bench.table.match
    made.phase = Phases.DONE  # end the deal without playing it
    made.score.settle(2, 0, 1, 0)
    assert bench.wait(4000) == 1
    assert bench.display.how == PARTIAL
    bench.happen(Events.CONFIRM, 0, 0)
    bench.wait(4000)
    bench.happen(Events.CONFIRM, 1, 0)
    assert bench.wait(4000) == 1
    assert bench.display.how == FULL
    assert len(bench.table.history.hands) == 1


def test_a_lost_display_and_its_return_are_noted_once_each():
    house()
    yield
    bench = Bench()
    bench.display.end = 3
    bench.wait(4000)
    bench.play()
    assert (bench.journal.lost, bench.journal.back) == (1, 0)
    bench.display.end = 0
    bench.table.voice.refuse(1, 1)
    bench.wait(4000)
    assert (bench.journal.lost, bench.journal.back) == (1, 1)


def test_the_display_sleeps_after_a_while_and_is_refreshed_once_a_day():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    assert not bench.display.slept
    bench.now += 700_000
    bench.wait(100)
    assert bench.display.slept
    bench.now += 86_400_000
    assert bench.wait(200) == 1
    assert bench.display.how == FULL
