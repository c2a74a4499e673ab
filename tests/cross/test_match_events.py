"""Tests of a `Match` with random events, including UNDO, BACK, rulings and confirmations.

A refused event changes nothing, and the state is a function of the accepted events.
"""

import zlib
from typing import Any

import pytest

import random_houses
import testenv
from belote.housefile import load
from belote.match import Match
from codes.game import Events, Phases, Totals
from marcoria.game.houses import names, open_house
from random_houses import Random

_RANDOM = "random switches"
_EVERYWHERE = [*names(), _RANDOM]
Event = tuple[int, int, int]


def _house(name: str, rng: Random) -> Any:
    if name == _RANDOM:
        return load(random_houses.to_text(random_houses.random_house(rng)))
    return open_house(name)


def _snapshot(game: Any) -> list[Any]:
    """Return all state on which later events depend, and the score of a finished deal."""
    audit, trick, auction, score = game.audit, game.trick, game.auction, game.score
    plays = audit.plays
    fields = [
        (list(game.totals), game.phase, [vars(event) for event in game.events]),
        [vars(offence) for offence in game.conduct.log],
        (
            list(game.announcements.announced),
            list(game.announcements.claims),
            game.tally.points[:],
            game.tally.tricks[:],
        ),
        (
            bytes(game.pairs.at),
            bytes(game.pairs.calls),
            game.pairs.salted,
        ),
        (
            game.play.bottom,
            game.audit.scanned,
            game.tally.agreed,
            game.conduct.suspects,
            game.tally.caller,
            game.tally.called_for,
        ),
        (
            game.play.upcard,
            game.auction.contract,
            bytes(audit.left),
            bytes(audit.seen),
            plays,
            audit.trump,
        ),
        [
            bytes(rows[seat])
            for rows in (audit.hands, audit.laid, audit.denied)
            for seat in range(4)
        ],
        (bytes(audit.seat[:plays]), bytes(audit.card[:plays]), audit.denies[:plays]),
    ]
    if game.phase >= Phases.BIDDING:
        fields.append((auction.seat, auction.taker, auction.contract, auction.factor))
        fields.append((auction.passes, auction.round, auction.state, auction.second))
    if game.phase >= Phases.PLAY:
        fields.append((trick.seat, trick.winner, trick.count, trick.points, trick.led, trick.cut))
        fields.append((trick.rise, trick.over, trick.lowest, trick.owes, trick.up, trick.top))
    if game.phase == Phases.DONE:
        fields.append(
            (score.score[:], score.hanging, score.outcome, score.melds[:], game.conduct.fair[:])
        )
    return fields


