"""Tests of simultaneous attempts to enter the director's PIN: at seats, in the set-up, by link.

A model in this file predicts the effect of each action. It follows docs/security.md and does not
use `Attempt` or `Lock`.
"""

import testenv
import texts
from codes.game import SEATS
from codes.journal import Notes, PinStates
from codes.table import Cues
from dice import Dice
from keyskit import MENU, OK, PASS, KeyRig
from link.commands import Context, Refusal, undo
from menukit import TAKEN
from table.setup.setup import Setup
from table.table import Table
from toolkit import Bench

PINS = (b"CDHS", b"CDHSSC")
WAITS = (0, 0, 0, 5, 15, 60, 300, 900)
STEP_MS = 300  # longer than a bounce, so that each press counts
OPENED, SHUT, ASKED = "opened", "shut", "asked"


def numbers(pin):
    """Return the numbers of the suit keys of a PIN."""
    return ["CDHS".index(key) for key in pin.decode()]


def wrong(pin):
    """Return another PIN of the same length, which differs in the last key."""
    return pin[:-1] + b"D"


class Model:
    """Model of the expected notes, answers over the link and state of the question."""

    def __init__(self, pin, tries, now):
        self.pin = pin
        self.tries = tries
        self.free = now  # time of the next allowed try
        self.asked = SHUT
        self.owner = ""
        self.typed = b""
        self.notes = []

    def begin(self, now):
        """Expect the question, unless earlier wrong tries enforce a wait."""
        self.asked = SHUT if now < self.free else ASKED
        self.leave()

    def leave(self):
        """Forget the keys pressed so far, and their seat."""
        self.owner = ""
        self.typed = b""

    def key(self, seat, key, now):
        """Count a key of the seat that has pressed the first key; try the PIN once it is complete.

        Ignore the key if the PIN is not asked for.
        """
        if self.asked != ASKED or self.owner not in ("", seat):
            return
        self.owner = seat
        self.typed += key
        if len(self.typed) == len(self.pin):
            self.asked = OPENED if self.try_(seat, self.typed, now) else SHUT
            self.leave()

    def line(self, pin, now):
        """Return whether a PIN over the link is accepted.

        If the PIN has a wrong length or other keys than suits, do not count a try.
        """
        is_pin = len(pin) == len(self.pin) and min([one in b"CDHS" for one in pin])
        return bool(is_pin) and self.try_("N", pin, now)

    def try_(self, seat, keys, now):
        """Count a try and return whether the keys are the PIN; during a wait just return False."""
        if now < self.free:
            return False
        tries = self.tries + 1
        self.notes.append((Notes.PIN_TRY, SEATS.index(seat), PinStates.SET + tries))
        if keys == self.pin:
            self.notes.append((Notes.PIN_RIGHT, SEATS.index(seat), PinStates.SET))
            self.tries = 0
            self.free = now
            return True
        self.tries = tries
        self.free = now + 1000 * WAITS[min(tries, 7)]
        return False


class Room:
    """A table in a deal with a host at its link, compared with the model after each action."""

    def __init__(self, pin):
        self.pin = pin
        self.rig = KeyRig(discipline=1, pin=numbers(pin))
        self.rig.play(TAKEN)
        self.table = self.rig.table
        self.cable = Cable(self.table)
        self.model = Model(pin, 0, 0)

    def begin(self, tries):
        """Let any wait end, close an open question, and set the number of wrong tries.

        A new model gets the same state.
        """
        table = self.table
        table.step(table.now + 1000 * WAITS[4] + STEP_MS)
        if table.dialogue.asked:
            self.centre(MENU)
        table.lock.tries = tries
        table.lock.missed = 0
        table.journal.adds.clear()
        self.model = Model(self.pin, tries, table.now)

    def centre(self, key):
        """Press a key of the director, and let a menu open or close."""
        keys = self.rig.keys
        keys.key(key, True, self.table.now)
        keys.key(key, False, self.table.now)
        for _ in range(2):
            keys.step(self.table.now)

    def take(self, action):
        """Apply an action to the table and to the model, and compare them.

        An action is (MENU,), (OK,), a PIN over the link such as (b"CDHS",), or the key of a seat,
        such as ("W", b"C") or ("W", PASS).
        """
        table = self.table
        model = self.model
        table.step(table.now + STEP_MS)
        table.blink = 0
        was_asked = model.asked == ASKED
        who = action[0]
        if who == MENU:
            self.centre(MENU)
            if was_asked:
                model.asked = SHUT
            else:
                model.begin(table.now)
        elif who == OK:
            self.centre(OK)
        elif isinstance(who, bytes):
            assert self.cable.opens(who, table.now) == model.line(who, table.now), action
        elif action[1] == PASS:
            self.rig.keys.key(SEATS.index(who) * 8 + PASS, True, table.now)
            if model.owner in ("", who):
                model.asked = SHUT
        else:
            self.rig.keys.key(SEATS.index(who) * 8 + numbers(action[1])[0], True, table.now)
            model.key(who, action[1], table.now)
        self.rig.keys.step(table.now)
        self.compare(action)
        assert not (was_asked and table.blink), action

    def compare(self, action):
        """Compare the open question and the journal with the model."""
        table = self.table
        state = SHUT
        if table.dialogue.asked:
            state = ASKED if table.dialogue.question == texts.PIN else OPENED
        assert state == self.model.asked, (action, state, self.model.asked)
        assert table.journal.adds == self.model.notes, (action, table.journal.adds)

    def play(self, actions, tries):
        """Apply actions after `tries` wrong tries until the menu opens or no action is left.

        Return the state of the question.
        """
        self.begin(tries)
        for action in actions:
            self.take(action)
            if self.model.asked == OPENED:
                break
        return self.model.asked


