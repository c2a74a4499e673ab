"""Compare the state that a table restores from a damaged flash with the table's earlier states."""

from dataclasses import dataclass

import flash_image
import host_reader
import texts
from codes.journal import RoomLeft
from damage import end_taken
from evening import expected
from quick import Partition, Script, Sitting

# Outcomes of a case; docs/torture.md explains them.
WHOLE, SAID, UNTELLABLE, SILENT, CRASHED = "whole", "said", "undetectable", "silent", "crashed"
VERDICTS = (WHOLE, SAID, UNTELLABLE, SILENT, CRASHED)
_QUESTIONS = (texts.PART_LOST, texts.ALL_LOST, texts.SCORE_LOST)


@dataclass(frozen=True)
class Verdict:
    """Outcome of a case (`what`), and the reason for a bad outcome (`why`).

    `as_told` is False if the table's state differs from the state that docs/journal.md specifies.
    """

    what: str
    why: str = ""
    as_told: bool = True


def said(sitting: Sitting) -> bool:
    """Return whether the table tells the players that something is lost or unreadable."""
    table = sitting.table
    asked = table.dialogue.asked and table.dialogue.question in _QUESTIONS
    return bool(asked or sitting.journal.state == RoomLeft.UNREADABLE)


def judge(script: Script, at: int, before: bytes, after: bytes) -> Verdict:
    """Return how the table and the host's journal reader behaved after an attack.

    The attack came after `at` events of the script.
    """
    verdict = _of_the_table(script, at, before, after)
    if verdict.what in (CRASHED, SILENT):
        return verdict
    try:
        wrong = host_reader.silently_lost(before, after)
    except Exception as error:
        return Verdict(CRASHED, f"the reader: {type(error).__name__}: {error}")
    return Verdict(SILENT, wrong) if wrong else verdict


def _of_the_table(script: Script, at: int, before: bytes, after: bytes) -> Verdict:
    try:
        partition = Partition(len(after) // flash_image.BLOCK, after)
        sitting = Sitting(partition, script.house)
        known, told = sitting.known, said(sitting)
        again = Sitting(Partition(len(after) // flash_image.BLOCK, partition.cells), script.house)
    except Exception as error:
        return Verdict(CRASHED, f"{type(error).__name__}: {error}")
    past = script.states[: at + 1]
    if sitting.journal.state != RoomLeft.UNREADABLE:
        if known not in past:
            return Verdict(SILENT, f"this state never existed: {known}")
        if again.known != known:
            return Verdict(SILENT, f"the first start has {known}, the next {again.known}")
    page = _as_told(script.name, after, sitting)
    if told:
        return Verdict(SAID, as_told=page)
    if known == past[-1]:
        return Verdict(WHOLE, as_told=page)
    lost = len(past) - 1 - max(i for i, state in enumerate(past) if state == known)
    if lost <= end_taken(before, after, flash_image.read(before)):
        return Verdict(UNTELLABLE, as_told=page)
    return Verdict(SILENT, f"{lost} events were lost without a message", page)


def _as_told(house: str, image: bytes, sitting: Sitting) -> bool:
    known = sitting.known
    try:
        state = expected(house, flash_image.read(image))
    except AssertionError:  # the naive engine rejects the events, because some are missing
        return False
    ours = (state.totals, state.hands, sorted(state.events))
    return ours == (known.totals, known.hands, sorted(known.events))
