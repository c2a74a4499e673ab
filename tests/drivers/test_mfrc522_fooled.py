"""Tests of situations that would deceive the driver without one of its checks."""

import pytest

import testenv
from codes.table import Looks, PadStates
from marcoria.sim.chips.iso14443.frames import with_crc
from marcoria.sim.chips.iso14443.tag import CASCADE, Tag
from marcoria.sim.chips.kernel import Dice
from reader_rig import SEATS, Rig

UID = bytes.fromhex("04a1b2c3d4e5f6")
OTHER = bytes.fromhex("0499b2c3d4e5f6")


class WrongCrc(Tag):
    """Card whose acknowledgements have a wrong CRC."""

    def _select(self, data, bits, number, level):
        answer = super()._select(data, bits, number, level)
        return answer and (answer[0][:-1] + b"\0", *answer[1:])


class Shifty(Tag):
    """Card with a new UID of seven bytes at each power-up."""

    def __init__(self):
        self.dice = Dice(testenv.SEED)
        super().__init__(UID)

    def start(self):
        self._set_uid(b"\x04" + bytes(self.dice.below(128) for _ in range(6)))


class Cutting(Tag):
    """Card that reports a complete UID, although the UID's first part says that more follows."""

    def _select(self, data, bits, number, level):
        answer = super()._select(data, bits, number, level)
        return answer and (with_crc(b"\0"), *answer[1:])


class Endless(Tag):
    """Card whose UID never ends."""

    def hear(self, data, bits, good):
        if bits == 7:
            return b"\x44\0", 16, 0
        if bits == 16:
            return b"\x88\x01\x02\x03\x88", 40, 0
        return with_crc(bytes([CASCADE])), 24, 0


def never_a_card(tag):
    def scene(rig):
        rig.fields[0].put(tag())
        rig.run(3000)
        assert rig.pads.laid[0] == 0

    return scene


def wrong_bcc():
    tag = Tag(UID)
    tag.levels[1] = tag.levels[1][:4] + b"\0"
    return tag


def one_field(rig):
    for _ in range(200):
        rig.step()
        assert sum(field.on for field in rig.fields) <= 1


def two_cards(rig):
    rig.fields[0].put(Tag(UID))
    rig.fields[0].put(Tag(OTHER))
    rig.until_state(0, PadStates.CROWDED)


def one_collision(rig):
    """Take the second card away in the middle of its colliding answer."""
    for _ in range(10):
        leaving = Tag(OTHER)
        rig.fields[0].put(Tag(UID))
        rig.fields[0].put(leaving)
        transmit = rig.fields[0].transmit

        def once(data, bits, *rest, transmit=transmit, leaving=leaving):
            if bits == 16:
                leaving.leaves_after = 36
            return transmit(data, bits, *rest)

        rig.fields[0].transmit = once
        rig.until_state(0, PadStates.PRESENT)
        rig.fields[0].transmit = transmit
        for tag in list(rig.fields[0].tags):
            rig.fields[0].lift(tag)
        rig.until_state(0, PadStates.ABSENT)
    assert rig.pads.count(0, 3) == 0


def noise(rig):
    for seat, field in enumerate(rig.fields):
        field.put(Tag(bytes([4, seat]) + UID[2:]))
        rig.until_state(seat, PadStates.PRESENT)
        field.noise = 0.05
    rig.run(10_000)
    assert rig.pads.laid == [1] * SEATS and list(rig.pads.state) == [PadStates.PRESENT] * SEATS


def hovering(rig):
    """Lift a card several times, each time for at most two visits to its pad."""
    tag = Tag(UID)
    rig.fields[0].put(tag)
    rig.until_state(0, PadStates.PRESENT)
    for _ in range(10):
        rig.fields[0].lift(tag)
        rig.run(30)
        rig.fields[0].put(tag)
        rig.run(100)
    assert rig.pads.laid[0] == 1


def bus_high(rig):
    rig.bus.stuck = 0xFF
    rig.until_state(0, PadStates.FAULT, 600)


def wedged(rig):
    rig.fields[0].put(Tag(UID))
    rig.until_state(0, PadStates.PRESENT)
    for times in range(5):
        rig.chips[0].wedge("soft")
        rig.run(400)
        assert rig.pads.laid[0] == 1 and rig.pads.count(0, Looks.RESETS) == times + 1


def wrong_timer(rig):
    rig.chips[0].regs[0x2D] = 12
    rig.run(1500)
    assert rig.pads.count(0, Looks.RESETS) == 1


def no_modulation(rig):
    rig.chips[0].regs[0x15] = 0
    rig.run(1500)
    rig.fields[0].put(Tag(UID))
    rig.until_state(0, PadStates.PRESENT)


def hot(rig):
    rig.fields[0].put(Tag(UID))
    rig.until_state(0, PadStates.PRESENT)
    rig.chips[0].overheat()
    rig.run(500)
    assert rig.pads.state[0] == PadStates.PRESENT and rig.pads.count(0, Looks.RESETS) == 1


def late_clone(rig):
    rig.chips[0].lag_us = 250
    rig.fields[0].put(Tag(UID))
    rig.until_state(0, PadStates.PRESENT)
    assert rig.pads.count(0, Looks.RESETS) == 0


def bled(rig):
    tag = Tag(UID)
    rig.fields[0].put(tag)
    rig.until_state(0, PadStates.PRESENT)
    rig.fields[1].put(tag, 0.7)
    rig.readers.turn = 1
    rig.run(2000)
    assert rig.pads.state[0] == PadStates.PRESENT and rig.pads.laid[0] == 1


def dead_chip(rig):
    rig.fields[0].put(Tag(UID))
    rig.until_state(0, PadStates.PRESENT)
    rig.chips[0].wedge(None)
    rig.until_state(0, PadStates.FAULT)
    assert rig.now() < 2000


# For each check of the driver, a situation that would deceive the driver without this check.
SCENES = {
    "BCC": never_a_card(wrong_bcc),
    "CRC": never_a_card(lambda: WrongCrc(UID)),
    "cascade tag": never_a_card(lambda: Cutting(UID)),
    "third level": never_a_card(lambda: Endless(UID)),
    "double read": never_a_card(Shifty),
    "field off": one_field,
    "collision": two_cards,
    "collision twice": one_collision,
    "mangled is no miss": noise,
    "three misses": hovering,
    "nobody answers": bus_high,
    "nothing happened": wedged,
    "chip errors": hot,
    "health": wrong_timer,
    "settings": no_modulation,
    "second look": late_clone,
    "second request": bled,
    "strikes": dead_chip,
}


@pytest.mark.parametrize("scene", SCENES)
def test_the_driver_is_not_deceived(scene):
    rig = Rig(seed=testenv.SEED)
    rig.run(200)
    SCENES[scene](rig)
