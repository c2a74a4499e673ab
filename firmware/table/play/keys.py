"""Key presses, releases, holds and combinations, and what each of them starts.

PASS and CALL count when they are released, because either may still be held for a second, or
pressed together with the other.
"""

from micropython import const

from belote.conduct import OF_A_PLAY
from codes.game import Bids, Disciplines, Phases, Seats, Totals
from codes.table import Cues, KeyNumbers, Ticks
from table.menus import wishes
from table.menus.menus import Menus
from table.play.calls import Calls

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_PASS_DOWN = const(1 << KeyNumbers.PASS)
_CALL_DOWN = const(1 << KeyNumbers.CALL)

_TWICE_MS = const(250)  # two presses of a key in this time count as one, except in a PIN
_HELD_MS = const(1000)  # a key counts as held when it has been down for this time
_STUCK_MS = const(9000)  # PASS or CALL has no effect if it comes up after this time
_IDLE_MS = const(900000)  # time without a key or an event after which a break begins


class Keys:
    """Handler of all keys: `menus` asks questions, `calls` handles bids and calls."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.match = table.match
        self.menus = Menus(table)
        self.calls = Calls(table)
        self._down = bytearray(4)  # by seat: whether PASS and CALL are down, a bit each
        self._since = [0] * 4  # by seat: the time in ms at which PASS or CALL was pressed last
        self._last = self._pressed = 0  # the key pressed last, and the time in ms
        # The number of events, and the number of announced offences, at the last step.
        self._count = self._logged = 0
        self._busy = 0  # time in ms of the last key or event

    def command(self, seat: int, number: int) -> None:
        """Do what a command card means; `number` is its index in `decks.COMMANDS`.

        Press and release a key of `seat` or a key of the director, or request a redeal for `seat`.
        """
        if number == KeyNumbers.REDEAL_CARD:
            self.menus.request(wishes.REDEAL, seat)
            return
        if number >= KeyNumbers.CENTRE:
            seat = number - KeyNumbers.CENTRE
            number = KeyNumbers.CENTRE
        self.key(seat << 3 | number, True, self.table.now)
        self.key(seat << 3 | number, False, self.table.now)

    def key(self, number: int, down: bool, now: int) -> None:
        """Handle a key that goes down or comes up; the caller reports a stuck key as released.

        `number` is 8 * seat plus one of `KeyNumbers`.
        """
        table = self.table
        seat = number >> 3
        key = number & 7
        if not down:
            self._up(seat, key, now)
            return
        again = number == self._last and (now - self._pressed & Ticks.MASK) < _TWICE_MS
        self._last = number
        self._pressed = self._busy = now
        if again and not self.table.dialogue.spells:
            return
        if key == KeyNumbers.CENTRE:
            self._centre(seat)
        elif key == KeyNumbers.RAP:
            self.calls.salt(seat)
        elif table.dialogue.asked >> seat & 1:
            if self.menus.hears(seat):
                table.dialogue.answer(seat, 0 if self.menus.firm() else key)
        elif not self.match.house.shift & seat:
            self._pressed_by(seat, key, now)

    def _pressed_by(self, seat: int, key: int, now: int) -> None:
        """Handle the press of a key by a player who is not asked a question."""
        if key < KeyNumbers.PASS:
            self._down[seat] &= _PASS_DOWN
            self.calls.suit(seat, key)
            return
        self._down[seat] |= 1 << key
        self._since[seat] = now
        self.calls.prefix(seat, key == KeyNumbers.CALL)
        if self._down[seat] == _PASS_DOWN | _CALL_DOWN:
            self._down[seat] = 0
            self.calls.prefix(seat, False)
            self.menus.request(wishes.SEAT_MENU, seat)

    def _up(self, seat: int, key: int, now: int) -> None:
        """Handle the release of PASS or CALL; other keys count when they are pressed."""
        bit = self._down[seat] & 1 << key
        self._down[seat] ^= bit
        if not bit or (now - self._since[seat] & Ticks.MASK) >= _STUCK_MS:
            return
        calls = self.calls
        if self.match.phase < Phases.PLAY:
            if key == KeyNumbers.PASS:
                calls.bid(seat, Bids.PASS)
            else:
                calls.third(seat)
        elif key == KeyNumbers.CALL:
            calls.belote(seat)
        elif not self.table.passed(seat):
            calls.salt_or_agree(seat)

    def _centre(self, key: int) -> None:
        """Handle a director's key: MENU, UNDO, OK or MUTE."""
        table = self.table
        if key == KeyNumbers.MUTE:
            settings = table.settings
            settings.volume = settings.volume - 1 & 3
            table.sound(Cues.READ)
        elif self.menus.firm():
            if key == KeyNumbers.OK:
                self.menus.confirm()
        elif key == KeyNumbers.OK:
            table.voice.hush()
            if table.dialogue.asked == Seats.EVERYONE and not table.dialogue.spells:
                table.dialogue.answer(0, 0)
        elif table.dialogue.asked:
            self.menus.leave()
            for seat in range(4):
                table.dialogue.answer(seat, KeyNumbers.PASS)
        elif key == KeyNumbers.UNDO:
            self.menus.request(wishes.DIRECTOR_UNDO, 0)
        else:
            playing = self.match.phase != Phases.IDLE
            self.menus.request(wishes.DIRECTOR if playing else wishes.DIRECTOR_SETTINGS, 0)

    # --- keys that are held, and idle time --------------------------------------------------

    def step(self, now: int) -> None:
        """Handle menus, calls that wait for a card, proved offences, held keys, and idle time."""
        self.menus.step()
        self.calls.step(now)
        self._ask_the_injured()
        for seat in range(4):
            if self._down[seat] and (now - self._since[seat] & Ticks.MASK) >= _HELD_MS:
                self._hold(seat)
        match = self.match
        if (
            len(match.events) != self._count
            or match.phase == Phases.IDLE
            or self.table.dialogue.asked
        ):
            self._count = len(match.events)
            self._busy = now
        elif (now - self._busy & Ticks.MASK) > _IDLE_MS:
            self.menus.request(wishes.PAUSE, 0)
        self.menus.turn()

    def _ask_the_injured(self) -> None:
        """Ask the offender's opponents to decide the penalty for a play just proved wrong.

        Do so only if the discipline has no automatic penalty and no question is open.
        """
        match = self.match
        table = self.table
        told = len(match.conduct.log) - table.voice.untold
        if told > self._logged and match.totals[Totals.WINNER] < 0:
            lenient = match.totals[Totals.CONDUCT] < Disciplines.POINTS
            if (
                lenient
                and match.conduct.log[told - 1].code in OF_A_PLAY
                and not table.dialogue.asked
            ):
                self.menus.request(wishes.JUDGE, 0)
        self._logged = told

    def _hold(self, seat: int) -> None:
        """Handle a key held for a second.

        PASS opens the menu in which a player takes a card back, CALL the one for calling out.
        """
        passes = self._down[seat] == _PASS_DOWN
        if self.match.phase >= Phases.PLAY and (passes or self.match.house.call_out):
            self._down[seat] = 0
            self.calls.prefix(seat, False)
            self.menus.request(wishes.TAKE_BACK if passes else wishes.CALL_OUT, seat)