class Cable:
    """Host that sends a command which requires the PIN."""

    def __init__(self, table: Table):
        self.context = Context(table, None, None, None, None, None, None, False)

    def opens(self, pin, now):
        """Send a command with this PIN; return whether the table accepts the PIN.

        The number of events in the command is wrong, so a table that accepts the PIN answers
        "not-now".
        """
        self.context.now = now
        try:
            undo(self.context, {"events": 99999, "pin": pin.decode()})
        except Refusal as refusal:
            error = refusal.answer["error"]
        assert error in ("pin", "not-now")
        return error == "not-now"


def merged(one, other):
    """Yield all interleavings of two lists of actions."""
    if not one or not other:
        yield one + other
        return
    for rest in merged(one[1:], other):
        yield one[:1] + rest
    for rest in merged(one, other[1:]):
        yield other[:1] + rest


def share(orders):
    """Yield all orders on CPython and with SOAK, else one in five."""
    whole = testenv.SOAK or not testenv.VM
    for at, order in enumerate(orders):
        if whole or at % 5 == testenv.SEED % 5:
            yield order


def spelled(seat, pin):
    return [(seat, bytes((key,))) for key in pin]


def test_two_seats_cannot_enter_one_pin_together():
    for pin in PINS:
        room = Room(pin)
        ends = {OPENED: 0, SHUT: 0}
        for of_east, of_west in ((pin, pin), (pin, wrong(pin)), (wrong(pin), pin)):
            for order in share(merged(spelled("E", of_east), spelled("W", of_west))):
                ends[room.play([(MENU,)] + order, 0)] += 1
                yield
        assert ends[OPENED] > ends[SHUT] > 0


def test_keys_at_the_table_and_a_pin_over_the_link_are_independent():
    for pin in PINS:
        room = Room(pin)
        for at_table in (pin, wrong(pin)):
            keys = [(MENU,)] + spelled("S", at_table)
            for first in (pin, wrong(pin), pin[:-1], b"x" + pin[1:]):
                for second in (pin, wrong(pin)):
                    for order in share(merged(keys, [(first,), (second,)])):
                        for tries in (0, 2):
                            room.play(order, tries)
                        yield


def test_a_second_seat_can_enter_a_pin_only_after_menu():
    for pin in PINS:
        room = Room(pin)
        for at in range(len(pin)):
            keys = [(MENU,)] + spelled("N", pin)[:at] + [(MENU,), (MENU,)]
            assert room.play(keys + spelled("E", pin), 0) == OPENED
            assert room.play(keys + spelled("E", wrong(pin)), 0) == SHUT
            yield


