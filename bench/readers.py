"""Register accesses and times of the readers in virtual time, for `run.py`.

Each access costs virtual time. The module needs tests/drivers on the path.
"""

import random

from marcoria.firmware.codes.table import PadStates
from marcoria.sim.chips.iso14443.tag import Tag
from reader_rig import SEATS, Rig

_UID = bytes.fromhex("04a1b2c3d4e5f6")
_NEXT = bytes.fromhex("04a1b2c3d4e5f7")


def _uid(seat: int) -> bytes:
    return _UID[:1] + bytes([seat]) + _UID[2:]


def _rig(cards: int = 0) -> Rig:
    """Return a rig that has read this many cards, just after the driver has checked the chips."""
    rig = Rig()
    for seat in range(cards):
        rig.fields[seat].put(Tag(_uid(seat)))
    rig.run(1100)
    wanted = [PadStates.PRESENT] * cards + [PadStates.ABSENT] * (SEATS - cards)
    assert list(rig.pads.state) == wanted
    return rig


def _visit_to(rig: Rig, seat: int) -> int:
    while True:
        cost = int(rig.visit())
        if rig.readers._seat == seat:
            return cost


def accesses() -> dict[str, int]:
    """Return the register accesses of a visit to a pad, by what lies on the pad.

    They include the accesses that switch the field.
    """
    empty = _visit_to(_rig(), 0)
    laid = _rig()
    laid.fields[0].put(Tag(_UID))
    new = _visit_to(laid, 0)
    resting = _visit_to(_rig(1), 0)
    collision = _rig()
    for uid in (_UID, _NEXT):
        collision.fields[0].put(Tag(uid))
    found = _visit_to(collision, 0)
    assert collision.pads.state[0] == PadStates.CROWDED
    return {"empty pad": empty, "7-byte UID": new, "resting card": resting, "two cards": found}


def cycle_ms(cards: int, rounds: int = 50) -> float:
    """Return the mean ms from a visit to a pad until the next visit to the same pad.

    `cards` is the number of cards on all pads.
    """
    rig = _rig(cards)
    _visit_to(rig, 0)
    began = rig.clock.now
    for _ in range(rounds):
        _visit_to(rig, 0)
    return float(rig.clock.now - began) / rounds / 1000


def longest_slice_ms() -> float:
    """Return the longest step in ms while cards come and go, collide, and chips are reset."""
    rig = _rig(SEATS)
    rig.longest_us = 0
    chance = random.Random(1)
    for _ in range(100):
        seat = chance.randrange(SEATS)
        field = rig.fields[seat]
        if field.tags and chance.random() < 0.7:
            field.lift(field.tags[0])
        else:
            field.put(Tag(_UID[:4] + chance.randbytes(3)))
        rig.run(chance.randrange(200))
    rig.chips[0].wedge("hard")
    rig.run(1000)
    return float(rig.longest_us) / 1000
