"""The expert: imagines deals that fit what he has seen, and solves them."""

from random import Random

from marcoria.analysis.belief import Effort, Question, weighed
from marcoria.analysis.solvers import world_solver
from marcoria.bots.inference import Inference
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.stakes import leader, score_table, trick_cards
from marcoria.bots.strategy import Honest, PlayerView

EFFORT = Effort(40, 60_000)
_OF_POINTS = 0.05  # weight of a card point beside a point of the score
_SEEDS = 1 << 30


class Expert(Honest):
    """Player who solves deals that he can believe in, and plays what is best on average."""

    name = "expert"

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.seeds = Random(rng.random())

    def card(self, view: PlayerView) -> int:
        """Return the card that is best on average in the imagined deals."""
        legal = view.legal()
        seed = self.seeds.randrange(_SEEDS)
        if len(legal) == 1:
            return legal[0]
        knowledge = Knowledge(view)
        found = self.weigh(view, knowledge, seed)
        return max(legal, key=lambda card: (found.get(card, 0.0), -view.points(card), -card))

    def weigh(self, view: PlayerView, knowledge: Knowledge, seed: int) -> dict[int, float]:
        """Return what each legal card is worth for the player's side, on average."""
        score = score_table(view, knowledge)
        question = Question(
            Inference(view, knowledge).belief(),
            leader(view, knowledge),
            trick_cards(view, knowledge),
            score,
            seed,
            EFFORT,
        )
        solver = world_solver(view.house, knowledge.contract)
        sign = -1 if view.side else 1
        found = {}
        for one in weighed(solver.weigh(question)):
            total = one.score + _OF_POINTS * one.points if score else one.points
            found[one.card] = sign * total / one.worlds
        return found
