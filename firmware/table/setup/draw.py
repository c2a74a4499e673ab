"""The draw: each player draws a card to decide who deals, and in some houses who sits where.

docs/houses.md has the three ways, under `draw`. While cards are drawn, PASS leaves the draw, and
nothing is changed.
"""

from micropython import const

import texts
from belote import choices
from belote.audit import COUNT
from codes.table import Cues, Lamps, TagKinds
from table.setup.card_entry import CardEntry
from table.setup.opening import begin, light, players

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_NOT_YET = const(255)
_OUT = const(64)  # added to the card of a seat that is not among the lowest
_COURT_RANKS = b"\x04\x05\x06\x07"
# Texts that ask for cards, by the house's way of drawing.
_DRAWS = (texts.DRAW_LOWEST, texts.DRAW_COURT, texts.DRAW_RUN)
_READ_IT = (texts.RESUME,)


class Draw(CardEntry):
    """Menu for a draw by the rules of the house in use; at its end the match begins."""

    def __init__(self, table: "Table") -> None:
        CardEntry.__init__(self, table)
        # By seat: the card, plus _OUT if the seat is out of the draw, or _NOT_YET.
        self.drawn = bytearray((_NOT_YET,) * 4)
        self.dealer = 0
        self.seat_of = bytearray(range(4))  # the new seat of each player
        # The next player whose new seat, if any, must be announced. -1 while cards are drawn.
        self.told = -1
        house = table.match.house
        # With two players the lowest card always deals. The other ways are for four players: they
        # also decide who sits where.
        self.way = house.draw if house.players == 4 else choices.DRAW_LOWEST
        self._ask(_DRAWS[self.way], 0)

    def answered(self, seat: int, choice: int) -> None:
        """Leave the draw if it has no result yet; else show the next sentence about the result."""
        if self.told >= 0:
            self._tell_seat()
        else:
            self._close()

    # --- drawing cards ----------------------------------------------------------------------

    def _waits(self) -> bool:
        return self.told < 0

    def _take(self, seat: int) -> None:
        pads = self.table.pads
        found = self.table.deck.find(pads.uid[seat], pads.uid_len[seat])
        if found < TagKinds.OTHER_DECK:
            self._draw(seat, found)
        elif found < TagKinds.COMMAND:
            deck = self.table.deck
            self.table.voice.call(deck.names[deck.other])
            self._refuse(seat, texts.OTHER_PACK)
        else:
            self._refuse(seat, texts.UNKNOWN_TAG)

    def _draw(self, seat: int, card: int) -> None:
        table = self.table
        drawn = self.drawn
        if drawn[seat] != _NOT_YET or card in bytes(drawn):
            return
        if not players(table) >> seat & 1:
            return
        drawn[seat] = card
        table.lamps[seat] = Lamps.CLEAR
        table.sound(Cues.READ)
        for other in range(4):
            if players(table) >> other & 1 and drawn[other] == _NOT_YET:
                return
        if self.way == choices.DRAW_LOWEST:
            self._lowest()
        else:
            self._places()

    def _ask(self, sentence: int, seat: int, other: int = 0) -> None:
        """Ask the seats that have not drawn yet to lay a card."""
        table = self.table
        who = players(table)
        light(table, who, Lamps.CLEAR)
        for one in range(4):
            if who >> one & 1 and self.drawn[one] == _NOT_YET:
                table.lamps[one] = Lamps.SCAN
        table.voice.say(sentence, seat, 0, other, ms=0)
        table.dialogue.ask(self, who, sentence, ())

    # --- result of the draw -----------------------------------------------------------------

    def _lowest(self) -> None:
        lowest = self._lowest_seats()
        if len(lowest) == 1:
            self._deals(lowest[0])
            return
        seats = range(4)
        for seat in seats:
            if seat not in lowest:
                self.drawn[seat] |= _OUT
        for seat in lowest:
            self.drawn[seat] = _NOT_YET
        if len(lowest) == 2:
            self._ask(texts.DRAW_AGAIN, lowest[0], lowest[1])
        elif len(lowest) == 3:
            self._ask(texts.DRAW_AGAIN_THREE, next(seat for seat in seats if seat not in lowest))
        else:
            self._ask(texts.DRAW_AGAIN_ALL, 0)

    def _lowest_seats(self) -> list[int]:
        """Return the seats with the lowest card, among the seats that are not out of the draw.

        Ranks have the order of a plain suit; suits do not matter.
        """
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
        return lowest

    def _places(self) -> None:
        drawn = self.drawn
        order = sorted(range(4), key=lambda seat: drawn[seat] & 7)
        ranks = bytes([drawn[seat] & 7 for seat in order])
        suits = bytes([drawn[seat] >> 3 for seat in order])
        if self.way == choices.DRAW_RUN:
            first = ranks[0]
            fits = ranks == bytes(range(first, first + 4)) and suits == suits[:1] * 4
        else:
            fits = ranks == _COURT_RANKS
        if not fits:
            self.drawn[:] = bytes((_NOT_YET,) * 4)
            self._refuse(order[0], _DRAWS[self.way])
            return
        # The player with the lowest card deals. The player with the second lowest card sits before
        # the dealer, and the player with the third lowest card is the dealer's partner. The player
        # with the highest card leads.
        dealer = order[0]
        step = self.table.match.house.step
        for i in range(4):
            self.seat_of[order[i]] = dealer + (0, -step, 2, step)[i] & 3
        self._deals(dealer)

    def _deals(self, dealer: int) -> None:
        self.dealer = dealer
        self.told = 0
        self.table.sound(Cues.OVER)
        self._tell(texts.DRAW_DEALS, dealer, 0, self.drawn[dealer])

    def _tell_seat(self) -> None:
        """Announce the next player who changes seats.

        After the last one, save the names of the players by their new seats, and begin the match.
        """
        while self.told < 4:
            seat = self.told
            self.told += 1
            if self.seat_of[seat] != seat:
                self._tell(texts.DRAW_SITS, seat, self.seat_of[seat], 0)
                return
        settings = self.table.settings
        people = settings.names
        moved = list(people)
        for seat in range(4):
            moved[self.seat_of[seat]] = people[seat]
        self._close()
        if moved != people:
            settings.names = moved
            settings.save()
        begin(self.table, self.dealer)

    def _tell(self, sentence: int, seat: int, other: int, card: int) -> None:
        table = self.table
        table.voice.say(sentence, seat, card, other, ms=0)
        table.dialogue.ask(self, players(table), sentence, _READ_IT)
