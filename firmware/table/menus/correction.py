"""Menu that corrects the points of a match.

The numbers are set one after the other, and all of them are applied together.
"""

from micropython import const

import texts
from belote import choices
from codes.game import Answers, Events, Phases, Rulings, Seats, Totals
from codes.journal import Notes
from table.menus.menu import AGREE, Menu
from table.menus.options import Options

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_NUMBERS = const(3)  # points of the two sides, and the hanging points
# For each key (hundreds, tens, units): how much one press adds, and how many values it has. The
# hundreds go from 0 to 99, the tens and units from 0 to 9.
_STEPS = b"\x64\x0a\x01"
_TURNS = b"\x64\x0a\x0a"


class Correction(Menu):
    """Menu that corrects the points.

    Players may use it between deals, and the other side has to agree. The director may always use
    it, and needs no consent.
    """

    def __init__(self, table: "Table") -> None:
        Menu.__init__(self, table)
        self._numbers = [0] * _NUMBERS
        self._place = 0  # index of the number that is being set

    def _wished(self, wish: int) -> None:
        match = self.match
        ready = match.phase == Phases.READY
        if ready or self.directs:
            why = Rulings.CORRECTED if ready else Rulings.BESIDE
            self._want(Events.RULING, Rulings.GIVE, why, Notes.CORRECTED)
            for place in range(_NUMBERS):
                self._numbers[place] = match.totals[place]
            self._place = 0
            self._ask_for_number()
        else:
            self.table.voice.refuse(Answers.NOT_NOW, self.seat)

    def _ask_for_number(self) -> None:
        place = self._place
        self._ask(
            texts.SET_HANGING if place == Totals.HANGING else texts.SET_POINTS,
            Seats.EVERYONE if self.directs else 1 << self.seat,
            _DIGITS,
            self._numbers[place],
            place,
        )

    def turn(self, seat: int, choice: int) -> None:
        """Increase the hundreds, tens or units by one; after their highest value comes zero."""
        points = self._numbers[self._place]
        step = _STEPS[choice]
        digit = abs(points) // step % _TURNS[choice]
        change = ((digit + 1) % _TURNS[choice] - digit) * step
        self._numbers[self._place] = points - change if points < 0 else points + change
        self._ask_for_number()

    def turn_sign(self, seat: int, choice: int) -> None:
        """Change the sign of the number."""
        self._numbers[self._place] *= -1
        self._ask_for_number()

    def right(self, seat: int, choice: int) -> None:
        """Accept the number, and ask for the next one.

        After the last number, apply all numbers if the director has set them. Otherwise propose
        them to the other side.
        """
        self._place += 1
        if self._place < Totals.HANGING or (self._place == Totals.HANGING and self._hangs()):
            self._ask_for_number()
        elif self.directs:
            self.agreed()
        else:
            self._propose()

    def _hangs(self) -> bool:
        """Return whether points can hang in this house, or hang now."""
        house = self.match.house
        may = house.litige == choices.LITIGE_HANGS and house.success != choices.SUCCESS_NONE
        return may or self.match.totals[Totals.HANGING] != 0

    def _propose(self) -> None:
        north, east, hanging = self._numbers
        self._ask(
            texts.CORRECTED_HANGING if self._hangs() else texts.CORRECTED,
            self.table.others(self.seat),
            AGREE,
            north,
            hanging,
            east,
        )

    def agreed(self) -> None:
        """Apply the new points, unless other events have happened since the menu was opened."""
        sums = self.match.totals
        if self._count != len(self.match.events):
            self.table.voice.refuse(Answers.LATE, self.seat)
            return
        north, east, hanging = self._numbers
        if self._give(north - sums[0], east - sums[1], hanging - sums[2], self._arg):
            self.table.journal.add(self._note, self.seat, int(self.directs))


_DIGITS = Options(
    (texts.HUNDREDS, Correction.turn),
    (texts.TENS, Correction.turn),
    (texts.UNITS, Correction.turn),
    (texts.RIGHT, Correction.right),
    (texts.PLUS_MINUS, Correction.turn_sign),
)
