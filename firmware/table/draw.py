"""The draw: a card each says who deals, and in some houses who sits where.

docs/houses.md has the three ways, `draw`. PASS leaves it; nothing has happened then.
"""

from micropython import const

from belote.cards import COUNT
from table.laying import Laying
from table.opening import begin, light, seats
from table.settings import Settings
from table.table import CLEAR, OVER, READ, SCAN, Table

_UNKNOWN_TAG = const(85)  # text
_OTHER_PACK = const(86)  # text
_RESUME = const(141)  # text
_DRAW_LOWEST = const(210)  # text
_DRAW_AGAIN = const(213)  # text
_DRAW_DEALS = const(214)  # text
_DRAW_SITS = const(215)  # text

_LOWEST = const(0)
_RUN = const(2)
_COURT_RANKS = b"\x04\x05\x06\x07"

_NONE = const(255)
_OUT = const(64)  # a seat whose card was not among the lowest

_LAY = const(0)  # the question under way
_READ_IT = const(1)


class Draw(Laying):
    """A draw for the house of the table; it starts the match."""

    def __init__(self, table: Table, settings: Settings) -> None:
        Laying.__init__(self, table)
        self.settings = settings
        self.drawn = bytearray((_NONE,) * 4)  # the card of each seat
        self.dealer = 0
        self.seat_of = bytearray(range(4))  # where each one sits once the dealer is known
        self.told = -1  # whose new seat was told last
        self._ask(_DRAW_LOWEST + table.match.house.draw, 0)

    def answered(self, what: int, seat: int, choice: int) -> None:
        """PASS leaves the draw; a sentence that was read leads to the next."""
        if what == _READ_IT:
            self._tell_seat()
        else:
            self._close()

    # --- cards ------------------------------------------------------------------------------

    def _waits(self) -> bool:
        return self.told < 0

    def _take(self, seat: int) -> None:
        pads = self.table.pads
        found = self.table.deck.find(pads.uid[seat], pads.uid_len[seat])
        if found < 32:
            self._draw(seat, found)
        else:
            self._refuse(seat, _OTHER_PACK if found < 64 else _UNKNOWN_TAG)

    def _draw(self, seat: int, card: int) -> None:
        if self.drawn[seat] != _NONE or card in bytes(self.drawn):
            return
        if not seats(self.table) >> seat & 1:
            return
        self.drawn[seat] = card
        self.table.lamps[seat] = CLEAR
        self.table.cue = READ
        for other in range(4):
            if seats(self.table) >> other & 1 and self.drawn[other] == _NONE:
                return
        if self.table.match.house.draw == _LOWEST:
            self._lowest()
        else:
            self._places()

    def _ask(self, sentence: int, seat: int, other: int = 0) -> None:
        """Asks who has not drawn to lay a card."""
        table = self.table
        who = seats(table)
        light(table, who, CLEAR)
        for one in range(4):
            if who >> one & 1 and self.drawn[one] == _NONE:
                table.lamps[one] = SCAN
        table.say(sentence, seat, 0, other, ms=0)
        table.ask(self, _LAY, who, sentence, b"")

    # --- what they say ----------------------------------------------------------------------

    def _lowest(self) -> None:
        beats = self.table.match.house.plain_beats
        most = -1
        lowest: list[int] = []
        for seat in range(4):
            if self.drawn[seat] < _OUT:
                above = COUNT[beats[self.drawn[seat] & 7]]
                if above > most:
                    most = above
                    lowest = []
                if above == most:
                    lowest.append(seat)
        if len(lowest) == 1:
            self._deals(lowest[0])
            return
        for seat in range(4):
            if seat not in lowest:
                self.drawn[seat] |= _OUT
        for seat in lowest:
            self.drawn[seat] = _NONE
        self._ask(_DRAW_AGAIN, lowest[0], lowest[1])

    def _places(self) -> None:
        drawn = self.drawn
        order = sorted(range(4), key=lambda seat: drawn[seat] & 7)
        ranks = bytes([drawn[seat] & 7 for seat in order])
        suits = bytes([drawn[seat] >> 3 for seat in order])
        if self.table.match.house.draw == _RUN:
            first = ranks[0]
            fits = ranks == bytes(range(first, first + 4)) and suits == suits[:1] * 4
        else:
            fits = ranks == _COURT_RANKS
        if not fits:
            self.drawn[:] = bytes((_NONE,) * 4)
            self._refuse(order[0], _DRAW_LOWEST + self.table.match.house.draw)
            return
        # From the lowest on: the dealer, the one before, the partner, and who leads.
        dealer = order[0]
        step = self.table.match.house.step
        for i in range(4):
            self.seat_of[order[i]] = dealer + (0, -step, 2, step)[i] & 3
        self._deals(dealer)

    def _deals(self, dealer: int) -> None:
        self.dealer = dealer
        self.told = 0
        self.table.cue = OVER
        self._tell(_DRAW_DEALS, dealer, 0, self.drawn[dealer])

    def _tell_seat(self) -> None:
        """One sentence for each who moves, then the match begins."""
        while self.told < 4:
            seat = self.told
            self.told += 1
            if self.seat_of[seat] != seat:
                self._tell(_DRAW_SITS, seat, self.seat_of[seat], 0)
                return
        people = self.settings.names
        moved = list(people)
        for seat in range(4):
            moved[self.seat_of[seat]] = people[seat]
        self._close()
        if moved != people:
            self.settings.names = moved
            self.settings.save()
        begin(self.table, self.settings, self.dealer)

    def _tell(self, sentence: int, seat: int, other: int, card: int) -> None:
        table = self.table
        table.say(sentence, seat, card, other, ms=0)
        table.ask(self, _READ_IT, seats(table), sentence, bytes((_RESUME,)))
