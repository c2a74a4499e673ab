"""The steps in which the score of a deal is computed, as facts from which a page makes sentences.

A step is a dictionary. Its `key` names what happened; `side`, `seat` and `suit` say to whom or
what it happened. Each number has a key such as `points` or `tricks`. A step that changes the score
has `adds`, the points that it adds to each side. `raw` is the number before rounding.
"""

from typing import TYPE_CHECKING

from marcoria.analysis.position import OpenDeal
from marcoria.analysis.tables import Stakes, settled
from marcoria.firmware.belote import choices
from marcoria.firmware.belote.score import Score
from marcoria.firmware.belote.tally import LAST_TRICK
from marcoria.firmware.codes.game import CONTRACTS, SEATS, Outcomes
from marcoria.game.names import MELDS, seats_of

if TYPE_CHECKING:
    from marcoria.firmware.belote.match import Match

    Step = dict[str, object]

_CAPOTS = {
    choices.CAPOT_AS_VALUE: "capot-value",
    choices.CAPOT_AS_PREMIUM: "capot-premium",
}


def score_steps(game: "Match") -> "list[Step]":
    """Return the steps in which the engine scores a deal that was played to its end."""
    return HandAccount(game).steps


class HandAccount:
    """Account of a deal: its steps, and its score without fines or points that hung before it."""

    def __init__(self, game: "Match") -> None:
        self.game = game
        self.house = game.house
        self.last = game.house.side(game.trick.winner)
        self.score = self._alone()
        # Points that each side scores, before a kirtik is subtracted.
        self.got = [self.score.score[side] + self.score.kirtik(side) for side in range(2)]
        self.steps: list[Step] = []
        self._count()
        self._judge()
        self._award()
        self._hanging()
        for side in range(2):
            if self.score.kirtik(side):
                self._add("kirtik", side, -self.score.kirtik(side))
        self.steps += fines(game)

    def _alone(self) -> Score:
        """Return this deal's score without fines and without hanging points of earlier deals."""
        game = self.game
        points = [game.tally.points[side] + LAST_TRICK * (side == self.last) for side in range(2)]
        tricks, melds, belote = game.score.tricks, game.score.melds, game.score.belote
        stakes = Stakes(
            self.house.side(game.auction.taker),
            game.auction.factor,
            0,
            (melds[0], melds[1]),
            (belote[0], belote[1]),
        )
        deal = OpenDeal(self.house, game.auction.contract)
        return settled(deal, (points[0], points[1]), (tricks[0], tricks[1]), stakes)

    def _say(self, key: str, side: int = -1, **numbers: object) -> None:
        """Add a step, which changes the score only if `numbers` has `adds`.

        `side` is -1 if the step is not about a side.
        """
        step: Step = {"key": key} | numbers
        if side >= 0:
            step["side"] = side
        self.steps.append(step)

    def _add(self, key: str, side: int, points: int, **numbers: object) -> None:
        """Add a step that adds points to a side, or subtracts them if `points` is negative."""
        adds = [0, 0]
        adds[side] = points
        self._say(key, side, points=abs(points), adds=adds, **numbers)

    # --- what each side has ---------------------------------------------------------------------

    def _count(self) -> None:
        """Add the steps for cards, melds, belotes, capot, multiplier of no trumps, and sum."""
        game, score = self.game, self.score
        for side in range(2):
            points = score.cards[side]
            has_ten = points != game.tally.points[side]
            key = "cards-last" if has_ten else "cards"
            self._say(key, side, points=points, tricks=score.tricks[side])
        self.steps += announced(game)
        self.steps += honours(game)
        if score.capot >= 0:
            key = _CAPOTS.get(self.house.capot_as, "capot-bonus")
            self._say(key, score.capot, points=score.premium)
        if score.times > 1:
            self._say("times", times=score.times)
        if score.own != score.cards and not score.is_by_capot():
            self._say("sum", both=list(score.own))

    # --- who has won the deal -------------------------------------------------------------------

    def _judge(self) -> None:
        """Add the steps that say why the contract was made or has failed.

        If no contract can fail in the house, add a step that says so. Otherwise add no step for a
        capot whose points replace the card points.
        """
        house, score = self.house, self.score
        taker = score.taker
        if house.success == choices.SUCCESS_NONE:
            self._say("no-contract")
            return
        if score.is_by_capot():
            return
        mine, theirs = score.own[taker], score.own[taker ^ 1]
        if not house.belote_counts:
            mine -= score.belote[taker]
            theirs -= score.belote[taker ^ 1]
            if any(score.belote):
                self._say("belote-apart")
        key = self._verdict(mine, theirs)
        self._say(key, taker, mine=mine, theirs=theirs, quota=house.quota)

    def _verdict(self, mine: int, theirs: int) -> str:
        """Return the key of the step about the contract.

        `mine` are the points of the taker's side that count for the contract. `theirs` are those
        of the defenders.
        """
        house, score = self.house, self.score
        if score.outcome == Outcomes.LITIGE:
            return "litige"
        has_quota = house.quota > 0 and score.factor == 1
        is_alone = has_quota and house.success == choices.SUCCESS_QUOTA
        if score.winner == score.taker:
            return "made-quota" if is_alone else "made-both" if has_quota else "made-more"
        if has_quota and mine < house.quota:
            return "failed-quota"
        return "failed-equal" if mine == theirs else "failed-less"

    # --- what each side scores ------------------------------------------------------------------

    def _award(self) -> None:
        """Add the steps that give each side its points."""
        house, score = self.house, self.score
        if score.outcome == Outcomes.LITIGE:
            self._litige()
        elif score.winner < 0:
            self._each()
        elif score.is_by_capot():
            melds = house.capot_melds if score.winner == score.taker else house.reverse_melds
            self._all(score.premium, melds, house.capot_belote)
        elif score.factor > 1:
            self._doubled(score.winner)
        elif score.winner != score.taker:
            points = house.fail or score.cards[0] + score.cards[1] + score.premium
            self._say("takes-all", score.winner, points=points)
            self._all(points, house.fail_melds, house.fail_belote)
        else:
            self._each()

    def _each(self) -> None:
        """Add the steps of a deal in which each side scores its own points."""
        for side in range(2):
            self._add("scores", side, self.got[side], raw=self.score.own[side])

    def _all(self, points: int, melds: int, belote: int) -> None:
        """Add the steps of a deal whose winner scores `points` besides melds and belotes.

        The loser keeps its melds if `melds` is 0, and its belotes if `belote` is 0.
        """
        score = self.score
        winner, loser = score.winner, score.winner ^ 1
        kept = (0 if melds else score.melds[loser]) + (0 if belote else score.belote[loser])
        extra = sum(score.melds) + sum(score.belote) - kept
        if extra:
            self._say("extra", winner, points=extra)
        self._add("scores", winner, self.got[winner], raw=(points + extra) * score.times)
        if kept:
            self._say("keeps", loser, points=kept)
            self._add("scores", loser, self.got[loser], raw=kept * score.times)

    def _doubled(self, winner: int) -> None:
        """Add the steps about the score of a doubled deal's winner."""
        score = self.score
        raw = score.own[0] + score.own[1]
        if winner == score.capot:
            self._say("doubled-capot", winner)
            self._add("scores", winner, self.got[winner], raw=raw)
        else:
            factor, points = score.factor, self.got[winner]
            self._add("doubled", winner, points, raw=raw, rounded=points // factor, factor=factor)

    def _litige(self) -> None:
        """Add the steps of a litige, a deal with equal sums of both sides."""
        house, score = self.house, self.score
        taker = score.taker
        if house.litige != choices.LITIGE_HANGS:
            self._each()
        elif score.factor > 1:
            raw, factor = score.own[0] + score.own[1], score.factor
            rounded = score.hanging // factor
            self._say(
                "hang-doubled", raw=raw, rounded=rounded, factor=factor, points=score.hanging
            )
        else:
            kept = 0 if house.litige_belote else score.belote[taker]
            self._add("scores", taker ^ 1, self.got[taker ^ 1], raw=score.own[taker ^ 1])
            if kept:
                self._say("keeps-belote", taker, points=kept)
                self._add("scores", taker, self.got[taker], raw=kept)
            raw = score.own[taker] - kept
            self._say("hang", taker, raw=raw, points=score.hanging)

    def _hanging(self) -> None:
        """Add the steps about hanging points of earlier deals."""
        score, engine = self.score, self.game.score
        fair = self.game.conduct.fair
        winner = score.taker ^ 1 if score.outcome == Outcomes.LITIGE else score.winner
        won = engine.score[winner] - fair[winner] - score.score[winner] if winner >= 0 else 0
        if won:
            key = "hanging-paid" if score.outcome == Outcomes.LITIGE else "hanging-won"
            self._add(key, winner, won)
        if engine.hanging > score.hanging:
            self._say("hanging-stays", points=engine.hanging - score.hanging)


def announced(game: "Match") -> "list[Step]":
    """Return the steps about the melds that were announced."""
    seats = [seat for seat in seats_of(game.house) if game.announcements.announced[seat]]
    return [
        {
            "key": "announced",
            "seat": SEATS[seat],
            "kinds": [MELDS[kind] for kind in game.announcements.announced[seat]],
        }
        for seat in seats
    ]


def honours(game: "Match") -> "list[Step]":
    """Return the steps about the points of melds and belotes, and about salted belotes."""
    score, house = game.score, game.house
    steps: list[Step] = []
    for side in range(2):
        seats = [seat for seat in seats_of(house) if house.side(seat) == side]
        has_melds = any(game.announcements.announced[seat] for seat in seats)
        if house.counting_trick and not game.tally.points[side]:
            if has_melds or game.pairs.worth(side):
                steps.append({"key": "no-counting-trick", "side": side})
            continue
        if score.melds[side]:
            steps.append({"key": "melds", "side": side, "points": score.melds[side]})
        elif has_melds:
            steps.append({"key": "melds-lost", "side": side})
        if score.belote[side]:
            steps.append({"key": "belote", "side": side, "points": score.belote[side]})
    for suit in range(4):
        if game.pairs.salted >> suit & 1:
            steps.append({"key": "salted", "suit": CONTRACTS[suit]})
    return steps


def fines(game: "Match") -> "list[Step]":
    """Return the steps about the fines of this deal: what a side pays, and what a side gets."""
    fair = game.conduct.fair
    steps: list[Step] = []
    for side in range(2):
        if fair[side]:
            adds = [0, 0]
            adds[side] = fair[side]
            key = "fine-won" if fair[side] > 0 else "fine"
            steps.append({"key": key, "side": side, "points": abs(fair[side]), "adds": adds})
    return steps
