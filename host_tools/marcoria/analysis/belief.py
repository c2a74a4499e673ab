"""Beliefs of a player about the cards, and the effort of a question about them."""

from marcoria.value import Value

PLACES = 5  # the four seats, and the cards that are not in play


class Belief(Value):
    """The cards as one player can know them.

    `known` has for each place the cards that are known to be there, and `room` how many of the
    unseen cards are there. `weights` has for each unseen card and each place how often it is there
    compared with the other places, and 0 if it cannot be there. The cards of the trick under way
    are in no place.
    """

    def __init__(
        self,
        known: list[list[int]],
        room: list[int],
        unseen: list[int],
        weights: list[list[int]],
    ) -> None:
        self.known = known
        self.room = room
        self.unseen = unseen
        self.weights = weights


class Effort(Value):
    """The most deals, and the most tricks in them, that the solver searches for an answer.

    Both are counts, so that the same question has the same answer on each machine.
    """

    def __init__(self, worlds: int, tricks: int) -> None:
        self.worlds = worlds
        self.tricks = tricks


class Question(Value):
    """A question about the legal cards of a player whose turn it is.

    `leader` has led the trick under way, or leads it. `score` has what `ScoreTable.differences`
    returns, None to ask about points only. `seed` is the seed of the imagined deals.
    """

    def __init__(
        self,
        belief: Belief,
        leader: int,
        trick: list[int],
        score: "dict[str, object] | None",
        seed: int,
        effort: Effort,
    ) -> None:
        self.belief = belief
        self.leader = leader
        self.trick = trick
        self.score = score
        self.seed = seed
        self.effort = effort

    def facts(self) -> dict[str, object]:
        """Return the question as an object for JSON."""
        return dict(self.__dict__, belief=self.belief.__dict__, effort=self.effort.__dict__)


class Weighed(Value):
    """Worth of a card in the imagined deals: sums over `worlds` deals.

    `points` and `score` are those of side 0, and `best` is the number of deals in which no other
    card gives the player's side more points.
    """

    def __init__(self, card: int, worlds: int, points: int, score: int, best: int) -> None:
        self.card = card
        self.worlds = worlds
        self.points = points
        self.score = score
        self.best = best


def weighed(answer: list[int]) -> list[Weighed]:
    """Return the legal cards from the solver's list of numbers; an empty list for no deal."""
    found = []
    for at in range(1, len(answer), 4):
        card, points, score, best = answer[at : at + 4]
        found.append(Weighed(card, answer[0], points, score, best))
    return found