def test_random_keys_and_lines_follow_the_model():
    dice = Dice(testenv.SEED)
    for pin in PINS:
        room = Room(pin)
        lines = (pin, wrong(pin), pin[:-1], b"", b"x" + pin[1:])
        for _ in range(2000 if testenv.SOAK else 60):
            room.begin(dice.below(5))
            for _ in range(40):
                seat = SEATS[dice.below(4)]
                kind = dice.below(16)
                if kind < 1 or room.model.asked != ASKED:
                    room.take((MENU,) if dice.below(3) else (lines[dice.below(5)],))
                elif kind < 3:
                    room.take((OK,))
                elif kind < 5:
                    room.take((lines[dice.below(5)],))
                elif kind < 6:
                    room.take((seat, PASS))
                else:
                    typed = len(room.model.typed)
                    key = dice.below(4) if dice.below(6) == 0 else numbers(pin)[typed]
                    room.take((room.model.owner or seat, b"CDHS"[key : key + 1]))
                    if room.model.asked == ASKED:
                        room.take((seat, b"C"))
                if room.model.asked == OPENED:
                    break
            yield


def test_keys_of_other_seats_change_neither_display_nor_timeout():
    room = Room(PINS[0])
    room.begin(0)
    room.take((MENU,))
    room.take(("N", b"C"))
    table = room.table
    for second in range(57):
        shown = table.voice.notice, table.dialogue.asked, table.dialogue.page, table.look.page
        table.cue = Cues.SILENCE
        for seat in "ESW":
            for key in range(6):
                table.step(table.now + 50)
                room.rig.keys.key(SEATS.index(seat) * 8 + key, True, table.now)
                room.rig.keys.key(SEATS.index(seat) * 8 + key, False, table.now)
                room.rig.keys.step(table.now)
        now = table.voice.notice, table.dialogue.asked, table.dialogue.page, table.look.page
        assert now == shown and table.cue == Cues.SILENCE, second
        room.compare(second)
        table.step(table.now + 100)
    yield
    table.step(table.now + 10_000)
    room.rig.keys.step(table.now)
    assert not table.dialogue.asked, "the question times out"
    room.model.asked = SHUT
    room.model.leave()
    for action in [(MENU,)] + spelled("W", PINS[0]):
        room.take(action)
    assert room.model.asked == OPENED


def test_changing_the_pin_cancels_an_attempt_without_a_wrong_try():
    for pin in PINS:
        for other in PINS:
            room = Room(pin)
            room.begin(0)
            room.take((MENU,))
            room.take(("N", pin[:1]))
            room.table.lock.pin = KeyRig(pin=numbers(other)).table.lock.pin
            for key in range(1, len(pin)):
                room.table.step(room.table.now + STEP_MS)
                room.rig.press("N", numbers(pin)[key])
            assert not room.table.dialogue.asked and room.rig.notice() == texts.WRONG_PIN
            assert room.table.journal.adds == [] and room.table.lock.tries == 0
            yield


# --- the old PIN in the set-up menu -----------------------------------------------------------


def test_the_old_pin_in_the_set_up_and_a_pin_over_the_link_are_independent():
    for pin in PINS:
        bench = Bench()
        table = bench.table
        table.lock.pin = KeyRig(pin=numbers(pin)).table.lock.pin
        cable = Cable(table)
        yield
        for in_set_up in (pin, wrong(pin)):
            keys = [(MENU,)] + spelled("E", in_set_up)
            for first in (pin, wrong(pin)):
                for second in (pin, wrong(pin), pin[:-1]):
                    for order in share(merged(keys, [(first,), (second,)])):
                        for tries in (0, 2):
                            set_up_and_cable(bench, cable, Model(pin, tries, 0), order)
                        yield


def set_up_and_cable(bench, cable, model, order):
    """Apply actions at a set-up menu and over the link, and compare the table with the model.

    Here (MENU,) chooses the item of the set-up menu that changes the PIN.
    """
    table = bench.table
    table.step(table.now + 1000 * WAITS[4] + STEP_MS)
    model.free = table.now
    table.lock.tries = model.tries
    bench.events()
    bench.tool = Setup(table)
    for action in order:
        table.step(table.now + STEP_MS)
        if action[0] == MENU:
            place = list(table.dialogue.options).index(texts.SET_PIN)
            bench.press("E", "+" * (place // 4) + "CDHS"[place % 4])
            model.begin(table.now)
        elif len(action) == 1:
            assert cable.opens(action[0], table.now) == model.line(action[0], table.now), order
        elif model.asked == ASKED:
            bench.press(action[0], action[1].decode())
            model.key(action[0], action[1], table.now)
        asks = {texts.OLD_PIN: ASKED, texts.PIN_LENGTH: OPENED}.get(table.dialogue.question, SHUT)
        assert asks == model.asked, (order, action)
        assert bench.journal.adds == model.notes, (order, action)
