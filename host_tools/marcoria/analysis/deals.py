"""Analysis of played deals: par, the cost of each card, and whether the contract could be made."""

from collections.abc import Iterator

from marcoria.analysis.best import best_line
from marcoria.analysis.position import OpenDeal, Position
from marcoria.analysis.solvers import Solvers
from marcoria.analysis.tables import Stakes, settled
from marcoria.bdn.files import exported
from marcoria.bdn.replay import DealReplay, replayed
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.firmware.belote import choices
from marcoria.firmware.codes.game import CONTRACTS, SEATS, Outcomes, Totals, name_of
from marcoria.game.names import sides_of


class AnalysedPlay:
    """A card that was played, and its cost with open cards.

    The cost is how many points the player's side could still get before this card with best play
    of both sides, minus how many it could get after it. An illegal card may have a negative cost.
    """

    def __init__(self, seat: int, card: int, cost: int, is_legal: bool) -> None:
        self.seat = seat
        self.card = card
        self.cost = cost
        self.is_legal = is_legal
        self.seat_name = SEATS[seat]
        self.card_name = name_of(card)


class Analysis:
    """Analysis of one complete deal.

    `par` and `points` are the points in cards of both sides: with best play of both sides, and as
    played. `makes` says whether the taker makes the contract with best play, None in a house
    without a contract that can fail. `line_names` are the cards of best play for the score.
    """

    def __init__(self, one: DealReplay, solvers: Solvers) -> None:
        game = one.game
        self.board = one.deal.tags.get("Board", "")
        self.house = house = game.house
        self.contract = game.auction.contract
        self.taker = game.auction.taker
        self.sides = sides_of(house)
        self.contract_name, self.taker_name = CONTRACTS[self.contract], SEATS[self.taker]
        self._deal = OpenDeal(house, self.contract)
        self._solver = solvers.of(house, self.contract)
        count = game.audit.plays
        self._seats = list(game.audit.seat[:count])
        self._cards = list(game.audit.card[:count])
        self._stakes = Stakes(
            house.side(self.taker),
            game.auction.factor,
            one.state.totals()[Totals.HANGING],
            (game.score.melds[0], game.score.melds[1]),
            (game.score.belote[0], game.score.belote[1]),
        )
        self.points = game.score.cards[0], game.score.cards[1]
        self.start = self._start()
        self.plays = self._weigh()
        line, end = best_line(self._solver, self._deal, self.start, self._stakes)
        self.line_names = [name_of(card) for card in line]
        self.makes = self._outcome(end)

    def _start(self) -> Position:
        """Return the position before the first card."""
        hands: list[list[int]] = [[], [], [], []]
        for seat, card in zip(self._seats, self._cards, strict=True):
            hands[seat].append(card)
        return Position(hands, self._seats[0], [])

    def _weigh(self) -> list[AnalysedPlay]:
        """Set the par, and return all plays with their costs."""
        deal, position = self._deal, self.start
        total = before = self._solver.value(position)
        self.par = total, deal.left(position) - total
        plays = []
        for card in self._cards:
            seat, is_legal = deal.turn(position), card in deal.legal(position)
            position = deal.after(position, card)
            total = position.points[0] + self._value(position)
            cost = total - before if deal.house.side(seat) else before - total
            plays.append(AnalysedPlay(seat, card, cost, is_legal))
            before = total
        return plays

    def _value(self, position: Position) -> int:
        return self._solver.value(position) if any(position.hands) else 0

    def _outcome(self, end: Position) -> bool | None:
        """Return whether the taker makes the contract, for the position at the end of the deal."""
        if self.house.success == choices.SUCCESS_NONE:
            return None
        outcome = settled(self._deal, end.points, end.tricks, self._stakes).outcome
        return outcome in (Outcomes.MADE, Outcomes.CAPOT)

    def costliest(self) -> list[AnalysedPlay]:
        """Return the costliest card of each player who made a mistake, in the order of play."""
        worst: dict[int, AnalysedPlay] = {}
        for play in self.plays:
            if play.cost > 0 and (play.seat not in worst or play.cost > worst[play.seat].cost):
                worst[play.seat] = play
        return [play for play in self.plays if play in worst.values()]

    def facts(self) -> dict[str, object]:
        """Return the analysis as an object for JSON."""
        made = {
            "by_taker": self.makes,
            "with": self.line_names if self.makes else None,
            "beaten_with": None if self.makes else self.line_names,
        }
        return {
            **({"board": self.board} if self.board else {}),
            "house": self.house.name,
            "contract": self.contract_name,
            "taker": self.taker_name,
            "par": dict(zip(self.sides, self.par, strict=True)),
            "points": dict(zip(self.sides, self.points, strict=True)),
            "made": None if self.makes is None else made,
            "plays": [
                {"play": number, "seat": play.seat_name, "card": play.card_name, "cost": play.cost}
                | ({} if play.is_legal else {"illegal": True})
                for number, play in enumerate(self.plays)
            ],
        }


def analysed(path: str, books: Rulebooks, solvers: Solvers) -> Iterator[Analysis | None]:
    """Yield the analysis of each deal of a file, None for a deal that was not played to its end.

    The file may have BDN, its JSON form, or the image of a journal.
    """
    for one in replayed(exported(path, books, {}), path, books):
        house = one.game.house
        is_whole = one.telling.done and one.game.audit.plays == house.players * house.cards
        yield Analysis(one, solvers) if is_whole else None
