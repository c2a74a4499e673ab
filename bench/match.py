"""A match of bots at the whole table: how long a card waits for its answer while the display is
refreshed, how long the readers wait, bytecode priced, and how fast the simulator plays."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.sim.vm.backend import SETUP
from play_on_board import sitting
from recorder import RECORDED

_PLAY = 4  # phase
_CARD = 9  # event
_TURN = 8  # lights of a seat whose turn it is
_LIMIT_MS = 5_000


@dataclass
class Answers:
    """In ms: from card down to the lights' answer, of all cards (`times`) and of those that came
    while the display was refreshed (`refreshing`); `gap`, the longest time without a word to a
    reader from the first card of a deal to its last."""

    times: list[float] = field(default_factory=list)
    refreshing: list[float] = field(default_factory=list)
    gap: float = 0.0


def answers(house: str, cards: int, priced: bool = True) -> Answers:
    """Plays until so many cards were laid while the display was refreshed."""
    setup = SETUP.format(seed=1, options={}) + RECORDED
    found = Answers()
    with sitting(house, priced=priced, setup=setup) as company:
        people, body = company.people, company.body
        put = body.put

        async def timed(card: int, seat: int) -> None:
            game = people.game
            await put(card, seat)
            if game.phase == _PLAY and seat == game.trick.seat and not body.asked():
                _answer(body.table, SEATS[seat], found)

        def heard(what: int, seat: int, arg: int, result: int) -> None:
            plays = people.game.audit.plays
            if what == _CARD and plays > 1:
                found.gap = max(found.gap, body.table.get("recorder.longest") / 1000)
            if what == _CARD:
                body.table.set("recorder.longest", 0)

        body.put = timed  # type: ignore[method-assign]
        people.heard = heard
        while len(found.refreshing) < cards:
            finish(people.play_deal())
    found.times.sort()
    found.refreshing.sort()
    return found


def _answer(table: Any, seat: str, found: Answers) -> None:
    """Waits until the turn's light goes off, or another pattern comes."""
    laid = table.now
    refreshed = table.get("display.busy.net.level")
    table.until(lambda: sum(any(led) for led in table.lights()[seat]) != _TURN, _LIMIT_MS)
    found.times.append(table.now - laid)
    if refreshed or table.get("recorder.display") / 1000 >= laid:
        found.refreshing.append(table.now - laid)


def times_real_time(house: str, backend: str) -> float:
    """Virtual seconds a real second of a whole match."""
    with sitting(house, backend, target=0) as company:
        table = company.body.table
        virtual, real = table.now, perf_counter()
        finish(company.people.play_match())
        return (table.now - virtual) / 1000 / (perf_counter() - real)
