"""Players who break the rules, one kind of offence at a time, in every house with the broken rule.

Whether a card, meld or belote is false depends on the hand. With scanned hands the table refuses
it at once, by light and in words, and the refused event is not in the journal. With blind hands
the table notes the offence as soon as it is certain, and names the seat, and for a card also trick
and card. The naive second implementation computes from the journal at which card an offence is
certain. Other offences are treated alike with both. No other seat is ever accused.
"""

import zlib
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import kitchen
import naive_audit
import naive_melds
import naive_play
import testenv
from accusations import SOON_MS, Watch
from belote.conduct import DUTIES
from codes.game import SEATS, Events, name_of
from marcoria.bots.company import Company, settings
from marcoria.bots.kinds import player
from marcoria.bots.match import People
from marcoria.bots.party import Pack
from marcoria.coroutines import finish
from marcoria.game.houses import names, open_house
from marcoria.game.names import OFFENCES
from marcoria.journal.entries import Entry, events_of, follow, settled
from marcoria.journal.reader import records
from marcoria.sim.simtable import open_bar
from sheets import Rules, Sheet, rules_of, sheets

_WARN = 1
_FAR = 9999  # a target that no side reaches
_NOTED = 128
_OUT_OF_TURN, _FALSE_CALL_OUT = 6, 9
_DUTIES = tuple(OFFENCES[duty] for duty in DUTIES)
_KINDS = ("tierce", "quarte", "quint", "carre")
_PAIR = {"K": "Q", "Q": "K"}
_REHEARSALS = 3000
_DEALS = 20 if testenv.SOAK else 1
# A sentence about an offence stays on the display for twenty seconds. Later sentences wait in a
# queue.
_QUEUE_MS = 120_000
_NOT_NOW = 33
_SITTING = 20  # maximum number of deals at one table, so that its journal can hold every event
_HONEST = 10_000 if testenv.SOAK else 300

# For each offence, a function that returns whether a house has the rule which the offence breaks.
_RULES: dict[str, Any] = {
    "revoke": lambda rules: True,
    "no-rise": lambda rules: True,
    "no-trump": lambda rules: rules["cut"] == "must",
    "no-overtrump": lambda rules: rules["overcut"] == "must",
    "not-lowest": lambda rules: rules["no_rise"] == "lowest",
    "false-meld": lambda rules: rules["melds"] == "on",
    "false-belote": lambda rules: True,
    "false-call-out": lambda rules: rules["call_out"] != "no",
    "out-of-turn": lambda rules: True,
    "two-cards": lambda rules: True,
}


def _cases(*kinds: str) -> list[tuple[str, str]]:
    """Return pairs (house, kind of offence) for the rules that the house has."""
    return [(house, kind) for house in names() for kind in kinds if _RULES[kind](rules_of(house))]


class _Bar:
    """Table that is reused for several deals, because it takes long to start one."""

    def __init__(self) -> None:
        self.where: tuple[str, bool] | None = None
        self.company: Company | None = None
        self.deals = 0

    def sit(self, house: str, scanned: bool) -> Company:
        """Return players at a table of this house, ready to deal."""
        self.deals += 1
        if self.company is None or self.where != (house, scanned) or self.deals > _SITTING:
            self.leave()
            self.deals = 1
            seed = testenv.SEED % 100_000
            set_to = settings(house, scanned, _WARN, _FAR, "en")
            table = open_bar("cpython", seed, settings=set_to)
            self.company = Company(table, house, {}, scanned, seed)
            self.where = house, scanned
            finish(self.company.agree(0, _FAR, _WARN))
        return self.company

    def leave(self) -> None:
        """Close the table, if it is open. The next deal starts another table."""
        if self.company:
            self.company.body.table.close()
            self.company = None


@pytest.fixture(scope="module")
def bar() -> Iterator[_Bar]:
    found = _Bar()
    yield found
    found.leave()


def _turn_to(people: People, kind: str, seed: int) -> None:
    """Let one player of each side try this offence, and seed all random generators."""
    for place, seat in enumerate(people.seats):
        kind_of = kind if place < 2 else "wild"
        people.players[seat] = player(kind_of, Random(f"{seed} {seat}"), 60)
    people.pack = Pack(people.house, Random(seed))
    people.rng = Random(seed)


