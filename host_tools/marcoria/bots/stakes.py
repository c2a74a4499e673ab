"""Score of a deal by the house's rules, as far as one player can know it."""

from typing import TYPE_CHECKING

from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.tables import ScoreTable, Stakes
from marcoria.bots.knowledge import OUT, Knowledge
from marcoria.bots.strategy import BELOTE, KING, QUEEN, PlayerView
from marcoria.firmware.belote.melds import Melds
from marcoria.firmware.codes.game import Totals
from marcoria.game.masks import masks

if TYPE_CHECKING:
    from marcoria.firmware.belote.house import House


class ScoreBook:
    """Scores of a deal for each number of card points; cached until the stakes change."""

    def __init__(self) -> None:
        self._stakes: tuple[House, int, Stakes] | None = None
        self._whole: list[int] = []  # side 0's score minus side 1's, by side 0's card points
        self._capots: list[int] = []

    def table(self, view: PlayerView, knowledge: Knowledge) -> "dict[str, object] | None":
        """Return the score for each result of the cards to come, as `ScoreTable.differences` does.

        Return None if unknown cards are out of play. Then the sum of both sides' card points is
        not known, and the player plays for card points instead of the score.
        """
        if knowledge.room()[OUT]:
            return None
        stakes = view.house, knowledge.contract, _stakes(view, knowledge)
        if stakes != self._stakes:
            self._stakes = stakes
            self._find(view, knowledge, stakes[2])
        mine, theirs = view.game.tally.points
        tricks = view.game.tally.tricks
        return {
            "flag": sum(1 << side for side in (0, 1) if tricks[side]),
            "points": self._whole[mine : len(self._whole) - theirs],
            "capots": self._capots,
        }

    def _find(self, view: PlayerView, knowledge: Knowledge, stakes: Stakes) -> None:
        """Compute the scores of the whole deal."""
        # The score does not depend on who holds a card, so one hand has all cards in play.
        cards = [card for card in range(32) if knowledge.place[card] != OUT]
        deal = OpenDeal(view.house, knowledge.contract)
        table = ScoreTable(deal, Position([cards, [], [], []], 0, []), stakes)
        self._whole = [first - second for first, second in table.pairs]
        self._capots = [first - second for first, second in table.capots]


def _stakes(view: PlayerView, knowledge: Knowledge) -> Stakes:
    """Return what the score depends on besides card points and tricks, as far as known."""
    game = view.game
    return Stakes(
        view.house.side(knowledge.taker),
        game.auction.factor,
        game.totals[Totals.HANGING],
        _melds(view, knowledge),
        _belotes(view, knowledge),
    )


def _melds(view: PlayerView, knowledge: Knowledge) -> tuple[int, int]:
    """Return the points of both sides for claimed melds whose cards the player knows."""
    house, game = view.house, view.game
    if not house.melds or not any(game.announcements.claims):
        return 0, 0
    melds, known = Melds(house), knowledge.known()
    for seat in range(4):
        laid = [play.card for play in knowledge.plays if play.seat == seat]
        claims = game.announcements.claims[seat]
        melds.find(seat, masks(known[seat] + laid), knowledge.contract, claims)
    points = [0, 0]
    melds.score(game.standing.elder(), points)
    return points[0], points[1]


def _belotes(view: PlayerView, knowledge: Knowledge) -> tuple[int, int]:
    """Return the points of both sides for belotes.

    Count the belotes that are laid and called. Also count the player's own belote if at least one
    of its cards is not laid yet.
    """
    worth = [view.game.pairs.worth(side) for side in range(2)]
    for suit in range(4):
        pair = [suit << 3 | QUEEN, suit << 3 | KING]
        is_own = view.is_trump(pair[0]) and all(card in view.own() for card in pair)
        if is_own and not all(knowledge.is_gone(card) for card in pair):
            worth[view.side] += BELOTE
    return worth[0], worth[1]
