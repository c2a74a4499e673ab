"""Questions that the cards on the pads raise."""

from micropython import const

import texts
from codes.game import Events, Offences, Rulings, Totals
from codes.journal import Notes
from table.menus.options import Options

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.play.cards import Cards


class Doubt:
    """Question about the cards: whether to change the pack, deal again, or record a misdeal.

    One side alone cannot report a misdeal. If a seat lays a card too many, the seat whose turn it
    is has to confirm the misdeal. If both seats are of one side, or if a seat scans a card too
    many, the other side has to agree.
    """

    def __init__(self, cards: "Cards") -> None:
        self.cards = cards
        self.table = cards.table
        self._options = _DEAL_AGAIN
        self._deck = 0
        self._extra = 0  # the seat that has laid a card too many

    def ask_for_pack(self, seat: int) -> None:
        """Ask a seat that laid a card of another pack whether to play with that pack."""
        self._deck = self.table.deck.other
        self._ask(texts.CHANGE_PACK, 1 << seat, _CHANGE_PACK)

    def ask_for_misdeal(self, seat: int, turn: int) -> None:
        """Ask the seat `turn` whether cards were misdealt: `seat` has laid a card too many."""
        self._extra = seat
        self._ask(texts.MISDEALT, 1 << turn, _MISDEALT)

    def ask_about_too_many(self, seat: int) -> None:
        """Ask a seat whether it was dealt a card too many.

        The seat has scanned one card more than a hand has, but that card may belong to another
        seat. Do nothing while another question is open.
        """
        if not self.table.dialogue.asked:
            self._ask(texts.HAND_FULL, 1 << seat, _TOO_MANY)

    def ask_to_deal_again(self, seat: int) -> None:
        """Ask a seat whether to deal again: the upcard is gone."""
        self._ask(texts.DEAL_AGAIN, 1 << seat, _DEAL_AGAIN)

    def _ask(self, text: int, who: int, options: Options) -> None:
        self._options = options
        self.table.dialogue.ask(self, who, text, options.texts)

    def answered(self, seat: int, choice: int) -> None:
        """Call the handler of the chosen answer."""
        self._options.answer(self, seat, choice)

    # --- handlers of the answers ------------------------------------------------------------

    def change_pack(self, seat: int, choice: int) -> None:
        """Play with the other pack from now on, and judge its card on the pad again."""
        cards = self.cards
        self.table.deck.active = self._deck
        self.table.journal.add(Notes.DECK, seat, self._deck)
        for pad in range(4):
            if cards.laid.owner(pad) == seat:
                cards.news(pad)

    def confirmed(self, seat: int, choice: int) -> None:
        """Record a misdeal; if partners have reported it, ask the other side first."""
        if self.table.others(self._extra) >> seat & 1:
            self.misdealt(seat, choice)
        else:
            self.too_many(self._extra, choice)

    def too_many(self, seat: int, choice: int) -> None:
        """Ask the other side to confirm the misdeal, which may cost the dealer points."""
        self.table.voice.say(texts.TOO_MANY, seat)
        self._ask(texts.TOO_MANY, self.table.others(seat), _AGREED)

    def declined(self, seat: int, choice: int) -> None:
        """Show that the other side did not agree."""
        self.table.voice.say(texts.DECLINED, self.table.dialogue.details.seat)

    def misdealt(self, seat: int, choice: int) -> None:
        """Record a misdeal of the dealer."""
        dealer = self.cards.match.totals[Totals.DEALER]
        self.cards.happen(Events.OFFENCE, dealer, Offences.MISDEAL)

    def deal_again(self, seat: int, choice: int) -> None:
        """Make the deal void."""
        self.cards.happen(Events.RULING, Rulings.VOID, 0)

    def no(self, seat: int, choice: int) -> None:
        """Change nothing."""


_CHANGE_PACK = Options((texts.YES, Doubt.change_pack), (texts.NO, Doubt.no))
_MISDEALT = Options((texts.YES, Doubt.confirmed), (texts.NO, Doubt.no))
_TOO_MANY = Options((texts.YES, Doubt.too_many), (texts.NO, Doubt.no))
_AGREED = Options(
    (texts.AGREE, Doubt.misdealt), (texts.DECLINE, Doubt.declined), left=Doubt.declined
)
_DEAL_AGAIN = Options((texts.YES, Doubt.deal_again), (texts.NO, Doubt.no))