def _rehearse(people: People, kind: str, seed: int) -> set[tuple[int, int]]:
    """Play a deal without a table; return the set of refusals and noted offences.

    A refusal is the pair (event, code of the refusal). A noted offence is the pair (0, offence).
    """
    said = set()

    def hear(what: int, seat: int, arg: int, result: int) -> None:
        if result:
            said.add((0, result - _NOTED) if result >= _NOTED else (what, result))

    other = kitchen.company(people.house, dict(people.players), Random(0), people.scanned)
    other.begin(0)
    other.game.totals[:] = people.game.totals
    _turn_to(other, kind, seed)
    other.heard = hear
    finish(other.play_deal())
    return said


def _find(people: People, kind: str, wanted: tuple[int, int], start: int) -> int:
    """Return the first seed from `start` whose deal has the pair `wanted`; see `_rehearse`."""
    for seed in range(start, start + _REHEARSALS):
        if wanted in _rehearse(people, kind, seed):
            return seed
    raise AssertionError(f"no {kind} in {_REHEARSALS} deals")


def _events(company: Company) -> list[Entry]:
    """Return the match's events from the journal."""
    written = records(company.body.table)
    return settled(events_of(written))


def _in_the_journal(company: Company) -> None:
    """Assert that the journal has exactly the players' events."""
    assert _events(company) == settled(company.people.events)


def _play(bar: _Bar, house: str, scanned: bool, kind: str, wanted: tuple[int, int], deal) -> None:
    """Find deals with this offence, play each with `deal(company)`, and check the journal.

    `wanted` is a pair as `_rehearse` returns it.
    """
    seed = testenv.SEED ^ zlib.crc32(f"{house} {kind}".encode())
    for _ in range(_DEALS):
        company = bar.sit(house, scanned)
        seed = _find(company.people, kind, wanted, seed + 1)
        _turn_to(company.people, kind, seed)
        try:
            deal(company)
            _in_the_journal(company)
            assert not company.body.table.faults()
        except BaseException as error:
            error.add_note(f"{kind} in {house}, deal of seed {seed}")
            bar.leave()
            raise
        if company.people.over:
            bar.leave()


# --- scanned hands ------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(("house", "kind"), _cases(*_DUTIES, "false-meld", "false-belote"))
def test_an_offence_with_a_scanned_hand_is_refused_at_once(
    bar: _Bar, house: str, kind: str
) -> None:
    code = OFFENCES.index(kind)
    what = {"false-meld": Events.MELD, "false-belote": Events.BELOTE}.get(kind, Events.CARD)

    def deal(company: Company) -> None:
        refused = _refusals(company, kind, code)
        finish(company.people.play_deal())
        assert refused[what]

    _play(bar, house, True, kind, (what, code), deal)


def _refusals(company: Company, kind: str, code: int) -> Counter[int]:
    """Install a listener that checks the table; return its count of refusals by kind of event."""
    watch = Watch(company)
    people = company.people
    refused: Counter[int] = Counter()

    def hear(what: int, seat: int, arg: int, result: int) -> None:
        if what not in (Events.CARD, Events.MELD, Events.BELOTE):
            return
        assert not watch.accused - ({SEATS[seat]} if result else set())
        if result:
            # Salotto refuses a belote called with a queen that was laid before the king. The code
            # is `_NOT_NOW`, even if the call is also false because another player has the king.
            # Do not count such a refusal.
            early = what == Events.BELOTE and result == _NOT_NOW
            assert early or result == code
            watch.told(watch.sentence("not-now" if early else kind, seat=SEATS[seat]))
            assert watch.accused == {SEATS[seat]}
            _in_the_journal(company)
            watch.forget()
            refused[what] += not early

    people.heard = hear
    return refused


# --- blind hands --------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize(("house", "kind"), _cases(*_DUTIES, "false-meld", "false-belote"))
def test_an_offence_with_a_blind_hand_is_noted_once_certain(
    bar: _Bar, house: str, kind: str
) -> None:
    rules = rules_of(house)

    def deal(company: Company) -> None:
        said = _said(company)
        finish(company.people.play_deal())
        happened = _events(company)
        game = follow(company.people.house, happened)
        log = _log(game)
        assert said == log
        sheet = sheets(rules, happened)[-1]
        _compare(rules, sheet, log)
        assert kind in {code for _, _, code, _ in log}

    _play(bar, house, False, kind, (0, OFFENCES.index(kind)), deal)


# Seat, index of the play, offence, and index of the play that proved the offence
_Entry = tuple[str, int, str, int]


def _log(game: Any) -> list[_Entry]:
    return [
        (SEATS[one.seat], one.play, OFFENCES[one.code], one.plays - 1) for one in game.conduct.log
    ]


