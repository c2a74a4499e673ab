"""The model of NOR flash: bits, times, and the state after a power cut."""

import pytest

from marcoria.sim.chips.flash import BLOCK, Flash
from marcoria.sim.chips.kernel import Clock, Faults, SimFault


class Chip:
    def __init__(self, blocks=4):
        self.clock = Clock()
        self.faults = Faults()
        self.flash = Flash(self.clock, self.faults, blocks)
        self.cuts = 0
        self.flash.on_cut = self.cut

    def cut(self):
        self.cuts += 1

    def read(self, block, offset, count):
        data = bytearray(count)
        self.flash.read(block, offset, data)
        return bytes(data)

    def took(self, call, *arguments):
        began = self.clock.now
        call(*arguments)
        return self.clock.now - began


@pytest.fixture
def chip():
    return Chip()


def test_new_flash_is_erased_and_program_clears_bits(chip):
    assert chip.read(1, 0, 4) == b"\xff" * 4
    assert chip.flash.write(1, 2, b"\x5a\xf0")
    assert chip.read(1, 0, 6) == b"\xff\xff\x5a\xf0\xff\xff"
    chip.flash.write(1, 3, b"\x30")  # clears more bits of the same byte
    assert chip.read(1, 3, 1) == b"\x30"
    chip.faults.check()


def test_setting_a_bit_without_erase_is_a_fault(chip):
    chip.flash.write(1, 0, b"\x0f")
    chip.flash.write(1, 0, b"\xff")
    assert chip.read(1, 0, 1) == b"\x0f"
    with pytest.raises(SimFault, match="without erase"):
        chip.faults.check()


def test_erase_takes_a_whole_block_and_no_more(chip):
    for block in range(3):
        chip.flash.write(block, 0, b"\0")
    chip.flash.erase(1)
    assert [chip.read(block, 0, 1) for block in range(3)] == [b"\0", b"\xff", b"\0"]
    assert chip.flash.erased(1) == 1 and chip.flash.erased(0) == 0


def test_times(chip):
    assert chip.took(chip.flash.write, 0, 0, b"\0") == 700
    assert chip.took(chip.flash.write, 0, 250, bytes(6)) == 700
    assert chip.took(chip.flash.write, 0, 510, bytes(4)) == 1400  # the bytes are in two pages
    assert chip.took(chip.flash.write, 1, 0, bytes(BLOCK)) == 16 * 700
    assert chip.took(chip.flash.erase, 0) == 45_000
    chip.flash.slow.add(2)
    assert chip.took(chip.flash.erase, 2) == 400_000


def test_access_outside_the_flash_is_refused(chip):
    for block, offset, count in ((4, 0, 1), (3, BLOCK, 1), (-1, 0, 1)):
        with pytest.raises(ValueError):
            chip.flash.write(block, offset, bytes(count))


def test_a_worn_sector_does_not_report_a_failed_erase(chip):
    chip.flash.worn.add(1)
    chip.flash.write(1, 0, b"\x12")
    assert chip.flash.erase(1)
    assert chip.read(1, 0, 1) == b"\x12"
    # This write is not misuse: the erase failed, but the chip has not reported the failure.
    chip.flash.write(1, 0, b"\x34")
    assert chip.read(1, 0, 1) == b"\x10"
    chip.faults.check()


def test_the_power_is_cut_in_the_ordered_operation(chip):
    chip.flash.write(0, 0, b"\0")
    chip.flash.cut_at(3, seed=5)
    assert chip.flash.write(0, 10, b"\0")
    assert chip.flash.erase(1)
    assert not chip.flash.write(0, 20, b"\0" * 8)
    assert chip.cuts == 1
    assert chip.read(0, 10, 1) == b"\0"
    assert chip.flash.erase(2) and chip.cuts == 1  # no second cut follows


def test_a_cut_within_a_long_write_leaves_the_pages_before(chip):
    chip.flash.cut_at(2, seed=1)
    assert not chip.flash.write(0, 0, bytes(1024))
    assert chip.read(0, 0, 256) == bytes(256)
    assert chip.read(0, 512, 512) == b"\xff" * 512


def test_a_torn_program_only_clears_bits_it_should():
    left = set()
    for seed in range(60):
        chip = Chip()
        chip.flash.write(0, 0, b"\xf3\xff\xff\xff")
        chip.flash.cut_at(1, seed)
        chip.flash.write(0, 0, b"\x51\x0f\xaa\xff")
        found = chip.read(0, 0, 4)
        for now, before, wanted in zip(
            found, b"\xf3\xff\xff\xff", b"\x51\x0f\xaa\xff", strict=True
        ):
            assert now & ~before == 0 and before & wanted & ~now == 0
        left.add(found)
    assert len(left) > 20


def test_the_seed_decides_the_content_of_a_half_erased_block():
    kinds = set()
    for seed in range(60):
        pair = [Chip(), Chip()]
        for chip in pair:
            chip.flash.write(0, 0, b"\x55" * BLOCK)
            chip.flash.cut_at(1, seed)
            assert not chip.flash.erase(0)
        found = pair[0].read(0, 0, BLOCK)
        assert found == pair[1].read(0, 0, BLOCK)
        kinds.add(
            "zero"
            if not any(found)
            else "half"
            if found.startswith(b"\x55") and found.endswith(b"\xff")
            else "nearly"
            if found.count(b"\xff") > BLOCK * 9 // 10
            else "mixed"
        )
        chip = pair[0]
        chip.flash.write(0, 0, bytes([chip.flash.cells[0]]))
        chip.faults.check()
        assert chip.flash.erase(0)
        assert chip.read(0, 0, BLOCK) == b"\xff" * BLOCK
    assert kinds == {"zero", "half", "nearly", "mixed"}


def test_the_ordered_call_fails_and_the_next_one_works(chip):
    chip.flash.write(1, 0, b"\x5a")
    chip.flash.fail_at(2, count=2)
    assert chip.read(1, 0, 1) == b"\x5a" and not chip.flash.failed
    assert chip.read(1, 0, 1) == b"\0" and chip.flash.failed
    assert chip.flash.write(1, 8, b"\0" * 8) and chip.flash.failed
    chip.flash.write(1, 16, b"\x0f")
    assert chip.read(1, 16, 1) == b"\x0f" and not chip.flash.failed


def test_a_failed_write_leaves_a_torn_write(chip):
    found = set()
    for seed in range(40):
        chip.flash.erase(0)
        chip.flash.fail_at(1, seed=seed)
        chip.flash.write(0, 0, b"\x0f" * 16)
        found.add(chip.read(0, 0, 16))
    assert len(found) > 10
    assert all(cell & 0x0F == 0x0F for left in found for cell in left)
    chip.faults.check()


def test_a_failed_erase_leaves_a_half_erased_block(chip):
    chip.flash.write(0, 0, b"\0" * BLOCK)
    chip.flash.fail_at(1, seed=2)
    assert chip.flash.erase(0) and chip.flash.failed
    assert chip.read(0, 0, BLOCK) != b"\xff" * BLOCK and chip.flash.erased(0) == 0
