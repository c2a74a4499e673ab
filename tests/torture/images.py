"""Damaged images: evenings of all houses, on small rings and on whole ones that have gone round,
with cuts in them, are stopped at many places; there each attack is tried."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import flash_image
from damage import ATTACKS
from judge import Verdict, judge
from marcoria.game.houses import names
from quick import QuickEvening, Script

_HOUSES = names()
_BLOCKS = (4, 5, 8)
_WHOLE_RING = 64
_RINGS_IN = 12  # of so many evenings one is on a whole ring
_GOES_ROUND = 0.85  # of the evenings
_STOPS = 24
_OLD = 6  # older states of the flash that may come back


@dataclass(frozen=True)
class Case:
    """So many events of the script had happened; what an attack has made of the flash."""

    name: str
    attack: str
    script: Script
    at: int
    before: bytes
    after: bytes


def plain(dice: Random, evening: int) -> Iterator[tuple[Script, int, bytes]]:
    """Places of an evening before any attack: the script, how many of its events had happened, and
    the flash."""
    house, scanned = _HOUSES[evening % len(_HOUSES)], dice.random() < 0.4
    blocks = _WHOLE_RING if evening % _RINGS_IN == _RINGS_IN - 1 else dice.choice(_BLOCKS)
    script = Script(house, scanned, dice.randrange(1 << 20))
    goes_round = dice.random() < _GOES_ROUND
    times = dice.uniform(1.4, 2.0) if goes_round else dice.uniform(0.1, 0.9)
    script.write(1, records=int(blocks * flash_image.SLOTS * times))
    for at, image in _stops(script, blocks, goes_round, dice):
        yield script, at, image


def attacked(seed: int, evening: int) -> Iterator[Case]:
    """All of an evening."""
    dice = Random(f"images {seed} {evening}")
    old: list[bytes] = []
    for stop, (script, at, image) in enumerate(plain(dice, evening)):
        reading = flash_image.read(image)
        assert reading.damaged_now is None, f"{script.name} {stop}: cuts are taken for damage"
        for attack, damaged in ATTACKS.items():
            after = damaged(dice, image, reading, old[-_OLD:])
            if after is not None and after != image:
                yield Case(f"{evening}.{stop}", attack, script, at, image, after)
        old.append(image)


def cases(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """The name of each, the attack, the verdict."""
    for case in attacked(seed, evening):
        yield case.name, case.attack, judge(case.script, case.at, case.before, case.after)


def _stops(
    script: Script, blocks: int, goes_round: bool, dice: Random
) -> Iterator[tuple[int, bytes]]:
    """Places of an evening, all of them after the ring has gone round if it does, and the flash
    there."""
    evening = QuickEvening(script, blocks)
    while goes_round and not evening.over and evening.sitting.journal.seq >> 8 <= blocks:
        evening.play(_STOPS)
    step = max(1, (len(script.events) - evening.at) // _STOPS)
    while not evening.over:
        if dice.random() < 0.5 and evening.cut(dice.randint(1, step), dice.randrange(1 << 16)):
            while not evening.start(dice.choice((0, 0, 1, 2, 3)), dice.randrange(1 << 16)):
                pass
            evening.settle()
        evening.play(dice.randint(1, step))
        yield evening.at, evening.partition.cells
