"""Tests of the director's PIN: wrong tries and waits, power cuts, full and dead flash."""

import testenv
import texts
from codes.journal import Notes, PinStates, RoomLeft
from codes.table import Ticks
from dice import Dice
from journal.journal import Journal
from journal.latest import latest
from ramlog import PowerCut, RamLog
from table.files.pin import make
from table.lock import Attempt, Lock

RIGHT, WRONG = bytes((2, 0, 3, 1)), bytes((2, 0, 3, 3))
KINDS = bytes((Notes.PIN_TRY, Notes.PIN_RIGHT, Notes.PIN_CHANGED, Notes.PIN_GONE, Notes.PIN_AGAIN))
WAITS = (0, 0, 0, 5, 15, 60, 300, 900, 900, 900)
_PIN = make(RIGHT)


class Settings:
    """The part of the settings that a lock uses."""

    def __init__(self, pin):
        self.pin = pin
        self.file = pin  # the PIN saved on flash

    def save(self):
        self.file = self.pin
        return True


class Seen:
    """A PIN that counts its comparisons; `order` lists them, and the writes that a test adds."""

    def __init__(self, pin):
        self.pin = pin
        self.length = pin.length
        self.compared = 0
        self.order = []

    def is_(self, keys):
        self.compared += 1
        self.order.append("compared")
        return self.pin.is_(keys)


class Door:
    """A lock with its journal; `start` restarts the table."""

    def __init__(self, pin=_PIN, blocks=4):
        self.log = RamLog(blocks, Dice(testenv.SEED))
        self.settings = Settings(pin)
        self.now = 1000
        self.start()

    def start(self):
        self.settings.pin = self.settings.file
        self.journal = Journal(self.log, 7)
        self.journal.add(Notes.BOOT, 0, 1)
        self.journal.make_room()
        self.lock = Lock(self.journal, self.settings)
        self.lock.recall(*latest(self.journal, KINDS), self.now)
        self.lock.pin = Seen(self.lock.pin)
        self.attempt = Attempt(self.lock)

    def wait(self, seconds):
        self.now = self.now + seconds * 1000 & Ticks.MASK
        self.lock.tend()

    def try_(self, keys):
        """Enter keys; return whether they open, or None during a wait after wrong tries."""
        attempt = self.attempt
        if not attempt.begin(self.now):
            return None
        for key in keys[:-1]:
            assert not attempt.press(3, key)
        assert attempt.press(3, keys[-1])
        return attempt.opens(self.now)

    def fail(self, times):
        """Make wrong tries and wait as long as necessary after each."""
        for _ in range(times):
            assert self.try_(WRONG) is False
            self.wait(900)

    def fill(self, records):
        """Write records of play to the journal."""
        for i in range(records):
            assert self.journal.add(9, i & 3, i & 31)

    def left(self):
        """Return the number of records until the block is full."""
        return -self.journal.seq & 255


def test_only_the_pin_opens():
    door = Door()
    assert door.try_(WRONG) is False and door.attempt.sentence == texts.WRONG_PIN
    assert door.try_(RIGHT) is True
    assert door.try_(RIGHT) is True


def test_incomplete_keys_are_forgotten():
    door = Door()
    for count in range(1, 4):
        assert door.attempt.begin(door.now)
        for key in WRONG[-count:]:
            assert not door.attempt.press(count - 1, key)
        assert door.try_(RIGHT) is True


def test_each_wrong_try_in_a_row_lengthens_the_wait():
    door = Door()
    for tries in range(1, len(WAITS)):
        assert door.try_(WRONG) is False
        wait = WAITS[tries]
        if wait:
            assert (door.attempt.sentence, door.attempt.number) == (texts.PIN_WAITS, wait)
            door.now += wait * 1000 - 1
            assert door.try_(RIGHT) is None, "even the right PIN is refused while waiting"
            assert (door.attempt.sentence, door.attempt.number) == (texts.PIN_WAITS, 1)
            door.now += 1
        assert door.attempt.begin(door.now) and door.lock.tries == tries
        yield
    assert door.try_(RIGHT) is True and door.try_(WRONG) is False
    assert door.attempt.begin(door.now), "the count begins again"


def test_during_a_wait_tries_are_neither_recorded_nor_compared():
    door = Door()
    door.fail(2)
    assert door.try_(WRONG) is False
    seq, compared = door.journal.seq, door.lock.pin.compared
    for _ in range(1000):
        door.now += 4
        assert door.try_(RIGHT) is None
    assert (door.journal.seq, door.lock.pin.compared) == (seq, compared)


def test_the_wait_continues_when_the_clock_wraps():
    door = Door()
    door.now = Ticks.MASK - 1000
    for _ in range(3):
        assert door.try_(WRONG) is False
    door.now = 3000
    assert door.try_(RIGHT) is None
    door.now = 5000
    assert door.try_(RIGHT) is True


