"""Wokwi projects, whose nets must be exactly the nets of hardware/board.toml."""

import json
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from board_files import edited
from marcoria.board import wokwi
from marcoria.board.profile import BOARD_FILE
from marcoria.errors import TableError
from wokwi_nets import FOLDER, KNOWN, Diagram, expected, faults, nets

PROFILES = ["s3", "wrover"]
MODULES = {"s3": "board-esp32-s3-devkitc-1", "wrover": "board-esp32-devkit-c-v4"}
TEXT = BOARD_FILE.read_text()


def made(profile: str, path: Path = BOARD_FILE) -> Diagram:
    """Return the drawing that is generated from a board file, not the stored one."""
    for file in wokwi.files(path):
        if file.path == FOLDER / profile / "diagram.json":
            assert file.faults() == []
            drawing: Diagram = json.loads(file.text())
            return drawing
    raise AssertionError(f"no drawing of {profile}")


def ends(diagram: Diagram) -> set[tuple[str, str]]:
    return {(one, other) for one, other, *_ in diagram["connections"]}


def test_the_projects_are_up_to_date() -> None:
    files = wokwi.files()
    assert [fault for file in files for fault in file.check()] == []
    there = {path for profile in PROFILES for path in (FOLDER / profile).iterdir()}
    sources = {path for path in there if path.suffix != ".bin"}
    assert {file.path for file in files} == sources


@pytest.mark.parametrize("profile", PROFILES)
def test_wokwi_knows_all_parts_of_a_drawing(profile: str) -> None:
    diagram = json.loads((FOLDER / profile / "diagram.json").read_text())
    assert faults(diagram) == []
    assert diagram["parts"][0]["type"] == MODULES[profile]
    kinds = Counter(part["type"] for part in diagram["parts"])
    assert kinds["board-mfrc522"] == kinds["wokwi-led-strip"] == 4
    assert kinds["wokwi-pushbutton-6mm"] == 32 and kinds["chip-mcp23017"] == 2


@pytest.mark.parametrize("profile", PROFILES)
def test_each_net_equals_that_of_the_board_file(profile: str) -> None:
    assert nets(made(profile)) == expected(profile)


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_is_connected_twice(profile: str) -> None:
    """A drawing has no more connections than are needed to join each net."""
    diagram = made(profile)
    assert len(diagram["connections"]) == sum(len(net) - 1 for net in nets(diagram))


@pytest.mark.parametrize("profile", PROFILES)
def test_the_memory_and_the_lights_are_the_boards(profile: str) -> None:
    data = tomllib.loads(TEXT)
    parts = {part["id"]: part["attrs"] for part in made(profile)["parts"]}
    pins = data["profile"][profile]
    assert int(parts["esp"]["flashSize"]) == pins["flash_mib"]
    assert int(parts["esp"]["psramSize"]) * 1024 == pins["psram_kib"]
    assert parts["esp"]["psramType"] == {"s3": "octal", "wrover": "quad"}[profile]
    pixels = [int(parts[f"lights{seat}"]["pixels"]) for seat in "NESW"]
    assert sum(pixels) == data["lights"]["count"] and {*pixels} == {8}
    addresses = [int(parts[f"expander{i}"]["address"]) for i in range(2)]
    assert addresses == data["expanders"]["addresses"]
    assert parts["pull_expanders_scl"]["value"] == "4700"
    assert parts["pull_readers_cs_N"]["value"] == "10000"
    assert len({parts[f"reader{seat}"]["uid"] for seat in "NESW"}) == 4


@pytest.mark.parametrize("profile", PROFILES)
def test_no_parts_overlap(profile: str) -> None:
    sizes = {name: (kind["width"], kind["height"]) for name, kind in KNOWN.items()}
    # The expander's size is not in parts.json. The 14 pins on each of its sides take 135 pixels.
    sizes["chip-mcp23017"] = (120, 165)
    parts = [part for part in made(profile)["parts"] if part["type"] != "wokwi-text"]
    for one, other in combinations(parts, 2):
        apart = (
            one[side] + sizes[one["type"]][n] <= other[side]
            or other[side] + sizes[other["type"]][n] <= one[side]
            for n, side in enumerate(("left", "top"))
        )
        assert any(apart), f"{one['id']} and {other['id']}"


