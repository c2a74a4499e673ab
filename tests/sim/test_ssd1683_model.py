"""The SSD1683 model, checked against its data sheet and the figures of the panel GDEY042T81."""

import random
from pathlib import Path

import pytest

import testenv
from marcoria.build.mpy import compile_file, compile_tree
from marcoria.paths import BUILD, TESTS
from marcoria.sim import chips
from marcoria.sim.chips.kernel import SimFault
from marcoria.sim.chips.ssd1683.glass import BLACK, SIZE, WHITE
from marcoria.sim.view import pictures
from marcoria.sim.vm.vm import VM
from paper import BLACK_IMAGE, WHITE_IMAGE, Paper
from paper_check import check_display, check_expander


@pytest.fixture
def paper():
    """Yield a panel after reset and initialisation, with both RAMs and the glass white.

    After the test, fail if the test has left a fault unchecked.
    """
    paper = Paper()
    paper.start()
    paper.full(WHITE_IMAGE)
    yield paper
    paper.faults.check()


@pytest.fixture
def raw():
    """Return a panel 10 ms after power-on, not initialised; the test checks the faults itself."""
    return Paper()


def fault(paper, text):
    """Assert that the first new fault contains this text; discard all new faults."""
    with pytest.raises(SimFault) as caught:
        paper.faults.check()
    assert text in caught.value.args[1]


def picture(*boxes):
    """Return a white image with black boxes (x, y, width, height), x and width in bytes."""
    image = bytearray(WHITE_IMAGE)
    for x, y, width, height in boxes:
        for row in range(y, y + height):
            image[50 * row + x : 50 * row + x + width] = bytes(width)
    return bytes(image)


# Two image RAMs, each of 300 lines of 50 bytes


def test_after_a_reset_the_window_is_the_whole_ram(paper):
    paper.reset()
    paper.wait()
    paper.image(0x24, bytes(range(250)) * 60)
    assert paper.chip.memory.rams[0] == bytes(range(250)) * 60
    assert paper.chip.memory.rams[1] == WHITE_IMAGE


def test_the_most_significant_bit_is_the_left_pixel_and_1_is_white(paper):
    image = bytearray(BLACK_IMAGE)
    image[0] = 0x80
    image[SIZE - 1] = 0x01
    paper.full(image)
    seen = paper.chip.seen()
    assert len(seen) == 120_000
    assert [i for i in range(120_000) if seen[i] == WHITE] == [0, 119_999]
    assert seen.count(BLACK) == 119_998


def test_after_the_last_byte_the_counters_are_at_the_first_again(paper):
    paper.image(0x24, BLACK_IMAGE + b"\x11\x22\x33")
    assert paper.chip.memory.rams[0][:4] == b"\x11\x22\x33\x00"
    assert (paper.chip.address.x, paper.chip.address.y) == (3, 0)


def test_chip_select_may_be_high_between_the_bytes(paper):
    paper.command(0x24)
    for byte in b"\x0a\x0b\x0c":
        paper.send(1, [byte])
    assert paper.chip.memory.rams[0][:4] == b"\x0a\x0b\x0c\xff"


@pytest.mark.parametrize("am", [0, 4])
@pytest.mark.parametrize(
    "direction,xs,ys",
    [
        (0, (6, 4), (101, 100)),
        (1, (4, 6), (101, 100)),
        (2, (6, 4), (100, 101)),
        (3, (4, 6), (100, 101)),
    ],
)
def test_data_entry_mode(paper, direction, xs, ys, am):
    """ID[1:0] says which counters count upwards, and AM says which of the two changes first."""
    paper.command(0x11, direction | am)
    paper.window(*xs, *ys)
    paper.image(0x24, bytes(range(1, 7)))
    columns = range(4, 7) if direction & 1 else range(6, 3, -1)
    rows = range(100, 102) if direction & 2 else range(101, 99, -1)
    if am:
        order = [(x, y) for x in columns for y in rows]
    else:
        order = [(x, y) for y in rows for x in columns]
    assert [paper.chip.memory.rams[0][50 * y + x] for x, y in order] == [1, 2, 3, 4, 5, 6]
    assert (paper.chip.address.x, paper.chip.address.y) == (xs[0], ys[0])


