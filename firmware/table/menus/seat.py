"""A seat's own menu: what the players of one side wish, and the other side agrees to."""

from micropython import const

import texts
from codes.game import Answers, Events, Phases, Rulings, Seats
from codes.journal import Notes
from table.menus import wishes
from table.menus.menu import AGREE, Menu
from table.menus.options import Options
from table.menus.swap import swap

_LAST_PLAY = const(31)  # plays before the last one where all cards are played
_ALL_CARDS = const(496)  # their sum


class SeatMenu(Menu):
    """What a seat has wished: the menu itself, or one of its options, or a break."""

    def _wished(self, wish: int) -> None:
        _WISHES[wish](self, self.seat, 0)

    # --- what may be wished -----------------------------------------------------------------

    def offer(self, seat: int, choice: int) -> None:
        """Asks which of them."""
        self._ask(texts.SEAT_MENU, 1 << seat, _OF_A_SEAT)

    def by_hand(self, seat: int, choice: int) -> None:
        """The pad does not read a card: which is it? The last of all cards need not be named."""
        self._want(Events.CARD, seat, 0, Notes.BY_HAND)
        if self.match.audit.plays == _LAST_PLAY:
            self._propose_card(self._missing())
        else:
            self._ask(texts.WHICH_SUIT, 1 << seat, _WHICH_SUIT)

    def swapped(self, seat: int, choice: int) -> None:
        """The last card was taken for another: for which?"""
        read = self._last_card(seat)
        self._want(Events.CARD, seat, read, Notes.EXCHANGED)
        if read >= 0:
            self._ask(texts.WHICH_SUIT, 1 << seat, _WHICH_SUIT)

    def redeal(self, seat: int, choice: int) -> None:
        if self._wants_redeal():
            self._propose(texts.REDEAL)

    def undo(self, seat: int, choice: int) -> None:
        if self._wants_undo():
            self._propose(texts.UNDO)

    def seven(self, seat: int, choice: int) -> None:
        if self._happen(Events.SEVEN, seat):
            self.table.voice.exchanged(seat)

    def correct(self, seat: int, choice: int) -> None:
        self.wish = wishes.CORRECT

    # --- a break ----------------------------------------------------------------------------

    def pause(self, seat: int, choice: int) -> None:
        """The table waits for them."""
        self._want(0, 0, 0, 0)
        self.table.journal.add(Notes.PAUSED, seat, 0)
        self._ask(texts.PAUSED, Seats.EVERYONE, _AT_REST)

    def resume(self, seat: int, choice: int) -> None:
        self.table.journal.add(Notes.RESUMED, seat, 0)

    def abandon(self, seat: int, choice: int) -> None:
        self.seat = seat
        self._want(Events.RULING, Rulings.VOID, 0, Notes.ABANDONED)
        self._propose(texts.ABANDON)

    # --- a card by its keys -----------------------------------------------------------------

    def suit(self, seat: int, choice: int) -> None:
        self._pressed = choice << 3
        self._ask(texts.WHICH_RANK, 1 << self.seat, _WHICH_RANK)

    def rank(self, seat: int, choice: int) -> None:
        self._propose_card(self._pressed | choice)

    def _propose_card(self, card: int) -> None:
        """The card that no pad has read, or that was taken for another."""
        self._want(self._what, self.seat, card | self._arg << 8, self._note)
        self._propose(texts.IS_IT, card)

    def _missing(self) -> int:
        """The one card that was not laid when all others were."""
        card = _ALL_CARDS
        for play in range(_LAST_PLAY):
            card -= self.match.audit.card[play]
        return card

    # --- together ---------------------------------------------------------------------------

    def _propose(self, text: int, card: int = 0) -> None:
        """Asks the other side whether what is wanted may happen; the director need not."""
        if self.directs:
            self.agreed()
        else:
            self._ask(text, self.table.others(self.seat), AGREE, card)

    def agreed(self) -> None:
        """As above; some of what is wanted is more than an event."""
        table = self.table
        note = self._note
        if self._count != len(self.match.events):
            table.voice.refuse(Answers.LATE, self.seat)
        elif note == Notes.ABANDONED:
            table.happen(Events.RULING, Rulings.VOID)
            table.journal.add(note, self.seat, 0)
            self.wish = wishes.DIRECTOR_SETTINGS
        elif note == Notes.EXCHANGED:
            swap(table, self.seat, self._arg & 255, self._arg >> 8)
        elif note == Notes.BY_HAND:
            self._lay_by_hand(self._arg & 255)
        else:
            Menu.agreed(self)

    def _lay_by_hand(self, card: int) -> None:
        table = self.table
        if self._counts(card):
            table.journal.add(Notes.BY_HAND, self.seat, card)
            table.journal.add(Notes.DEAD_CARD, self.seat, card)
            table.deck.bury(card)

    def _counts(self, card: int) -> bool:
        """A card that no pad reads is one of a hand, turned up, or laid; whether it could be."""
        table = self.table
        seat = self.seat
        if self.match.phase == Phases.READY:
            table.happen(Events.DEAL, seat, table.settings.hands)
        return (
            not table.happen(Events.SCAN, seat, card)
            or not table.happen(Events.UPCARD, seat, card)
            or self._happen(Events.CARD, seat, card)
        )


_WISHES = {
    wishes.SEAT_MENU: SeatMenu.offer,
    wishes.BY_HAND: SeatMenu.by_hand,
    wishes.SWAPPED: SeatMenu.swapped,
    wishes.REDEAL: SeatMenu.redeal,
    wishes.UNDO: SeatMenu.undo,
    wishes.SEVEN: SeatMenu.seven,
    wishes.PAUSE: SeatMenu.pause,
}
_OF_A_SEAT = Options(
    (texts.MANUAL, SeatMenu.by_hand),
    (texts.REDEAL, SeatMenu.redeal),
    (texts.UNDO, SeatMenu.undo),
    (texts.SEVEN_OF_TRUMP, SeatMenu.seven),
    (texts.SWAPPED, SeatMenu.swapped),
    (texts.CORRECT, SeatMenu.correct),
)
_AT_REST = Options(
    (texts.RESUME, SeatMenu.resume),
    (texts.ABANDON, SeatMenu.abandon),
    left=SeatMenu.resume,
    patient=True,
)
_WHICH_SUIT = Options(*[(texts.THIS_KEY, SeatMenu.suit)] * 4)
_WHICH_RANK = Options(*[(texts.RANKS, SeatMenu.rank)] * 8)
