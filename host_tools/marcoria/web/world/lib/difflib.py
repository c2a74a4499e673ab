"""Replacement for `get_close_matches` of CPython's `difflib`, with the same result."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LEAST = 0.6


def get_close_matches(word: str, known: "Iterable[str]", count: int) -> list[str]:
    """Return the known words that are similar to `word`, at most `count`, the best first."""
    found = [(_ratio(one, word), one) for one in known]
    best = sorted([pair for pair in found if pair[0] >= _LEAST], reverse=True)
    return [one for _, one in best[:count]]


def _ratio(one: str, other: str) -> float:
    return 2 * _same(one, other) / (len(one) + len(other))


def _same(one: str, other: str) -> int:
    """Return how many letters the two words share, counted as `SequenceMatcher` does."""
    at, place, size = _longest(one, other)
    if not size:
        return 0
    before = _same(one[:at], other[:place])
    return before + size + _same(one[at + size :], other[place + size :])


def _longest(one: str, other: str) -> tuple[int, int, int]:
    best = 0, 0, 0
    for at in range(len(one)):
        for place in range(len(other)):
            size = 0
            while one[at + size : at + size + 1] == other[place + size : place + size + 1] != "":
                size += 1
            if size > best[2]:
                best = at, place, size
    return best
