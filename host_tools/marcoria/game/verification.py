"""A deck that is looked through: which of its tags are read, and how well."""

from collections.abc import Mapping
from typing import NamedTuple

from marcoria.firmware.table.files.decks import Tags
from marcoria.game.enrolment import CARDS, word_of

READ, WEAK, MISSING, DEAD = "read", "weak", "missing", "dead"
# Measured at the simulated reader: of a tag within its reach not one look of 35 fails, of one that
# loses a sixteenth of all frames a fifth do, of one that loses a seventh two fifths.
_WEAK_IN = 8  # if one look in so many fails
_ENOUGH = 8  # looks, to say anything
_PATIENCE = 2  # times that a card may be lifted at once, before it is the tag that comes and goes


class Look(NamedTuple):
    """What a reader has made of a card while it lay there."""

    heard: int
    failed: int
    stayed: bool  # and still lies there


class Verification:
    """Of the deck with these tags; `others` are the table's other ones, by name."""

    def __init__(self, tags: Tags, others: Mapping[str, Tags]) -> None:
        self._tags = tags
        self._others = others
        self.results: dict[int, str] = {}
        self.looks: dict[int, Look] = {}
        self._hasty: dict[int, int] = {}

    @property
    def left(self) -> list[int]:
        """The cards that are not laid yet; dead ones are not waited for."""
        return [kind for kind in CARDS if kind not in self.results and not self._is_dead(kind)]

    @property
    def weak(self) -> list[int]:
        """Cards and commands whose tags are hard to read."""
        return sorted(kind for kind in self.results if self.results[kind] == WEAK)

    def whose(self, uid: bytes) -> tuple[int, str]:
        """What that tag is in this deck; else -1, and in one sentence why it is none."""
        kind = self._tags.whose(uid)
        if kind >= 0:
            return kind, ""
        for name, tags in self._others.items():
            other = tags.whose(uid)
            if other >= 0:
                return -1, f"this is {word_of(other)} of the deck '{name}': take it away"
        return -1, f"no deck of the table has this tag, {uid.hex()}: take it away"

    def judge(self, kind: int, look: Look) -> str:
        """Takes down how that card was read; else why it is to be laid once more."""
        looks = look.heard + look.failed
        fails = look.failed * _WEAK_IN >= looks
        if not look.stayed or looks < _ENOUGH:
            self._hasty[kind] = self._hasty.get(kind, 0) + 1
            if self._hasty[kind] < _PATIENCE:
                return f"{word_of(kind)} was there too short: lay it again, for two seconds"
            fails = True
        self.results[kind] = WEAK if fails else READ
        self.looks[kind] = look
        return ""

    def result(self, kind: int) -> str:
        """READ, WEAK, MISSING, or DEAD if the deck has it so and no pad has read it."""
        return self.results.get(kind) or (DEAD if self._is_dead(kind) else MISSING)

    def _is_dead(self, kind: int) -> bool:
        return kind in CARDS and bool(self._tags.dead[kind >> 3] >> (kind & 7) & 1)
