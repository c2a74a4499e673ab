"""The player `Expert`, who imagines deals that fit what he has seen, and solves them."""

from random import Random
from typing import TYPE_CHECKING

from marcoria.analysis.belief import Effort, Question, weighed
from marcoria.analysis.solvers import world_solver
from marcoria.bots.inference import belief
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.levels import Skilled
from marcoria.bots.rules_of_thumb import RulesOfThumb
from marcoria.bots.stakes import ScoreBook
from marcoria.bots.strategy import PlayerView

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TypeVar

    from marcoria.analysis.solvers import WorldSolver

    Found = TypeVar("Found")
    # A generator that yields pairs: a solver, and a question for it. The caller must resume the
    # generator with the answer of the solver. The generator returns a result of the type `Found`.
    Thoughts = Generator[tuple[WorldSolver, Question], list[int], Found]

EFFORT = Effort(40, 40_000)
_OF_RULES = 4.0  # the rules of thumb have the weight of this number of deals
_OF_POINTS = 0.05  # weight of the card points beside the score
_SEEDS = 1 << 30


class Expert(Skilled):
    """Player who solves imagined deals, and plays for the score by the house's rules.

    He bids like `Skilled`, which estimates a hand with numbers fitted to solved deals.
    """

    name = "expert"
    gives_reasons = True

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._seeds = Random(rng.random())
        self._scores = ScoreBook()

    def card(self, view: PlayerView) -> int:
        """Return the best card, judged by the imagined deals and by the rules of thumb."""
        return answered(self.thoughts(view))

    def thoughts(self, view: PlayerView) -> "Thoughts[int]":
        """Return the card to lay; before that, yield a question for a solver if one is needed."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        knowledge = Knowledge(view)
        rules = RulesOfThumb(view, knowledge)
        ranked = rules.ranked()
        worth = yield from self._solved(view, knowledge)
        best, chosen = None, ranked[0][1]
        for by_rules, card in ranked:
            value = worth.get(card, 0.0) + _OF_RULES * by_rules
            if best is None or value > best:
                best, chosen = value, card
        return rules.first_of_equals(chosen)

    def _solved(self, view: PlayerView, knowledge: Knowledge) -> "Thoughts[dict[int, float]]":
        """Yield a question; return the worth of each legal card for the player's side.

        The worth is a sum over all solved deals, in card points. The result is empty if no deal
        was solved, for example because none fits what the player has seen.
        """
        if knowledge.is_contradictory():
            return {}
        score = self._scores.table(view, knowledge)
        question = Question(
            belief(view, knowledge),
            knowledge.leader(),
            knowledge.trick(),
            score,
            self._seeds.randrange(_SEEDS),
            EFFORT,
        )
        answer = yield world_solver(view.house, knowledge.contract), question
        sign = -1 if view.side else 1
        unit = _score_of_a_point(score) if score else 1.0
        found = {}
        for one in weighed(answer):
            total = one.score / unit + _OF_POINTS * one.points if score else one.points
            found[one.card] = sign * total
        return found


def answered(thoughts: "Thoughts[Found]") -> "Found":
    """Let the solvers answer all questions of `thoughts`, and return its result."""
    try:
        solver, question = next(thoughts)
        while True:
            solver, question = thoughts.send(solver.weigh(question))
    except StopIteration as end:
        found: Found = end.value
        return found


def _score_of_a_point(score: dict[str, object]) -> float:
    """Return how much a card point changes a side's score on average.

    If card points do not change the score, return 1.0, because the caller divides by the result.
    """
    points = score["points"]
    assert isinstance(points, list)
    span = max(points) - min(points)
    return span / (2.0 * len(points)) or 1.0