def _said(company: Company) -> list[_Entry]:
    """Install a listener that checks lights and display; return its list of noted offences."""
    watch = Watch(company)
    people = company.people
    said: list[_Entry] = []
    # seats whose sentence waits until the sentence about another seat was shown
    late: set[str] = set()

    def hear(what: int, seat: int, arg: int, result: int) -> None:
        game = people.game
        if what not in (Events.CARD, Events.SHOW, Events.BELOTE, Events.CONFIRM):
            return
        if result < _NOTED:
            refused = {SEATS[seat]} if result else set()
            assert watch.accused <= refused | late, (watch.accused, what, seat, arg)
            # If the table refused the event, such as a belote called too early, a light blinks.
            finish(company.body.until("a blink", lambda: refused <= watch.accused))
            if watch.accused:
                watch.forget()
            return
        news = _log(game)[len(said) :]
        limit = _QUEUE_MS if late else SOON_MS
        watch.told(*(_sentence(watch, game, one) for one in news), limit_ms=limit)
        late.update(who for who, _, _, _ in news[1:])
        assert watch.accused <= {news[0][0]} | late
        said.extend(news)
        watch.forget()

    people.heard = hear
    return said


def _sentence(watch: Watch, game: Any, entry: _Entry) -> str:
    """Return the sentence expected for a noted offence: player, trick and card."""
    who, play, code, _ = entry
    trick = play // game.house.players + 1
    if play == game.audit.plays:
        return watch.sentence(f"noted-{code}", seat=who)  # no card is to blame
    return watch.sentence(
        f"noted-{code}", seat=who, trick=trick, card=name_of(game.audit.card[play])
    )


def _compare(rules: Rules, sheet: Sheet, log: list[_Entry]) -> None:
    """Assert that each offence was noted exactly at the card that first proved it."""
    bid = sheet.bidding(second=False) if rules["bidding"] != "once" else sheet.bidding(True)
    contract, taker = bid["contract"], bid["taker"]
    known, out = sheet.known(taker, contract), sheet.unheld(contract)
    told = naive_audit.audit(rules, contract, sheet.leader, known, sheet.plays, sheet.shown, out)
    proofs = [(one["seat"], one["play"], one["code"], one["proved_by"]) for one in told["proofs"]]
    duties = (*_DUTIES, "offence")
    ours = [entry for entry in log if entry[2] in duties]
    assert _certain(ours, sheet) == _certain(proofs, sheet)
    faults = naive_play.faults(rules, contract, sheet.leader, sheet.hands(), sheet.plays)
    guilty = {fault["play"] for fault in faults}
    assert {play for _, play, _, _ in ours} <= guilty
    if rules["players"] == 4:
        # After the last card all hands are known.
        assert {play for _, play, _, _ in ours} == guilty
    belotes = [entry for entry in log if entry[2] == "false-belote"]
    assert sorted(belotes) == sorted(_false_belotes(sheet, known, out))
    liars = _liars(rules, contract, sheet)
    last = len(sheet.plays) - 1
    melds = [entry for entry in log if entry[2] == "false-meld"]
    assert sorted(melds) == sorted((seat, 0, "false-meld", last) for seat in liars)
    for seat, _, code, moment in log:
        if code == "meld-not-shown":
            assert seat in liars and moment == rules["players"] - 1


def _certain(proofs: list[_Entry], sheet: Sheet) -> list[_Entry]:
    """Return the proofs, sorted; some have "" in place of their code.

    These are the proofs found after a play after which a card was also shown. The naive
    implementation uses the shown card too, while the engine uses only the play. Therefore their
    codes for such a proof may differ.
    """
    moments = {after for after, _, _ in sheet.shown}
    return sorted(
        (seat, play, "" if moment in moments else code, moment)
        for seat, play, code, moment in proofs
    )


def _false_belotes(sheet: Sheet, known: dict[str, list[str]], out: list[str]) -> list[_Entry]:
    """Return belotes called without the other card of the pair.

    A call is certain to be false once the other card is seen elsewhere, or all cards are laid.
    """
    found = []
    for seat, laid in sheet.belotes:
        card = sheet.plays[laid - 1]
        other = _PAIR[card[0]] + card[1]
        if other in sheet.hands()[seat]:
            continue
        seen = [len(sheet.plays) - 1]
        seen += [i for i, one in enumerate(sheet.plays) if one == other]
        seen += [after for after, _, one in sheet.shown if one == other]
        seen += [-1 for cards in (*known.values(), out) if other in cards]
        found.append((seat, laid - 1, "false-belote", max(laid - 1, min(seen))))
    return found


