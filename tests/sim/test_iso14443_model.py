"""The models of cards and of the RF field, checked against ISO/IEC 14443-3 type A.

Numbers in the headings are sections of this standard.
"""

import pytest

from marcoria.sim.chips.iso14443.field import Field
from marcoria.sim.chips.iso14443.frames import ETU, FDT, Echo, crc_a, us, with_crc
from marcoria.sim.chips.iso14443.tag import (
    ACTIVE,
    HALT,
    IDLE,
    POWER_OFF,
    RAMP_US,
    READY1,
    RandomTag,
    Tag,
)
from marcoria.sim.chips.kernel import Clock, Dice
from marcoria.sim.chips.mfrc522.registers import BIT_FRAMING, COLL
from mfrc522_hosts import Lean, Library, frame, ready

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04a1b2c3d4e5f6")
UID10 = bytes.fromhex("04a1b2c3d4e5f6070809")
REQA, WUPA = b"\x26", b"\x52"
HLTA = with_crc(b"\x50\x00")


class Antenna:
    """Stand-in for a reader, with the attributes and methods that a field uses."""

    def __init__(self, field):
        self.clock = Clock()
        self.heard = 1 << 20
        field.attach(self)

    def sync(self):
        pass

    def bits_heard(self):
        return self.heard

    def shortened(self):
        pass

    def note(self, what):
        raise AssertionError(what)


@pytest.fixture
def field():
    """Return a field that is switched on."""
    air = Field()
    Antenna(air)
    air.set_on(True)
    return air


def lay(field, *tags, coupling=1.0):
    """Put tags into the field, and wait longer than they need to start."""
    for tag in tags:
        field.put(tag, coupling)
    field.reader.clock.advance(6000)


def send(field, data, bits=None, clear=True, **options):
    bits = 8 * len(data) if bits is None else bits
    return field.transmit(bytearray(data), bits, field.reader.clock.now, clear, **options)


def powered(uid=UID4, **options):
    tag = Tag(uid, **options)
    tag.power("field", True, 0)
    return tag


def hear(tag, data, bits=None):
    return tag.hear(bytearray(data), 8 * len(data) if bits is None else bits, True)


def select(tag, level):
    return with_crc(bytes((0x93 + 2 * level, 0x70)) + tag.levels[level])


# --- 6.2.4 and annex B: CRC_A; 6.2.1: bit times and frame delay --------------------------------


