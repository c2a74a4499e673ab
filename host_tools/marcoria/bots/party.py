"""The shared state of all players: their copy of the match, and the pack of cards.

The players follow the match with a rules engine of their own, `Party.game`. It gets every action
directly from the players, not from the table. `Party.events` are the events that this engine
accepted. Tests compare them with the events in the table's journal.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeAlias

from marcoria.bots.body import READ_MS, Body
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.reasons import Reason, reason
from marcoria.bots.strategy import Honest, PlayerView
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.conduct import OF_A_PLAY
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Answers, Disciplines, Events, Phases, Totals
from marcoria.game.names import seats_of

_ALWAYS, _FIRST = 0, 1  # values of `House.shuffle`
_EITHER, _THREES = 1, 2  # values of `House.packets`
_CARDS = 32

Hands: TypeAlias = "dict[int, list[int]]"


class Pack:
    """Cards (0 to 31) that are not dealt, from the top of the pack to the bottom."""

    def __init__(self, house: House, rng: Random) -> None:
        self.house = house
        self.rng = rng
        self.cards = list(range(32))
        rng.shuffle(self.cards)
        self.upcard = -1
        self.bottom = -1
        self.fresh = True  # whether no deal has been dealt from this pack yet
        self.stacked = False  # whether the pack is rigged: it must not be shuffled or cut

    @property
    def whole(self) -> bool:
        """Return whether no card of the pack is dealt."""
        return len(self.cards) == _CARDS

    def order(self, elder: int) -> list[int]:
        """Return the seats in the order of dealing."""
        if self.house.players == 2:
            return [elder, elder ^ 2]
        step = (3, 1)[self.house.direction]
        return [elder + i * step & 3 for i in range(4)]

    def prepare(self) -> None:
        """Shuffle the pack if the house's rules say so, and cut it.

        Do not change the order of a rigged pack.
        """
        if self.stacked:
            self.stacked = False
            return
        shuffle = self.house.shuffle
        if shuffle == _ALWAYS or (shuffle == _FIRST and self.fresh):
            self.rng.shuffle(self.cards)
        self.fresh = False
        at = self.rng.randint(3, 29)
        self.cards = self.cards[at:] + self.cards[:at]

    def rig(self, hands: Hands, upcard: int, elder: int, taker: int) -> None:
        """Order the pack so that the players get these hands if `taker` takes.

        If `upcard` is -1 and the house has an upcard, choose one that fits. If the taker gets the
        upcard, it counts as a card of the taker's hand. Incomplete hands are filled with other
        cards.
        """
        if upcard < 0 and self.house.upcard != choices.UPCARD_NONE:
            upcard = self._fitting_upcard(hands, taker)
        wanted = {seat: list(hands.get(seat, [])) for seat in self.order(elder)}
        used = [upcard] + [card for cards in wanted.values() for card in cards]
        left = [card for card in range(32) if card not in used]
        taken = upcard >= 0 and self.house.upcard == choices.UPCARD_TAKEN
        if taken and upcard in wanted[taker]:
            wanted[taker].remove(upcard)
        self.cards = list(range(32))
        slots = self._slots(elder, taker)
        order = []
        for slot in slots:
            order.append(upcard if slot < 0 else (wanted[slot] or left).pop(0))
        self.cards = order + [card for card in range(32) if card not in order]
        self.fresh = False
        self.stacked = True

    def _fitting_upcard(self, hands: Hands, taker: int) -> int:
        """Return a card of the taker's hand if he gets the upcard, else a card in no hand."""
        if self.house.upcard == choices.UPCARD_TAKEN and hands.get(taker):
            return hands[taker][0]
        dealt = [card for cards in hands.values() for card in cards]
        return next(card for card in range(32) if card not in dealt)

    def _slots(self, elder: int, taker: int) -> list[int]:
        """Return the seat that gets each dealt card, from the top of the pack; -1 for the upcard.

        To find the seats, deal from a pack in numerical order. Then restore the cards and the
        state of `rng`, so that the real deal has the same packets.
        """
        own, self.cards = self.cards, list(range(32))
        state, packets = self.rng.getstate(), self.first(elder)
        owner = {card: seat for seat, cards in packets.items() for card in cards}
        if self.upcard >= 0:
            owner[self.upcard] = -1
        for seat, cards in self.rest(elder, taker).items():
            owner |= dict.fromkeys(cards, seat)
        self.cards = own
        self.rng.setstate(state)
        return [owner[card] for card in sorted(owner)]

    def first(self, elder: int) -> Hands:
        """Deal the cards before the bidding, in two packets a seat; return them by seat.

        Also set `bottom`, and `upcard` (-1 in a house without an upcard).
        """
        packets = [3, 2]
        if self.house.packets == _THREES:
            packets = [3, 3]
        elif self.house.packets == _EITHER and self.rng.random() < 0.5:
            packets = [2, 3]
        order = self.order(elder)
        hands: Hands = {seat: [] for seat in order}
        for packet in packets:
            for seat in order:
                hands[seat] += self._take(packet)
        self.bottom = self.cards[-1]
        self.upcard = -1 if self.house.upcard == choices.UPCARD_NONE else self._take(1)[0]
        return hands

    def rest(self, elder: int, taker: int) -> Hands:
        """Deal the cards after the bidding and return them by seat.

        A taker who gets the upcard is dealt one card less.
        """
        order = self.order(elder)
        first = {choices.REST_TAKER: 0, choices.REST_AFTER: 1}.get(self.house.rest)
        if first is not None:
            at = order.index(taker) + first
            order = order[at:] + order[:at]
        takes = self.house.upcard == choices.UPCARD_TAKEN and self.upcard >= 0
        return OrderedDict(
            [(seat, self._take(2 if takes and seat == taker else 3)) for seat in order]
        )

    def collect(self, cards: list[int]) -> None:
        """Put the cards of a deal under the pack, in this order, and then all missing cards."""
        self.cards += [card for card in cards if card not in self.cards]
        self.cards += [card for card in range(32) if card not in self.cards]

    def _take(self, count: int) -> list[int]:
        taken, self.cards = self.cards[:count], self.cards[count:]
        return taken


