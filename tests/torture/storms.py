"""Storms: bursts of meaningless input, such as foreign tags, keys and garbage from the readers.

Between the storms players go on with the deal. The table must accuse nobody of an offence, and its
score must equal the score that the naive engine computes from the journal.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import seen
from codes.game import Events, Phases
from evening import Evening, Wrong
from judge import CRASHED, SILENT, WHOLE, Verdict
from marcoria.coroutines import finish
from marcoria.firmware.codes.game import SEATS
from marcoria.game.houses import names
from marcoria.sim.chips.placed_tags import make_deck

_HOUSES = names()
_TRIES = 4  # number of deals in an evening of simulated play
_GUSTS = 12  # maximum number of inputs in a storm
_CALM_MS = 3_000
_SHORT_MS = (20, 60, 200, 700)
_LONG_MS = (30, 200, 900, 2_500)
_KEYS = ("C", "D", "H", "S")


def of_tags_and_keys(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Yield name, attack and verdict of deals with storms of tags and keys between the cards."""
    yield from _cases("a storm of tags and keys", _gusts, seed, evening)


def of_chips(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Yield name, attack and verdict of deals in which the readers send garbage for a while."""
    yield from _cases("readers that answer garbage", _noise, seed, evening)


Storm = Callable[[Evening, Random], None]


def _cases(name: str, storm: Storm, seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    dice = Random(f"{name} {seed} {evening}")
    house = _HOUSES[evening % len(_HOUSES)]
    played = Evening(house, dice.random() < 0.4, dice.randrange(1 << 20), 8)
    try:
        for number in range(_TRIES):
            yield f"{evening}.{number}", name, _try(played, storm, dice)
    finally:
        played.close()


def _try(evening: Evening, storm: Storm, dice: Random) -> Verdict:
    people = evening.people
    try:
        if people.over:
            finish(evening.company.agree_again())
        finish(people.act())
        while not people.resting:
            if people.game.phase == Phases.PLAY and dice.random() < 0.15:
                storm(evening, dice)
                finish(evening.company.body.wait(_CALM_MS))
            finish(people.act())
        finish(evening.company.body.wait(_CALM_MS))
        evening.look()
        _nobody_is_accused(evening)
    except (Wrong, ValueError) as error:
        return Verdict(SILENT, str(error))
    except Exception as error:
        return Verdict(CRASHED, f"{type(error).__name__}: {error}")
    return Verdict(WHOLE)


def _nobody_is_accused(evening: Evening) -> None:
    conduct = seen.inside(evening.table).match.conduct
    if conduct.log or conduct.suspects:
        found = list(map(vars, conduct.log))
        raise Wrong(f"the table has found offences {found} and suspects {conduct.suspects}")
    if any(one[0] == Events.OFFENCE for one in evening.written.values()):
        raise Wrong("the journal has an offence")
    if "Traceback" in evening.table.printed:
        raise Wrong(evening.table.printed)


def _gusts(evening: Evening, dice: Random) -> None:
    table, body = evening.table, evening.company.body
    others = [uid.hex().upper() for uid in make_deck(evening.seed + 1).values()]
    laid: list[str] = []
    for _ in range(dice.randint(1, _GUSTS)):
        seat = dice.choice(SEATS)
        chance = dice.random()
        if chance < 0.5:
            tag = dice.choice((dice.choice(others), f"08{dice.randrange(1 << 24):06X}"))
            if tag not in laid and not table.cards()[seat]:
                table.put(tag, seat)
                laid.append(tag)
        elif chance < 0.7 and laid:
            table.lift(laid.pop(dice.randrange(len(laid))))
        elif chance < 0.9:
            table.press(dice.choice(_KEYS), seat, dice.choice((30, 120)))
        else:
            table.press("MUTE")
        finish(body.wait(dice.choice(_SHORT_MS)))
    for tag in laid:
        table.lift(tag)


def _noise(evening: Evening, dice: Random) -> None:
    """For a while, replace some or all bytes from the readers with random bytes.

    Because of random bytes the firmware may misuse a chip. So the chip models report no faults
    until `_CALM_MS` after the last random byte.
    """
    world = evening.table.backend.world
    bus = world.spi_buses[_readers_bus(evening)]
    exchange = bus.exchange
    often = dice.choice((0.02, 0.3, 1.0))

    def thrown(data: Any, start: int, count: int, baud: int) -> None:
        exchange(data, start, count, baud)
        for i in range(start, start + count):
            if dice.random() < often:
                data[i] = dice.randrange(256)

    bus.exchange, world.faults.add = thrown, lambda *_: None
    finish(evening.company.body.wait(dice.choice(_LONG_MS)))
    del bus.exchange
    finish(evening.company.body.wait(_CALM_MS))
    del world.faults.add


def _readers_bus(evening: Evening) -> int:
    return int(evening.table.backend.load("board").READERS_SPI)