def test_a_window_written_in_pieces_is_a_window_written_byte_by_byte():
    """Windows, modes, start addresses and lengths are random; a naive loop fills `expected`."""
    dice = random.Random(testenv.SEED)
    for _ in range(60):
        paper = Paper()
        mode = dice.randrange(8)
        x0, x1 = sorted(dice.choices(range(50), k=2))
        y0, y1 = sorted(dice.choices(range(300), k=2))
        if dice.random() < 0.3:
            x0, x1 = 0, 49
        xs = (x0, x1) if mode & 1 else (x1, x0)
        ys = (y0, y1) if mode & 2 else (y1, y0)
        paper.command(0x11, mode)
        paper.window(*xs, *ys)
        x, y = dice.randint(x0, x1), dice.randint(y0, y1)
        paper.command(0x4E, x)
        paper.command(0x4F, y & 255, y >> 8)
        expected = bytearray(paper.chip.memory.rams[1])
        paper.command(0x26)
        for _ in range(4):
            data = dice.randbytes(dice.choice([1, 2, 7, 50, 51, 3000, 16_000]))
            paper.send(1, data)
            for byte in data:
                expected[50 * y + x] = byte
                x, y = _next(x, y, mode, xs, ys)
        assert paper.chip.memory.rams[1] == expected
        assert (paper.chip.address.x, paper.chip.address.y) == (x, y)
        paper.faults.check()


def _next(x, y, mode, xs, ys):
    """Return the next position of the counters after (x, y)."""

    def on(value, up, ends):
        if value == ends[1]:
            return ends[0], True
        return (value + 1 if up else value - 1), False

    if mode & 4:
        y, over = on(y, mode & 2, ys)
        if over:
            x, _ = on(x, mode & 1, xs)
    else:
        x, over = on(x, mode & 1, xs)
        if over:
            y, _ = on(y, mode & 2, ys)
    return x, y


def test_auto_write_fills_a_ram_with_a_pattern(raw):
    raw.command(0x47, 0x80 | 0x66)  # one rectangle of ones: 300 lines high, 400 pixels wide
    assert raw.wait() == 10_000
    assert raw.chip.memory.rams[0] == WHITE_IMAGE
    # The rectangles of these patterns are 16 lines high and 8 pixels wide.
    for first, pattern in ((0x00, 0x10), (0xFF, 0x90)):
        raw.command(0x46, pattern)
        raw.wait()
        ram = raw.chip.memory.rams[1]
        assert ram[0] == ram[2] == ram[50 * 16 + 1] == ram[50 * 32] == first
        assert ram[1] == ram[50 * 15 + 1] == ram[50 * 16] == 0xFF - first
    raw.faults.check()


def test_software_reset_leaves_the_rams_and_keeps_busy_10_ms(paper):
    paper.command(0x11, 0)
    paper.command(0x12)
    assert paper.wait() == 10_000
    assert paper.chip.address.entry == 3
    assert paper.chip.memory.rams[0] == WHITE_IMAGE
    paper.command(0x21, 0x00, 0x00)
    paper.run(0xF7)


def test_miso_is_not_connected(paper):
    data = bytearray(b"\x7f\x7f\x7f")
    paper.dc.drive("mcu", 0)
    paper.cs.drive("mcu", 0)
    paper.bus.exchange(data, 1, 1, 1_000_000)
    assert data == b"\x7f\xff\x7f"
    data = bytearray(b"\x7f") * 40_002
    paper.bus.exchange(memoryview(data), 1, 40_000, 1_000_000)
    assert data == b"\x7f" + b"\xff" * 40_000 + b"\x7f"


# Update sequences and their times

MS = 1_000


@pytest.mark.parametrize(
    "before,stages,ms",
    [
        ((), 0x80, 1),
        ((), 0xE0, 96),
        ((0xE0,), 0x83, 268),
        ((0xC0,), 0x03, 268),
        ((), 0x91, 3),
        ((), 0xB1, 4),
        ((), 0xB9, 4),
        ((), 0xF7, 4_200),
        ((0xB1,), 0xC7, 4_198),
        ((), 0xFF, 721),
        ((0xB9,), 0xCF, 719),
        ((0xE0,), 0xFC, 358),
        ((0xE0,), 0xF4, 3_837),
    ],
)
def test_busy_lasts_as_long_as_the_stages(paper, before, stages, ms):
    paper.command(0x1A, 23)
    for first in before:
        paper.run(first)
    assert paper.run(stages) == ms * MS


