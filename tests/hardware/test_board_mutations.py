"""Board files with one mistake each: they are refused with a sentence about the mistake."""

from pathlib import Path

import pytest

from board_files import edited
from marcoria.board.check import check
from marcoria.board.profile import load
from marcoria.errors import TableError

# Each mistake: original text, replacement, and the beginning of the sentence that refuses it.
_MUTATIONS = {
    "pin-swapped": (
        "miso = 13",
        "miso = 12",
        "GPIO12 is used twice: by readers.sck and readers.m",
    ),
    "pin-of-psram": ("rst = 8", "rst = 35", "readers.rst is on GPIO35: octal PSRAM uses it"),
    "pull-up-left-out": (
        '"expanders.int" = "10k up"',
        "",
        "expanders.int.0 is on GPIO6: expanders.int needs a resistor up",
    ),
    "gauge-of-the-supply": ("awg = 18", "awg = 17", "cables.supply.awg is 17: it must be one"),
    "regulator-without-pins": (
        'regulator = "LD1117V33"',
        'regulator = "key"',
        "the article 'key' of U1 has no pin IN",
    ),
    "busy-floats": (
        '"display.busy" = "10k down"',
        '"display.busy" = "10k up"',
        "display.busy is on GPIO1: display.busy needs a resistor down",
    ),
    "pull-too-strong": ('scl" = "4k7 up"', 'scl" = "470R up"', "resistors.expanders.scl is 470R"),
    "pull-too-weak": ('sda" = "4k7 up"', 'sda" = "47k up"', "resistors.expanders.sda is 47k"),
    "supply-overloaded": (
        "supply_ma = 4000",
        "supply_ma = 2000",
        "rail 5V is overloaded: it must g",
    ),
    "module-overloaded": (
        'readers = "3V3R"',
        'readers = "3V3"',
        "rail 3V3 is overloaded: it must gi",
    ),
    "lights-at-3v3": (
        'lights = "5V"',
        'lights = "3V3"',
        "LN (WS2812B) is on 3V3: it takes 3.7 to",
    ),
    "readers-at-5v": (
        'readers = "3V3R"',
        'readers = "5V"',
        "AN (MFRC522) is on 5V: it takes 2.5 to",
    ),
    "no-such-rail": (
        'display = "3V3"',
        'display = "3V"',
        "rails.display is '3V': there are 5V, 3V3",
    ),
    "isolator-at-5v": (
        'isolator = "3V3R"',
        'isolator = "5V"',
        "readers.miso brings 5.0 V into M1",
    ),
    "fuse-too-small": (
        "fuse_ma = 3150",
        "fuse_ma = 2000",
        "power.fuse_ma is 2000: it would blow at",
    ),
    "fuse-too-big": (
        "fuse_ma = 3150",
        "fuse_ma = 5000",
        "power.fuse_ma is 5000: the fuse opens from 10500",
    ),
    "fuse-above-its-wires": (
        "mm = 600\nawg = 22",
        "mm = 300\nawg = 24",
        "power.fuse_ma is 3150: the fuse opens from 6615 mA on, but cables.lights of",
    ),
    "no-fuse": (
        'guards = ["fuse", ',
        "guards = [",
        "power.guards has no fuse: a short would heat",
    ),
    "no-polarity": ('"AO3401A", ', "", "power.guards has no AO3401A: a supply the wrong way"),
    "no-surge": (', "SMBJ5.0A"]', "]", "power.guards has no SMBJ5.0A: a surge on the supply"),
    "supply-wire-long": (
        "mm = 800",
        "mm = 2500",
        "cables.supply loses too much: of 4.75 V the reg",
    ),
    "supply-wire-thin": (
        "mm = 800\nawg = 18",
        "mm = 300\nawg = 24",
        "cables.supply.awg is 24: too th",
    ),
    "no-such-gauge": (
        "awg = 22",
        "awg = 23",
        "cables.lights.awg is 23: it must be one of 18, 20, 22, 24, 26",
    ),
    "cable-loses": (
        "mm = 600\nawg = 22",
        "mm = 3000\nawg = 22",
        "cables.lights loses 0.16 V on its",
    ),
    "key-without-ground": (
        '"rap", "ground"]',
        '"rap"]',
        "cables.keys has no ground: nothing at its",
    ),
    "director-without-ground": ('"mute", "ground"]', '"mute"]', "cables.director has no ground"),
    "wire-left-out": (
        '"hearts", "spades", "pass"',
        '"hearts", "pass"',
        "cables.keys has no wire for s",
    ),
    "wire-of-nothing": (
        '"cs", "rst"]',
        '"cs", "irq", "rst"]',
        "cables.readers has a wire 'irq', wh",
    ),
    "wire-twice": ('"cs", "rst"]', '"cs", "cs", "rst"]', "cables.readers has cs twice"),
    "clock-without-ground": (
        '"rail", "ground", "sck", "ground", "mosi", "miso"',
        '"rail", "ground", "mosi", "sck", "miso"',
        "cables.readers has no ground beside sck",
    ),
    "cable-too-long": (
        "mm = 500",
        "mm = 2000",
        "cables.readers.mm is 2000: at 4000000 Hz an answer",
    ),
    "no-isolation": (
        'isolator = "74AHC125"',
        'isolator = ""',
        "between.isolator is missing: readers t",
    ),
    "no-shifter": (
        'shifter = "74AHCT125"',
        'shifter = ""',
        "lights.N comes with 3.3 V from ESP32-S3",
    ),
    "wrong-shifter": (
        'shifter = "5V"',
        'shifter = "3V3"',
        "U3 (74AHCT125) is on 3V3: it takes 4.5 to",
    ),
    "miso-floats": (
        'idle_miso = "10k down"',
        'idle_miso = ""',
        "between.idle_miso is missing: with no",
    ),
    "miso-pulled-nowhere": (
        'idle_miso = "10k down"',
        'idle_miso = "10k upp"',
        "'between.idle_miso' is not of the form '10k up' or '10k down'",
    ),
    "miso-blank": (
        'idle_miso = "10k down"',
        'idle_miso = " "',
        "'between.idle_miso' is not of the form '10k up' or '10k down'",
    ),
    "cable-too-short": (
        "mm = 500",
        "mm = 366",
        "cables.readers.mm is 366: it must be at least 367 (",
    ),
    "cable-of-no-length": (
        "mm = 250",
        "mm = 0",
        "cables.display.mm is 0: it must be at least 212 (",
    ),
    "lights-without-current": (
        "limit_ma = 1000",
        "limit_ma = -5",
        "lights.limit_ma must be from 1 to 10000, not -5",
    ),
    "no-flash": ("flash_mib = 16", "flash_mib = 0", "flash_mib must be at least 4, not 0"),
    "lights-ring": (
        'lights = "330R"',
        'lights = ""',
        "between.lights is '': it must be from 100 to 100",
    ),
    "keys-bare": (
        'keys = "1k"',
        'keys = ""',
        "between.keys is '': it must be from 470 to 4700 ohm",
    ),
    "keys-deaf": (
        'keys = "1k"',
        'keys = "100k"',
        "between.keys is '100k': it must be from 470 to 4700",
    ),
    "no-decoupling": (
        'expanders = ["100n"]',
        "expanders = []",
        "capacitors.expanders has none of 100 nF",
    ),
    "readers-brown-out": (
        'readers = ["100u", "100n"]',
        'readers = ["100n"]',
        "capacitors.readers is too",
    ),
    "regulator-rings": (
        '["100n", "100u"]',
        '["100n", "1u"]',
        "capacitors.regulator must be 100 nF at i",
    ),
    "no-value": (
        'buzzer = "220R"',
        'buzzer = "220"',
        "'220' (R35) is no value: write 100n",
    ),
    "no-such-part": (
        'regulator = "LD1117V33"',
        'regulator = "LD33"',
        "'LD33' is no article of hardware/",
    ),
    "same-address": (
        "[0x20, 0x21]",
        "[0x21, 0x21]",
        "expanders.addresses has 0x21 twice: both chips would",
    ),
    "rap-where-none-is-kept": (
        'call = "0 GPA5"\nrap = "0 GPA6"',
        'call = "0 GPA6"\nrap = "0 GPA5"',
        "keys.N.rap is '0 GPA5': a rap is shorter than the time between two key scans, and only",
    ),
    "rap-on-bit-7": (
        'rap = "0 GPA6"',
        'rap = "0 GPA7"',
        "keys.N.rap is '0 GPA7': an edge on bit 7",
    ),
}


def _refusals(path: Path) -> list[str]:
    try:
        return check(load(path))
    except TableError as error:
        return [error.detail]


@pytest.mark.parametrize("name", _MUTATIONS)
def test_a_mistake_in_the_board_file_is_refused_by_name(name: str, tmp_path: Path) -> None:
    old, new, sentence = _MUTATIONS[name]
    refused = _refusals(edited(tmp_path, old, new))
    assert refused and refused[0].startswith(sentence), refused


def test_the_real_board_file_is_accepted() -> None:
    assert check(load()) == check(load(profile="wrover")) == []
    assert len(_MUTATIONS) >= 30
