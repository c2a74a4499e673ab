"""The board file: its content, the sentences about its errors, and `board.py` made from it."""

from pathlib import Path

import pytest

import board_files
from marcoria.board import datasheets
from marcoria.board.check import check
from marcoria.board.generate import GENERATED, generate, made_for, pin_file
from marcoria.board.profile import BOARD_FILE, load, profiles, small_profiles
from marcoria.cli import main
from marcoria.errors import TableError
from marcoria.flash import partitions

TEXT = BOARD_FILE.read_text()


SECOND = "wrover"


@pytest.fixture
def edited(tmp_path):
    """Return a function that writes a changed board file and returns its path.

    Only one occurrence of the text is changed: the first one after the header of the profile, or
    the first one before the header if none follows.
    """

    def edit(old: str, new: str, profile: str = SECOND) -> Path:
        return board_files.edited(tmp_path, old, new, profile)

    return edit


def made(board) -> dict[str, object]:
    """Return the constants that the firmware gets from a board."""
    names: dict[str, object] = {}
    exec(generate(board), names)
    return {name: names[name] for name in names if name.isupper()}


def test_the_board_file_is_valid_and_the_firmware_is_up_to_date():
    assert pin_file().check() == []


def test_there_are_a_reference_and_a_second_profile():
    assert profiles() == ["s3", SECOND]
    assert load().profile == "s3" and load().pins["module"].startswith("ESP32-S3")
    for profile, image in (
        ("s3", "ESP32_GENERIC_S3 SPIRAM_OCT"),
        (SECOND, "ESP32_GENERIC SPIRAM"),
    ):
        pins = load(profile=profile).pins
        assert f"{pins['image']} {pins['variant']}" == image and pins["psram_kib"] >= 2048


def test_the_firmware_gets_plain_constants():
    board = made(load())
    assert generate(load()) == GENERATED.read_text()
    assert board["READERS_CS"] == (10, 9, 14, 21)
    assert board["KEYS_ADDRESSES"] == (0x20, 0x21) and board["DISPLAY_HZ"] == 10**7
    assert sorted(board["KEYS"]) == list(range(32)), (
        "each key of the table needs a number of its own"
    )


def test_the_second_profile_makes_its_own_constants():
    board = made(load(profile=SECOND))
    assert board["PROFILE"] == SECOND and board["READERS_CS"] == (5, 19, 33, 4)
    assert list(board) == list(made(load()))


def test_a_profile_can_be_made_beside_the_firmware():
    folder = made_for(SECOND)
    assert [path.name for path in folder.glob("*.py")] == ["board.py"]
    assert (folder / "board.py").read_text() == generate(load(profile=SECOND))


def test_a_file_that_is_not_up_to_date_is_found(tmp_path, edited):
    old = tmp_path / "old.py"
    old.write_text(GENERATED.read_text().replace("BUZZER_PIN = 15", "BUZZER_PIN = 17"))
    found = pin_file(generated=old).check()
    assert found == ["old.py is out of date with board.toml: generate it again"]
    moved = edited("pin = 25", "pin = 23")
    assert len(pin_file(moved).check()) == 1, "the mistake in the profile must be reported"


def test_a_board_with_a_fault_is_refused_if_its_file_was_made_before(edited, monkeypatch):
    made_for("s3")
    path = edited('clubs = "0 GPA0"', 'clubs = "0 GPA9"')
    monkeypatch.setattr("marcoria.board.generate.load", lambda profile: load(path, profile))
    with pytest.raises(TableError, match=r"keys\.N\.clubs is '0 GPA9'"):
        made_for("s3")


def test_a_label_may_have_quotation_marks(edited):
    assert made(load(edited('"journal"', "'a\"b'")))["JOURNAL"] == 'a"b'


def test_the_least_flash_has_room_for_all_partitions():
    assert datasheets.FLASH_MIB == partitions.FLASH_MIB


