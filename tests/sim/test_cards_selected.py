"""Answers of selected cards: NTAGs by their data sheet, a MIFARE Classic, a phone."""

import random
from pathlib import Path

import pytest

from cards_check import check_cards
from marcoria.build.mpy import compile_file, compile_tree
from marcoria.sim import chips
from marcoria.sim.chips.iso14443.frames import crc_a, with_crc
from marcoria.sim.chips.iso14443.tag import ACTIVE, HALT, IDLE, NAMES, RandomTag, Tag
from marcoria.sim.vm.vm import VM
from mfrc522_hosts import Library, frame, ready
from ntag_paper import SHEET, Paper

UID4 = bytes.fromhex("11223344")
UID7 = bytes.fromhex("04a1b2c3d4e5f6")
UID10 = bytes.fromhex("04a1b2c3d4e5f6070809")
MODELS = (213, 215, 216)
REFUSED, BROKEN, SHUT, ACK = ((bytes([code]), 4, 0) for code in (0, 1, 4, 10))


def activate(tag, wake=b"\x26"):
    tag.hear(wake, 7, True)
    for number, level in enumerate(tag.levels):
        tag.hear(bytearray(with_crc(bytes((0x93 + 2 * number, 0x70)) + level)), 72, True)
    assert tag.state == ACTIVE
    return tag


def selected(tag):
    tag.power("field", True, 0)
    return activate(tag)


def ask(tag, text):
    """Send a command in hex; return the answer in hex without its CRC.

    Return an answer of four bits as a tuple such as ACK, and None if the card does not answer.
    """
    data = with_crc(bytes.fromhex(text))
    answer = tag.hear(bytearray(data), 8 * len(data), True)
    if answer is None or answer[1] == 4:
        return answer
    data, bits, align = answer
    assert (bits, align, crc_a(data, len(data))) == (8 * len(data), 0, 0)
    return bytes(data[:-2]).hex()


def again(tag):
    """Switch the field off for a second and on again, and select the card."""
    tag.power("field", False, 0)
    tag.power("field", True, 1_000_000)
    return activate(tag)


# --- memory: section 8.5 of the data sheet ------------------------------------------------------


@pytest.mark.parametrize(
    "model, first, last",
    [
        (213, "04a1b29fc3d4e5f604480000e11012000103a00c340300fe", "000000bd040000ff00050000"),
        (215, "04a1b29fc3d4e5f604480000e1103e000300fe0000000000", "000000bd040000ff00050000"),
        (216, "04a1b29fc3d4e5f604480000e1106d000300fe0000000000", "000000bd040000ff00050000"),
    ],
)
def test_memory_as_delivered(model, first, last):
    tag = selected(Tag(UID7, model=model))
    pages = {213: 45, 215: 135, 216: 231}[model]
    shown = ask(tag, f"3a00{pages - 1:02x}")
    assert len(shown) == 8 * pages
    assert shown.startswith(first)
    assert shown.endswith(last + "0000000000000000")  # password and PACK are never shown
    assert set(shown[len(first) : -40]) == {"0"}


def test_the_uid_in_the_memory_is_the_uid_of_the_selection():
    """In the memory a check byte follows the third byte of the UID, and another the last byte."""
    shown = ask(selected(Tag(UID7)), "3000")
    data = bytes.fromhex(shown)
    assert data[:3] + data[4:8] == UID7
    assert 0x88 ^ data[0] ^ data[1] ^ data[2] == data[3]
    assert data[4] ^ data[5] ^ data[6] ^ data[7] == data[8]


@pytest.mark.parametrize("model, size", [(213, "0f"), (215, "11"), (216, "13")])
def test_get_version(model, size):
    assert ask(selected(Tag(UID7, model=model)), "60") == f"000404020100{size}03"


# --- READ, FAST_READ ---------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_read_rolls_over_to_the_first_page(model):
    tag = selected(Tag(UID7, model=model))
    last = SHEET[model][0] - 1
    assert ask(tag, f"30{last:02x}") == "00000000" + ask(tag, "3000")[:24]
    assert ask(tag, f"30{last + 1:02x}") == REFUSED
    assert tag.state == IDLE


@pytest.mark.parametrize("frame", ["3a0504", "3a002d", "3a2d2d", "3aff00"])
def test_fast_read_of_pages_that_are_not_there(frame):
    assert ask(selected(Tag(UID7)), frame) == REFUSED


# --- WRITE -------------------------------------------------------------------------------------


def test_what_is_written_stays_when_the_power_goes():
    tag = selected(Tag(UID7))
    assert ask(tag, "a20411223344") == ACK
    assert tag.state == ACTIVE
    assert ask(again(tag), "3004")[:8] == "11223344"


