"""Tests that random cards and noise on air and bus never lead to a wrong UID."""

import random

import pytest

import testenv
from codes.table import Looks, PadStates
from marcoria.sim.chips.iso14443.tag import Tag
from reader_rig import SEATS, Rig

PLACEMENTS = 10_000 if testenv.SOAK else 250


def any_uid(chance):
    """Return a random UID of 4, 7 or 10 bytes.

    Its first and its fourth byte are neither 0x08 (random UID) nor 0x88 (cascade tag).
    """
    uid = bytearray(chance.randbytes(chance.choice((4, 7, 7, 7, 10))))
    for i in (0, 3):
        if uid[i] in (0x08, 0x88):
            uid[i] = 4
    return bytes(uid)


class Watched(Rig):
    """Rig that checks that each reported UID belongs to the card on the pad."""

    def __init__(self, seed):
        super().__init__(seed)
        self.chance = random.Random(seed)
        self.lies = [None] * SEATS
        self.laid = [0] * SEATS

    def step(self):
        super().step()
        for seat in range(SEATS):
            if self.pads.laid[seat] != self.laid[seat]:
                self.laid[seat] = self.pads.laid[seat]
                assert self.uid(seat) == self.lies[seat], f"a wrong UID on pad {seat}"

    def place(self, coupling=1.0):
        """Put a random card on a random pad for a while and lift it."""
        chance = self.chance
        seat = chance.randrange(SEATS)
        self.readers.turn = chance.randrange(SEATS + 1)
        self.lies[seat] = any_uid(chance)
        tag = Tag(self.lies[seat], hold_us=chance.choice((0, 1000, 5000)))
        self.clock.advance(chance.randrange(30_000))
        self.fields[seat].put(tag, coupling)
        self.run(chance.choice((20, 150, 150)))
        self.fields[seat].lift(tag)
        self.until_state(seat, PadStates.ABSENT, 20_000)


@pytest.mark.parametrize("noise", [0.0, 0.001, 0.01, 0.05])
def test_noise_on_the_air(noise):
    rig = Watched(testenv.SEED)
    for field in rig.fields:
        field.noise = noise
    for _ in range(PLACEMENTS):
        rig.place()
    assert sum(rig.laid) > PLACEMENTS * (0.5 if noise < 0.05 else 0.1)
    assert sum(rig.pads.count(seat, Looks.GARBLES) for seat in range(SEATS)) > PLACEMENTS * noise


@pytest.mark.parametrize("noise", [0.001, 0.01])
def test_noise_on_the_bus(noise):
    rig = Watched(testenv.SEED)
    rig.run(200)
    rig.check_faults = False  # the chips would report garbled bytes as misuse
    rig.spi.noise = noise
    for _ in range(PLACEMENTS):
        rig.place()
    assert sum(rig.laid) > PLACEMENTS * 0.1
    rig.spi.noise = 0
    rig.run(3000)
    rig.lies = [bytes([4, seat, 3, 4, 5, 6, 7]) for seat in range(SEATS)]
    for field, uid in zip(rig.fields, rig.lies, strict=True):
        field.put(Tag(uid))
    rig.until(lambda: list(rig.pads.state) == [PadStates.PRESENT] * SEATS)


def test_weakly_coupled_cards_give_no_wrong_uid():
    rig = Watched(testenv.SEED)
    for _ in range(PLACEMENTS):
        rig.place(rig.chance.uniform(0.15, 1.0))
    assert sum(rig.laid) > PLACEMENTS * 0.3


@pytest.mark.soak
def test_a_card_lying_for_ten_minutes_causes_no_events():
    """In slight noise the only events of a card are its laying and its lifting."""
    rig = Watched(testenv.SEED)
    rig.run(200)
    rig.lies[2] = bytes.fromhex("04a1b2c3d4e5f6")
    tag = Tag(rig.lies[2])
    rig.fields[2].put(tag)
    rig.fields[2].noise = 0.001
    rig.readers.turn = 2
    rig.until_state(2, PadStates.PRESENT)
    rig.pads.changed = 0
    rig.run(600_000)
    assert (
        rig.pads.state[2] == PadStates.PRESENT and not rig.pads.changed and rig.pads.laid[2] == 1
    )
    rig.fields[2].lift(tag)
    rig.until_state(2, PadStates.ABSENT)
    rig.run(1000)
    assert rig.pads.changed == 4 and rig.pads.laid == [0, 0, 1, 0]
