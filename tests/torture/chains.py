"""Chains of power cuts: during play, at the end of a deal, and during starts.

After each completed start an independent reader decodes the flash. The table must have the state
that the reader finds there, and at most the record that was being written may be missing.
"""

from collections.abc import Iterator
from random import Random

import flash_image
from evening import Evening, Wrong, compare, expected
from judge import CRASHED, SILENT, WHOLE, Verdict
from marcoria.game.houses import names
from quick import QuickEvening, Script

_HOUSES = names()
_BLOCKS = (3, 4, 5, 8)
_CHAINS = 25  # chains in an evening of simulated play
_DEALS = 60
_CUTS = 6  # maximum number of cuts in a chain
_IN_A_START, _IN_PLAY = 8, 120  # maximum number of flash operations before a cut
_AT_TABLE = 4  # chains in an evening at a table with all chips simulated


def cases(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Yield name, attack and verdict of each chain in an evening; only the flash is simulated.

    The first chain that fails ends the evening.
    """
    dice = Random(f"chains {seed} {evening}")
    script = Script(_HOUSES[evening % len(_HOUSES)], dice.random() < 0.4, dice.randrange(1 << 20))
    script.write(_DEALS)
    played = QuickEvening(script, dice.choice(_BLOCKS))
    for number in range(_CHAINS):
        played.play(dice.randrange(40))
        if played.over:
            played = QuickEvening(script, dice.choice(_BLOCKS))
        verdict = _chain(played, dice)
        yield f"{evening}.{number}", "a chain of cuts", verdict
        if verdict.what != WHOLE:
            return


def _chain(evening: QuickEvening, dice: Random) -> Verdict:
    cuts = dice.randint(2, _CUTS)
    try:
        while cuts > 0 and evening.cut(dice.randint(1, _IN_PLAY), dice.randrange(1 << 16)):
            cuts -= 1
            while not evening.start(_next(cuts, dice), dice.randrange(1 << 16)):
                cuts -= 1
            evening.settle()
            _look(evening)
    except (AssertionError, Wrong) as error:
        return Verdict(SILENT, str(error))
    except Exception as error:
        return Verdict(CRASHED, f"{type(error).__name__}: {error}")
    return Verdict(WHOLE)


def _next(cuts: int, dice: Random) -> int:
    """Return the flash operation at which the next start is cut, or 0 for no cut."""
    return dice.randint(1, _IN_A_START) if cuts > 0 and dice.random() < 0.6 else 0


def _look(evening: QuickEvening) -> None:
    reading = flash_image.read(evening.partition.cells)
    assert not reading.damage, f"the power cuts look like damage at seq {reading.damage}"
    compare(expected(evening.script.name, reading), evening.sitting.known)


def at_table(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Yield name, attack and verdict of each chain of cuts in one evening at a table.

    All chips of the table are simulated. The first chain that fails ends the evening.
    """
    dice = Random(f"chains at a table {seed} {evening}")
    house = _HOUSES[evening % len(_HOUSES)]
    played = Evening(house, dice.random() < 0.4, dice.randrange(1 << 20), dice.choice(_BLOCKS))
    try:
        for number in range(_AT_TABLE):
            verdict = _at_table(played, dice.randint(2, _CUTS))
            yield f"{evening}.{number}", "a chain of cuts at a table", verdict
            if verdict.what != WHOLE:
                return
    finally:
        played.close()


def _at_table(evening: Evening, cuts: int) -> Verdict:
    try:
        evening.chain(cuts)
    except (AssertionError, Wrong, ValueError) as error:
        return Verdict(SILENT, f"{type(error).__name__}: {error}")
    except Exception as error:
        return Verdict(CRASHED, f"{type(error).__name__}: {error}")
    return Verdict(WHOLE)
