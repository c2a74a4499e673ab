"""The lines of the pages: each method composes one line."""

from micropython import const

import texts
from codes.game import Bids, Endings, Offences, Outcomes, Scores, Totals
from codes.table import KeyNumbers, PadStates
from table.notice import Notice
from ui.below import below
from ui.details import OF_HAND, OF_TOTAL, Detail, times
from ui.question import compose_answer, compose_question

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from belote.match import Match
    from table.history import Hand
    from table.table import Table
    from ui.type import Type

_NO_LABEL = b""
_BETWEEN = b" \xc2\xb7 "
_APART = b"   "
_NO_BREAK = b"\xc2\xa0"
_WHO_DEALT = const(0)  # items of the text BESIDE
_WHAT_HANGS = const(1)

# Items of the text PARTICULAR: rules that only some houses have.
_NO_MELDS = const(0)
_THIRD = const(1)  # two items: a third doubling multiplies by eight, or it decides the match
_FOUR_ACES = const(3)
_KIRTIK = const(4)

# Items of the text ENDED, which lists the reasons why a match has ended. The items before these
# are for the endings from `Endings.TARGET` on, in the same order.
_BY_A_FALSE_CALL = const(4)
_BY_FORFEIT = const(5)
_FANI = const(6)

# Items of the text TOUCHED, which has the words on the page of the self-test. The items before
# these name the keys and the rap sensor.
_NO_CARD = const(11)
_NO_READER = const(12)
_NO_JOURNAL = const(13)

_OUTCOMES = {
    Outcomes.MADE: texts.MADE,
    Outcomes.FAILED: texts.FAILED,
    Outcomes.LITIGE: texts.LITIGE,
    Outcomes.CAPOT: texts.CAPOT,
    Outcomes.REVERSE: texts.REVERSE,
    Outcomes.SCORED: texts.SCORED,
}


def _place_of(ending: int) -> int:
    """Return the index of an ending in ENDED, a text that lists all endings of a match."""
    if ending >= Endings.TARGET:
        return ending - Endings.TARGET
    return _BY_A_FALSE_CALL if ending == Offences.FALSE_CALL_OUT else _BY_FORFEIT