@pytest.mark.parametrize("page", [0, 1, 0x2D, 0xFF])
def test_read_only_pages_refuse_writes(page):
    tag = selected(Tag(UID7))
    before = ask(tag, "3000")
    assert ask(tag, f"a2{page:02x}11223344") == REFUSED
    assert ask(activate(tag), "3000") == before


def test_bits_of_the_capability_container_can_only_be_set():
    tag = selected(Tag(UID7))
    assert ask(tag, "a2030200000f") == ACK
    assert ask(tag, "3003")[:8] == "e310120f"


def test_locked_pages_and_frozen_lock_bits_do_not_change():
    tag = selected(Tag(UID7))
    assert ask(tag, "a202ffff1000") == ACK  # locks page 4
    assert ask(tag, "3002")[:8] == "04481000"
    assert ask(tag, "a20411111111") == REFUSED
    assert ask(activate(tag), "a20511111111") == ACK
    assert ask(tag, "a20200000200") == ACK  # freezes the lock bits of pages 4 to 9
    assert ask(tag, "a2020000f0ff") == ACK
    assert ask(tag, "3002")[:8] == "044812fc"


@pytest.mark.parametrize("model, lock", [(213, 0x28), (215, 0x82), (216, 0xE2)])
def test_dynamic_lock_bits(model, lock):
    tag = selected(Tag(UID7, model=model))
    assert ask(tag, f"a2{lock:02x}010000ff") == ACK
    assert ask(tag, f"30{lock:02x}")[:8] == "010000bd"
    assert ask(tag, "a21011111111") == REFUSED
    assert ask(activate(tag), f"a2{0x12 if model == 213 else 0x20:02x}11111111") == ACK


def test_compatibility_write_takes_sixteen_bytes_and_writes_four():
    tag = selected(Tag(UID7))
    assert ask(tag, "a007") == ACK
    assert ask(tag, "11223344" + "55" * 12) == ACK
    assert ask(tag, "3007") == "11223344" + "00" * 12


def test_compatibility_write_that_is_broken_off_writes_nothing():
    tag = selected(Tag(UID7))
    assert ask(tag, "a007") == ACK
    assert ask(tag, "3007") == REFUSED
    assert ask(activate(tag), "3007") == "00" * 16


# --- counter, signature, password --------------------------------------------------------------


def test_the_counter_counts_power_ups_in_which_the_card_was_read():
    tag = selected(Tag(UID7))
    assert ask(tag, "3902") == REFUSED  # the counter is off
    ask(activate(tag), "a22a10050000")
    for text in ("000000", "010000"):
        assert ask(activate(tag) if tag.state == IDLE else tag, "3902") == text
        ask(tag, "3000")
        ask(tag, "3a0001")
        tag = again(tag)
    assert ask(tag, "3902") == "020000"
    assert ask(tag, "3900") == REFUSED


def test_the_signature_is_32_bytes_and_marked_as_simulated():
    tag = selected(Tag(UID7))
    assert len(ask(tag, "3c00")) == 64
    assert "signature" in tag.chip.note
    assert ask(tag, "3c01") == REFUSED


def test_the_password_opens_protected_pages():
    tag = selected(Tag(UID7))
    for page in ("a22b12345678", "a22cabcd0000", "a22a80050000", "a22904000006"):
        assert ask(tag, page) == ACK
    # A READ that reaches the protected pages continues at page 0.
    assert ask(tag, "3005") == "340300fe" + ask(tag, "3000")[:24]
    for command in ("3006", "3a0506", "a20611111111", "a007", "a22a00050000"):
        assert ask(tag, command) == REFUSED
        activate(tag)
    assert ask(tag, "1b12345679") == REFUSED
    assert ask(activate(tag), "1b12345678") == "abcd"
    assert ask(tag, "a20611111111") == ACK
    assert ask(tag, "3006")[:8] == "11111111"
    assert ask(tag, "302b") == "00" * 8 + ask(tag, "3000")[:16]  # the password is never readable
    assert ask(activate_again(tag), "3006") == REFUSED  # a new selection ends authentication


def activate_again(tag):
    assert ask(tag, "5000") is None
    assert tag.state == HALT
    return activate(tag, b"\x52")


def test_after_too_many_wrong_passwords_the_right_one_is_refused():
    tag = selected(Tag(UID7))
    assert ask(tag, "a22a02050000") == ACK
    for _ in range(2):
        assert ask(tag, "1b00000000") == REFUSED
        tag = again(tag)
    assert ask(tag, "1bffffffff") == SHUT
    assert ask(again(tag), "1bffffffff") == SHUT