# Profile, old and new text of the board file, connections that this change removes from the
# drawing, and connections that it adds.
CHANGES = {
    "buzzer": (
        "s3",
        ("pin = 15", "pin = 17"),
        {("esp:15", "buzzer:2")},
        {("esp:17", "buzzer:2")},
    ),
    "one-reader": (
        "wrover",
        ("W = 4 }", "W = 22 }\n# was scl"),
        {("esp:4", "readerW:SDA"), ("esp:4", "pull_readers_cs_W:2")},
        {("esp:22", "readerW:SDA"), ("esp:22", "pull_readers_cs_W:2")},
    ),
    "all-readers": (
        "s3",
        ("miso = 13", "miso = 47"),
        {("esp:13", f"reader{seat}:MISO") for seat in "NESW"},
        {("esp:47", f"reader{seat}:MISO") for seat in "NESW"},
    ),
    "two-keys": (
        "s3",
        ('clubs = "0 GPA0"\ndiamonds = "0 GPA1"', 'clubs = "0 GPA1"\ndiamonds = "0 GPA0"'),
        {("key_N_clubs:1.l", "expander0:GPA0"), ("key_N_diamonds:1.l", "expander0:GPA1")},
        {("key_N_clubs:1.l", "expander0:GPA1"), ("key_N_diamonds:1.l", "expander0:GPA0")},
    ),
    "an-address": (
        "s3",
        ("[0x20, 0x21]", "[0x20, 0x22]"),
        {("esp:3V3.1", "expander1:A0"), ("esp:GND.2", "expander1:A1")},
        {("esp:GND.2", "expander1:A0"), ("esp:3V3.1", "expander1:A1")},
    ),
    "printed-otherwise": (
        "wrover",
        ("[36, 39]", "[39, 36]"),
        {("esp:VP", f"{end}") for end in ("expander0:INTA", "pull_expanders_int_0:2")}
        | {("esp:VN", f"{end}") for end in ("expander1:INTA", "pull_expanders_int_1:2")},
        {("esp:VN", f"{end}") for end in ("expander0:INTA", "pull_expanders_int_0:2")}
        | {("esp:VP", f"{end}") for end in ("expander1:INTA", "pull_expanders_int_1:2")},
    ),
    "a-display's": ("s3", ("dc = 42", "dc = 47"), set(), set()),
}


@pytest.mark.parametrize("name", CHANGES)
def test_another_pin_moves_its_own_wires_and_no_other(name: str, tmp_path: Path) -> None:
    profile, (old, new), gone, come = CHANGES[name]
    path = edited(tmp_path, old, new, profile)
    if name == "one-reader":
        path.write_text(path.read_text().replace("scl = 22", "scl = 4"))
        gone |= {("esp:22", end) for end in SCL}
        come |= {("esp:4", end) for end in SCL}
    before, after = ends(made(profile)), ends(made(profile, path))
    assert (before - after, after - before) == (gone, come)
    assert nets(made(profile, path)) == expected(profile, path)


SCL = ("expander0:SCL", "expander1:SCL", "pull_expanders_scl:2")


def test_a_third_expander_is_drawn(tmp_path: Path) -> None:
    path = edited(tmp_path, "[6, 7]", "[6, 7, 17]")
    text = path.read_text().replace("[0x20, 0x21]", "[0x20, 0x21, 0x22]")
    path.write_text(text.replace('menu = "0 GPA7"', 'menu = "2 GPB3"'))
    assert faults(made("s3", path)) == []
    assert nets(made("s3", path)) == expected("s3", path)


