"""A deal as the engine tells it: events happen, and what it makes of them is kept as tags."""

from typing import TYPE_CHECKING

from marcoria.bdn import hands
from marcoria.bdn.rulebooks import Rulebook
from marcoria.bdn.state import by_side, winner
from marcoria.firmware.belote.conduct import OF_A_PLAY, Offence
from marcoria.firmware.codes.game import (
    CONTRACTS,
    SEATS,
    Answers,
    Events,
    Offences,
    Outcomes,
    Phases,
    Totals,
    name_of,
)
from marcoria.game.wording import OFFENCES, words
from marcoria.journal.replay import Entry

if TYPE_CHECKING:
    from typing import TypedDict

    class ToldOffence(TypedDict, total=False):
        """An offence; plays count from 1. `card` and `play` are there if it is one of a play."""

        seat: str
        code: str
        card: str
        play: int
        proved: int
        pardoned: bool


OUTCOMES = words(Outcomes) | {Outcomes.REVERSE: "reverse-capot"}
UNFINISHED = "unfinished"
BROKEN_OFF = "broken-off"  # the match was won in the midst of it
_OF_A_CARD = OF_A_PLAY + bytes((Offences.FALSE_BELOTE,))
_ENDS = {
    Events.BID: "passed-out",
    Events.OFFENCE: "misdeal",
    Events.RULING: "void",
    Events.UNDO: "undone",
}


class Telling:
    """One deal, or what happened instead of one. `done` says that a count has been made and
    stands; `ended` what has ended a deal without one."""

    def __init__(self, book: Rulebook, sums: list[int] | None) -> None:
        self.book = book
        self.game = book.match
        self.dealt = self.done = False
        self.ended = ""
        self.before = [0] * Totals.COUNT
        if sums is not None:
            self._restore(sums)

    def _restore(self, sums: list[int]) -> None:
        """The match waits for a deal, with these totals."""
        game = self.game
        dealer = sums[Totals.DEALER]
        game.apply(Events.MATCH, dealer, game.house.mark)
        game.totals[:] = sums
        game.standing.broken[:] = [0, 0]
        self.before = list(sums)

    def apply(self, event: Entry) -> int:
        """Lets it happen; what the match says, 0 if that is yes."""
        game = self.game
        phase = game.phase
        result: int = game.apply(*event)
        if 0 < result < Answers.NOTED:
            return result
        kind = event[0]
        now = game.phase
        if kind == Events.DEAL:
            self.dealt = True
            self.before = list(game.totals)
        if now != phase or kind in (Events.UNDO, Events.BACK):
            self._turn(kind, phase, now)
        return 0

    def _turn(self, kind: int, phase: int, now: int) -> None:
        """The match waits for something else than before."""
        if now == Phases.READY and kind == Events.CONFIRM:
            return
        self.done = now == Phases.DONE
        if now != Phases.READY:
            self.ended = ""
        elif phase != Phases.READY or kind == Events.UNDO:
            self.ended = _ENDS.get(kind, "")

    # --- what came of it --------------------------------------------------------------------

    @property
    def counts(self) -> bool:
        """Whether the deal has brought something, be it nothing."""
        game = self.game
        return self.done or bool(game.phase <= Phases.READY or game.totals[Totals.WINNER] >= 0)

    def score(self) -> list[int]:
        """What the deal has brought both sides, a result that nobody has confirmed included."""
        game = self.game
        brought = [game.totals[side] - self.before[side] for side in range(2)]
        if game.phase == Phases.DONE:
            brought = [brought[side] + game.score.score[side] for side in range(2)]
        return brought

    def outcome(self) -> str:
        """How the deal has ended."""
        if self.done:
            return str(OUTCOMES[self.game.score.outcome])
        if self.ended:
            return self.ended
        return BROKEN_OFF if self.game.totals[Totals.WINNER] >= 0 else UNFINISHED

    def total(self) -> list[int]:
        """The points of the match afterwards."""
        brought = self.score()
        return [self.before[side] + brought[side] for side in range(2)]

    def hangs(self) -> int:
        """The sum that belongs to nobody afterwards."""
        game = self.game
        return game.score.hanging if game.phase == Phases.DONE else game.totals[Totals.HANGING]

    def offences(self) -> "list[ToldOffence]":
        """What was proved or noted; plays count from 1."""
        return [self._told(offence) for offence in self.game.conduct.log]

    def _told(self, offence: Offence) -> "ToldOffence":
        found: ToldOffence = {"seat": SEATS[offence.seat], "code": OFFENCES[offence.code]}
        if offence.code in _OF_A_CARD:
            found["card"] = name_of(self.game.audit.card[offence.play])
            found["play"] = offence.play + 1
        found["proved"] = offence.plays
        if offence.is_pardoned:
            found["pardoned"] = True
        return found

    def results(self) -> dict[str, str]:
        """All of it as tags."""
        if not self.dealt:
            return {}
        game = self.game
        sides = self.book.sides
        tags = {"Deal": hands.written(hands.known(game), game.house.cards)}
        auction = game.auction
        if auction.contract >= 0:
            tags["Contract"] = CONTRACTS[auction.contract]
            tags["Taker"] = SEATS[auction.taker]
            if auction.factor > 1:
                tags["Factor"] = f"{auction.factor}"
        tags["Outcome"] = self.outcome()
        if self.done:
            score = game.score
            tags["Tricks"] = by_side(sides, score.tricks)
            tags["Cards"] = by_side(sides, score.cards)
            tags["Melds"] = by_side(sides, score.melds)
            tags["Belote"] = by_side(sides, score.belote)
        if game.conduct.log:
            tags["Offences"] = " ".join(map(_in_words, self.offences()))
        if game.conduct.suspects:
            seats = [SEATS[seat] for seat in range(4) if game.conduct.suspects >> seat & 1]
            tags["Suspects"] = " ".join(seats)
        if self.counts:
            tags["Score"] = by_side(sides, self.score())
            if self.hangs():
                tags["Hangs"] = f"{self.hangs()}"
            tags["Total"] = by_side(sides, self.total())
        won = game.totals[Totals.WINNER]
        if won >= 0:
            tags["Winner"] = winner(sides, won) + (" fani" if game.standing.fani() else "")
        return tags


def _in_words(offence: "ToldOffence") -> str:
    """An offence as it stands in the tag: E:no-trump:QC@2/12, of the second card, certain when
    twelve had been laid."""
    card = f":{offence['card']}@{offence['play']}" if "card" in offence else ""
    pardoned = "!" if offence.get("pardoned") else ""
    return f"{offence['seat']}:{offence['code']}{card}/{offence['proved']}{pardoned}"
