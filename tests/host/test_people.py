"""Simulated players: honest players keep all rules, and each cheat breaks its own rule.

No card is dealt twice. The players sit at a plain table without electronics. The engine refuses
or notes their mistakes.
"""

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

import naive
import testenv
from codes.game import CONTRACTS, SEATS, Events, Phases, Totals, name_of
from kitchen import company
from marcoria.bots.kinds import KINDS, player
from marcoria.bots.match import People
from marcoria.bots.party import Pack
from marcoria.coroutines import finish
from marcoria.game.houses import names, open_house
from marcoria.journal.entries import in_words, missing
from marcoria.paths import HOUSES
from marcoria.scenarios.after_cut import lost

_REFUSED, _NOTED = range(1, 128), 128
_WARN = 1


def _people(house: str, kind: str, scanned: bool, seed: int) -> People:
    players = {seat: player(kind, Random(f"{seed} {seat}")) for seat in range(4)}
    people = company(open_house(house), players, Random(seed), scanned)
    people.begin(0, discipline=_WARN)
    return people


def _play(people: People, deals: int) -> Counter[tuple[int, int]]:
    """Play deals; return how often each event was refused and each offence was noted.

    A key is (event, code of the refusal), or (0, noted offence).
    """
    said: Counter[tuple[int, int]] = Counter()

    def hear(what: int, seat: int, arg: int, result: int) -> None:
        if result in _REFUSED:
            said[what, result] += 1
        elif result:
            said[0, result - _NOTED] += 1

    people.heard = hear
    finish(people.play_match(deals))
    return said


@pytest.mark.parametrize("scanned", [False, True])
@pytest.mark.parametrize("kind", ["honest", "wild"])
@pytest.mark.parametrize("house", names())
def test_honest_players_are_never_refused_nor_noted(house: str, kind: str, scanned: bool) -> None:
    people = _people(house, kind, scanned, testenv.SEED)
    assert not _play(people, 100)
    assert people.over


@pytest.mark.parametrize("house", names())
def test_scores_of_honest_players_are_those_of_the_naive_rules(house: str) -> None:
    people = _people(house, "wild", False, testenv.SEED)
    rules: Any = naive.load_house((HOUSES / f"{house}.house").read_text(encoding="utf-8"))
    counted = 0
    for number in range(20):
        if people.over:
            people = _people(house, "wild", False, testenv.SEED + number)
        hanging = people.game.totals[Totals.HANGING]
        dealt = _played(people)
        if dealt and not people.over:
            told = naive.deal(rules, *dealt[0], hanging, *dealt[1:])
            assert told["score"] == _score(people)
            counted += 1
    assert counted


def _score(people: People) -> dict[str, int]:
    sides = ("NS", "EW") if len(people.seats) == 4 else ("N", "S")
    return dict(zip(sides, people.game.score.score, strict=True))


def _played(people: People) -> Any:
    """Play a deal; return its bid, hands and plays, or None if all players passed.

    The bid is (contract, taker, elder, factor).
    """
    game = people.game
    finish(people.act())
    while game.phase == Phases.BIDDING:
        finish(people.act())
    if game.phase != Phases.PLAY:
        return None
    bid = (CONTRACTS[game.auction.contract], SEATS[game.auction.taker], SEATS[people.elder])
    hands = {SEATS[seat]: [name_of(one) for one in people.hands[seat]] for seat in people.seats}
    plays: list[str] = []
    people.heard = lambda what, seat, arg, result: (
        plays.append(name_of(arg)) if what == Events.CARD else None
    )
    finish(people.play_deal())
    return (*bid, game.auction.factor), hands, plays


