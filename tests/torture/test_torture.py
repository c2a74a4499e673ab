"""Run a random share of the attacks: each detectable loss is reported, and nothing crashes.

The table has the state that docs/journal.md specifies. `make torture` runs many more cases.
"""

import zlib
from itertools import islice

import pytest

import flash_image
import kinds
import testenv
from damage import ATTACKS
from images import attacked
from judge import SAID, UNTELLABLE, WHOLE

# For each kind of attack the accepted verdicts, and the number of cases without `make soak`.
_MAY = {
    "images": ({WHOLE, SAID, UNTELLABLE}, 100),
    "chains": ({WHOLE}, 12),
    "unread": ({WHOLE, SAID}, 40),
}
_AT_A_TABLE = {
    "images-at-a-table": ({WHOLE, SAID, UNTELLABLE}, 5),
    "chains-at-a-table": ({WHOLE}, 1),
    "garbage": ({WHOLE, SAID}, 2),
    "storms": ({WHOLE}, 1),
    "chips": ({WHOLE}, 1),
}
_OF = 10_000  # the seed gives the number of the first evening of play, which is below _OF
_SOAK = 50  # `make soak` multiplies the numbers of cases by this


def _try(kind: str, may: set[str], cases: int) -> None:
    """Run `cases` cases of a kind, or more in `make soak`, and check their verdicts."""
    seed = testenv.SEED
    number = zlib.crc32(f"{kind} {seed}".encode()) % _OF
    left = cases * (_SOAK if testenv.SOAK else 1)
    while left > 0:
        for name, attack, verdict in islice(kinds.KINDS[kind](seed, number), left):
            told = f"make torture SEED={seed} ARGS='--only {kind}:{number}': {name}, {attack}"
            assert verdict.what in may, f"{told}: {verdict.what} {verdict.why}"
            assert verdict.as_told, f"{told}: the state differs from docs/journal.md"
            left -= 1
        number += 1


@pytest.mark.parametrize("kind", _MAY)
def test_nothing_is_lost_in_silence(kind: str) -> None:
    _try(kind, *_MAY[kind])


@pytest.mark.soak
@pytest.mark.parametrize("kind", _AT_A_TABLE)
def test_nothing_is_lost_in_silence_at_a_table_with_all_chips(kind: str) -> None:
    _try(kind, *_AT_A_TABLE[kind])


def test_the_oracle_computes_the_documented_checksum() -> None:
    assert flash_image.crc(b"123456789") == 0x6F91


@pytest.mark.soak
def test_each_attack_can_be_applied() -> None:
    tried = {case.attack for evening in range(8) for case in attacked(1, evening)}
    assert tried == set(ATTACKS)
