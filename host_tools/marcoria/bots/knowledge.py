"""Knowledge of one player about the cards: his own, and those that everybody has seen."""

from marcoria.analysis.belief import PLACES
from marcoria.bots.strategy import KING, QUEEN, PlayerView
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.trick import Trick
from marcoria.firmware.codes.game import Events

OUT = 4  # number of the place of cards that are not in play
NOWHERE = -1


class SeenPlay:
    """A card that was laid, and the state of its trick just before.

    `is_lead` says whether the card was led. The next five attributes describe this state of the
    trick. `led` is the suit that was led (4 for none). `winner` is the seat that was winning.
    `count` is the number of cards in the trick. `up` is a mask of the ranks of the led suit that
    beat all cards of this suit in the trick. `cut` says whether a suit other than trump was led
    and a trump was winning.

    `denies` are the cards that the player cannot have, unless the play was illegal. They have the
    form that `Trick.denies` returns.
    """

    def __init__(self, seat: int, card: int, trick: Trick) -> None:
        self.seat = seat
        self.card = card
        self.is_lead = trick.led == 4
        self.led = trick.led
        self.winner = trick.winner
        self.count = trick.count
        self.cut = trick.cut
        self.up = trick.up
        self.denies = trick.denies(card)


class Knowledge:
    """The cards as one player knows them.

    `place` has for each card the seat in whose hand it is, or OUT. It has NOWHERE for a card that
    was laid, and for a card whose place the player does not know. `gone` has for each suit a mask
    of the cards that were laid. `left` has for each seat the number of cards in hand. `denied` has
    for each seat and each suit a mask of the cards that the seat cannot hold. `plays` has the
    cards laid in this deal so far.

    Events that show a hand only to the table, such as its scan, are ignored.
    """

    def __init__(self, view: PlayerView) -> None:
        game = view.game
        self.house = house = view.house
        self.seat = view.seat
        self.contract = game.auction.contract
        self.taker = game.auction.taker
        self.place = [NOWHERE] * 32
        self.gone = bytearray(4)
        self.left = [0 if house.shift & seat else house.cards for seat in range(4)]
        self.denied = [bytearray(5) for _ in range(4)]
        self.plays: list[SeenPlay] = []
        self._upcard = -1
        self._gets_upcard = house.upcard == choices.UPCARD_TAKEN
        self._trick = Trick(house)
        self._trick.contract(self.contract)
        self._laid: list[list[int]] = [[], [], [], []]
        if game.audit.plays:
            self._trick.start(game.audit.seat[0])
        for event in game.events:
            self._hear(event.kind, event.seat, event.arg)
        for card in range(32):
            if card in view.hand:
                self.place[card] = view.seat
            elif self.place[card] == view.seat:
                self.place[card] = NOWHERE  # the player has called a belote that he did not hold
        self._deny()

    # --- what happened ----------------------------------------------------------------------

    def _hear(self, kind: int, seat: int, card: int) -> None:
        """Learn from an event if everybody has seen it."""
        if kind == Events.UPCARD:
            self._upcard = card
            self.place[card] = OUT
        elif kind == Events.BID:
            if self._upcard >= 0 and self._gets_upcard:
                self.place[self._upcard] = self.taker if self.contract >= 0 else OUT
        elif kind == Events.BOTTOM:
            self.place[card] = OUT
        elif kind == Events.SEVEN:
            self.place[self.contract << 3] = self.taker if self._gets_upcard else OUT
            self.place[self._upcard] = seat
        elif kind == Events.SHOW:
            self.place[card] = seat
        elif kind == Events.BELOTE:
            self._hear_belote(seat)
        elif kind == Events.CARD:
            self._see(seat, card)

    def _hear_belote(self, seat: int) -> None:
        """Learn from a call of belote that the seat has the other card of the pair.

        If the other card was already laid, there is nothing to learn.
        """
        card = self._laid[seat][-1] if self._laid[seat] else 0
        if card & 7 in (QUEEN, KING) and not self.gone[card >> 3] >> (card & 7 ^ 3) & 1:
            self.place[card ^ 3] = seat

    def _see(self, seat: int, card: int) -> None:
        """Learn from a card that was laid."""
        trick = self._trick
        if trick.count == self.house.players:
            trick.start(trick.winner)
        self.plays.append(SeenPlay(seat, card, trick))
        trick.lay(card)
        self.place[card] = NOWHERE
        self.gone[card >> 3] |= 1 << (card & 7)
        self.left[seat] -= 1
        self._laid[seat].append(card)

    def _deny(self) -> None:
        """Set `denied` according to all plays, except those that were surely illegal."""
        for play in self.plays:
            seat, led, trump = play.seat, play.led, self._trick.trump
            if not play.denies or self._is_refuted(play):
                continue
            self.denied[seat][led] |= play.denies & 255
            self.denied[seat][trump] |= play.denies >> 8 & 255

    def _is_refuted(self, play: SeenPlay) -> bool:
        """Return whether the play is known to be illegal: the player held a denied card."""
        first = self._laid[play.seat].index(play.card)
        later = self._laid[play.seat][first + 1 :]
        known = [card for card in range(32) if self.place[card] == play.seat]
        return any(self._denies(play, card) for card in later + known)

    def _denies(self, play: SeenPlay, card: int) -> bool:
        """Return whether a play denies a card."""
        suit, bit = card >> 3, 1 << (card & 7)
        if suit == play.led and play.denies & 255 & bit:
            return True
        return suit == self._trick.trump and bool(play.denies >> 8 & bit)

    # --- questions --------------------------------------------------------------------------

    def is_gone(self, card: int) -> bool:
        """Return whether a card was laid."""
        return bool(self.gone[card >> 3] >> (card & 7) & 1)

    def trick(self) -> list[int]:
        """Return the cards of the trick under way, in the order of play."""
        return [play.card for play in self._under_way()]

    def leader(self) -> int:
        """Return the seat that has led the trick; before the lead, the player's own seat."""
        plays = self._under_way()
        return plays[0].seat if plays else self.seat

    def _under_way(self) -> list[SeenPlay]:
        count = len(self.plays)
        return self.plays[count - count % self.house.players :]

    def suits_led_by_partner(self) -> int:
        """Return a mask of the suits that the partner has led."""
        suits, side = 0, self.house.side
        for play in self.plays:
            is_partner = play.seat != self.seat and side(play.seat) == side(self.seat)
            if is_partner and play.is_lead:
                suits |= 1 << (play.card >> 3)
        return suits

    def is_contradictory(self) -> bool:
        """Return whether the known cards do not fit into the hands, so that no deal is possible.

        This happens, for example, after a false announcement.
        """
        return min(self.room()) < 0

    def known(self) -> list[list[int]]:
        """Return for each place the cards that are known to be there."""
        return [[card for card in range(32) if self.place[card] == at] for at in range(PLACES)]

    def unseen(self) -> list[int]:
        """Return the cards whose place is not known."""
        places = self.place
        return [card for card in range(32) if places[card] == NOWHERE and not self.is_gone(card)]

    def may_hold(self, seat: int, card: int) -> bool:
        """Return whether a seat can have a card in hand, as far as the player knows.

        The method does not consider how many unseen cards the seat has (see `room`).
        """
        if self.place[card] != NOWHERE:
            return self.place[card] == seat
        if self.is_gone(card):
            return False
        return not self.denied[seat][card >> 3] >> (card & 7) & 1

    def room(self) -> list[int]:
        """Return how many unseen cards each seat has, then how many are out of play."""
        room = list(self.left)
        for place in self.place:
            if 0 <= place < OUT:
                room[place] -= 1
        return room + [len(self.unseen()) - sum(room)]
