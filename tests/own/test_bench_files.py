"""Tests of bench files: their parts, tags and steps, and the error messages for wrong files."""

import pytest

from marcoria.errors import TableError
from marcoria.sandbox.files import read

READER = "mfrc522: {sck: 12, mosi: 11, miso: 13, cs: 10}"
GOOD = f"""
board: s3
parts:
- {READER}
- mfrc522: {{name: second, sck: 12, mosi: 11, miso: 13, cs: 14, rst: 9}}
- ssd1683: {{sck: 12, mosi: 11, cs: 41, dc: 42, rst: 9, busy: 1}}
- mcp23017: {{scl: 5, sda: 4, address: 0x21, keys: {{GPA0: left, GPB7: right}}}}
- ws2812: {{pin: 16, count: 8}}
- button: {{name: go, pin: 7}}
tags: {{card: 04:A1:B2:C3:D4:E5:F6, fob: 5A11C0DE}}
steps:
- wait: 100
- put: card second 0.5
- wait: 50
- lift: card
- put: card second
- lift: card
- put: card 0.4
- put: fob
- press: left
- press: go 40
- hold: right
- release: right
"""


@pytest.fixture
def parsed(tmp_path):
    def parse(text):
        path = tmp_path / "bench.yaml"
        path.write_text(text)
        return read(str(path))

    return parse


def test_a_complete_file_is_parsed(parsed):
    file = parsed(GOOD)
    assert file.parts.profile == "s3"
    assert file.parts.tags == {
        "card": bytes.fromhex("04A1B2C3D4E5F6"),
        "fob": bytes.fromhex("5A11C0DE"),
    }
    names = [name for _, name, _ in file.parts.wired]
    assert names == ["mfrc522", "second", "ssd1683", "mcp23017", "ws2812", "go"]
    assert file.parts.wired[3][2] == {
        **{"scl": 5, "sda": 4, "address": 0x21},
        "keys": {"left": 0, "right": 15},
    }
    assert file.steps == [
        (100, "put", ["card", "second", 0.5]),
        (150, "lift", ["card"]),
        (150, "put", ["card", "second", 1.0]),
        (150, "lift", ["card"]),
        (150, "put", ["card", "mfrc522", 0.4]),
        (150, "put", ["fob", "mfrc522", 1.0]),
        (150, "keys.press", ["left", 120]),
        (150, "keys.press", ["go", 40]),
        (150, "keys.hold", ["right"]),
        (150, "keys.release", ["right"]),
    ]