# --- unknown commands and damaged frames ---------------------------------------------------------


@pytest.mark.parametrize("frame", ["e050", "77", "3004ff", "30", "a20411", "6000", "500100", "00"])
def test_an_ntag_refuses_unknown_commands(frame):
    """RATS (E050) is refused too, because no NTAG speaks ISO/IEC 14443-4."""
    tag = selected(Tag(UID7))
    assert ask(tag, frame) == REFUSED
    assert tag.name() == "IDLE"


def test_a_refusal_sends_a_card_back_to_halt_if_it_came_from_there():
    tag = activate_again(selected(Tag(UID7)))
    assert ask(tag, "77") == REFUSED
    assert tag.name() == "HALT"


@pytest.mark.parametrize("data", ["30", "3004", "30040000", "26" * 9])
def test_a_wrong_crc_is_answered_with_a_nak(data):
    tag = selected(Tag(UID7))
    data = bytes.fromhex(data)
    assert tag.hear(bytearray(data), 8 * len(data), True) == BROKEN
    assert tag.state == IDLE


def test_a_damaged_frame_is_answered_with_a_nak():
    tag = selected(Tag(UID7))
    assert tag.hear(bytearray(with_crc(b"\x30\x04")), 32, False) == BROKEN


def frames(dice, cards):
    """Return a random frame: a valid command, an invalid one or noise.

    `cards` has the sizes of memories, in pages: pages near the end of such a memory are frequent.
    """
    page = dice.choice([0, 2, 3, 4, 5, 15, 16, 40, 41, 42, 43, 44, dice.randrange(256)])
    page = dice.choice([page, dice.choice(cards) - dice.randrange(6)]) & 0xFF
    bits = bytes(dice.choice([0, 1 << dice.randrange(8), dice.randrange(256)]) for _ in range(4))
    known = [
        bytes([0x60]),
        bytes([0x30, page]),
        bytes([0x3A, min(page, dice.randrange(256)), page]),
        bytes([0xA2, page]) + bits,
        bytes([0xA0, page]),
        bits + bytes(12),
        bytes([0x39, dice.choice([2, 2, 0])]),
        b"\x1b" + dice.choice([b"\xff" * 4, bits]),
        dice.randbytes(dice.randrange(1, 20)),
    ]
    return dice.choice(known)


@pytest.mark.parametrize("model", MODELS)
def test_an_ntag_answers_like_the_second_implementation(model):
    """Both get the same random commands, and must give equal answers and have equal memories."""
    dice = random.Random(model)
    ticks = refusals = 0
    for _ in range(60):
        tag, paper = selected(Tag(UID7, model=model)), Paper(UID7, model)
        for _ in range(150):
            if tag.state != ACTIVE:
                activate(tag)
            elif dice.random() < 0.05:
                again(tag)
                paper.power()
            frame = frames(dice, [SHEET[model][0]])
            if frame[:2] == b"\x50\x00" or frame[0] == 0x3C:
                continue
            expected = paper.answer(frame)
            answer = ask(tag, frame.hex())
            if isinstance(expected, int):
                expected = (bytes([expected]), 4, 0)
            assert answer == expected, frame.hex()
            refusals += answer == REFUSED
        ticks += paper.count
        for page in range(SHEET[model][0]):
            assert tag.chip.memory.data[4 * page : 4 * page + 4].hex() == paper.pages[page]
    assert ticks and refusals > 1000


# --- a MIFARE Classic --------------------------------------------------------------------------


@pytest.mark.parametrize("frame", ["3000", "3004", "a004", "c004", "e050", "60", "77", "3040"])
def test_a_classic_refuses_all_before_it_is_authenticated(frame):
    """The answer is NAK 4: invalid operation, transfer buffer invalid (MF1S50yyX/V1, table 10)."""
    tag = selected(Tag(UID4))
    assert ask(tag, frame) == SHUT
    assert tag.state == IDLE


def test_a_classic_answers_a_wrong_crc_with_another_nak():
    tag = selected(Tag(UID4))
    assert tag.hear(bytearray(4), 32, True) == (b"\x05", 4, 0)


def test_a_classic_sends_a_challenge_and_ignores_a_cipher_in_software():
    tag = selected(Tag(UID4))
    data = bytearray(with_crc(b"\x60\x04"))
    challenge, bits, _ = tag.hear(data, 32, True)
    assert (len(challenge), bits, tag.state) == (4, 32, ACTIVE)
    assert tag.hear(bytearray(8), 64, True) is None
    assert "cipher" in tag.chip.note
    assert tag.state == IDLE
    assert activate(tag).hear(data, 32, True)[0] != challenge