class Lines:
    """The lines of a table's pages.

    The caller clears `type` before it calls a method that composes a line. `play` is the number of
    a play in the deal, and `place` is the number of a row on the page, from 0 on.
    """

    def __init__(self, table: "Table", type: "Type") -> None:
        self._table = table
        self._type = type

    @property
    def match(self) -> "Match":
        """The table's match, whose phase is IDLE if no match was started."""
        return self._table.match

    def text(self, text: int) -> None:
        """Compose a text without placeholders."""
        self._type.text(text)

    def suits(self) -> None:
        """Compose the symbols of all suits."""
        for suit in range(4):
            self._type.suit(suit)

    # --- lines about the sides --------------------------------------------------------------

    def side(self, side: int) -> None:
        """Compose the name of a side."""
        self._type.side(side)

    def score(self, side: int) -> None:
        """Compose the points of a side in the match."""
        self._type.number(self.match.totals[side])

    def score_with_hand(self, side: int) -> None:
        """Compose a side's points in the match plus those of this hand, which is not confirmed."""
        self._type.number(self.match.totals[side] + self.match.score.score[side])

    def detail(self, detail: Detail) -> None:
        """Compose the label of a row of the hand's sheet."""
        self._type.text(texts.DETAILS, detail.kind)

    def detail_points(self, detail: Detail, side: int) -> None:
        """Compose the points of a side in a row of the hand's sheet."""
        self._type.number(detail.points[side])

    def multiplied(self) -> None:
        """Compose the label of the hand's points, and their factor if it is above 1."""
        self._type.text(texts.DETAILS, OF_HAND)
        factor = times(self.match)
        if factor > 1:
            self._type.literal(b" x")
            self._type.number(factor)

    def total(self) -> None:
        """Compose the label of the points in the match."""
        self._type.text(texts.DETAILS, OF_TOTAL)

    def hand(self, side: int) -> None:
        """Compose the points that this hand brings a side."""
        self._points(self._table.brought(side), side == self._table.hangs())

    def hand_number(self, number: int) -> None:
        """Compose the number of an earlier hand (a played deal) in its match, such as "3."."""
        self._type.number(number)
        self._type.literal(b".")

    def hand_points(self, hand: "Hand", side: int) -> None:
        """Compose the points that an earlier hand brought a side."""
        self._points(hand.points[side], side == hand.hangs)

    def matches_won(self) -> None:
        """Compose how many matches each side has won, including this match if it is over.

        If the sheet of hands has more pages, add the hint that CALL shows the next page.
        """
        type = self._type
        table = self._table
        winner = self.match.standing.winner()
        type.text(texts.MATCHES_WON)
        for side in range(2):
            type.literal(b" : " if side else b" ")
            type.number(table.history.won[side] + (winner == side))
        if table.look.page * Scores.PAGE < len(table.history.hands):
            type.literal(_APART)
            type.text(texts.CALL_MORE)

    def _points(self, points: int, hang: bool) -> None:
        """Add points, in parentheses if they hang."""
        type = self._type
        if hang:
            type.literal(b"(")
        type.number(points)
        if hang:
            type.literal(b")")

    # --- lines about the match and the deal -------------------------------------------------

    def house(self) -> None:
        """Compose the name of the house."""
        self._type.house()

    def target(self) -> None:
        """Compose the target of the match."""
        target = Notice(number=self.match.totals[Totals.POINTS])
        self._type.sentence(texts.TARGET, target, _NO_LABEL)

    def packets(self) -> None:
        """Compose in which packets the first cards are dealt."""
        self._type.text(texts.PACKETS, self.match.house.packets)

    def particular(self) -> None:
        """Compose the rules in force that only some houses have."""
        house = self.match.house
        if not house.melds:
            self._particular(_NO_MELDS)
        if house.third:
            self._particular(_THIRD + house.third - 1)
        if house.no_trump:
            self._particular(_FOUR_ACES)
        if house.kirtik:
            self._particular(_KIRTIK)
            self._type.literal(_NO_BREAK)
            self._type.number(house.kirtik)

    def _particular(self, place: int) -> None:
        """Add the item with the index `place` of the text PARTICULAR."""
        if self._type.length:
            self._type.literal(b" ")
        self._type.text(texts.PARTICULAR, place)

    def discipline(self) -> None:
        """Compose what happens when a rule is broken."""
        self._type.text(texts.DISCIPLINES, self.match.totals[Totals.CONDUCT])

    def taken(self, side: int) -> None:
        """Compose the points of a side's tricks so far, if the house shows them to players."""
        match = self.match
        if not match.house.taken:
            self._type.literal(b"+")
            self._type.number(match.tally.points[side])

    def beside(self) -> None:
        """Compose facts about the whole hand: announced melds, hanging points, the dealer."""
        match = self.match
        type = self._type
        for seat in range(4):
            self._announced(seat, match.announcements.announced[seat])
        hanging = match.totals[Totals.HANGING]
        if hanging:
            type.text(texts.BESIDE, _WHAT_HANGS)
            type.literal(_NO_BREAK)
            self._points(hanging, True)
            type.literal(b" ")
        type.text(texts.BESIDE, _WHO_DEALT)
        type.literal(_NO_BREAK)
        type.initial(match.totals[Totals.DEALER])

    def _announced(self, seat: int, kinds: "tuple[int, ...]") -> None:
        """Add the melds that a seat has announced."""
        type = self._type
        if kinds:
            type.initial(seat)
            type.literal(b":")
        between = _NO_BREAK
        for kind in range(4):
            for _ in range(kinds.count(kind)):
                type.literal(between)
                type.text(texts.MELDS, kind)
                between = b" "
        if kinds:
            type.literal(b" ")

    def outcome(self) -> None:
        """Compose the outcome of the hand and its contract."""
        self._type.text(_OUTCOMES[self.match.score.outcome])
        self._type.literal(_BETWEEN)
        self.contract()

    def contract(self) -> None:
        """Compose taker and contract.

        Before the contract is known, compose the upcard. If no card was turned up, compose whether
        hands are blind or scanned.
        """
        match = self.match
        type = self._type
        if match.auction.contract >= 0:
            self._taken()
        elif match.play.upcard >= 0:
            type.card(match.play.upcard)
        else:
            type.text(texts.HANDS_ARE, match.audit.scanned > 0)

    def _taken(self) -> None:
        """Add the taker and the contract, and the factor if the deal was doubled."""
        auction = self.match.auction
        type = self._type
        type.seat(auction.taker)
        type.literal(b" ")
        if auction.contract < Bids.NO_TRUMPS:
            type.suit(auction.contract)
        else:
            type.text(texts.NO_SUIT, auction.contract - Bids.NO_TRUMPS)
        if auction.factor > 1:
            type.literal(b" x")
            type.number(auction.factor)

    # --- lines of the self-test -------------------------------------------------------------

    def place(self, place: int) -> None:
        """Compose the left end of a row of the self-test: the player of the seat `place`.

        Row 4 is the director's: if the state of the journal is not `RoomLeft.ENOUGH`, compose
        "journal full". Otherwise compose the chip's temperature and the free KiB of the heap.
        """
        if place < 4:
            self._type.seat(place)
        elif self._table.journal.state:
            self._type.text(texts.TOUCHED, _NO_JOURNAL)
        else:
            self._say(texts.INNER, self._table.dialogue.details)

    def left(self, place: int) -> None:
        """Compose what is left to try at a seat, and the read rate of its pad in percent.

        Keys, the rap sensor and a card are to be tried. If the pad's reader is lost, compose only
        the words "no reader". Row 4 has the director's keys only.
        """
        type = self._type
        table = self._table
        left = table.left
        if place == 4:
            for seat in range(4):
                if left[seat] >> KeyNumbers.CENTRE:
                    type.text(texts.TOUCHED, KeyNumbers.CENTRE + seat)
            return
        if table.pads.state[place] == PadStates.FAULT:
            type.text(texts.TOUCHED, _NO_READER)
            return
        for key in range(KeyNumbers.CENTRE):
            if left[place] >> key & 1:
                type.text(texts.TOUCHED, key)
        if left[4] >> place & 1:
            type.text(texts.TOUCHED, _NO_CARD)
        rate = table.pads.rate(place)
        if rate >= 0:
            type.literal(b" ")
            type.number(rate)
            type.literal(b"%")

    # --- lines about tricks -----------------------------------------------------------------

    def laid_by(self, play: int) -> None:
        """Compose the name of the player who made a play."""
        self._type.seat(self.match.audit.seat[play])

    def laid(self, play: int) -> None:
        """Compose the card of a play."""
        self._type.card(self.match.audit.card[play])

    def trick_before(self) -> None:
        """Compose the number of the page's earlier trick, if there is one, and who took it."""
        before = self._table.look.before
        if before.text:
            self._say(before.text, before)

    # --- sentences and questions ------------------------------------------------------------

    def line_below(self) -> None:
        """Compose the sentence for the state of the match, such as whose turn it is."""
        notice = below(self._table)
        self._say(notice.text, notice)

    def notice(self) -> None:
        """Compose the current sentence of the table."""
        notice = self._table.voice.notice
        self._say(notice.text, notice)

    def ending(self) -> None:
        """Compose why the match has ended, or nothing if the reason is not known."""
        standing = self.match.standing
        ending = standing.ending()
        if ending != Endings.UNTOLD:
            self._type.text(texts.ENDED, _FANI if standing.fani() else _place_of(ending))

    def crash(self) -> None:
        """Compose the message of the last crash."""
        self._type.literal(self._table.crash)

    def question(self) -> None:
        """Compose the question, with a hint if there are more answers than fit on the page."""
        table = self._table
        compose_question(self._type, table)
        if table.dialogue.has_more():
            self._type.literal(_APART)
            self._say(texts.CALL_MORE, table.dialogue.details)

    def option(self, place: int) -> None:
        """Compose a suit key's symbol and the answer of this key; nothing if it has no answer.

        `place` is the number of the suit.
        """
        table = self._table
        at = table.dialogue.page + place
        if at < len(table.dialogue.options):
            self._type.suit(place)
            self._type.literal(b" ")
            compose_answer(self._type, table, at)

    def _say(self, text: int, sentence: Notice) -> None:
        """Add a text with its placeholders filled in."""
        self._type.sentence(text, sentence, self._table.voice.label)
