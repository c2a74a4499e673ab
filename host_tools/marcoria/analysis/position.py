"""Positions in the play of a deal whose cards are all known."""

from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.tally import LAST_TRICK
from marcoria.firmware.belote.trick import Trick
from marcoria.game.masks import legal_cards
from marcoria.value import Value


class Position(Value):
    """Position before a card is played, or after the last card.

    `trick` has the cards of the trick under way, in the order of play. `hands` has the other cards
    of each seat. `leader` is the seat that leads or has led this trick. `points` and `tricks` have
    the numbers of points and tricks that each side has won so far.
    """

    def __init__(
        self,
        hands: list[list[int]],
        leader: int,
        trick: list[int],
        points: tuple[int, int] = (0, 0),
        tricks: tuple[int, int] = (0, 0),
    ) -> None:
        self.hands = hands
        self.leader = leader
        self.trick = trick
        self.points = points
        self.tricks = tricks


class OpenDeal:
    """Rules of one house for playing one contract, applied to positions."""

    def __init__(self, house: House, contract: int) -> None:
        self.house = house
        self.contract = contract

    def trick(self, position: Position) -> Trick:
        """Return the trick under way as an object of the engine."""
        trick = Trick(self.house)
        trick.contract(self.contract)
        trick.start(position.leader)
        for card in position.trick:
            trick.lay(card)
        return trick

    def turn(self, position: Position) -> int:
        """Return the seat that plays next."""
        return self.trick(position).seat

    def legal(self, position: Position) -> list[int]:
        """Return the cards that the next player may play."""
        trick = self.trick(position)
        return legal_cards(trick, position.hands[trick.seat])

    def after(self, position: Position, card: int) -> Position:
        """Return the position after the next player has played a card, legal or not."""
        trick = self.trick(position)
        hands = [list(hand) for hand in position.hands]
        hands[trick.seat].remove(card)
        trick.lay(card)
        points, tricks = position.points, position.tricks
        if trick.count < self.house.players:
            return Position(hands, position.leader, position.trick + [card], points, tricks)
        side = self.house.side(trick.winner)
        gain = trick.points + (0 if any(hands) else LAST_TRICK)
        points = (points[0] + gain * (side == 0), points[1] + gain * (side == 1))
        tricks = (tricks[0] + (side == 0), tricks[1] + (side == 1))
        return Position(hands, trick.winner, [], points, tricks)

    def left(self, position: Position) -> int:
        """Return the points that are not won yet, including the bonus for the last trick."""
        values = self.trick(position).values
        cards = [card for hand in position.hands for card in hand] + position.trick
        points = sum(values[card >> 3][card & 7] for card in cards)
        return points + LAST_TRICK if cards else 0