def authenticated(rig, block):
    rig.field.put(Tag(UID4))
    host = Library(rig)
    rig.wait(6000)
    assert host.uid() == UID4
    rig.chip.keys[UID4] = b"\xff" * 6
    rig.write(9, 0x60, block, *b"\xff" * 6, *UID4)
    rig.write(1, 14)
    rig.wait(10_000)
    assert rig.read(8) & 8


def test_a_classic_is_readable_in_the_authenticated_sector():
    rig = ready()
    authenticated(rig, 5)
    block, _, error = frame(rig, with_crc(b"\x30\x07"))
    assert (bytes(block[:16]).hex(), error) == ("000000000000ff078069ffffffffffff", 0)
    block, last, _ = frame(rig, with_crc(b"\x30\x08"))  # a block of the next sector
    assert (block, last) == ([4], 4)
    rig.faults.check()


def test_the_first_block_of_a_classic_has_its_uid():
    rig = ready()
    authenticated(rig, 0)
    block, _, _ = frame(rig, with_crc(b"\x30\x00"))
    assert bytes(block[:8]).hex() == "1122334444080400"


def test_a_classic_ignores_a_reader_that_stops_ciphering():
    rig = ready()
    authenticated(rig, 4)
    rig.write(8, 0)
    assert frame(rig, with_crc(b"\x30\x04"))[0] is None


# --- phones, and commands that are not modelled --------------------------------------------------


def test_a_phone_answers_rats():
    tag = RandomTag(3)
    assert ask(selected(tag), "e050") == "0578807002"
    assert tag.state == ACTIVE
    assert tag.chip.note == ""
    assert ask(tag, "0200a40400") is None
    assert "0200a40400 is not modelled" in tag.chip.note


def test_an_unmodelled_command_is_logged_once():
    rig = ready()
    rig.field.put(Tag(UID10))
    host = Library(rig)
    rig.wait(6000)
    for _ in range(3):
        assert host.uid() == UID10
        assert frame(rig, with_crc(b"\x30\x00"))[0] is None
    what = "card 04a1b2c3d4e5f6070809: the answer of a card with SAK 00 to 3000 is not modelled"
    assert rig.faults.log == [("reader", what)]
    rig.faults.check()  # an unmodelled command is not a fault of the host


# --- random frames -----------------------------------------------------------------------------

CARDS = {
    "ntag213": lambda: Tag(UID7),
    "ntag215": lambda: Tag(UID7, model=215),
    "ntag216": lambda: Tag(UID7, model=216),
    "classic": lambda: Tag(UID4),
    "smartcard": lambda: Tag(UID7, sak=0x20),
    "phone": lambda: RandomTag(5),
    "ten": lambda: Tag(UID10),
}


@pytest.mark.parametrize("card", CARDS)
def test_a_selected_card_answers_every_frame_or_logs_why_not(card):
    """Only after HLTA or a damaged frame may a card be silent without a note of the reason."""
    dice = random.Random(card)
    tag = CARDS[card]()
    for _ in range(4000):
        if tag.state != ACTIVE:
            activate(tag) if tag.state == IDLE else again(tag)
        data = dice.randbytes(dice.randrange(70))
        if dice.random() < 0.3:
            data = frames(dice, [45, 135, 231])
        if dice.random() < 0.7:
            data = with_crc(data)
        bits = max(8 * len(data) - dice.choice([0, 0, 0, 1, 5]), 0)
        tag.chip.note = ""
        good = dice.random() < 0.9
        answer = tag.hear(bytearray(data), bits, good)
        assert tag.name() in NAMES or tag.name().endswith("*")
        if answer is not None:
            sent, count, align = answer
            assert align == 0
            assert count == (4 if len(sent) == 1 else 8 * len(sent))
            continue
        hlta = data[:2] == b"\x50\x00"
        broken = not good or len(data) < 3 or crc_a(data, len(data))
        deaf = card in ("smartcard", "phone", "ten") and broken
        assert hlta or bits % 8 or not bits or deaf or tag.chip.note, data.hex()


def test_the_vm_answers_the_same():
    files = compile_tree(Path(chips.__file__).parent, "/lib/marcoria/sim/chips")
    source = Path(__file__).with_name("cards_check.py")
    files["/lib/cards_check.mpy"] = compile_file(source, source.name)
    with VM(heap_kib=4096, files=files) as vm:
        out = vm.run("import cards_check as c; print(c.check_cards())")
    assert int(out) == check_cards()