@pytest.mark.parametrize(
    ("kind", "house", "scanned", "said"),
    [
        ("revoke", "french", False, (0, 1)),
        ("revoke", "french", True, (Events.CARD, 1)),
        ("no-rise", "libre", True, (Events.CARD, 2)),
        ("no-trump", "salotto", True, (Events.CARD, 3)),
        ("no-overtrump", "piedicavallo", True, (Events.CARD, 4)),
        ("any-duty", "french", False, (0, 1)),
        ("any-duty", "salotto", True, (Events.CARD, 3)),
        ("not-lowest", "piedicavallo", True, (Events.CARD, 5)),
        ("false-meld", "french", False, (0, 7)),
        ("false-meld", "french", True, (Events.MELD, 7)),
        ("false-belote", "french", False, (0, 8)),
        ("false-call-out", "piedicavallo", False, (0, 9)),
        ("out-of-turn", "bulgarian", False, (Events.CARD, 6)),
        ("forgetful", "piedicavallo", False, (Events.SALT, 47)),
    ],
)
def test_each_cheat_is_found(kind: str, house: str, scanned: bool, said: Any) -> None:
    heard: Counter[tuple[int, int]] = Counter()
    for seed in range(8):
        heard += _play(_people(house, kind, scanned, seed), 12)
    assert heard[said], heard


@pytest.mark.parametrize("house", names())
def test_every_card_is_dealt_once(house: str) -> None:
    rules = open_house(house)
    for seed in range(20):
        pack = Pack(rules, Random(seed))
        pack.prepare()
        first, rest = pack.first(0), pack.rest(0, 2)
        cards = [card for hands in (first, rest) for hand in hands.values() for card in hand]
        cards += [pack.upcard] * (pack.upcard >= 0)
        assert len(set(cards)) == len(cards) == 32 - len(pack.cards)
        assert pack.bottom == ([*pack.cards] or cards)[-1] or rules.upcard != 1


@pytest.mark.parametrize("house", names())
def test_a_rigged_pack_deals_the_hands_that_were_asked_for(house: str) -> None:
    rules = open_house(house)
    dice = Random(testenv.SEED)
    cards = list(range(32))
    dice.shuffle(cards)
    seats = [0, 1, 2, 3] if rules.players == 4 else [0, 2]
    hands = {s: cards[i * rules.cards : (i + 1) * rules.cards] for i, s in enumerate(seats)}
    upcard = {0: hands[seats[1]][0], 1: cards[-1], 2: -1}[rules.upcard]
    pack = Pack(rules, Random(1))
    pack.rig(hands, upcard, seats[1], seats[1])
    pack.prepare()
    first = pack.first(seats[1])
    dealt = {seat: set(first[seat]) for seat in seats}
    for seat, rest in pack.rest(seats[1], seats[1]).items():
        dealt[seat] |= set(rest)
    if rules.upcard == 0:
        dealt[seats[1]].add(pack.upcard)
    assert pack.upcard == upcard
    assert dealt == {seat: set(hand) for seat, hand in hands.items()}


def test_players_go_on_where_they_stopped() -> None:
    people = _people("french", "wild", False, 5)
    while people.game.phase != Phases.PLAY:
        finish(people.act())
    finish(people.play_cards(3))
    assert people.game.audit.plays in (3, 4)
    finish(people.play_deal())
    assert people.resting


def test_each_kind_of_player_can_be_asked_for_by_name() -> None:
    for kind in KINDS:
        assert player(kind, Random(0)).name == kind


def test_records_are_written_and_searched_in_words() -> None:
    written = [(32, 0, 0), (4, 1, 0), (6, 1, 16), (7, 0, 6), (9, 2, 31), (41, 0, 7)]
    told = [in_words(record) for record in written]
    assert told == [
        "boot N 0",
        "deal E 0",
        "upcard E 7H",
        "bid N pass",
        "card S AS",
        "key-stuck N 7",
    ]
    assert missing(["deal E", "card S AS"], written) == ""
    assert missing(["card S AS", "deal E"], written) == "deal E"
    assert missing(["card S A"], written) == "card S A"


def test_only_a_played_card_may_stand_for_an_exchange_in_the_journal() -> None:
    # Until the table reads the upcard of an exchange, it counts the seven as a played card.
    before = [(Events.DEAL, 0, 0), (Events.BID, 1, 2)]
    people = cast("People", SimpleNamespace(events=[*before, (Events.SEVEN, 1, 0)]))
    assert lost(people, [*before, (Events.CARD, 1, 16)]) == [(Events.SEVEN, 1, 0)]
    with pytest.raises(ValueError, match="the table has"):
        lost(people, [*before, (Events.BELOTE, 1, 0)])