BUTTON = "button: {pin: 7}"
WRONG = {
    "empty": ("", "expected keys and values here, with the keys board, parts, tags, steps"),
    "not-yaml": ("board: [", "line 1: expected the node content"),
    "no-parts": ("board: s3", "'parts' is missing"),
    "no-board": ("parts: []", "'board' is missing"),
    "board": ("board: pico\nparts: []", "'pico' is not one of s3, esp32, esp32-psram"),
    "key": ("board: s3\nparts: []\ncolour: red", "'colour' is not one of"),
    "part": ("board: s3\nparts: [sd: {}]", "'sd' is not one of mfrc522"),
    "wire": (f"board: s3\nparts: [{BUTTON[:-1]}, x: 1}}]", "'x' is not one of pin, name"),
    "missing": ("board: s3\nparts: [button: {}]", "the button needs 'pin'"),
    "missing-number": ("board: s3\nparts: [ws2812: {pin: 1}]", "the ws2812 needs 'count'"),
    "text": ("board: s3\nparts: [button: {pin: D5}]", "'D5' is not a whole number"),
    "no-pin": ("board: s3\nparts: [button: {pin: 49}]", "the s3 has no GPIO 49"),
    "gap": ("board: s3\nparts: [button: {pin: 22}]", "the s3 has no GPIO 22"),
    "gap-esp32": ("board: esp32\nparts: [button: {pin: 24}]", "the esp32 has no GPIO 24"),
    "flash": ("board: s3\nparts: [button: {pin: 30}]", "GPIO 30 belongs to the flash"),
    "psram": ("board: esp32-psram\nparts: [button: {pin: 16}]", "GPIO 16 belongs to the flash"),
    "input": (
        "board: esp32\nparts: [ws2812: {pin: 34, count: 1}]",
        "GPIO 34 can only be an input, not light",
    ),
    "twice": (
        f"board: s3\nparts: [{READER}, button: {{pin: 10}}]",
        "GPIO 10 is already cs of mfrc522",
    ),
    "one-cs": (
        f"board: s3\nparts: [{READER}, {READER.replace('{', '{name: b, ')}]",
        "GPIO 10 is already cs of mfrc522",
    ),
    "same-part": (
        "board: s3\nparts: [mfrc522: {sck: 12, mosi: 12, miso: 13, cs: 10}]",
        "GPIO 12 is already sck of mfrc522",
    ),
    "bus": (
        f"board: s3\nparts: [{READER}, mfrc522: {{name: b, sck: 12, mosi: 2, miso: 13, cs: 1}}]",
        "on the bus whose sck is GPIO 12, mosi is GPIO 11",
    ),
    "address": (
        "board: s3\nparts: [mcp23017: {scl: 5, sda: 4, address: 0x48}]",
        "address must be from 32 to 39, not 0x48",
    ),
    "two-at-one": (
        "board: s3\nparts:\n- mcp23017: {scl: 5, sda: 4, address: 32}\n"
        "- mcp23017: {name: b, scl: 5, sda: 4, address: 32}",
        "line 4: two chips at address 0x20",
    ),
    "names": (
        f"board: s3\nparts: [{BUTTON}, button: {{pin: 8}}]",
        "the name 'button' is used twice: give another name here",
    ),
    "name": ("board: s3\nparts: [button: {pin: 8, name: a.b}]", "'a.b' is not a name"),
    "two-parts": (f"board: s3\nparts: [{{{BUTTON}, buzzer: {{pin: 8}}}}]", "expected one part"),
    "uid": (f"board: s3\nparts: [{READER}]\ntags: {{c: 04A1B2}}", "4, 7 or 10 bytes, not 3"),
    "no-uid": (f"board: s3\nparts: [{READER}]\ntags: {{c: hello}}", "'hello' is not a UID in hex"),
    "tag": (
        f"board: s3\nparts: [{READER}]\nsteps: [put: c]",
        "there is no tag 'c': none is named",
    ),
    "no-reader": (
        "board: s3\nparts: []\ntags: {c: 5A11C0DE}\nsteps: [put: c]",
        "there is no mfrc522 to put it on",
    ),
    "lies": (
        f"board: s3\nparts: [{READER}]\ntags: {{c: 5A11C0DE}}\nsteps: [put: c, put: c]",
        "'c' already lies on a reader: lift it first",
    ),
    "lies-not": (
        f"board: s3\nparts: [{READER}]\ntags: {{c: 5A11C0DE}}\nsteps: [lift: c]",
        "'c' lies on no reader",
    ),
    "press": (f"board: s3\nparts: [{BUTTON}]\nsteps: [press: x]", "choose one of button"),
    "run": (f"board: s3\nparts: [{BUTTON}]\nsteps: [run: rm]", "'run' is not one of wait, put"),
    "coupling": (
        f"board: s3\nparts: [{READER}]\ntags: {{c: 5A11C0DE}}\nsteps: [put: c mfrc522 2]",
        "2 is more than 1",
    ),
    "reader": (
        f"board: s3\nparts: [{READER}]\ntags: {{c: 5A11C0DE}}\nsteps: [put: c mfrc 0.4]",
        "there is no mfrc522 'mfrc': choose one of mfrc522",
    ),
    "reader-alone": (
        f"board: s3\nparts: [{READER}]\ntags: {{c: 5A11C0DE}}\nsteps: [put: c mfrc]",
        "there is no mfrc522 'mfrc': choose one of mfrc522",
    ),
    "python": ("!!python/object/apply:os.system ['true']", "expected keys and values here"),
}


@pytest.mark.parametrize(("text", "sentence"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_explained_in_a_sentence(parsed, text, sentence):
    with pytest.raises(TableError) as told:
        parsed(text)
    assert sentence in told.value.detail
    assert "bench.yaml: line " in told.value.detail and "\n" not in told.value.detail