async def _do_nothing(seat: int) -> None:
    """Ignore an offence of this seat."""


class Party:
    """Players seated at a simulated table, with their match and their cards.

    `players` maps each seat that plays to its player.
    """

    def __init__(
        self, body: Body, house: House, players: dict[int, Honest], rng: Random, scanned: bool
    ) -> None:
        self.body = body
        self.house = house
        self.players = players
        self.rng = rng
        self.scanned = scanned
        self.game = Match(house)
        self.pack = Pack(house, Random(rng.random()))
        self.seats = seats_of(house)
        self.hands: Hands = {seat: [] for seat in range(4)}
        self.laid: Hands = {seat: [] for seat in range(4)}
        self.unseen = False  # whether a deal was dealt that the table has not seen yet
        self.piled: list[int] = []  # cards of the finished tricks
        self.judged = 0  # number of offences already handled by `judge`
        self.events: list[tuple[int, int, int]] = []
        # While `heard` is called for a card, this is the reason for the card, None if no reason is
        # known. At other times it is None.
        self.reason: Reason | None = None
        # Called for each event with its kind, seat, argument, and the engine's answer.
        self.heard: Callable[[int, int, int, int], None] = lambda *_: None
        # Called with a seat to decide about its offence.
        self.settle: Callable[[int], Awaitable[None]] = _do_nothing

    # --- the match --------------------------------------------------------------------------

    def begin(self, dealer: int, target: int = 0, discipline: int = -1) -> None:
        """Begin the players' match; 0 and -1 keep the house's target and discipline."""
        self.happens(Events.MATCH, dealer, self.house.mark)
        if target:
            self.happens(Events.TARGET, dealer, target)
        if discipline >= 0:
            self.happens(Events.DISCIPLINE, dealer, discipline)

    def happens(self, what: int, seat: int, arg: int = 0) -> int:
        """Apply an event to the players' match; return the engine's answer code."""
        result = int(self.game.apply(what, seat, arg))
        if what == Events.DEAL:
            self.unseen = False
        if not result or result >= Answers.NOTED:
            self.events.append((what, seat, arg))
        self.heard(what, seat, arg, result)
        return result

    async def judge(self) -> None:
        """Call `settle` for each new offence that consists in laying a card.

        Do not call it if the discipline has automatic penalties, or if the match is over.
        """
        game = self.game
        first, self.judged = self.judged, len(game.conduct.log)
        for offence in game.conduct.log[first:]:
            unpunished = game.totals[Totals.CONDUCT] < Disciplines.POINTS and not self.over
            if offence.code in OF_A_PLAY and unpunished:
                await self.settle(offence.seat)

    @property
    def resting(self) -> bool:
        """Return whether the match is over or no deal is under way."""
        return self.over or bool(self.game.phase <= Phases.READY)

    @property
    def over(self) -> bool:
        """Return whether the match is won."""
        return bool(self.game.totals[Totals.WINNER] >= 0)

    @property
    def winner(self) -> int:
        """Return a seat of the side that won."""
        side = self.game.standing.winner()
        return next(seat for seat in self.seats if self.game.house.side(seat) == side)

    @property
    def dealer(self) -> int:
        """Return the dealer's seat."""
        return int(self.game.totals[Totals.DEALER])

    @property
    def elder(self) -> int:
        """Return the seat that calls and leads first."""
        return int(self.dealer + self.game.house.step & 3)

    async def choose(self, view: PlayerView) -> int:
        """Return the card that the player at the seat of `view` wants to lay."""
        return self.players[view.seat].card(view)

    def explain(self, view: PlayerView, card: int) -> Reason | None:
        """Return the reason for a card about to be laid, None if the player gives no reasons."""
        if not self.players[view.seat].gives_reasons:
            return None
        return reason(view, Knowledge(view), card)

    # --- the cards --------------------------------------------------------------------------

    def view(self, seat: int) -> PlayerView:
        """Return the cards and the match as the player at a seat sees them."""
        return PlayerView(self.game, seat, self.hands[seat], self.laid[seat])

    async def put_away(self) -> None:
        """Gather all cards for the next deal, and clear the pads."""
        hands = [card for seat in self.seats for card in self.hands[seat]]
        self.pack.collect(self.piled + hands)
        self.piled = []
        await self.body.clear()
        await self.body.wait(READ_MS)
