"""Beliefs of a player about the cards, and the questions that a solver answers from them."""

from marcoria.value import Value

PLACES = 5  # the four seats, and a fifth place for cards that nobody plays in this deal


class Belief(Value):
    """The cards as one player can know them.

    There are five places: one for each seat, and one for the cards that nobody plays in this deal.
    `known` has for each place the cards that are known to be there. `room` has for each place the
    number of unseen cards there. `unseen` has the unseen cards. `weights` has for each unseen card
    a list with a number for each place: how often the card is there, compared with the other
    places, or 0 if it cannot be there. Cards that were laid are in no place.
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
    """Limits of the search for one answer.

    The solver searches at most `worlds` random deals, and at most `tricks` tricks in all of them
    together. Both limits are counts and not times, so that the same question has the same answer
    on every machine.
    """

    def __init__(self, worlds: int, tricks: int) -> None:
        self.worlds = worlds
        self.tricks = tricks


class Question(Value):
    """A question about the worth of each legal card of the player whose turn it is.

    `leader` is the seat that leads or has led the trick under way. `score` has what
    `ScoreTable.differences` returns; it is None to ask about points only. The solver deals the
    unseen cards at random many times; `seed` is the seed of its random numbers.
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
    """Worth of a legal card in the random deals that the solver has searched.

    `worlds` is the number of these deals. `points` is the sum over these deals of the points that
    side 0 still gets. `score` is the sum of side 0's score minus that of side 1; it is 0 if the
    question had no score table. `best` is the number of deals in which no other card gives the
    player's side more points.
    """

    def __init__(self, card: int, worlds: int, points: int, score: int, best: int) -> None:
        self.card = card
        self.worlds = worlds
        self.points = points
        self.score = score
        self.best = best


def weighed(answer: list[int]) -> list[Weighed]:
    """Return the worth of each legal card, parsed from the solver's list of numbers.

    Return an empty list if the solver has searched no deal.
    """
    found = []
    for at in range(1, len(answer), 4):
        card, points, score, best = answer[at : at + 4]
        found.append(Weighed(card, answer[0], points, score, best))
    return found
