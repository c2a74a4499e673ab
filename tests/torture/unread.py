"""Start the table while some calls to the flash fail.

Either the table restores its state then, or it reports that the journal cannot be read. In both
cases it must restore the state at the next start, at which no call fails. If the table cannot read
the journal before its first write, it must not write or erase anything.
"""

from collections.abc import Iterator
from random import Random

from codes.journal import RoomLeft
from images import plain
from judge import CRASHED, SAID, SILENT, WHOLE, Verdict
from quick import Partition, Script, Sitting

_FOR = (1, 2, 3, 4, 10, 100, 1 << 20)  # how many flash calls in a row fail


def cases(seed: int, evening: int) -> Iterator[tuple[str, str, Verdict]]:
    """Start a table from the image of each stop of an evening, while some calls to the flash fail.

    Yield name, attack and verdict of each start.
    """
    dice = Random(f"unread {seed} {evening}")
    for stop, (script, at, image) in enumerate(plain(dice, evening)):
        for count in _FOR:
            first = dice.randint(1, _calls(script, image))
            verdict = _start(script, at, image, first, count)
            yield f"{evening}.{stop}", "a flash that cannot be read at a start", verdict


def _calls(script: Script, image: bytes) -> int:
    partition = Partition(len(image) // 4096, image)
    Sitting(partition, script.house)
    return int(partition.flash.calls)


def _start(script: Script, at: int, image: bytes, first: int, count: int) -> Verdict:
    partition = Partition(len(image) // 4096, image)
    partition.flash.fail_at(first, count)
    try:
        sitting = Sitting(partition, script.house)
        unreadable = sitting.journal.state == RoomLeft.UNREADABLE
        if sitting.unread not in (b"", partition.cells):
            return Verdict(
                SILENT, f"calls {first} to {first + count - 1} fail: the flash was changed"
            )
        if not unreadable and sitting.known != script.states[at]:
            return Verdict(SILENT, f"calls {first} to {first + count - 1} fail: {sitting.known}")
        partition.flash.fail_at(1 << 20)
        again = Sitting(partition, script.house)
    except Exception as error:
        return Verdict(CRASHED, f"{type(error).__name__}: {error}")
    if again.known != script.states[at]:
        return Verdict(
            SILENT, f"calls {first} to {first + count - 1} failed, later: {again.known}"
        )
    return Verdict(SAID if unreadable else WHOLE)