def _liars(rules: Rules, contract: str, sheet: Sheet) -> set[str]:
    """Return the seats that announced a meld they did not hold."""
    found = set()
    for seat, hand in sheet.hands().items():
        held = Counter(meld["kind"] for meld in naive_melds.hand_melds(rules, contract, hand))
        claims = Counter(_KINDS[kind] for who, kind in sheet.claims if who == seat)
        if claims - held:
            found.add(seat)
    return found


# --- blind and scanned hands --------------------------------------------------------------------


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize(("house", "kind"), _cases("false-call-out"))
def test_a_player_who_calls_out_too_soon_loses(
    bar: _Bar, house: str, kind: str, scanned: bool
) -> None:
    def deal(company: Company) -> None:
        said = _said(company)
        people = company.people
        hear = people.heard
        people.heard = lambda what, *more: hear(
            Events.CONFIRM if what == Events.CALL_OUT else what, *more
        )
        finish(people.play_deal())
        assert [code for _, _, code, _ in said] == [kind]
        who = SEATS.index(said[0][0])
        assert (Events.CALL_OUT, who, 0) in _events(company)
        assert people.game.standing.winner() == people.game.house.side(who) ^ 1

    _play(bar, house, scanned, kind, (0, _FALSE_CALL_OUT), deal)


@pytest.mark.soak
@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize(("house", "kind"), _cases("out-of-turn"))
def test_a_card_laid_out_of_turn_is_taken_back(
    bar: _Bar, house: str, kind: str, scanned: bool
) -> None:
    def deal(company: Company) -> None:
        watch = Watch(company)
        people = company.people
        early: list[int] = []

        def hear(what: int, seat: int, arg: int, result: int) -> None:
            if result == _OUT_OF_TURN:
                turn = people.game.trick.seat
                told = watch.sentence("wrong-pad", seat=SEATS[seat], other=SEATS[turn])
                watch.told(told)
                assert watch.accused == {SEATS[seat]}
                _in_the_journal(company)
                watch.forget()
                early.append(seat)
            elif what == Events.CARD:
                assert not watch.accused

        people.heard = hear
        finish(people.play_deal())
        assert early

    _play(bar, house, scanned, kind, (Events.CARD, _OUT_OF_TURN), deal)


@pytest.mark.soak
@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize(("house", "kind"), _cases("two-cards"))
def test_a_player_who_lays_two_cards_takes_one_back(
    bar: _Bar, house: str, kind: str, scanned: bool
) -> None:
    company = bar.sit(house, scanned)
    people, body = company.people, company.body
    _turn_to(people, kind, testenv.SEED)
    watch = Watch(company)
    both = 0

    async def put(seat: int, card: int, second: int) -> None:
        nonlocal both
        await body.put(card, seat)
        if second >= 0 and second != card:
            both += 1
            await body.put(second, seat)
            if both < 3:
                watch.told(watch.sentence("one-card", seat=SEATS[seat]))
                assert watch.accused == {SEATS[seat]}
                _in_the_journal(company)
                watch.forget()
            else:
                await body.wait(1000)
            body.lift(second)

    people.playing.put_down, people.heard = put, lambda *_: None
    try:
        while not both:
            finish(people.play_deal())
        _in_the_journal(company)
        assert not body.table.faults()
    except BaseException:
        bar.leave()
        raise
    del people.playing.put_down


@pytest.mark.parametrize("scanned", [False, True], ids=["blind", "scanned"])
@pytest.mark.parametrize("house", names())
def test_honest_people_are_never_accused(house: str, scanned: bool) -> None:
    """The engine notes and suspects no offence, and refuses only calls of belote and salts.

    There is no table in this test: test_whole_matches.py tests that a table accuses nobody.
    """
    deals = 0
    dice = Random(f"{testenv.SEED} {house} {scanned}")
    while deals < _HONEST // (2 * len(names())) + 1:
        kinds = {seat: dice.choice(["wild", "honest", "forgetful"]) for seat in range(4)}
        players = {seat: player(kind, Random(dice.random())) for seat, kind in kinds.items()}
        people = kitchen.company(open_house(house), players, dice, scanned)
        people.heard = _Unheard(people)
        people.begin(0)
        for _ in range(12):
            if people.over:
                break
            finish(people.play_deal())
            deals += 1


class _Unheard:
    """Event listener that fails when any player is accused."""

    def __init__(self, people: People) -> None:
        self.people = people

    def __call__(self, what: int, seat: int, arg: int, result: int) -> None:
        game = self.people.game
        assert not game.conduct.log and not game.conduct.suspects
        assert not result or what in (Events.BELOTE, Events.SALT)
