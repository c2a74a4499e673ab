"""Analysis of played deals: costs of cards, best play, and whether the contract can be made."""

from collections.abc import Callable, Iterator, Sequence

from marcoria.analysis.best import best_line
from marcoria.analysis.costs import AnalysedPlay, DealCosts, Say
from marcoria.analysis.open_facts import is_complete, stakes_of
from marcoria.analysis.share import Share
from marcoria.analysis.solvers import Solvers
from marcoria.analysis.tables import is_made
from marcoria.bdn.files import exported
from marcoria.bdn.replay import DealReplay, replayed
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.firmware.codes.game import name_of

Judge = Callable[[DealReplay, Say], Sequence[Share | None]]


class Analysis(DealCosts):
    """Analysis of one complete deal.

    Best play here means that both sides play best for the score. `makes` says whether the taker
    then makes the contract; it is None in a house without a contract that can fail. `line_names`
    has the names of the cards of best play.
    """

    def __init__(self, one: DealReplay, solvers: Solvers, say: Say) -> None:
        super().__init__(one, solvers, say)
        stakes = stakes_of(one)
        line, end = best_line(self._solver, self._deal, self.start, stakes, self._found)
        self.line_names = [name_of(card) for card in line]
        self.makes = is_made(self._deal, end.points, end.tricks, stakes)

    def _found(self, cards: int) -> None:
        """Report how many cards of best play have been found."""
        self._say(f"best play, {cards} of {len(self._cards)} cards")

    def set_shares(self, shares: Sequence[Share | None]) -> None:
        """Set the share of each card, in the order of play; a share may be None."""
        for play, share in zip(self.plays, shares, strict=True):
            play.share = share

    def costliest(self) -> list[AnalysedPlay]:
        """Return each player's costliest card, if it cost points, in the order of play."""
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
            "plays": [{"play": number} | play.facts() for number, play in enumerate(self.plays)],
        }


def analysed(
    path: str, books: Rulebooks, solvers: Solvers, say: Say, judge: Judge | None = None
) -> Iterator[Analysis | None]:
    """Yield the analysis of each deal of a file, None for a deal that was not played to its end.

    Leave out deals without the tag Deal. The file may be BDN, its JSON form, or the image of a
    journal. `say` is called with a message about the progress. `judge` returns the share of each
    card; without `judge` no share is set.
    """
    for number, one in enumerate(replayed(exported(path, books, {}), path, books), 1):
        if not is_complete(one):
            yield None
            continue
        say_of_deal = _of_deal(number, say)
        found = Analysis(one, solvers, say_of_deal)
        if judge:
            found.set_shares(judge(one, say_of_deal))
        yield found


def _of_deal(number: int, say: Say) -> Say:
    """Return a function that reports the progress in one deal."""
    return lambda words: say(f"deal {number}: {words}")
