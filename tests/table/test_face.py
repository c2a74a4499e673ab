"""When the display is refreshed, how, and that looking for something to draw takes no heap.

Each test yields before it makes its table: what loading the house took is collected then.
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
        """Only the VM knows of a heap."""
        return 0


ANSWERS = bytes(
    (
        texts.AS_THE_HOUSE,
        texts.REFUSE_IT,
        texts.WARN_OF_IT,
        texts.COST_POINTS,
        texts.COST_MATCH,
    )
)
A_STEP = 1024  # bytes of heap that a step takes at most: a line of the page begins
FULL = 2
PARTIAL = 0
BUFFER = bytearray(7500)
HOUSE = []
# Two tricks at a table of Piedicavallo: West deals, South takes.
BIDS = ((Events.DEAL, 3, 0), (Events.UPCARD, 3, "QH"), (Events.BID, 2, 2))
TRICK = ((2, "AH"), (1, "9H"), (0, "8H"), (3, "7H"))


def house():
    """The house, loaded once; what loads it goes again."""
    if not HOUSE:
        from belote import housefile

        folder = housefile.__file__[: housefile.__file__.rfind("/")]
        with open(folder + "/houses/piedicavallo.house", encoding="utf-8") as file:
            HOUSE.append(housefile.load(file.read()))
        sys.modules.pop("belote.housefile", None)
    return HOUSE[0]


class Journal:
    """Counts the notes of a display that is lost, and of one that is back."""

    def __init__(self):
        self.lost = self.back = 0

    def add(self, kind, seat, arg):
        """One record more."""
        if kind == 48:
            self.lost += arg
            self.back += not arg
        return True


class Display:
    """A display as its driver is seen: busy for some steps once it was asked to show."""

    def __init__(self):
        self.state = 0
        self.end = 0  # the state after the refresh
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
    """A table of Piedicavallo with a face, before the first deal."""

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
        """Time passes; the number of refreshes it brought."""
        shown = self.display.shown
        until = self.now + ms
        while self.now < until:
            for _ in range(400):
                before = heap()
                ms = self.face.step(self.now)
                taken = heap() - before
                idle = ms and not self.display.state
                assert taken <= (0 if idle else A_STEP), taken
                if idle or (ms and self.display.state != 1):  # a lost display is asked later
                    break
            self.now += 50
        return self.display.shown - shown

    def play(self):
        """Goes on to the first card."""
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


def test_no_card_is_a_refresh_but_a_trick_is():
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


def test_a_sentence_is_shown_at_once_and_goes_again():
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


def test_what_a_question_is_about_is_drawn_anew():
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
        # One step later each time: in and after each line of the first page.
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


def test_the_result_and_then_a_full_refresh_before_the_next_deal():
    house()
    yield
    bench = Bench()
    bench.wait(4000)
    bench.play()
    made = bench.table.match
    made.phase = Phases.DONE  # the count of a hand is another test's
    made.score.settle(2, 0, 1, 0)
    assert bench.wait(4000) == 1
    assert bench.display.how == PARTIAL
    bench.happen(Events.CONFIRM, 0, 0)
    bench.wait(4000)
    bench.happen(Events.CONFIRM, 1, 0)
    assert bench.wait(4000) == 1
    assert bench.display.how == FULL
    assert len(bench.table.history.hands) == 1


def test_a_display_that_is_lost_is_written_down_once_and_again_when_it_is_back():
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


def test_it_sleeps_after_a_while_and_is_refreshed_once_a_day():
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
