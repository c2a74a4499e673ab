"""The engine allocates little for an event, and nothing when it refuses an event.

It also allocates nothing to find the legal cards of a hand, or the cards that a play denies.
"""

import gc

import testenv
from codes.game import Answers, Events, Phases
from player import Players, open_house

RUNS_ON = "vm"  # heap use is measured only in the VM

DEALS = 200 if testenv.SOAK else 8
# An event may allocate at most this number of bytes, including the growth of the list of events.
# Events of a deal with melds may allocate more. UNDO and BACK apply the earlier events again, and
# may allocate this much for each of them.
MOST = 1024
MOST_WITH_MELDS = 8 * 1024


class Weighed:
    """Wrapper of a match's `apply`: it checks the heap use of each event and notes its kind."""

    def __init__(self, players):
        self.game = players.game
        self.kinds = bytearray(32)
        players.apply = self.apply

    def apply(self, what, seat, arg=0):
        game = self.game
        again = len(game.events) if what in (Events.UNDO, Events.BACK) else 1
        melds = any(game.announcements.announced)
        before = gc.mem_alloc()
        result = game.apply(what, seat, arg)
        used = gc.mem_alloc() - before
        if 0 < result < Answers.NOTED:
            most = 0
        elif what == Events.MELD or melds:
            most = MOST_WITH_MELDS * again
        else:
            most = MOST * again
        assert used <= most, (what, result, used, most)
        if most:  # the event was accepted
            self.kinds[what] = 1
        return result


def play(name, scanned):
    players = Players(open_house(name), testenv.SEED)
    weighed = Weighed(players)
    played = 0
    while played < DEALS or not weighed.kinds[Events.CONFIRM]:
        if players.deal(scanned):
            players.play()
            played += 1
            assert not players.game.conduct.log, (name, testenv.SEED)
    for kind in (Events.MATCH, Events.DEAL, Events.BID, Events.CARD, Events.CONFIRM):
        assert weighed.kinds[kind]


# Each house has its own test: the VM collects garbage only at a `yield` or the end of a test.


def test_an_event_of_piedicavallo_allocates_little():
    play("piedicavallo", 0)
    play("piedicavallo", 1)


def test_an_event_of_salotto_allocates_little():
    play("salotto", 0)
    play("salotto", 1)


def test_an_event_of_espanola_2_allocates_little():
    play("espanola-2", 0)
    play("espanola-2", 1)


def test_an_event_of_espanola_4_allocates_little():
    play("espanola-4", 0)
    play("espanola-4", 1)


def test_an_event_of_bulgarian_allocates_little():
    play("bulgarian", 0)
    play("bulgarian", 1)


def test_an_event_of_french_allocates_little():
    play("french", 0)
    play("french", 1)


def test_an_event_of_libre_allocates_little():
    play("libre", 0)
    play("libre", 1)


def test_undo_and_rulings_allocate_little_and_refusals_nothing():
    players = Players(open_house("piedicavallo"), testenv.SEED)
    weighed = Weighed(players)
    game = players.game
    apply = weighed.apply
    players.new_match()
    assert not apply(Events.DISCIPLINE, 0, 1)  # BACK is refused if offences cost points
    while not players.deal():
        pass
    for _ in range(9):
        players.lay(game.trick.seat)
    while game.events[-1].kind != Events.CARD:  # the last event may be a belote call
        players.lay(game.trick.seat)
    seat = game.trick.seat
    plays = game.audit.plays
    assert apply(Events.CARD, seat, 40) and apply(Events.CARD, seat ^ 1, 0)
    assert apply(Events.CARD, seat, game.audit.card[0])
    assert not apply(Events.UNDO, seat, 0) and game.audit.plays == plays - 1
    last = game.audit.seat[plays - 2]
    assert not apply(Events.BACK, last, 0)
    assert not apply(Events.RULING, 0, 0x8000 + 10)
    assert not apply(Events.RULING, 2, 0)


def test_a_proof_allocates_little():
    """Players lay any card they hold, so they commit offences.

    These are proved by later cards, or by a count of the cards that a hand may still have.
    """
    players = Players(open_house("french"), testenv.SEED)
    Weighed(players)
    game = players.game
    found = 0
    while not found:
        if not players.deal():
            continue
        while game.phase == Phases.PLAY:
            hand = players.hands[game.trick.seat]
            card = players.dice.below(32)
            if hand[card >> 3] >> (card & 7) & 1:
                hand[card >> 3] ^= 1 << (card & 7)
                players.apply(Events.CARD, game.trick.seat, card)
        found += len(game.conduct.log)
        players.apply(Events.CONFIRM, 0, 0)
        players.apply(Events.CONFIRM, 1, 0)


def test_a_legal_set_allocates_nothing():
    players = Players(open_house("libre"), testenv.SEED)
    while not players.deal():
        pass
    game = players.game
    while game.phase == Phases.PLAY:
        seat = game.trick.seat
        assert testenv.heap_used(game.trick.legal, players.hands[seat]) == 0
        assert testenv.heap_used(game.trick.denies, 5) == 0
        players.lay(seat)
