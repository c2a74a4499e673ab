"""Menu about a proved offence, if the discipline leaves the penalty to the other side."""

from micropython import const

import texts
from belote import choices
from belote.score import Score
from codes.game import Answers, Phases, Rulings, Totals
from table import sentences
from table.menus import wishes
from table.menus.menu import Menu
from table.menus.options import Options

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from table.table import Table

_LAST = const(10)  # points of the last trick
_NO_MELDS_REACH = const(5000)  # more points than any melds bring


class Verdict(Menu):
    """Question about the last announced offence, if that offence was not pardoned."""

    def __init__(self, table: "Table") -> None:
        Menu.__init__(self, table)
        # The score that the deal would have if the offender's side had lost it.
        self._score = Score(table.match.house)
        self._score.tricks[0] = self._score.tricks[1] = 1  # so that there is no capot

    def _wished(self, wish: int) -> None:
        match = self.match
        told = match.conduct.log[: len(match.conduct.log) - self.table.voice.untold]
        if told and not told[-1].is_pardoned:
            offence = told[-1]
            self.seat = offence.seat
            self.table.voice.tell_offence(offence)
            text = sentences.OFFENCE_TEXTS[offence.code]
            self._ask_below(text, self.table.others(self.seat), _INJURED)

    def to_others(self, seat: int, choice: int) -> None:
        """End the deal as if the offender's side had taken the contract and failed.

        The hanging points go to the other side too. If the deal is over already, show a refusal
        instead.
        """
        match = self.match
        if match.phase == Phases.READY:
            self.table.voice.refuse(Answers.NOTHING, self.seat)
            return
        winner = match.house.side(seat)
        self._count_as_lost(winner ^ 1)
        self._give(
            self._score.score[0],
            self._score.score[1],
            -match.totals[Totals.HANGING],
            Rulings.INSTEAD,
        )

    def _count_as_lost(self, loser: int) -> None:
        """Compute in `_score` the score of the deal as lost by the side `loser`.

        The points of all cards and of the last trick count for the other side. Belotes score if
        they were called, melds if their cards were seen. Under `counting_trick: yes` the loser
        scores neither.
        """
        match = self.match
        score = self._score
        score.house = house = match.house
        for seat in range(4):
            match.announcements.borne(seat)
        match.melds.score(match.standing.elder(), score.melds)
        for side in range(2):
            score.belote[side] = match.pairs.worth(side)
        if house.counting_trick:
            score.melds[loser] = score.belote[loser] = 0
        # The loser gets so many points less that it fails the contract, whatever melds it has.
        # The other side gets as many more, so that the sum is right. If no contract can fail,
        # each side scores its own points, so there must be no such debt.
        debt = 0 if house.success == choices.SUCCESS_NONE else _NO_MELDS_REACH
        score.cards[loser] = -debt
        score.cards[loser ^ 1] = debt + _LAST + self._all_cards()
        auction = match.auction
        score.settle(auction.contract, loser, auction.factor, match.totals[Totals.HANGING])

    def _all_cards(self) -> int:
        points = 0
        for values in self.match.trick.values:
            for value in values:
                points += value
        return points

    def director(self, seat: int, choice: int) -> None:
        """Open the director's menu."""
        self.wish = wishes.DIRECTOR


_INJURED = Options(
    (texts.DECLINE, Verdict.no),
    (texts.TO_OTHERS, Verdict.to_others),
    (texts.DIRECTOR, Verdict.director),
)