@pytest.mark.parametrize(
    "data, crc", [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd"), ("3000", "02a8")]
)
def test_crc_a_of_known_frames(data, crc):
    assert with_crc(bytes.fromhex(data)).hex() == data + crc
    assert crc_a(bytes.fromhex(data + crc), 4) == 0


def test_carrier_cycles_become_microseconds():
    assert [us(ETU * n) for n in (1, 8, 19, 82)] == [9, 76, 179, 774]
    assert us(FDT) == 91


# --- 6.5.4: UIDs and cascade levels ------------------------------------------------------------


def test_a_uid_of_4_bytes_is_one_level_with_bcc():
    assert [level.hex() for level in Tag(UID4).levels] == ["1122334444"]
    assert Tag(UID4).atqa == b"\x04\x00"


def test_a_uid_of_7_bytes_starts_with_the_cascade_tag():
    assert [level.hex() for level in Tag(UID7).levels] == ["8804a1b29f", "c3d4e5f604"]
    assert Tag(UID7).atqa == b"\x44\x00"


def test_a_uid_of_10_bytes_has_three_levels():
    assert [level[:4].hex() for level in Tag(UID10).levels] == [
        "8804a1b2",
        "88c3d4e5",
        "f6070809",
    ]
    assert Tag(UID10).atqa == b"\x84\x00"


def test_uids_of_other_lengths_are_refused():
    with pytest.raises(ValueError, match="5"):
        Tag(bytes(5))


# --- 6.3: each state with each command ---------------------------------------------------------


def in_state(name):
    """Return a tag with a UID of 7 bytes in the named state."""
    tag = powered(UID7)
    star = name.endswith("*") or name == "HALT"
    way = [(REQA, 7), (select(tag, 0), 72), (select(tag, 1), 72)]
    if star:
        for data, bits in [*way, (HLTA, 32)]:
            tag.hear(bytearray(data), bits, True)
        way[0] = (WUPA, 7)
    count = {"IDLE": 0, "HALT": 0, "READY1": 1, "READY2": 2, "ACTIVE": 3}[name.rstrip("*")]
    for data, bits in way[:count]:
        tag.hear(bytearray(data), bits, True)
    assert tag.name() == name
    return tag


COMMANDS = {
    "REQA": (REQA, 7),
    "WUPA": (WUPA, 7),
    "AC": (b"\x93\x20", 16),
    "AC2": (b"\x95\x20", 16),
    "nAC": (b"\x93\x30\x00", 24),
    "SELECT": (select(Tag(UID7), 0), 72),
    "SELECT2": (select(Tag(UID7), 1), 72),
    "nSELECT": (select(Tag(UID4), 0), 72),
    "HLTA": (HLTA, 32),
    "READ": (with_crc(b"\x30\x00"), 32),
    "unknown": (with_crc(b"\x77\x00"), 32),
    "short": (b"\x35", 7),
}
ROWS = {
    "IDLE": {"REQA": "READY1", "WUPA": "READY1", "else": "IDLE"},
    "READY1": {"AC": "READY1", "SELECT": "READY2", "else": "IDLE"},
    "READY2": {"AC2": "READY2", "SELECT2": "ACTIVE", "else": "IDLE"},
    "ACTIVE": {"READ": "ACTIVE", "HLTA": "HALT", "else": "IDLE"},
    "HALT": {"WUPA": "READY1*", "else": "HALT"},
    "READY1*": {"AC": "READY1*", "SELECT": "READY2*", "else": "HALT"},
    "READY2*": {"AC2": "READY2*", "SELECT2": "ACTIVE*", "else": "HALT"},
    "ACTIVE*": {"READ": "ACTIVE*", "HLTA": "HALT", "else": "HALT"},
}


NAKS = {"AC": 1, "AC2": 1, "nAC": 1, "SELECT": 0, "SELECT2": 0, "nSELECT": 0, "unknown": 0}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("state", ROWS)
def test_state_diagram(state, command):
    tag = in_state(state)
    data, bits = COMMANDS[command]
    answer = tag.hear(bytearray(data), bits, True)
    expected = ROWS[state].get(command, ROWS[state]["else"])
    assert tag.name() == expected
    # A card answers only the commands that its row of ROWS names, and never HLTA. A selected card
    # also sends a NAK after the commands in NAKS: they are unknown in this state or have no CRC.
    if state.startswith("ACTIVE") and command in NAKS:
        assert answer == (bytes([NAKS[command]]), 4, 0)
    else:
        assert (answer is not None) == (command in ROWS[state] and command != "HLTA")


@pytest.mark.parametrize("state", ROWS)
def test_a_broken_frame_returns_the_card_to_idle_or_halt(state):
    tag = in_state(state)
    assert tag.hear(bytearray(REQA), 7, False) is None
    assert tag.name() == ("HALT" if "*" in state or state == "HALT" else "IDLE")


def test_reqa_of_8_bits_is_no_reqa():
    assert hear(powered(), REQA, 8) is None


def test_a_card_in_the_field_ignores_every_second_reqa():
    tag = powered(UID4)
    hear(tag, REQA, 7)
    hear(tag, select(tag, 0))
    assert [hear(tag, REQA, 7) is None for _ in range(4)] == [True, False, True, False]


# --- 6.5.3: ANTICOLLISION and SELECT -----------------------------------------------------------


@pytest.mark.parametrize("known", range(40))
def test_anticollision_with_any_number_of_valid_bits(known):
    tag = powered(UID4)
    hear(tag, REQA, 7)
    whole, part = known >> 3, known & 7
    level = tag.levels[0]
    data = bytearray([0x93, 0x20 + (whole << 4) + part]) + level[: (known + 7) // 8]
    answer, bits, align = tag.hear(data, 16 + known, True)
    assert (bits, align) == (40 - known, part)
    assert answer[0] == level[whole] & 0xFF << part
    assert answer[1:] == level[whole + 1 :]
    assert tag.state == READY1


@pytest.mark.parametrize("wrong", range(32))
def test_a_single_different_bit_excludes_the_card(wrong):
    tag = powered(UID4)
    hear(tag, REQA, 7)
    data = bytearray([0x93, 0x60]) + tag.levels[0][:4]
    data[2 + wrong // 8] ^= 1 << wrong % 8
    assert tag.hear(data, 48, True) is None
    assert tag.state == IDLE


@pytest.mark.parametrize(
    "data, bits",
    [
        (b"\x93\x10", 16),  # NVB counts fewer bytes than the command and NVB have
        (b"\x93\x28", 16),  # eight extra bits would be a whole byte
        (b"\x93\x30", 16),  # the frame is shorter than NVB says
        (b"\x93\x20\x11", 24),  # the frame is longer than NVB says
        (b"\x93\x71\x11\x22\x33\x44\x44", 56),
        (b"\x93\x80", 16),
        (b"\x93", 8),
    ],
)
def test_a_wrong_nvb_is_an_error(data, bits):
    tag = powered(UID4)
    hear(tag, REQA, 7)
    assert tag.hear(bytearray(data), bits, True) is None
    assert tag.state == IDLE


@pytest.mark.parametrize("byte", range(9))
def test_select_is_checked_to_the_last_byte(byte):
    tag = powered(UID4)
    hear(tag, REQA, 7)
    data = bytearray(select(tag, 0))
    data[byte] ^= 0x10
    assert tag.hear(data, 72, True) is None
    assert tag.state == IDLE


@pytest.mark.parametrize("uid", [UID4, UID7, UID10])
def test_sak_says_whether_the_uid_goes_on(uid):
    tag = powered(uid, sak=0x20)
    hear(tag, REQA, 7)
    saks = [hear(tag, select(tag, n)) for n in range(len(tag.levels))]
    assert all(bits == 24 and crc_a(sak, 3) == 0 for sak, bits, _ in saks)
    assert [sak[0] for sak, _, _ in saks] == [4] * (len(saks) - 1) + [0x20]
    assert tag.state == ACTIVE


# --- power from the carrier --------------------------------------------------------------------


def test_a_card_understands_5_ms_after_the_carrier():
    rig = ready()
    tag = Tag(UID4)
    rig.field.put(tag)
    assert (tag.state, tag.ready_at) == (IDLE, rig.clock.now + RAMP_US + 5000)
    rig.clock.advance(RAMP_US + 4999)
    assert rig.field.transmit(bytearray(REQA), 7, rig.clock.now, True) is None
    assert tag.state == IDLE
    rig.clock.advance(1)
    assert rig.field.transmit(bytearray(REQA), 7, rig.clock.now, True).data == b"\x04\x00"


def test_the_start_up_time_can_be_ordered():
    assert powered(start_up_us=300).ready_at == RAMP_US + 300


@pytest.mark.parametrize("off_us, name", [(999, "READY1"), (1000, "IDLE")])
def test_the_state_is_lost_when_the_carrier_is_off_for_long(field, off_us, name):
    tag = Tag(UID4)
    lay(field, tag)
    send(field, REQA, 7)
    field.set_on(False)
    assert tag.name() == "POWER-OFF"
    field.reader.clock.advance(off_us)
    field.set_on(True)
    assert tag.name() == name


def test_a_random_uid_is_new_at_each_power_up(field):
    tag = RandomTag(3)
    lay(field, tag)
    uids = []
    for _ in range(20):
        uids.append(tag.uid)
        field.set_on(False)
        field.reader.clock.advance(2000)
        field.set_on(True)
    assert len(set(uids)) == 20
    assert all(len(uid) == 4 and uid[0] == 0x08 for uid in uids)
    again = RandomTag(3)
    again.power("field", True, 0)
    assert again.uid == uids[0]


def test_a_tag_near_two_antennas_lives_as_long_as_one_of_them():
    here, there = Field(), Field()
    tag = Tag(UID4)
    for one in (here, there):
        Antenna(one)
        one.set_on(True)
        one.put(tag)
    here.set_on(False)
    assert tag.state == IDLE
    there.set_on(False)
    assert tag.state == POWER_OFF


# --- answers in the RF field -------------------------------------------------------------------


def test_equal_answers_do_not_collide(field):
    lay(field, Tag(UID4), Tag(bytes(4)))
    echo = send(field, REQA, 7)
    assert (echo.data, echo.collided) == (b"\x04\x00", None)


def test_different_atqa_collide(field):
    lay(field, Tag(UID4), Tag(UID7))
    assert list(send(field, REQA, 7).collided) == [0x40, 0]


def test_answers_are_superposed_bit_by_bit(field):
    lay(field, Tag(bytes.fromhex("10203040")), Tag(bytes.fromhex("11203048")))
    send(field, REQA, 7)
    echo = send(field, b"\x93\x20")
    assert bytes(echo.collided).hex() == "0100000809"
    assert echo.data.hex() == "1120304849"


def test_the_longer_answer_goes_on_alone(field):
    """Two NTAGs have the same UID. One protects page 0, so its answer is a NAK of four bits."""
    tag, twin = Tag(UID7), Tag(UID7)
    tag.chip.memory.data[41 * 4 + 3] = 0
    tag.chip.memory.data[42 * 4] = 0x80
    lay(field, tag, twin)
    send(field, REQA, 7)
    for data in (select(tag, 0), select(tag, 1)):
        send(field, data)
    echo = send(field, with_crc(b"\x30\x00"))
    assert echo.bits == 144
    assert echo.data[1:3] == UID7[1:3]
    assert list(echo.collided[1:]) == [0] * 17


@pytest.mark.parametrize("weak, seen", [(0.61, True), (0.49, False), (0.3, False)])
def test_a_much_weaker_answer_is_drowned(field, weak, seen):
    field.put(Tag(bytes.fromhex("10203040")))
    field.put(Tag(bytes.fromhex("11203048"), start_up_us=0), weak)
    field.reader.clock.advance(6000)
    send(field, REQA, 7)
    echo = send(field, b"\x93\x20", collision=0.5)
    assert bool(echo.collided and max(echo.collided)) == seen


def test_below_the_least_coupling_a_tag_has_no_power(field):
    tag = Tag(UID4)
    lay(field, tag, coupling=0.19)
    assert tag.state == POWER_OFF
    assert send(field, REQA, 7) is None
    lay(field, tag, coupling=0.9)
    assert send(field, REQA, 7) is not None


def test_a_tag_moved_away_loses_its_power(field):
    tag = Tag(UID4)
    lay(field, tag)
    field.put(tag, 0.1)
    assert tag.state == POWER_OFF
    assert len(field.tags) == 1


def count_answers(coupling, gain=1.0, frames=2000):
    air = Field(5)
    Antenna(air)
    air.set_on(True)
    tag = Tag(UID4)
    lay(air, tag, coupling=coupling)
    whole = 0
    for _ in range(frames):
        tag.state, tag.star = IDLE, False
        echo = send(air, REQA, 7, gain=gain)
        whole += echo is not None and echo.collided is None
    return whole


def test_no_frame_is_lost_from_reliable_coupling_on():
    assert count_answers(0.6) == 2000


def test_weaker_coupling_loses_more_frames():
    counts = [count_answers(c) for c in (0.55, 0.5, 0.4, 0.3, 0.21)]
    assert counts == sorted(counts, reverse=True)
    assert 1900 < counts[0] < 2000
    assert 0 < counts[-1] < 300


def test_more_gain_hears_a_weak_answer_better():
    assert count_answers(0.45, gain=1.45) > count_answers(0.45) > count_answers(0.45, gain=0.5)


def test_noise_mangles_the_given_share_of_bytes():
    air = Field(11)
    Antenna(air)
    air.set_on(True)
    air.noise = 0.02
    tag = Tag(UID4)
    lay(air, tag)
    silent = mangled = 0
    for _ in range(5000):
        tag.state = IDLE
        echo = send(air, REQA, 7)
        silent += echo is None
        mangled += echo is not None and echo.collided is not None
    assert 60 < silent < 150  # the request has one byte: 2 % are lost
    assert 130 < mangled < 270  # the answer has two bytes: 4 % are mangled


def test_chance_follows_from_the_seed():
    def run(seed):
        air = Field()
        Antenna(air)
        air.seed(seed)
        air.set_on(True)
        air.noise = 0.1
        tag = Tag(UID4)
        lay(air, tag)
        result = []
        for _ in range(200):
            tag.state = IDLE
            echo = send(air, REQA, 7)
            result.append(echo and bytes(echo.data).hex())
        return result

    assert run(4) == run(4) != run(5)


def test_about_half_of_the_mangled_bytes_pass_the_parity():
    dice = Dice(2)
    passed = changed = 0
    for _ in range(2000):
        echo = Echo(b"\x00\x00", 16, 0)
        echo.hit(1, dice)
        if echo.data[1] and not max(echo.collided):
            changed += 1
            passed += not echo.broken[1]
    assert 0.4 < passed / changed < 0.6


def test_noise_flips_bits_starts_or_looks_like_a_collision():
    dice = Dice(8)
    starts = collisions = flips = 0
    for _ in range(4000):
        echo = Echo(b"\xf0\x5a", 12, 4)
        echo.hit(0, dice)
        assert echo.data[0] & 0x0F == 0  # bits that were not sent stay 0
        assert echo.data[1] == 0x5A
        starts += not echo.start
        collisions += echo.collided[0] != 0
        flips += echo.data[0] != 0xF0
    assert 150 < starts < 350  # one hit in 16 destroys the start bit
    assert 350 < collisions < 650  # one hit in 8 looks like two cards
    assert flips > 3000


# --- bits of a received frame ------------------------------------------------------------------


@pytest.mark.parametrize("align", range(8))
def test_bits_and_parity_on_the_air(align):
    echo = Echo(bytes(5), 40 - align, align)
    # The frame has a start bit, the data bits, and a parity bit at the end of each byte.
    assert echo.etus(echo.bits) == 1 + 40 - align + 5
    for bits in range(echo.bits + 1):
        assert echo.sent(echo.etus(bits)) == bits
    assert echo.sent(0) == 0
    assert echo.sent(1000) == echo.bits


def test_realign_shifts_the_bits():
    echo = Echo(bytearray(b"\xf0\x0f"), 12, 4)
    echo.realign(0)
    assert echo.data[:2] == b"\xff\x00"
    echo.realign(4)
    assert echo.data[:2] == b"\xf0\x0f"


def test_a_cut_leaves_whole_bits():
    echo = Echo(b"\xff\xff", 16, 0)
    echo.cut(11)
    assert (echo.bits, echo.data) == (11, b"\xff\x07")
    echo.cut(16)
    assert echo.bits == 11


# --- cards that leave the field during an answer -------------------------------------------------


def test_a_card_that_leaves_in_mid_answer():
    rig = ready()
    tag = Tag(UID4)
    rig.field.put(tag)
    rig.wait(6000)
    assert frame(rig, REQA, 7) == ([4, 0], 0, 0)
    tag.leaves_after = 19
    data, last, error = frame(rig, b"\x93\x20")
    assert (data, last, error) == ([0x11, 0x22, 0x33 & 7], 3, 0)
    assert rig.field.tags == []
    assert tag.state == POWER_OFF
    assert frame(rig, WUPA, 7)[0] is None
    rig.faults.check()


def test_a_card_lifted_while_it_answers_sends_what_it_had_time_for():
    rig = ready(call_us=0)
    tag = Tag(UID4)
    rig.field.put(tag)
    rig.wait(6000)
    frame(rig, REQA, 7)
    rig.wait(500)
    # The request takes 179.4 us and the frame delay 91.2 us. The card leaves after a start bit, 19
    # data bits and two parity bits of its answer.
    rig.clock.at(179 + 91 + us(22 * 128) + 3, lambda: rig.field.lift(tag))
    data, last, error = frame(rig, b"\x93\x20")
    assert (data, last, error) == ([0x11, 0x22, 3], 3, 0)


def test_a_card_may_be_lifted_at_any_moment_of_its_answer():
    answer = [*UID4, UID4[0] ^ UID4[1] ^ UID4[2] ^ UID4[3]]
    heard = set()
    for moment in range(us(46 * 128) + 20):
        rig = ready(call_us=0)
        tag = Tag(UID4)
        rig.field.put(tag)
        rig.wait(6000)
        frame(rig, REQA, 7)
        rig.wait(500)
        rig.clock.at(179 + 91 + moment, lambda rig=rig, tag=tag: rig.field.lift(tag))
        data, last, error = frame(rig, b"\x93\x20")
        data = data or []
        bits = 8 * len(data) - (8 - last if last else 0)
        whole = sum(byte << 8 * i for i, byte in enumerate(answer)) & (1 << bits) - 1
        assert sum(byte << 8 * i for i, byte in enumerate(data)) == whole, moment
        assert not error, moment
        heard.add(bits)
    assert heard == set(range(41))


def test_a_card_lifted_while_it_is_asked_does_not_answer():
    rig = ready(call_us=0)
    tag = Tag(UID4)
    rig.field.put(tag)
    rig.wait(6000)
    rig.clock.at(40, lambda: rig.field.lift(tag))
    assert frame(rig, REQA, 7)[0] is None


def test_a_card_laid_while_others_are_asked_does_not_answer():
    rig = ready(call_us=0)
    tag = Tag(UID4, start_up_us=0)
    rig.clock.at(40, lambda: rig.field.put(tag))
    assert frame(rig, REQA, 7)[0] is None
    assert tag.state == IDLE


def test_when_one_of_two_cards_leaves_the_other_completes_its_answer():
    rig = ready(call_us=0)
    tags = Tag(bytes.fromhex("10203040")), Tag(bytes.fromhex("102030c0"))
    for tag in tags:
        rig.field.put(tag)
    rig.wait(6000)
    frame(rig, REQA, 7)
    rig.wait(500)
    rig.clock.at(179 + 91 + 150, lambda: rig.field.lift(tags[1]))
    data, _, error = frame(rig, b"\x93\x20")
    assert (bytes(data), error) == (tags[0].levels[0], 0)


def test_switching_the_field_off_discards_the_answer():
    rig = ready(call_us=0)
    rig.field.put(Tag(UID4))
    rig.wait(6000)
    frame(rig, REQA, 7)
    rig.wait(500)
    rig.clock.at(179 + 91 + 150, lambda: rig.write(0x14, 0x80))
    data, _, error = frame(rig, b"\x93\x20")
    assert len(data) == 2
    assert error == 0


# --- several cards in one field, weak cards, noise ----------------------------------------------


def inventory(rig):
    """Select and halt the cards one after the other, as in the standard; return their UIDs."""
    host = Library(rig)
    rig.wait(6000)
    found = []
    while True:
        uid = host.uid()
        if uid is None:
            return found
        found.append(uid)
        assert host.halt()


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_bitwise_anticollision_finds_every_card(count):
    rig = ready()
    dice = Dice(count)
    tags = [Tag(bytes([4, 0x10] + [dice.below(256) for _ in range(5)])) for _ in range(count)]
    tags[-1] = Tag(bytes([8] + [dice.below(256) for _ in range(3)]))
    for tag in tags:
        rig.field.put(tag)
    rig.wait(6000)
    assert sorted(inventory(rig)) == sorted(tag.uid for tag in tags)
    assert all(tag.state == HALT for tag in tags)
    rig.faults.check()


def test_cards_with_neighbouring_uids_are_told_apart():
    rig = ready()
    uids = [bytes([4, 1, 2, 3, 4, 5, n]) for n in range(6)]
    for uid in uids:
        rig.field.put(Tag(uid))
    rig.wait(6000)
    assert sorted(inventory(rig)) == uids


def test_a_neighbours_card_bleeds_in_now_and_then():
    rig = ready(seed=3)
    host = Lean(rig)
    rig.field.put(Tag(UID7), 0.45)
    reads = []
    for _ in range(60):
        rig.write(0x14, 0x80)
        rig.wait(2000)
        rig.write(0x14, 0x83)
        rig.wait(6000)
        reads.append(host.uid())
    assert set(reads) == {None, UID7}


def test_a_careful_reader_never_gets_a_wrong_uid_from_noise():
    rig = ready(seed=9)
    host = Lean(rig)
    rig.field.noise = 0.03
    tag = Tag(UID7)
    rig.field.put(tag)
    rig.wait(6000)
    reads = []
    for _ in range(1500):
        reads.append(host.uid())
        rig.wait(1000)
    assert set(reads) == {None, UID7}
    assert reads.count(UID7) > 100


def test_bits_before_a_collision_are_kept():
    rig = ready()
    for uid in ("10203040", "10203140"):
        rig.field.put(Tag(bytes.fromhex(uid)))
    rig.wait(6000)
    frame(rig, REQA, 7)
    rig.write(COLL, 0)
    data, _, error = frame(rig, b"\x93\x20")
    assert (bytes(data).hex(), error) == ("1020000000", 0x08)
    assert rig.read(COLL) == 17
    rig.write(BIT_FRAMING, 0)
