"""A match of bots at a simulated table: response times and the speed of the simulator.

Response times are in virtual time: the times from laying a card until the seat's lights show that
its turn is over, and the longest gap between accesses to the readers.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.sim.simtable import SimTable
from marcoria.sim.vm.backend import SETUP
from play_on_board import sitting
from recorder import RECORDED

_PLAY = 4  # the phase of play
_CARD = 9  # kind of the event of a laid card
_TURN = 8  # lit LEDs of the seat whose turn it is
_LIMIT_MS = 5_000


@dataclass
class Answers:
    """Response times of a table in ms of virtual time.

    `times` has the times from each card to its light. `refreshing` has those of cards that were
    laid during a refresh of the display. Cards laid while the table waits for an answer of a
    player do not count. `gap` is the longest time without an access to a reader between the first
    and the last card of a deal.
    """

    times: list[float] = field(default_factory=list)
    refreshing: list[float] = field(default_factory=list)
    gap: float = 0.0


def answers(
    house: str,
    cards: int,
    priced: bool = True,
    before: Callable[[SimTable], object] = lambda _: None,
) -> Answers:
    """Play until `cards` cards were laid during refreshes of the display; return the times.

    If `priced`, bytecode costs virtual time. `before` is called before the table is switched on.
    """
    setup = SETUP.format(seed=1, options={}) + RECORDED
    found = Answers()
    with sitting(house, priced=priced, setup=setup, before=before) as company:
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
    """Wait until the seat's lights no longer show its turn, and add the time to `found`."""
    laid = table.now
    refreshed = table.get("display.busy.net.level")
    table.until(lambda: sum(any(led) for led in table.lights()[seat]) != _TURN, _LIMIT_MS)
    found.times.append(table.now - laid)
    if refreshed or table.get("recorder.display") / 1000 >= laid:
        found.refreshing.append(table.now - laid)


def times_real_time(house: str, backend: str) -> float:
    """Return how many virtual seconds of a whole match are simulated in a real second."""
    with sitting(house, backend, target=0) as company:
        table = company.body.table
        virtual, real = table.now, perf_counter()
        finish(company.people.play_match())
        return (table.now - virtual) / 1000 / (perf_counter() - real)
