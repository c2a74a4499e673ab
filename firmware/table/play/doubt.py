"""Questions that the cards on the pads leave open."""

from micropython import const

import texts
from codes.game import Events, Offences, Rulings, Totals
from codes.journal import Notes
from table.menus.options import Options

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.play.cards import Cards


class Doubt:
    """One question: whether to play with the other pack that lies there, to deal again, or
    whether cards were dealt wrongly, to which two seats must say so: by a card too many, by
    having none left, by agreeing."""

    def __init__(self, cards: "Cards") -> None:
        self.cards = cards
        self.table = cards.table
        self._options = _DEAL_AGAIN
        self._deck = 0

    def ask_for_pack(self, seat: int) -> None:
        """A card of another pack lies there before a deal."""
        self._deck = self.table.deck.other
        self._ask(texts.CHANGE_PACK, 1 << seat, _CHANGE_PACK)

    def ask_for_misdeal(self, seat: int) -> None:
        """Another seat has laid a card too many."""
        self._ask(texts.MISDEALT, 1 << seat, _MISDEALT)

    def ask_about_too_many(self, seat: int) -> None:
        """A seat has passed a card more than its hand has, or one that is somebody else's."""
        if not self.table.dialogue.asked:
            self._ask(texts.HAND_FULL, 1 << seat, _TOO_MANY)

    def ask_to_deal_again(self, seat: int) -> None:
        """The card turned up is gone."""
        self._ask(texts.DEAL_AGAIN, 1 << seat, _DEAL_AGAIN)

    def _ask(self, text: int, who: int, options: Options) -> None:
        self._options = options
        self.table.dialogue.ask(self, who, text, options.texts)

    def answered(self, seat: int, choice: int) -> None:
        """Does what was asked about, if the answer is yes."""
        self._options.answer(self, seat, choice)

    # --- the answers ------------------------------------------------------------------------

    def change_pack(self, seat: int, choice: int) -> None:
        """The cards of the other pack count from now on, the one that lies there too."""
        cards = self.cards
        self.table.deck.active = self._deck
        self.table.journal.add(Notes.DECK, seat, self._deck)
        for pad in range(4):
            if cards.laid.owner(pad) == seat:
                cards.news(pad)

    def too_many(self, seat: int, choice: int) -> None:
        """It was dealt so: the other side has a say, for it may cost the dealer."""
        self.table.voice.say(texts.TOO_MANY, seat)
        self._ask(texts.TOO_MANY, self.table.others(seat), _AGREED)

    def declined(self, seat: int, choice: int) -> None:
        self.table.voice.say(texts.DECLINED, self.table.dialogue.details.seat)

    def misdealt(self, seat: int, choice: int) -> None:
        dealer = self.cards.match.totals[Totals.DEALER]
        self.cards.happen(Events.OFFENCE, dealer, Offences.MISDEAL)

    def deal_again(self, seat: int, choice: int) -> None:
        self.cards.happen(Events.RULING, Rulings.VOID, 0)

    def no(self, seat: int, choice: int) -> None:
        """Nothing is to change."""


_CHANGE_PACK = Options((texts.YES, Doubt.change_pack), (texts.NO, Doubt.no))
_MISDEALT = Options((texts.YES, Doubt.misdealt), (texts.NO, Doubt.no))
_TOO_MANY = Options((texts.YES, Doubt.too_many), (texts.NO, Doubt.no))
_AGREED = Options(
    (texts.AGREE, Doubt.misdealt), (texts.DECLINE, Doubt.declined), left=Doubt.declined
)
_DEAL_AGAIN = Options((texts.YES, Doubt.deal_again), (texts.NO, Doubt.no))
