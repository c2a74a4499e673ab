"""Share of each card of a played deal: the fraction of the possible deals where it was best.

The possible deals are those that fit what the player could know when he laid the card: his own
cards and what everybody has seen. He assumes that nobody has played illegally, until an illegal
play is known. All possible deals have the same weight. The guesses about how people bid and play,
which the player `Expert` makes (`bots/inference.py`), are not used.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from marcoria.analysis.belief import Belief, Effort, Question, weighed
from marcoria.analysis.share import NO_CHOICE, Share, sampled
from marcoria.bots.knowledge import Knowledge
from marcoria.bots.strategy import PlayerView
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import Disciplines, Events, Seats, Totals

if TYPE_CHECKING:
    from marcoria.analysis.solvers import WorldSolver
    from marcoria.firmware.belote.event import Event

EFFORT = Effort(40, 400_000)
_SEEDS = 1 << 30


class SeenDeal:
    """A complete deal as its players saw it.

    `totals` are the totals of the match at the start of the deal. `events` has the events of the
    deal. It may also have events from before and after the deal, but none of another deal. Events
    outside the deal are ignored, and so are events that were undone. The players have not seen
    the events in `hidden`.
    """

    def __init__(
        self,
        house: House,
        totals: list[int],
        events: list[tuple[int, int, int]],
        hidden: Sequence[tuple[int, int, int]] = (),
    ) -> None:
        self.house = house
        self._totals = list(totals)
        # Under this discipline no illegal card ends the match.
        self._totals[Totals.CONDUCT] = Disciplines.WARN
        self._game = Match(house)
        kept = self._kept(events)
        self._events = [one for one in kept if (one.kind, one.seat, one.arg) not in hidden]
        self.contract = self._game.auction.contract
        self.plays = self._game.audit.plays
        self._hands = self._dealt()

    def _restart(self) -> None:
        """Bring the match to the start of the deal."""
        game = self._game
        game.apply(Events.MATCH, self._totals[Totals.DEALER], self.house.mark)
        game.totals[:] = self._totals

    def _kept(self, events: list[tuple[int, int, int]]) -> "list[Event]":
        """Apply the events from DEAL on; return the events of the deal that were not undone."""
        self._restart()
        game = self._game
        kept: list[Event] = []
        is_dealt = False
        for kind, seat, arg in events:
            is_dealt = is_dealt or kind == Events.DEAL
            if is_dealt:
                game.apply(kind, seat, arg)
                kept = list(game.events) or kept  # the match forgets them at the end of the deal
        return kept

    def _dealt(self) -> list[list[int]]:
        """Return the hand of each seat before the first card, computed from the cards laid.

        If the seven of trump was exchanged, return the hands before the exchange.
        """
        play, seven = self._game.play, self._game.audit.trump << 3
        hands: list[list[int]] = [[], [], [], []]
        for event in reversed(self._events):
            if event.kind == Events.CARD:
                hands[event.seat].append(event.arg)
            elif event.kind == Events.SEVEN:
                _swap(hands[event.seat], play.upcard, seven)
                if play.taker != Seats.NOBODY:
                    _swap(hands[play.taker], seven, play.upcard)
        return hands

    def views(self) -> "Iterator[tuple[PlayerView, int]]":
        """Yield for each card laid what its player knew before, and the card.

        Use each view before you take the next view: all views share one match, which changes.
        """
        self._restart()
        game = self._game
        hands = [list(hand) for hand in self._hands]
        laid: list[list[int]] = [[], [], [], []]
        for event in self._events:
            kind, seat, card = event.kind, event.seat, event.arg
            if kind == Events.CARD:
                yield PlayerView(game, seat, hands[seat], laid[seat]), card
                hands[seat].remove(card)
                laid[seat].append(card)
            game.apply(kind, seat, card)
            if kind == Events.SEVEN:
                seven, upcard = game.audit.trump << 3, game.play.upcard
                _swap(hands[seat], seven, upcard)
                if game.play.taker != Seats.NOBODY:
                    _swap(hands[game.play.taker], upcard, seven)


def _swap(hand: list[int], card: int, other: int) -> None:
    """Replace a card of a hand by another card."""
    hand[hand.index(card)] = other


def find_shares(
    deal: SeenDeal,
    solver: "WorldSolver",
    seed: int,
    say: "Callable[[str], object]",
    effort: Effort = EFFORT,
) -> "list[Share | None]":
    """Return for each card of a deal what `share_of` returns, in the order of play.

    `say` is called with a message about the progress.
    """
    seeds = Random(seed)
    found: list[Share | None] = []
    for view, card in deal.views():
        say(f"shares, {len(found)} of {deal.plays} cards")
        found.append(share_of(view, card, solver, seeds.randrange(_SEEDS), effort))
    return found


def share_of(
    view: PlayerView, card: int, solver: "WorldSolver", seed: int, effort: Effort = EFFORT
) -> "Share | None":
    """Return the share of a card, computed from random possible deals.

    Return `NO_CHOICE` for the only legal card. Return None for an illegal card, or if no possible
    deal was found.
    """
    legal = view.legal()
    if card not in legal:
        return None
    if len(legal) == 1:
        return NO_CHOICE
    knowledge = Knowledge(view)
    if knowledge.is_contradictory():
        return None
    question = Question(
        _possible(knowledge),
        knowledge.leader(),
        knowledge.trick(),
        None,
        seed,
        effort,
    )
    for one in weighed(solver.weigh(question)):
        if one.card == card:
            return sampled(one.best, one.worlds)
    return None


def _possible(knowledge: Knowledge) -> Belief:
    """Return the cards as a player knows them.

    Each unseen card has the weight 1 in every place where it may be, and 0 elsewhere.
    """
    unseen = knowledge.unseen()
    weights = []
    for card in unseen:
        weights.append([int(knowledge.may_hold(seat, card)) for seat in range(4)] + [1])
    return Belief(knowledge.known(), knowledge.room(), unseen, weights)
