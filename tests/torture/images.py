"""Damaged flash images of evenings of simulated play in all houses.

The journal has few blocks in most evenings and its full size in some. An evening, which includes
power cuts, stops many times, and every attack is tried on the image of each stop.
"""

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
_WHOLE_RING = 64  # blocks of a full-size journal
_RINGS_IN = 12  # every twelfth evening has a full-size journal
_GOES_ROUND = 0.85  # share of evenings in which the journal starts again at its first block
_STOPS = 24
_OLD = 6  # number of older images that an attack gets


@dataclass(frozen=True)
class Case:
    """Image before and after an attack, which came after `at` events of the script."""

    name: str
    attack: str
    script: Script
    at: int
    before: bytes
    after: bytes


def plain(dice: Random, evening: int) -> Iterator[tuple[Script, int, bytes]]:
    """Yield the script, the number of past events and the flash image at stops of an evening."""
    house, scanned = _HOUSES[evening % len(_HOUSES)], dice.random() < 0.4
    blocks = _WHOLE_RING if evening % _RINGS_IN == _RINGS_IN - 1 else dice.choice(_BLOCKS)
    script = Script(house, scanned, dice.randrange(1 << 20))
    goes_round = dice.random() < _GOES_ROUND
    times = dice.uniform(1.4, 2.0) if goes_round else dice.uniform(0.1, 0.9)
    script.write(1, records=int(blocks * flash_image.SLOTS * times))
    for at, image in _stops(script, blocks, goes_round, dice):
        yield script, at, image


def attacked(seed: int, evening: int) -> Iterator[Case]:
    """At each stop of an evening, yield a case for each attack that changes the flash image."""
    dice = Random(f"images {seed} {evening}")
    old: list[bytes] = []
    for stop, (script, at, image) in enumerate(plain(dice, evening)):
        reading = flash_image.read(image)
        assert reading.damaged_now is None, f"{script.name} {stop}: a power cut looks like damage"
        for attack, damaged in ATTACKS.items():
            after = damaged(dice, image, reading, old[-_OLD:])
            if after is not None and after != image:
                yield Case(f"{evening}.{stop}", attack, script, at, image, after)
        old.append(image)


def cases(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Yield the name, the attack and the verdict of each case."""
    for case in attacked(seed, evening):
        yield case.name, case.attack, judge(case.script, case.at, case.before, case.after)


def _stops(
    script: Script, blocks: int, goes_round: bool, dice: Random
) -> Iterator[tuple[int, bytes]]:
    """Yield the number of past events and the flash image at some points of an evening.

    If `goes_round`, the first stop comes after the journal has started again at its first block.
    """
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