def test_keys_may_be_wired_in_another_order(edited):
    path = edited('clubs = "0 GPA0"\ndiamonds = "0 GPA1"', 'clubs = "0 GPA1"\ndiamonds = "0 GPA0"')
    board = load(path)
    assert check(board) == []
    assert "KEYS = bytes((1, 0, 2, 3," in generate(board)


def test_a_third_expander_takes_the_keys_from_bit_7(tmp_path):
    text = TEXT.replace("[0x20, 0x21]", "[0x20, 0x21, 0x22]").replace("[6, 7]", "[6, 7, 17]")
    path = tmp_path / "board.toml"
    path.write_text(text.replace('menu = "0 GPA7"', 'menu = "2 GPB3"'))
    board = load(path)
    assert check(board) == [] and "KEYS = bytes((0, 1, 2, 3, 4, 5, 6, 255," in generate(board)


# Old and new text of the board file, and the sentence that refuses the second profile.
REFUSED = {
    "used-twice": ("pin = 25", "pin = 26", "GPIO26 is used twice: by lights and buzzer"),
    "boot-mode": (
        "pin = 25",
        "pin = 0",
        "buzzer is on GPIO0: it decides at boot whether the chip starts or waits for a download",
    ),
    "download-pulled-up": (
        "dc = 2\nrst = 27",
        "dc = 27\nrst = 2",
        "display.rst is on GPIO2: it must be low at boot to load firmware: "
        "only display.dc may be there",
    ),
    "download": (
        "pin = 25",
        "pin = 2",
        "buzzer is on GPIO2: it must be low at boot to load firmware: "
        "only display.dc may be there",
    ),
    "flash-voltage": (
        "pin = 25",
        "pin = 12",
        "buzzer is on GPIO12: it decides at boot whether the flash gets 3.3 or 1.8 V, "
        "so it must stay free",
    ),
    "flash-voltage-pulled-high": (
        "W = 4 }",
        "W = 12 }",
        "readers.cs.W is on GPIO12: it is pulled up there, and a high level at boot gives the "
        "flash 1.8 V: the board would not start",
    ),
    "flash": (
        "dc = 2",
        "dc = 6",
        "display.dc is on GPIO6: it is wired to the flash inside the module",
    ),
    "console": (
        "rst = 27",
        "rst = 1",
        "display.rst is on GPIO1: the serial console uses it as TX",
    ),
    "no-such-pin": (
        "rst = 27",
        "rst = 20",
        "display.rst is on GPIO20: the ESP32-WROVER-E has no such pin",
    ),
    "psram": (
        "E = 19",
        "E = 16",
        "readers.cs.E is on GPIO16: the PSRAM inside the module uses it",
    ),
    "psram-too": (
        "pin = 25",
        "pin = 17",
        "buzzer is on GPIO17: the PSRAM inside the module uses it",
    ),
    "no-psram-in-the-image": (
        'variant = "SPIRAM"',
        'variant = ""',
        "image ESP32_GENERIC does not find the PSRAM of the ESP32-WROVER-E: "
        "the module needs ESP32_GENERIC SPIRAM",
    ),
    "another-image": (
        'image = "ESP32_GENERIC"',
        'image = "ESP32_GENERIC_S3"',
        "image ESP32_GENERIC_S3 SPIRAM does not find the PSRAM of the ESP32-WROVER-E: "
        "the module needs ESP32_GENERIC SPIRAM",
    ),
    "too-little-psram": (
        "psram_kib = 4096",
        "psram_kib = 512",
        "psram_kib must be at least 2048, not 512",
    ),
    "output-on-input": (
        "dc = 2",
        "dc = 39",
        "display.dc is on GPIO39: that pin is only an input, and this is an output",
    ),
    "open-drain-on-input": (
        "scl = 22",
        "scl = 34",
        "expanders.scl is on GPIO34: that pin is only an input, and this is an open-drain line",
    ),
    "low-at-boot": (
        "pin = 25",
        "pin = 5",
        "buzzer is on GPIO5: that pin must be high at boot, and no resistor pulls buzzer up",
    ),
    "low-at-boot-resistor": (
        '"display.cs" = "10k up"',
        '"display.cs" = "10k down"',
        "display.cs is on GPIO15: that pin must be high at boot, and no resistor pulls "
        "display.cs up",
    ),
    "no-pull": (
        '"display.busy" = "10k down"',
        "",
        "display.busy is on GPIO35: display.busy needs a resistor down in [resistors], "
        "because that pin has no internal one",
    ),
    "floating-select": (
        '"readers.cs" = "10k up"',
        "",
        "readers.cs.E is on GPIO19: readers.cs needs a resistor up in [resistors]",
    ),
    "spi-too-fast": (
        "hz = 4_000_000",
        "hz = 12_000_000",
        "readers.hz is 12000000: the MFRC522 takes up to 10000000",
    ),
    "display-too-fast": (
        "hz = 10_000_000",
        "hz = 40_000_000",
        "display.hz is 40000000: the SSD1683 takes up to 20000000",
    ),
    "i2c-too-fast": (
        "hz = 400_000",
        "hz = 3_400_000",
        "expanders.hz is 3400000: the MCP23017 takes up to 1700000",
    ),
    "one-bus-twice": (
        "spi = 1 #",
        "spi = 2 #",
        "display and readers are both on SPI 2: the second driver would set up this bus again",
    ),
    "no-such-bus": ("spi = 1 #", "spi = 0 #", "display.spi is 0: the module has 1 and 2"),
    "no-such-i2c": ("i2c = 0", "i2c = 2", "expanders.i2c is 2: the module has 0 and 1"),
    "address-twice": (
        "[0x20, 0x21]",
        "[0x20, 0x20]",
        "expanders.addresses has 0x20 twice: both chips would answer",
    ),
    "address-out-of-range": (
        "[0x20, 0x21]",
        "[0x20, 0x28]",
        "expanders.addresses has 0x28: an MCP23017 answers from 0x20 to 0x27",
    ),
    "interrupts": (
        "[36, 39]",
        "[36]",
        "expanders.int has 1 pins for 2 expanders: each needs one",
    ),
    "key-twice": (
        'clubs = "0 GPB0"',
        'clubs = "0 GPA0"',
        "'0 GPA0' is used twice: by keys.N.clubs and keys.E.clubs",
    ),
    "key-nowhere": (
        'clubs = "0 GPB0"',
        'clubs = "2 GPB0"',
        "keys.E.clubs is '2 GPB0': it must be the number of an expander (0 to 1) and a pin from "
        "GPA0 to GPB7, such as '0 GPA3'",
    ),
    "rap-on-bit-7": (
        'rap = "0 GPA6"',
        'rap = "1 GPB7"',
        "keys.N.rap is '1 GPB7': an edge on bit 7 can spoil a read, so only the director's keys, "
        "which are pressed rarely, may be there",
    ),
    "unknown-chip": (
        'chip = "SSD1683"',
        'chip = "UC8176"',
        "display.chip is 'UC8176', and there is a driver only for SSD1683",
    ),
    "unknown-module": (
        '"ESP32-WROVER-E"',
        '"ESP32-C3"',
        "module 'ESP32-C3' is not known: choose one of ESP32-S3-WROOM-1, ESP32-WROVER-E",
    ),
    "lights": ("count = 32", "count = 30", "lights.count must be 32, 8 for each seat, not 30"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_wiring_is_refused_with_pin_and_reason(name, edited):
    old, new, sentence = REFUSED[name]
    board = load(edited(old, new), SECOND)
    assert sentence in check(board)
    with pytest.raises(TableError):
        generate(board)


@pytest.mark.parametrize(
    ("pin", "reason"),
    [
        (0, "it is a strapping pin"),
        (3, "it is a strapping pin"),
        (45, "it is a strapping pin"),
        (46, "it is a strapping pin"),
        (19, "the USB port uses it"),
        (20, "the USB port uses it"),
        (28, "it is wired to the flash inside the module"),
        (33, "octal PSRAM uses it"),
        (37, "octal PSRAM uses it"),
        (43, "the serial console uses it"),
        (48, "it drives the RGB LED on the DevKitC-1"),
        (23, "the ESP32-S3-WROOM-1 has no such pin"),
        (49, "the ESP32-S3-WROOM-1 has no such pin"),
    ],
)
def test_the_pins_of_the_s3_are_known(pin, reason, edited):
    board = load(edited("pin = 15", f"pin = {pin}", "s3"), "s3")
    assert check(board) == [f"buzzer is on GPIO{pin}: {reason}"]


def test_quad_psram_leaves_more_pins_free(edited):
    path = edited("pin = 15", "pin = 36", "s3")
    path.write_text(path.read_text().replace("SPIRAM_OCT", ""))
    assert check(load(path, "s3")) == []


def test_pin_that_must_be_low_to_load_firmware_carries_the_displays_data_select():
    assert load(profile=SECOND).pins["display"]["dc"] == 2


# Each malformed board file: a text in the file, the text that replaces it, and the message.
MALFORMED = {
    "missing-part": ("[buzzer]\nchip", "[beeper]\nchip", "'beeper' is not a key of a board file"),
    "missing-key": ("rst = 32\n", "", "'profile.wrover.readers.rst' is missing"),
    "missing-seat": ("E = 19, ", "", "'profile.wrover.readers.cs.E' is missing"),
    "missing-input": ('rap = "1 GPB6"\n', "", "'keys.W.rap' is missing"),
    "unknown-key": (
        "dc = 2",
        "dc = 2\nte = 2",
        "'profile.wrover.display.te' is not a key of a board file",
    ),
    "not-a-number": (
        "dc = 2",
        'dc = "27"',
        "'profile.wrover.display.dc' must be a whole number, not '27'",
    ),
    "a-boolean": (
        "dc = 2",
        "dc = true",
        "'profile.wrover.display.dc' must be a whole number, not True",
    ),
    "not-a-list": ("[36, 39]", "36", "'profile.wrover.expanders.int' must be a list of numbers"),
    "not-a-table": (
        "cs = { N = 5, E = 19, S = 33, W = 4 }",
        "cs = 5",
        "'profile.wrover.readers.cs' must be a table",
    ),
    "no-profile": (
        'reference = "s3"',
        'reference = "nano"',
        f"there is no profile 'nano': choose one of s3, wrover, {', '.join(small_profiles())}",
    ),
    "resistor": (
        '"10k down"',
        '"10k"',
        "'resistors.display.busy' is not of the form '10k up' or '10k down'",
    ),
    "resistor-nowhere": (
        '"display.busy"',
        '"display.bus"',
        "'resistors.display.bus' is no signal that needs a resistor",
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_board_file_is_refused_with_the_key(name, edited):
    old, new, sentence = MALFORMED[name]
    with pytest.raises(TableError) as error:
        load(edited(old, new))
    assert error.value.detail == sentence


def test_a_part_that_is_missing_is_named(edited):
    with pytest.raises(TableError) as error:
        load(edited('[buzzer]\nchip = "piezo"\n', ""))
    assert error.value.detail == "'buzzer' is missing"


def test_a_key_given_twice_and_a_file_that_is_not_there_are_errors(edited, tmp_path):
    with pytest.raises(TableError, match="is no TOML file"):
        load(edited("dc = 2", "dc = 2\ndc = 28"))
    with pytest.raises(TableError, match="cannot read"):
        load(tmp_path / "none.toml")


def test_the_command_checks_the_boards_and_makes_the_firmwares_pins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = GENERATED.read_text()
    assert main(["board", "check"]) == 0
    assert main(["board", "generate"]) == 0
    assert GENERATED.read_text() == before
    assert "no conflict" in capsys.readouterr().out
