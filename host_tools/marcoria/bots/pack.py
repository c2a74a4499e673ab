"""The pack of 32 cards in the dealer's hands: shuffled, cut and dealt as the house has it."""

from collections import OrderedDict
from random import Random
from typing import TypeAlias

from marcoria.firmware.belote import choices
from marcoria.firmware.belote.house import House

_ALWAYS, _FIRST = 0, 1  # `shuffle`
_EITHER, _THREES = 1, 2  # `packets`
_CARDS = 32

Hands: TypeAlias = "dict[int, list[int]]"


class Pack:
    """Cards (0 to 31), the top one first; what is dealt is gone until it is collected."""

    def __init__(self, house: House, rng: Random) -> None:
        self.house = house
        self.rng = rng
        self.cards = list(range(32))
        rng.shuffle(self.cards)
        self.upcard = -1
        self.bottom = -1
        self.fresh = True  # no deal has been dealt of it
        self.stacked = False  # is to be dealt as it lies

    @property
    def whole(self) -> bool:
        """Whether nothing is dealt of it."""
        return len(self.cards) == _CARDS

    def order(self, elder: int) -> list[int]:
        """The seats in the order in which they are served."""
        if self.house.players == 2:
            return [elder, elder ^ 2]
        step = (3, 1)[self.house.direction]
        return [elder + i * step & 3 for i in range(4)]

    def prepare(self) -> None:
        """Shuffles if this house does, and cuts, but for a pack that is rigged."""
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
        """Puts the pack in such an order that these hands are dealt if that seat takes. What is
        missing in them is filled up."""
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

    def _slots(self, elder: int, taker: int) -> list[int]:
        """Whose each card of the pack is, -1 the upcard's."""
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
        """The cards before the bidding, and the upcard if there is one."""
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
        """The cards after it; the taker gets one less if the upcard is his."""
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
        """The cards of a deal go under the pack, in the order they were piled up."""
        self.cards += [card for card in cards if card not in self.cards]
        self.cards += [card for card in range(32) if card not in self.cards]

    def _take(self, count: int) -> list[int]:
        taken, self.cards = self.cards[:count], self.cards[count:]
        return taken
