"""Menu of a seat, and the break; most of a seat's requests need the approval of the other side."""

from micropython import const

import texts
from belote import choices
from codes.game import Answers, Events, Phases, Rulings, Seats
from codes.journal import Notes
from table.files import decks
from table.menus import wishes
from table.menus.menu import AGREE, Menu
from table.menus.options import Options
from table.menus.swap import swap

_LAST_PLAY = const(31)  # cards played when only the last of 32 cards is missing
_ALL_CARDS = const(496)  # the sum of the numbers of all cards, 0 to 31


class SeatMenu(Menu):
    """Menu of a seat with the handlers of its options, and the question during a break."""

    def _wished(self, wish: int) -> None:
        _WISHES[wish](self, self.seat, 0)

    # --- options of the menu ----------------------------------------------------------------

    def offer(self, seat: int, choice: int) -> None:
        """Ask which option to use."""
        self._ask(texts.SEAT_MENU, 1 << seat, _OF_A_SEAT)

    def by_hand(self, seat: int, choice: int) -> None:
        """Ask for the suit of a card that the pad does not read.

        If only one of the 32 cards was not laid yet, propose this card and do not ask for a suit.
        """
        self._want(Events.CARD, seat, 0, Notes.BY_HAND)
        if self.match.audit.plays == _LAST_PLAY:
            self._propose_card(self._missing())
        else:
            self._ask(texts.WHICH_SUIT, 1 << seat, _WHICH_SUIT)

    def swapped(self, seat: int, choice: int) -> None:
        """Ask for the true suit of the card laid last, which the table read as another card.

        If `seat` did not lay that card, show a refusal instead.
        """
        read = self._last_card(seat)
        self._want(Events.CARD, seat, read, Notes.EXCHANGED)
        if read >= 0:
            self._ask(texts.WHICH_SUIT, 1 << seat, _WHICH_SUIT)

    def redeal(self, seat: int, choice: int) -> None:
        """Propose to make the deal void."""
        if self._wants_redeal():
            self._propose(texts.REDEAL)

    def undo(self, seat: int, choice: int) -> None:
        """Propose to undo the last event."""
        if self._wants_undo():
            self._propose(texts.UNDO)

    def seven(self, seat: int, choice: int) -> None:
        """Exchange the seven of trump for the upcard."""
        if self._happen(Events.SEVEN, seat):
            self.table.voice.exchanged(seat)

    def correct(self, seat: int, choice: int) -> None:
        """Open the menu that corrects the points."""
        self.wish = wishes.CORRECT

    # --- a break ----------------------------------------------------------------------------

    def pause(self, seat: int, choice: int) -> None:
        """Start a break: its question stays until it is answered or left, or play goes on."""
        self._want(0, 0, 0, 0)
        self.table.journal.add(Notes.PAUSED, seat, 0)
        self._ask(texts.PAUSED, Seats.EVERYONE, _AT_REST)

    def resume(self, seat: int, choice: int) -> None:
        """Write to the journal that the break is over."""
        self.table.journal.add(Notes.RESUMED, seat, 0)

    def abandon(self, seat: int, choice: int) -> None:
        """Propose to abandon the match."""
        self.seat = seat
        self._want(Events.RULING, Rulings.VOID, 0, Notes.ABANDONED)
        self._propose(texts.ABANDON)

    # --- a card entered with keys -----------------------------------------------------------

    def suit(self, seat: int, choice: int) -> None:
        """Store the suit of the card, and ask for its rank."""
        self._pressed = choice << 3
        self._ask(texts.WHICH_RANK, 1 << self.seat, _WHICH_RANK)

    def rank(self, seat: int, choice: int) -> None:
        """Add the rank to the suit, and propose the card."""
        self._propose_card(self._pressed | choice)

    def _propose_card(self, card: int) -> None:
        """Propose a card that no pad has read, or that the table read as another card.

        The argument of the proposal has the card in its low byte, and in the next byte the card
        that the table read.
        """
        self._want(self._what, self.seat, card | self._arg << 8, self._note)
        self._propose(texts.IS_IT, card)

    def _missing(self) -> int:
        """Return the only card that was not laid yet."""
        card = _ALL_CARDS
        for play in range(_LAST_PLAY):
            card -= self.match.audit.card[play]
        return card

    # --- consent ----------------------------------------------------------------------------

    def _propose(self, text: int, card: int = 0) -> None:
        """Ask the other side to approve the proposal; apply it at once for the director."""
        if self.directs:
            self.agreed()
        else:
            self._ask(text, self.table.others(self.seat), AGREE, card)

    def agreed(self) -> None:
        """Apply the proposal, unless other events have happened since it was made.

        Some proposals consist of several events.
        """
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
            decks.save(table.deck)

    def _counts(self, card: int) -> bool:
        """Apply a card entered with keys; return whether the match has accepted it.

        Between deals, first open a deal if the seat is the dealer, and if the deal can begin with
        a card. Then try the card as a card of a scanned hand, as the upcard, and as a play.
        """
        table = self.table
        seat = self.seat
        match = self.match
        begins = table.settings.hands or match.house.upcard != choices.UPCARD_NONE
        if match.phase == Phases.READY and begins:
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
