"""Nothing allocates: every event, legal set and audit step of whole deals, the heap locked. Only
melds are objects: once one was announced, an event may take a little."""

import gc

import micropython

import testenv
from codes import events, phases
from player import Players, open_house

RUNS_ON = "vm"  # CPython has no heap to lock

DEALS = 200 if testenv.SOAK else 8
MOST = 8 * 1024  # bytes for the melds of one event


class Locked:
    """Lets events happen with the heap locked where there are no melds, and counts those by
    kind; of the others it checks what they take."""

    def __init__(self, players):
        self.game = players.game
        self.kinds = bytearray(32)
        players.apply = self.apply

    def apply(self, what, seat, arg=0):
        if what == events.MELD or any(self.game.announcements.announced):
            before = gc.mem_alloc()
            result = self.game.apply(what, seat, arg)
            assert gc.mem_alloc() - before <= MOST, (what, gc.mem_alloc() - before)
            return result
        micropython.heap_lock()
        try:
            result = self.game.apply(what, seat, arg)
        finally:
            micropython.heap_unlock()
        self.kinds[what] = 1
        return result


def play(name, scanned):
    players = Players(open_house(name), testenv.SEED)
    locked = Locked(players)
    played = 0
    while played < DEALS or not locked.kinds[events.CONFIRM]:
        if players.deal(scanned):
            players.play()
            played += 1
            assert players.game.conduct.logged == 0, (
                name,
                testenv.SEED,
                bytes(players.game.conduct.log[:8]),
            )
    for kind in (events.MATCH, events.DEAL, events.BID, events.CARD, events.CONFIRM):
        assert locked.kinds[kind]


# A function a house: the VM collects garbage only between calls.


def test_no_event_of_piedicavallo_allocates():
    play("piedicavallo", 0)
    play("piedicavallo", 1)


def test_no_event_of_salotto_allocates():
    play("salotto", 0)
    play("salotto", 1)


def test_no_event_of_espanola_2_allocates():
    play("espanola-2", 0)
    play("espanola-2", 1)


def test_no_event_of_espanola_4_allocates():
    play("espanola-4", 0)
    play("espanola-4", 1)


def test_no_event_of_bulgarian_allocates():
    play("bulgarian", 0)
    play("bulgarian", 1)


def test_no_event_of_french_allocates():
    play("french", 0)
    play("french", 1)


def test_no_event_of_libre_allocates():
    play("libre", 0)
    play("libre", 1)


def test_no_undo_ruling_or_refusal_allocates():
    players = Players(open_house("piedicavallo"), testenv.SEED)
    locked = Locked(players)
    game = players.game
    while not players.deal():
        pass
    apply = locked.apply
    apply(events.DISCIPLINE, 0, 1)
    for _ in range(9):
        players.lay(game.trick.seat)
    while game.events[game.count * 4 - 4] != events.CARD:  # but a belote called with one
        players.lay(game.trick.seat)
    seat = game.trick.seat
    plays = game.audit.plays
    assert apply(events.CARD, seat, 40) and apply(events.CARD, seat ^ 1, 0)
    assert apply(events.CARD, seat, game.audit.card[0])
    assert not apply(events.UNDO, seat, 0) and game.audit.plays == plays - 1
    last = game.audit.seat[plays - 2]
    apply(events.BACK, last, 0)
    assert not apply(events.RULING, 0, 0x8000 + 10)
    assert not apply(events.RULING, 2, 0)
    assert locked.kinds[events.UNDO] and locked.kinds[events.BACK]


def test_a_proof_allocates_nothing():
    """Everyone lays whatever he likes: offences are found, by cards and by counting."""
    players = Players(open_house("french"), testenv.SEED)
    Locked(players)
    game = players.game
    found = 0
    while not found:
        if not players.deal():
            continue
        while game.phase == phases.PLAY:
            hand = players.hands[game.trick.seat]
            card = players.dice.below(32)
            if hand[card >> 3] >> (card & 7) & 1:
                hand[card >> 3] ^= 1 << (card & 7)
                players.apply(events.CARD, game.trick.seat, card)
        found += game.conduct.logged
        players.apply(events.CONFIRM, 0, 0)
        players.apply(events.CONFIRM, 1, 0)


def test_a_legal_set_allocates_nothing():
    players = Players(open_house("libre"), testenv.SEED)
    while not players.deal():
        pass
    game = players.game
    while game.phase == phases.PLAY:
        seat = game.trick.seat
        assert testenv.heap_used(game.trick.legal, players.hands[seat]) == 0
        assert testenv.heap_used(game.trick.denies, 5) == 0
        players.lay(seat)