def test_a_try_is_in_the_journal_before_it_is_compared():
    door = Door()
    order = door.lock.pin.order
    program = door.log.program

    def programmed(block, offset, data):
        order.append(data[0])
        return program(block, offset, data)

    door.log.program = programmed
    assert door.try_(RIGHT) is True
    assert order == [Notes.PIN_TRY, "compared", Notes.PIN_RIGHT]


def test_the_director_is_told_once_of_wrong_tries():
    door = Door()
    assert door.try_(RIGHT) and door.lock.news() == 0
    door.fail(3)
    assert door.try_(RIGHT) and door.lock.news() == texts.WRONG_TRIES and door.lock.missed == 3
    door.lock.told(0)
    assert door.lock.news() == 0 and door.try_(RIGHT) and door.lock.news() == 0


def test_any_number_of_wrong_tries_is_handled():
    door = Door()
    for _ in range(300):
        assert door.try_(WRONG) is False
        door.now += 900_000
    yield
    assert door.lock.tries == PinStates.TRIES
    door.start()
    door.now += 900_000
    assert door.lock.tries == PinStates.TRIES
    assert door.try_(RIGHT) and door.lock.missed == PinStates.TRIES - 1


# --- power cuts and restarts --------------------------------------------------------------------


def test_a_restart_does_not_undo_a_wrong_try():
    door = Door()
    for tries in range(1, 8):
        assert door.try_(WRONG) is False
        door.start()
        assert door.lock.tries == tries
        if WAITS[tries]:
            assert door.try_(RIGHT) is None and door.attempt.number == WAITS[tries], (
                "the wait begins again after a restart"
            )
        door.now += WAITS[tries] * 1000
        yield
    assert door.try_(RIGHT) is True
    door.start()
    assert door.lock.tries == 0 and door.try_(RIGHT) is True and door.lock.news() == 0


def test_a_power_cut_during_a_try_never_gives_it_back():
    """Each operation of a try is cut off, with more or less room left in the journal's block."""
    cuts = 0
    for left in (0, 1, 2, 3, 60):
        for keys in (WRONG, RIGHT):
            operation = 1
            while True:
                door = Door()
                door.fail(1)
                door.fill((door.left() - left) % 256)
                before = door.lock.pin.compared
                door.log.cut_at(operation)
                lock = door.lock
                try:
                    door.try_(keys)
                    door.log.cut = 0
                    break
                except PowerCut:
                    door.log.cut = 0
                cuts += 1
                compared = lock.pin.compared - before
                door.start()
                assert door.lock.tries >= 1 + compared or (keys == RIGHT and compared)
                assert door.lock.tries >= 1 or keys == RIGHT
                operation += 1
                yield
    assert cuts >= 15


def test_a_right_try_cut_off_before_its_end_counts_as_wrong():
    door = Door()
    door.fail(1)
    door.log.cut_at(2)
    try:
        door.try_(RIGHT)
        raise AssertionError("the power was not cut")
    except PowerCut:
        pass
    torn = door.journal.seq
    # Make sure that the record is invalid.
    door.log.cells[(torn >> 8) % 4 * 4096 + (torn & 255) * 16] = 0
    door.start()
    assert door.lock.tries == 2


def test_a_damaged_record_does_not_change_the_tries():
    door = Door()
    door.fail(3)
    # `at` is the address of the number of tries. The test changes this number from 3 to 1.
    at = (door.journal.seq - 1 & 255) * 16 + 2
    assert door.log.cells[at - 2] == Notes.PIN_TRY and door.log.cells[at] == 3
    door.log.cells[at] = 1
    door.fill(1)
    door.start()
    assert door.lock.tries == 2


# --- when the journal continues in the next block -----------------------------------------------


def test_tries_are_kept_over_any_amount_of_play():
    door = Door()
    door.fail(4)
    for _ in range(40):
        door.fill(100)
        door.wait(1)
        door.journal.make_room()
        yield
        if door.left() > 200:
            door.start()
            assert door.lock.tries == 4
        yield


def test_a_cut_before_a_new_block_has_the_state_loses_no_try():
    for more in range(1, 240, 31):
        door = Door()
        door.fail(4)
        # Begin the next block and restart before the lock writes its state there. At a table the
        # lock does this within a tenth of a second.
        door.fill(door.left() + more)
        door.start()
        assert door.lock.tries == 4, more
        door.wait(1)
        door.fill(door.left() + 1)
        door.start()
        assert door.lock.tries == 4
        yield


def test_a_cut_while_the_state_is_copied_loses_no_try():
    for operation in (1, 2):
        door = Door()
        door.fail(4)
        door.fill(door.left() + 1)
        door.log.cut_at(operation)
        try:
            door.wait(1)
            door.log.cut = 0
        except PowerCut:
            pass
        door.start()
        assert door.lock.tries == 4, operation
        yield


