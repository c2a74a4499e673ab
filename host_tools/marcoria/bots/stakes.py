"""What a deal is worth by the house's score, as far as one player knows."""

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import ScoreTable, Stakes
from marcoria.bots.knowledge import KING, OUT, QUEEN, Knowledge
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote.melds import Melds
from marcoria.firmware.codes.game import Totals
from marcoria.game.masks import masks

_BELOTE = 20


def score_table(view: PlayerView, knowledge: Knowledge) -> "dict[str, object] | None":
    """Return the score for each result of the cards, as the solver needs it.

    Return None if cards are out of play whose points nobody knows: then the points of both sides
    together are not known, and the player plays for points.
    """
    if knowledge.room()[OUT]:
        return None
    game, house = view.game, view.house
    # Who holds a card does not matter for the score, so one hand has them all.
    in_play = [card for card in range(32) if _is_in_play(knowledge, card)]
    position = Position(
        [in_play, [], [], []],
        game.trick.winner,
        trick_cards(view, knowledge),
        (game.tally.points[0], game.tally.points[1]),
        (game.tally.tricks[0], game.tally.tricks[1]),
    )
    stakes = Stakes(
        house.side(knowledge.taker),
        game.auction.factor,
        game.totals[Totals.HANGING],
        _melds(view, knowledge),
        _belotes(view, knowledge),
    )
    return ScoreTable(OpenDeal(house, knowledge.contract), position, stakes).differences()


def trick_cards(view: PlayerView, knowledge: Knowledge) -> list[int]:
    """Return the cards of the trick under way, in the order of play."""
    count = view.game.trick.count
    return [play.card for play in knowledge.plays[len(knowledge.plays) - count :]]


def leader(view: PlayerView, knowledge: Knowledge) -> int:
    """Return the seat that has led the trick under way, or leads it."""
    count = view.game.trick.count
    return knowledge.plays[len(knowledge.plays) - count].seat if count else view.seat


def _is_in_play(knowledge: Knowledge, card: int) -> bool:
    return knowledge.place[card] != OUT and not knowledge.is_gone(card)


def _melds(view: PlayerView, knowledge: Knowledge) -> tuple[int, int]:
    """Return the points of both sides for melds whose cards the player has seen."""
    house, game = view.house, view.game
    if not house.melds or not any(game.announcements.announced):
        return 0, 0
    melds = Melds(house)
    for seat in range(4):
        known = [card for card in range(32) if knowledge.place[card] == seat]
        laid = [play.card for play in knowledge.plays if play.seat == seat]
        claims = game.announcements.announced[seat]
        melds.find(seat, masks(known + laid), knowledge.contract, claims)
    points = [0, 0]
    melds.score(game.standing.elder(), points)
    return points[0], points[1]


def _belotes(view: PlayerView, knowledge: Knowledge) -> tuple[int, int]:
    """Return the points of both sides for belotes called so far, and for the player's own."""
    worth = [view.game.pairs.worth(side) for side in range(2)]
    for suit in range(4):
        pair = [suit << 3 | QUEEN, suit << 3 | KING]
        is_own = view.is_trump(pair[0]) and all(card in view.own() for card in pair)
        if is_own and not all(knowledge.is_gone(card) for card in pair):
            worth[view.side] += _BELOTE
    return worth[0], worth[1]
