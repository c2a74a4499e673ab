"""Deals of simulated players at a plain table (kitchen.py), on CPython and in the page's VM.

`played` returns the players' choices, which must be the same on CPython and in the VM.
"""

from random import Random

from kitchen import company
from marcoria.bots.kinds import player
from marcoria.game.names import seats_of


def played(house, kinds, seed, deals, now=lambda: 0.0):
    """Play some deals; return their events, and how long players took to choose each card.

    `kinds` has a kind of player for each seat. The times, in ms, are those of all players of the
    kind `kinds[0]`. `now` returns the time in ms.
    """
    rng = Random(seed)
    times: list = []
    players = {}
    for seat in seats_of(house):
        players[seat] = player(kinds[seat], Random(rng.random()))
        if kinds[seat] == kinds[0]:
            _time(players[seat], times, now)
    people = company(house, players, rng, False)
    people.begin(0)
    for _ in range(deals):
        _finish(people.play_deal())
    return [list(event) for event in people.events], times


def _time(one, times, now):
    """Wrap the method `card` of a player so that it appends its duration in ms to `times`."""
    choose = one.card

    def card(view):
        began = now()
        chosen = choose(view)
        times.append(now() - began)
        return chosen

    one.card = card


def _finish(coroutine):
    """Run a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    raise AssertionError("a coroutine waits at the plain table")