class Fuzz:
    """Match to which random events are applied, and a list of the accepted events."""

    def __init__(self, house: Any, rng: Random) -> None:
        self.house = house
        self.rng = rng
        self.game = Match(house)
        self.journal: list[Event] = []
        self.kinds: set[int] = set()
        self.seats = (0, 1, 2, 3) if house.players == 4 else (0, 2)

    def sensible(self) -> Event:
        """Return a random event that fits the current phase of the match."""
        game, rng = self.game, self.rng
        dealer = game.totals[Totals.DEALER]
        if game.phase == Phases.IDLE or game.totals[Totals.WINNER] >= 0:
            return Events.MATCH, rng.choice(self.seats), self.house.mark
        if game.phase == Phases.READY:
            return Events.DEAL, dealer, int(rng.one_in(3))
        if game.phase == Phases.DEALT and (not game.audit.scanned or self.full(3)):
            return Events.UPCARD, dealer, self.unseen()
        if (
            game.phase in (Phases.DEALT, Phases.BIDDING)
            and game.audit.scanned
            and not self.full(3)
        ):
            return Events.SCAN, rng.choice(self.seats), self.unseen()
        if game.phase == Phases.BIDDING:
            return Events.BID, game.auction.seat, rng.randrange(10)
        if game.phase == Phases.DONE:
            return Events.CONFIRM, rng.choice(self.seats), 0
        if game.audit.scanned and not game.audit.plays and not self.full(0):
            return Events.SCAN, rng.choice(self.seats), self.unseen()
        return Events.CARD, game.trick.seat, self.held(game.trick.seat)

    def full(self, less: int) -> bool:
        held = [sum(bin(mask).count("1") for mask in self.game.audit.hands[s]) for s in self.seats]
        return min(held) >= self.house.cards - less

    def unseen(self) -> int:
        cards = [card for card in range(32) if not self.game.audit.place(card)]
        return int(self.rng.choice(cards or [0]))

    def held(self, seat: int) -> int:
        hands = self.game.audit.hands
        cards = [card for card in range(32) if hands[seat][card >> 3] >> (card & 7) & 1]
        if cards and (self.game.audit.scanned or self.rng.one_in(2)):
            return int(self.rng.choice(cards))
        return self.unseen()

    def any_event(self) -> Event:
        """Return an event of any kind with a plausible argument."""
        rng = self.rng
        what = rng.choice(
            [kind for kind in range(Events.TARGET, Events.UNDO + 1) for _ in range(2)] + [1]
        )
        arg = rng.choice([0, 1, 2, 3, 6, 10, 12, self.unseen(), rng.randrange(40)])
        seat = rng.randrange(4)
        if what == Events.RULING:
            seat = rng.choice([0, 1, 4, 4, 4, 5, 2, 3, 6, 7, 7, 8])
            arg = 0x8000 + rng.randrange(100) - 50 if seat in (0, 1, 6) else rng.randrange(4)
        elif what in (Events.MELD, Events.CALL_OUT, Events.BELOTE, Events.SALT) and rng.one_in(2):
            seat = self.game.trick.seat
        return what, seat, arg

    def step(self) -> None:
        event = self.any_event() if self.rng.one_in(4) else self.sensible()
        before = _snapshot(self.game)
        result = self.game.apply(*event)
        if 0 < result < 128:
            assert _snapshot(self.game) == before, (event, result)
        else:
            self.journal.append(event)
            self.kinds.add(event[0])

    def replay(self) -> None:
        """Replay the whole journal, then the current deal alone, and compare the states."""
        game = Match(self.house)
        for event in self.journal:
            result = game.apply(*event)
            assert not 0 < result < 128, (event, result)
        assert _snapshot(game) == _snapshot(self.game)
        if self.game.events:
            self.replay_deal()

    def replay_deal(self) -> None:
        """Replay the current deal as after a power cut, from the totals before the deal."""
        game = Match(self.house)
        game.apply(Events.MATCH, 0, self.house.mark)
        game.totals[:] = self.game.before
        for event in self.game.events:
            result = game.apply(event.kind, event.seat, event.arg)
            assert not 0 < result < 128, (vars(event), result)
        assert _snapshot(game) == _snapshot(self.game)


@pytest.mark.parametrize("name", _EVERYWHERE)
def test_refusals_and_replays(name: str) -> None:
    rng = Random(testenv.SEED ^ zlib.crc32(f"{name} events".encode()) & 0xFFFFFFF)
    kinds: set[int] = set()
    for _ in range(400 if testenv.SOAK else 12):
        fuzz = Fuzz(_house(name, rng), rng)
        try:
            for count in range(400):
                fuzz.step()
                if count % 40 == 0:
                    fuzz.replay()
        except Exception as error:
            error.add_note(f"seed {testenv.SEED} {name} {fuzz.journal}")
            raise
        kinds |= fuzz.kinds
    common = {
        Events.MATCH,
        Events.DEAL,
        Events.BID,
        Events.CARD,
        Events.CONFIRM,
        Events.RULING,
        Events.UNDO,
        Events.OFFENCE,
        Events.SCAN,
    }
    assert common <= kinds