# Old and new text of the board file, and the sentence that says why no project can be made then.
REFUSED = {
    "cannot-work": (
        "pin = 15",
        "pin = 16",
        "profile s3: GPIO16 is used twice: by lights and buzzer",
    ),
    "not-led-out": (
        "pin = 15",
        "pin = 33",
        "profile s3: buzzer is on GPIO33: Wokwi's board-esp32-s3-devkitc-1 has no such pin",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_undrawable_board_is_reported(name: str, tmp_path: Path) -> None:
    old, new, sentence = REFUSED[name]
    path = edited(tmp_path, old, new)
    # The image for quad PSRAM leaves GPIO33 to GPIO37 free, but the board has no pins for GPIO33
    # and GPIO34.
    path.write_text(path.read_text().replace("SPIRAM_OCT", ""))
    file = next(file for file in wokwi.files(path) if file.path.parent.name == "s3")
    assert file.check() == [sentence]
    with pytest.raises(TableError) as error:
        file.text()
    assert error.value.detail == sentence.removeprefix("profile s3: ")


def test_an_outdated_project_is_found(tmp_path: Path) -> None:
    for file in wokwi.files(folder=tmp_path):
        file.path.parent.mkdir(exist_ok=True)
        file.write()
        assert file.check() == []
    old = tmp_path / "s3" / "diagram.json"
    old.write_text(old.read_text().replace("esp:15", "esp:17"))
    found = [fault for file in wokwi.files(folder=tmp_path) for fault in file.check()]
    assert found == ["diagram.json is out of date with board.toml: generate it again"]


def change(*path: Any) -> Callable[[Diagram], None]:
    """Return a function that sets an item of a drawing; `path` has its keys and its new value."""

    def do(diagram: Diagram) -> None:
        *way, last, value = path
        inner: Any = diagram
        for step in way:
            inner = inner[step]
        inner[last] = value

    return do


# Mistakes in a drawing, and a part of the sentence that reports each mistake.
WRONG = {
    "no-such-part": (
        change("parts", 0, "type", "board-esp32-wrover-kit"),
        "no part is a board-esp32-wrover-kit",
    ),
    "no-such-pin": (change("connections", 9, 0, "esp:26"), "there is no esp:26"),
    "no-such-id": (change("connections", 9, 1, "reader:SCK"), "there is no reader:SCK"),
    "twice": (change("parts", 3, "id", "esp"), "esp is there twice"),
    "no-such-attribute": (change("parts", 3, "attrs", {"tag": "1"}), "readerN has no tag"),
    "a-number": (change("parts", 4, "attrs", {"pixels": 8}), "8 is not of type 'string'"),
    "a-size": (change("parts", 0, "attrs", {"flashSize": "3"}), "'3' is not one of"),
    "a-uid": (change("parts", 3, "attrs", {"uid": "04:11"}), "'04:11' does not match"),
    "no-colour": (change("connections", 9, ["esp:1", "esp:2"]), "too short"),
    "a-diagonal": (change("connections", 9, 3, ["d5"]), "'d5' does not match"),
    "two-stars": (change("connections", 9, 3, ["*", "*"]), "Too many items match"),
    "another-version": (change("version", 2), "1 was expected"),
}


@pytest.mark.parametrize("name", WRONG)
def test_the_check_finds_a_mistake_in_a_drawing(name: str) -> None:
    spoil, said = WRONG[name]
    diagram = made("s3")
    spoil(diagram)
    assert any(said in fault for fault in faults(diagram)), faults(diagram)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_settings_name_the_image_and_the_chip(profile: str) -> None:
    settings = tomllib.loads((FOLDER / profile / "wokwi.toml").read_text())
    # `marcoria image` gives its file this name by default.
    assert settings["wokwi"]["firmware"] == settings["wokwi"]["elf"] == f"table-{profile}.bin"
    (chip,) = settings["chip"]
    binary = FOLDER / profile / chip["binary"]
    assert f"chip-{chip['name']}" in {part["type"] for part in made(profile)["parts"]}
    assert binary.with_suffix(".json").resolve() == FOLDER / "mcp23017.chip.json"
    assert binary.with_suffix(".c").exists()


def test_the_list_of_parts_is_complete() -> None:
    """Each part names its source, and its pins lie within its size.

    A module has no two pins for one GPIO, and it has pins for power and ground.
    """
    for name, kind in KNOWN.items():
        assert kind["source"].startswith("https://"), name
        for pin in kind["pins"].values():
            assert 0 <= pin["x"] <= kind["width"] + 1 and 0 <= pin["y"] <= kind["height"] + 1
    for name in MODULES.values():
        targets = Counter(pin["target"] for pin in KNOWN[name]["pins"].values())
        assert all(n == 1 for target, n in targets.items() if target.startswith("GPIO"))
        assert {"power(3.3)", "power(5)", "GND"} <= set(targets)