def test_the_state_is_written_once_a_block():
    door = Door()
    door.wait(1)
    seq = door.journal.seq
    for _ in range(50):
        door.wait(1)
    assert door.journal.seq == seq
    door.start()
    door.wait(1)
    assert door.journal.seq == seq + 2, (
        "only a record of the start and one of an erase, as the block already has the state"
    )
    door.fill(door.left() + 1)
    seq = door.journal.seq
    for _ in range(3):
        door.wait(1)
    assert door.journal.seq == seq + 1


def test_without_a_pin_no_state_is_written():
    door = Door("")
    seq = door.journal.seq
    door.wait(1)
    assert door.journal.seq == seq
    door.fill(door.left() + 1)
    seq = door.journal.seq
    door.wait(1)
    assert door.journal.seq == seq


# --- a journal that cannot be written -----------------------------------------------------------


def test_a_try_that_cannot_be_recorded_is_not_compared():
    door = Door()
    door.fail(1)
    for block in range(4):
        door.log.worn.add(block)
        for slot in range(256):
            door.log.refuses.add((block, slot))
    yield
    for _ in range(5):
        assert door.try_(RIGHT) is False and door.attempt.sentence == texts.PIN_UNWRITTEN
    assert door.lock.pin.compared == 1 and door.lock.tries == 1
    yield
    door.log.worn.clear()
    door.log.refuses.clear()
    door.journal.make_room()
    assert door.try_(RIGHT) is True


def test_a_full_journal_accepts_no_pin_until_a_host_has_fetched_it():
    door = Door()
    door.fill(256)
    door.journal.acknowledge(door.journal.seq - 1)
    while door.journal.state != RoomLeft.FULL:
        door.journal.checkpoint([1] * 8, 1, bytes(64))
        yield
    door.fail(3)
    while door.journal.add(9, 0, 1):
        pass
    yield
    assert door.try_(RIGHT) is False and door.attempt.sentence == texts.PIN_UNWRITTEN
    assert door.lock.pin.compared == 3
    seq = door.journal.seq
    door.wait(1)
    assert door.journal.seq == seq
    door.journal.acknowledge(door.journal.seq - 1)
    door.journal.make_room()
    yield
    door.fill(1)
    door.wait(1)
    assert kinds(door) == [(Notes.PIN_AGAIN, 259)], "the next block has the state"


# --- removal of the PIN --------------------------------------------------------------------------


def kinds(door):
    """Return kind and argument of the notes about the PIN in the current block."""
    found = []
    journal = door.journal
    for slot in range(1, 256):
        if journal.look(journal.block, slot) >= 0 and journal.found[0] in KINDS:
            found.append((journal.found[0], journal.found[2] | journal.found[3] << 8))
    return found


def test_a_pin_removed_from_the_settings_file_is_noted():
    door = Door()
    door.wait(1)
    door.settings.file = ""
    for _ in range(3):
        door.start()
        assert door.lock.gone and door.lock.news() == texts.PIN_GONE
        assert kinds(door) == [(Notes.PIN_AGAIN, 256), (Notes.PIN_GONE, 512)], "noted once"
    yield
    door.fill(door.left() + 1)
    door.wait(1)
    door.fill(door.left() + 1)
    door.start()
    assert door.lock.gone, "the alarm stays until the director has read it"
    door.lock.told(2)
    assert door.lock.news() == 0
    door.start()
    assert not door.lock.gone


def test_removing_the_pin_with_the_pin_raises_no_alarm():
    door = Door()
    door.wait(1)
    assert door.lock.change(1, "")
    door.start()
    assert not door.lock.gone and not door.lock.pin.length


def test_no_cut_while_the_pin_is_changed_raises_an_alarm():
    for old, new in (("", _PIN), (_PIN, ""), (_PIN, make(WRONG))):
        for operation in (1, 2, 3):
            door = Door(old)
            door.wait(1)
            door.log.cut_at(operation)
            try:
                door.lock.change(1, new)
            except PowerCut:
                pass
            door.log.cut = 0
            door.start()
            assert not door.lock.gone
            assert door.settings.file in (old, new)
            yield


def test_a_new_pin_starts_without_wrong_tries():
    door = Door()
    door.fail(6)
    door.lock.change(0, make(WRONG))
    assert door.lock.tries == 0
    door.start()
    assert door.lock.tries == 0 and door.try_(WRONG) is True


# --- heap ---------------------------------------------------------------------------------------


def test_a_try_allocates_only_what_the_hash_needs():
    door = Door()
    lock = door.lock
    lock.pin = lock.pin.pin
    attempt = door.attempt
    for step in (attempt.begin, door.now), (attempt.press, 3, 2), (lock.tend,):
        attempt.begin(door.now)
        assert testenv.heap_used(*step) == 0
        yield
    keys = bytearray(RIGHT + b"\0\0")
    assert testenv.heap_used(lock.pin.is_, keys) <= 208
    yield
    assert testenv.heap_used(door.try_, RIGHT) <= 208 + 32  # 32 for a slice that `try_` makes