@pytest.mark.parametrize("celsius,ms", [(0x6E, 1_140), (0x64, 1_140), (0x5A, 636)])
def test_a_high_written_temperature_gives_a_fast_full_refresh(paper, celsius, ms):
    paper.run(0xE0)
    paper.image(0x24, picture((10, 10, 5, 50)))
    paper.command(0x21, 0x40, 0x00)
    paper.command(0x1A, celsius)
    assert paper.run(0xD4) == ms * MS
    assert paper.chip.strokes.counters == {"full": 2, "fast": 1, "partial": 0, "interrupted": 0}
    assert paper.grey(80, 10) == BLACK
    assert paper.grey(79, 10) == WHITE


def test_a_waveform_can_be_loaded_first_and_shown_later(paper):
    """Commands 1A 6E, 22 91 and then 22 C7 take a second and a half."""
    paper.command(0x1A, 0x6E)
    paper.run(0x91)
    assert abs(paper.run(0xC7) - 1_502 * MS) < 2 * MS
    assert paper.chip.strokes.counters["fast"] == 1


def test_after_a_reset_the_sequence_is_ff(paper):
    paper.reset()
    paper.wait()
    paper.command(0x20)
    assert paper.wait() == 721 * MS
    assert paper.chip.strokes.counters["partial"] == 1


@pytest.mark.parametrize("celsius", [-25, 0, 51, 80])
def test_nothing_is_shown_outside_the_waveforms_temperatures(paper, celsius):
    """The range of a waveform excludes its lower limit and includes its upper limit."""
    paper.chip.waveform.temperature = celsius
    paper.image(0x24, BLACK_IMAGE)
    assert paper.run(0xF7) == 365 * MS
    paper.command(0x1A, celsius & 0xFF)
    assert paper.run(0xD7) == 364 * MS
    assert paper.grey(200, 150) == WHITE


@pytest.mark.parametrize("celsius,ms", [(1, 3_835), (50, 3_835), (95, 635), (127, 1_139)])
def test_the_waveform_depends_on_the_temperature(paper, celsius, ms):
    paper.command(0x1A, celsius)
    assert paper.run(0xD7) == (364 + ms) * MS


def test_an_empty_update_sequence_takes_no_time(paper):
    assert paper.run(0x00) == 0


# Pictures on the glass


def test_a_full_refresh_is_exact_over_any_picture(raw):
    raw.start()
    assert len(set(raw.chip.seen())) == 2  # the glass still shows an earlier picture
    raw.full(picture((0, 0, 25, 300)))
    assert raw.chip.seen() == (bytes([BLACK]) * 200 + bytes([WHITE]) * 200) * 300
    raw.faults.check()


