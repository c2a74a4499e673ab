"""Single deals that strategies play with the engine, without a table."""

from functools import cache
from random import Random
from typing import TypeAlias

from kitchen import company
from marcoria.bots.strategy import Honest, PlayerView, estimate
from marcoria.coroutines import finish
from marcoria.firmware.belote.auction import TAKEN
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.belote.tally import LAST_TRICK
from marcoria.firmware.codes.game import Events, Phases
from marcoria.game.houses import check_text, text_of
from marcoria.game.names import seats_of

Hands: TypeAlias = dict[int, list[int]]


@cache
def house_with(name: str, rules: tuple[str, ...]) -> House:
    """Return a house in which `rules`, lines `key: value`, replace the lines with these keys."""
    lines = [line for line in text_of(name).splitlines() if not _is_replaced(line, rules)]
    return check_text("\n".join([*lines, *rules]), name)


def _is_replaced(line: str, rules: tuple[str, ...]) -> bool:
    return line.split(":")[0].strip() in [rule.split(":")[0].strip() for rule in rules]


class CardsOnly:
    """A deal whose contract comes from the hands, without bidding and announcements.

    The player with the highest `estimate` for any suit takes, and this suit is trump.
    """

    def __init__(self, house: House, rng: Random) -> None:
        self.house = house
        seats = seats_of(house)
        cards = rng.sample(range(32), house.cards * house.players)
        self.hands: Hands = {seat: cards[at :: house.players] for at, seat in enumerate(seats)}
        offers = [(seat, suit) for seat in seats for suit in range(4)]
        rng.shuffle(offers)
        self.taker, self.trump = max(offers, key=lambda one: estimate(self.hands[one[0]], one[1]))
        self.dealer = rng.choice(seats)

    def begin(self) -> Match:
        """Return a match in which the elder is about to play the first card."""
        game = Match(self.house)
        game.apply(Events.MATCH, self.dealer, self.house.mark)
        game.apply(Events.DEAL, self.dealer, 0)
        game.play.bottom = 1  # the bottom card counts as shown, so no offence is noted for it
        game.auction.taker, game.auction.contract = self.taker, self.trump
        game.auction.state = TAKEN
        game.lead()
        return game

    def play(self, players: dict[int, Honest]) -> tuple[int, int]:
        """Play the deal; return the card points of both sides, with those for the last trick."""
        game = self.begin()
        hands = {seat: list(hand) for seat, hand in self.hands.items()}
        laid: Hands = {seat: [] for seat in hands}
        while game.phase == Phases.PLAY:
            seat = game.trick.seat
            card = players[seat].card(PlayerView(game, seat, hands[seat], laid[seat]))
            game.apply(Events.CARD, seat, card)
            hands[seat].remove(card)
            laid[seat].append(card)
        last = self.house.side(game.trick.winner)
        points = game.tally.points
        return points[0] + LAST_TRICK * (last == 0), points[1] + LAST_TRICK * (last == 1)


class WholeDeal:
    """A deal with bidding and announcements, by all rules of the house.

    It is the first deal of a match. Both sides score 0 if all players pass.
    """

    def __init__(self, house: House, rng: Random) -> None:
        self.house = house
        self.dealer = rng.choice(seats_of(house))
        self.pack = rng.random()  # seed of the pack

    def play(self, players: dict[int, Honest]) -> tuple[int, int]:
        """Play the deal; return the scores of both sides."""
        people = company(self.house, players, Random(self.pack), scanned=False)
        people.begin(self.dealer)
        finish(people.play_deal())
        return people.game.totals[0], people.game.totals[1]


KINDS: dict[str, type[CardsOnly] | type[WholeDeal]] = {"cards": CardsOnly, "whole": WholeDeal}