def test_a_full_refresh_flashes(paper):
    """After each quarter of the waveform the glass shows another picture: the inverse image,
    black, white, and then the image.
    """
    paper.image(0x24, picture((0, 0, 25, 300)))
    paper.command(0x21, 0x40, 0x00)
    paper.command(0x22, 0xF7)
    paper.command(0x20)
    seen = []
    paper.clock.advance(97 * MS)
    for _ in range(4):
        paper.clock.advance(3_835 * MS // 4)
        seen.append((paper.grey(0, 0), paper.grey(399, 0)))
    assert seen == [(WHITE, BLACK), (BLACK, BLACK), (WHITE, WHITE), (BLACK, WHITE)]
    paper.wait()


def test_nothing_is_seen_before_the_analog_part_is_up(paper):
    paper.image(0x24, BLACK_IMAGE)
    paper.command(0x22, 0xF7)
    paper.command(0x20)
    paper.clock.advance(90 * MS)
    assert paper.grey(3, 3) == WHITE
    paper.wait()


def test_mode_2_moves_only_what_differs(paper):
    before = paper.chip.seen()
    paper.partial(picture((10, 100, 2, 8)))
    after = paper.chip.seen()
    moved = [i for i in range(120_000) if after[i] != before[i]]
    assert len(moved) == 16 * 8
    assert all(80 <= i % 400 < 96 and 100 <= i // 400 < 108 for i in moved)
    assert BLACK < after[moved[0]] < BLACK + 30


def test_a_ghost_stays_where_something_was(paper):
    paper.partial(picture((10, 100, 2, 8)))
    paper.partial(WHITE_IMAGE)
    assert WHITE - 40 < paper.grey(80, 100) < WHITE - 5
    assert paper.grey(79, 100) == WHITE


def test_ghosts_add_up_until_a_full_refresh(paper):
    contrast = []
    for _ in range(25):
        paper.partial(picture((10, 100, 2, 8)))
        dark = paper.grey(80, 100)
        paper.partial(WHITE_IMAGE)
        contrast.append(paper.grey(80, 100) - dark)
    assert contrast == sorted(contrast, reverse=True)
    assert contrast[-1] < contrast[0] - 40
    assert paper.chip.strokes.counters["partial"] == 50
    paper.full(WHITE_IMAGE)
    assert set(paper.chip.seen()) == {WHITE}
    paper.partial(picture((10, 100, 2, 8)))
    dark = paper.grey(80, 100)
    paper.partial(WHITE_IMAGE)
    assert paper.grey(80, 100) - dark == contrast[0]


def test_reading_the_picture_does_not_change_it():
    """The picture is the same whether it is read after every refresh or only at the end."""
    seen = []
    for looks in (False, True):
        paper = Paper()
        paper.start()
        paper.full(WHITE_IMAGE)
        dice = random.Random(5)
        for _ in range(20):
            paper.partial(picture((dice.randrange(40), dice.randrange(200), 3, 20)))
            if looks:
                paper.chip.seen()
        seen.append(paper.chip.seen())
    assert seen[0] == seen[1]


@pytest.mark.parametrize("bypassed", [True, False])
@pytest.mark.parametrize("looks", [1, 7, 30])
def test_a_running_refresh_looks_like_an_interrupted_one(paper, bypassed, looks):
    """The glass has ghosts. If the old image is not bypassed, a bit 1 in it means red."""
    for image in (picture((3, 20, 9, 50)), picture((5, 40, 30, 9)), WHITE_IMAGE):
        paper.partial(image)
    old = bytes(range(250)) * (len(WHITE_IMAGE) // 250)
    paper.image(0x26, old)
    paper.image(0x24, picture((4, 30, 9, 200)))
    paper.command(0x21, 0x40 if bypassed else 0x00, 0x00)
    paper.command(0x22, 0xF7)
    paper.command(0x20)
    seen = set()
    for _ in range(looks):
        paper.clock.advance(100 * MS)
        running = paper.chip.seen()
        seen.add(bytes(running))
    paper.reset()
    assert paper.chip.strokes.counters["interrupted"] == 1
    assert paper.chip.seen() == running
    assert len(seen) == looks


def panel(ping_pong):
    """Return a panel like `paper`, with or without ping-pong of its RAMs."""
    paper = Paper()
    paper.chip.ping_pong = ping_pong
    paper.start()
    paper.full(WHITE_IMAGE)
    return paper


A, B = picture((10, 100, 2, 8)), picture((30, 100, 2, 8))


def test_without_ping_pong_an_old_ram_that_was_not_kept_right_gives_a_wrong_picture():
    """White, A and B are shown in turn, while the RAM of the old image stays white. So the refresh
    to B does not erase A.
    """
    paper = panel(ping_pong=False)
    paper.partial(A, keep=False)
    paper.partial(B, keep=False)
    assert paper.grey(80, 100) < 60  # A is still black, although it should be erased
    assert paper.grey(240, 100) < 60


def test_drivers_that_write_only_the_new_image_show_clean_pictures():
    """nano-gui and the demos for the 4.2" V2 panel write both RAMs before a full refresh, and then
    write only new images. Their pictures are as clean as if they also wrote each old image.
    """
    seen = []
    for keep in (False, True):
        paper = panel(ping_pong=True)
        paper.image(0x24, A)
        paper.image(0x26, A)
        paper.command(0x21, 0x40, 0x00)
        paper.run(0xF7)
        for image in (B, A, WHITE_IMAGE, B):
            paper.command(0x3C, 0x80)
            paper.partial(image, keep)
        seen.append(paper.chip.seen())
        paper.faults.check()
    assert seen[0] == seen[1]
    assert paper.grey(80, 100) > 180
    assert paper.grey(240, 100) < 60


@pytest.mark.parametrize("ping_pong", [True, False])
def test_drivers_that_write_both_rams_again_do_not_depend_on_the_panel(ping_pong):
    """GxEPD2 writes 0x24, refreshes with FC, then writes both RAMs, window by window."""
    paper = panel(ping_pong)
    for window in (10, 30, 10):
        for command, then in ((0x24, 0xFC), (0x26, 0), (0x24, 0)):
            paper.window(window, window + 1, 100, 107)
            paper.image(command, bytes(16))
            if then:
                paper.command(0x21, 0x00, 0x00)
                paper.run(then)
    seen = [paper.grey(x, 100) for x in (80, 240)]
    assert max(seen) < 60
    paper.faults.check()


def test_with_ping_pong_a_window_written_once_vanishes_with_the_next():
    """The panel swaps its RAMs after each partial refresh. The RAM that gets the second window
    does not have the first window, so the refresh erases the first window.
    """
    paper = panel(ping_pong=True)
    for window in (10, 30):
        paper.window(window, window + 1, 100, 107)
        paper.image(0x24, bytes(16))
        paper.command(0x21, 0x00, 0x00)
        paper.run(0xFF)
    assert paper.grey(80, 100) > 180
    assert paper.grey(240, 100) < 60


def test_a_driver_may_choose_ping_pong_itself():
    paper = panel(ping_pong=False)
    paper.command(0x37, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0)
    paper.partial(A, keep=False)
    paper.partial(B, keep=False)
    assert paper.grey(80, 100) > 180
    assert paper.grey(240, 100) < 60
    paper.command(0x37, *bytes(10))
    paper.partial(A, keep=False)
    paper.partial(WHITE_IMAGE, keep=False)
    assert paper.grey(80, 100) < 60  # A is still black, although it should be erased


def test_a_full_refresh_with_the_old_ram_not_bypassed_is_wrong(paper):
    """Mode 1 has three colours: pixels set in the red RAM do not turn black."""
    paper.image(0x24, BLACK_IMAGE)
    paper.command(0x21, 0x00, 0x00)
    paper.run(0xF7)
    assert paper.grey(200, 150) == WHITE


def test_display_update_control_1_can_invert(paper):
    paper.image(0x24, picture((0, 0, 25, 300)))
    paper.command(0x21, 0x48, 0x00)
    paper.run(0xF7)
    assert (paper.grey(0, 0), paper.grey(399, 0)) == (WHITE, BLACK)


def test_the_gates_can_be_scanned_from_the_other_end(paper):
    paper.command(0x01, 0x2B, 0x01, 0x01)
    paper.full(picture((0, 0, 50, 10), (0, 100, 50, 1)))
    black = [y for y in range(300) if paper.grey(0, y) == BLACK]
    assert black == [199, *range(290, 300)]


@pytest.mark.parametrize("cut", ["reset", "power"])
def test_an_interrupted_refresh_stays_on_the_glass(paper, cut):
    paper.image(0x24, picture((0, 0, 25, 300)))
    paper.command(0x21, 0x40, 0x00)
    paper.command(0x22, 0xF7)
    paper.command(0x20)
    paper.clock.advance(3_300 * MS)
    seen = paper.chip.seen()
    if cut == "reset":
        paper.reset()
    else:
        paper.chip.power_off()
        paper.clock.advance(60_000 * MS)
        assert paper.busy.level is None
        paper.chip.power_on()
    paper.clock.advance(10_000 * MS)
    assert paper.chip.seen() == seen
    assert seen[399] == WHITE and BLACK + 50 < seen[0] < WHITE - 50
    assert paper.chip.strokes.counters["interrupted"] == 1
    paper.start()
    paper.full(WHITE_IMAGE)
    assert set(paper.chip.seen()) == {WHITE}


# Deep sleep: its two modes and how it ends


@pytest.mark.parametrize("mode,kept", [(1, True), (3, False)])
def test_deep_sleep(paper, mode, kept):
    """Mode 1 (byte 1) keeps the RAMs, mode 2 (byte 3) does not. BUSY is high until a reset."""
    paper.command(0x10, mode)
    paper.clock.advance(60_000 * MS)
    assert paper.busy.level == 1
    paper.reset()
    assert paper.wait() == 10_000
    assert (paper.chip.memory.rams[0] == WHITE_IMAGE) == kept


def test_a_sleep_mode_of_0_is_no_sleep(paper):
    paper.command(0x10, 0)
    assert paper.busy.level == 0
    paper.command(0x24)


# Faults that a test injects: a display that is stuck or unplugged


def test_busy_that_never_falls(paper):
    paper.chip.jam()
    paper.image(0x24, picture((10, 100, 2, 8)))
    paper.command(0x22, 0xF7)
    paper.command(0x20)
    paper.clock.advance(60_000 * MS)
    assert paper.busy.level == 1
    paper.reset()
    paper.clock.advance(60_000 * MS)
    assert paper.busy.level == 1
    paper.chip.power_off()
    paper.chip.power_on()
    assert paper.wait() == 10_000


@pytest.mark.parametrize("resets", [1, 2])
def test_busy_that_falls_after_so_many_resets(paper, resets):
    paper.chip.jam(resets)
    for _ in range(resets):
        paper.reset()
        paper.clock.advance(1_000 * MS)
        assert paper.busy.level == 1
    paper.reset()
    assert paper.wait() == 10_000


def test_an_unplugged_busy_floats(paper):
    paper.chip.unplug_busy()
    assert paper.busy.level is None
    paper.chip.plug_busy()
    assert paper.busy.level == 0


def test_an_unplugged_panel_hears_nothing_and_keeps_its_picture(paper):
    paper.partial(picture((10, 100, 2, 8)))
    seen = paper.chip.seen()
    paper.chip.unplug()
    assert paper.busy.level is None
    paper.start()
    paper.image(0x24, BLACK_IMAGE)
    paper.command(0x20)
    paper.clock.advance(9_000 * MS)
    assert paper.chip.seen() == seen
    paper.chip.power_off()
    paper.chip.power_on()
    assert paper.busy.level is None
    paper.chip.plug()
    assert paper.wait() == 10_000


# Misuse that the real chip would not report: one test for each fault of the model


def test_fault_command_while_busy(paper):
    paper.command(0x20)
    paper.clock.advance(100 * MS)
    paper.command(0x24)
    fault(paper, "BUSY is high")
    paper.wait()


def test_fault_data_while_busy(paper):
    paper.command(0x24)
    paper.send(0, b"\x20")
    paper.send(1, b"\x00")
    fault(paper, "BUSY is high")
    assert paper.chip.memory.rams[0] == WHITE_IMAGE


def test_fault_command_behind_an_activation_in_one_transfer(paper):
    paper.send(0, b"\x20\x24")
    fault(paper, "BUSY is high")


def test_fault_too_early_after_power_on():
    paper = Paper()
    paper.chip.power_off()
    paper.chip.power_on()
    paper.clock.advance(9_000)
    paper.command(0x12)
    fault(paper, "BUSY is high")


def test_fault_too_early_after_a_reset(paper):
    paper.reset()
    paper.command(0x12)
    fault(paper, "BUSY is high")


def test_fault_a_reset_pulse_that_is_too_short(paper):
    paper.reset(low=9)
    fault(paper, "low for 9 us")
    paper.wait()
    paper.reset(low=10)


def test_fault_a_byte_during_reset(paper):
    paper.rst.drive("mcu", 0)
    paper.command(0x12)
    fault(paper, "RES# is low")


def test_fault_floating_reset(paper):
    paper.rst.drive("mcu", None)
    paper.command(0x12)
    fault(paper, "RES# floats")


def test_fault_floating_data_command(paper):
    paper.send(None, b"\x24")
    fault(paper, "D/C# floats")


def test_fault_access_in_deep_sleep(paper):
    paper.command(0x10, 1)
    paper.command(0x12)
    fault(paper, "deep sleep")
    assert paper.chip.supply.asleep


def test_fault_invalid_deep_sleep_mode(paper):
    paper.command(0x10, 2)
    fault(paper, "deep sleep mode")


@pytest.mark.parametrize("command", [0x00, 0x0F, 0x13, 0x2B, 0x33, 0x4C, 0xFF])
def test_fault_unknown_command(paper, command):
    paper.command(command)
    fault(paper, f"command 0x{command:02X} is not in the data sheet")


@pytest.mark.parametrize("command", [0x1B, 0x27, 0x2F])
def test_fault_reading_without_miso(paper, command):
    paper.command(command)
    fault(paper, "reads")


@pytest.mark.parametrize("command", [0x2A, 0x30, 0x36])
def test_fault_programming_the_otp(paper, command):
    paper.command(command)
    fault(paper, "programming")


@pytest.mark.parametrize("command,count", [(0x01, 4), (0x1A, 2), (0x21, 3), (0x44, 3)])
def test_fault_too_many_data_bytes(paper, command, count):
    paper.send(0, [command])
    paper.wait()
    data = b"\x2b\x01\x00\x00" if command == 0x01 else bytes(4)
    paper.send(1, data[:count])
    fault(paper, "more than")


def test_fault_data_after_a_software_reset(paper):
    paper.command(0x12)
    paper.wait()
    paper.send(1, b"\0")
    fault(paper, "data bytes without a valid command")


@pytest.mark.parametrize("command,count", [(0x01, 2), (0x22, 0), (0x45, 2), (0x32, 153)])
def test_fault_too_few_data_bytes(paper, command, count):
    paper.send(0, [command])
    if count:
        paper.send(1, bytes(count))
    paper.command(0x7F)
    fault(paper, f"got {count} of")


def test_fault_data_without_a_command(paper):
    paper.reset()
    paper.wait()
    paper.send(1, b"\x00")
    fault(paper, "without a valid command")


def test_fault_window_outside_the_panel(paper):
    paper.command(0x44, 0, 50)
    fault(paper, "outside the panel")
    paper.command(0x45, 0, 0, 0x2C, 0x01)
    fault(paper, "outside the panel")
    paper.command(0x4E, 50)
    fault(paper, "outside the panel")
    paper.command(0x4F, 0x2C, 0x01)
    fault(paper, "outside the panel")


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_fault_window_against_the_counting(paper, mode):
    paper.command(0x11, mode)
    paper.image(0x24, b"\x00")
    fault(paper, "do not fit")
    assert paper.chip.memory.rams[0] == WHITE_IMAGE


def test_fault_counter_outside_the_window(paper):
    paper.window(10, 20, 30, 40)
    paper.command(0x4E, 9)
    paper.image(0x24, b"\x00")
    fault(paper, "do not fit")


def test_fault_ram_not_written_since_power_on(raw):
    raw.start()
    raw.command(0x21, 0x40, 0x00)
    raw.image(0x24, WHITE_IMAGE[:-1])
    raw.run(0xF7)
    fault(raw, "BW RAM is shown")
    raw.image(0x24, b"\xff")
    raw.run(0xF7)
    raw.faults.check()


def test_fault_old_ram_not_written_since_power_on(raw):
    raw.start()
    raw.image(0x24, WHITE_IMAGE)
    raw.run(0xFF)
    fault(raw, "red RAM is shown")


def test_fault_ram_not_written_since_deep_sleep_2(paper):
    paper.command(0x10, 3)
    paper.start()
    paper.command(0x21, 0x40, 0x00)
    paper.run(0xF7)
    fault(paper, "BW RAM is shown")


@pytest.mark.parametrize("stages", [0x03, 0x04, 0x10, 0x20, 0x40, 0x47])
def test_fault_activation_without_the_clock(paper, stages):
    paper.run(stages)
    fault(paper, "without the clock")


def test_fault_display_without_the_analog_part(paper):
    paper.run(0xB4)
    fault(paper, "without the analog part")


def test_fault_clock_stopped_under_the_analog_part(paper):
    paper.run(0xC1)
    fault(paper, "clock is stopped")


def test_fault_display_without_a_waveform(paper):
    paper.start()
    paper.run(0xC7)
    fault(paper, "without a waveform")


def test_fault_display_with_the_other_modes_waveform(paper):
    paper.run(0xB1)
    paper.run(0xCF)
    fault(paper, "waveform of the other")


def test_fault_display_with_a_custom_waveform(paper):
    paper.command(0x32, *bytes(227))
    paper.run(0xC7)
    fault(paper, "0x32")
    paper.run(0xF7)  # loads the panel's own waveform again


def test_fault_waveform_loaded_without_a_temperature(paper):
    paper.start()
    paper.run(0x91)
    fault(paper, "temperature was neither loaded nor written")


def test_fault_external_temperature_sensor(paper):
    paper.command(0x18, 0x48)
    paper.run(0xE0)
    fault(paper, "no external sensor")


def test_fault_fewer_gates_than_the_panel_has(paper):
    paper.command(0x01, 0xC7, 0x00, 0x00)
    fault(paper, "200 gate lines")


def test_fault_scrambled_gates(paper):
    paper.command(0x01, 0x2B, 0x01, 0x02)
    fault(paper, "scrambles")


def test_fault_ram_option(paper):
    paper.command(0x21, 0x10)
    fault(paper, "RAM option")


def test_fault_cascade(paper):
    paper.command(0x21, 0x40, 0x10)
    fault(paper, "cascade")


@pytest.mark.parametrize("pattern", [0xF7, 0x07, 0x70])
def test_fault_auto_write_pattern(paper, pattern):
    paper.command(0x46, pattern)
    fault(paper, "auto write")


def test_fault_spi_above_20_mhz():
    paper = Paper(baud=20_000_001)
    paper.command(0x7F)
    with pytest.raises(SimFault, match="more than the chip's 20000000"):
        paper.faults.check()


# --- the model in the VM ------------------------------------------------------------------------


def test_the_vm_gives_the_same_pictures():
    files = compile_tree(Path(chips.__file__).parent, "/lib/marcoria/sim/chips")
    for name in ("paper", "paper_check"):
        files[f"/lib/{name}.mpy"] = compile_file(TESTS / "sim" / f"{name}.py", f"{name}.py")
    check_expander()
    with VM(heap_kib=4096, files=files) as vm:
        out = vm.run("import paper_check as p; p.check_expander(); print(p.check_display())")
    assert int(out) == check_display()


# Picture files for people to look at


def test_pictures_of_refreshes():
    """Write pictures of full, partial, wrong and interrupted refreshes to the folder build/."""
    paper = panel(ping_pong=False)
    paper.full(_page(12, 34))
    looks = {_look("full", paper)}
    paper.partial(_page(12, 35))
    paper.partial(_page(13, 35))
    looks.add(_look("partial", paper))
    paper.partial(_page(14, 36), keep=False)
    paper.partial(_page(20, 41), keep=False)
    looks.add(_look("wrong-old-image", paper))
    paper.image(0x24, _page(81, 0))
    paper.command(0x21, 0x40, 0x00)
    paper.command(0x22, 0xF7)
    paper.command(0x20)
    paper.clock.advance(650 * MS)
    paper.reset()
    looks.add(_look("interrupted", paper))
    assert len(looks) == 4


# Seven segments of each digit: top, upper left and right, middle, lower left and right, bottom.
_SEGMENTS = ("1110111", "0010010", "1011101", "1011011", "0111010")
_SEGMENTS += ("1101011", "1101111", "1010010", "1111111", "1111011")


def _page(*scores):
    """Return an image with three lines and, for each score, two seven-segment digits."""
    boxes = [(1, 8, 48, 4), (1, 288, 48, 4), (24, 8, 1, 284)]
    for side, score in enumerate(scores):
        for place, digit in enumerate(f"{score:02}"):
            x, y = 3 + 23 * side + 10 * place, 60
            all_boxes = ((1, 0, 6, 16), (0, 16, 1, 72), (7, 16, 1, 72), (1, 88, 6, 16))
            all_boxes += ((0, 104, 1, 72), (7, 104, 1, 72), (1, 176, 6, 16))
            for on, (dx, dy, width, height) in zip(_SEGMENTS[int(digit)], all_boxes, strict=True):
                if on == "1":
                    boxes.append((x + dx, y + dy, width, height))
    return picture(*boxes)


def _look(name, paper):
    """Write the panel's picture to the folder build/, and return the file's bytes."""
    data = pictures.display(bytes(paper.chip.seen()))
    BUILD.mkdir(exist_ok=True)
    (BUILD / f"display-{name}.png").write_bytes(data)
    return data
