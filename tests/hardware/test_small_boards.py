"""Building files of small tables, which lack some parts, and refusals of wrong small profiles."""

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from marcoria.board import bom, cables
from marcoria.board.cables import plugs
from marcoria.board.cabling import total
from marcoria.board.check import check
from marcoria.board.circuit import Circuit
from marcoria.board.generate import generate
from marcoria.board.netlist import netlist
from marcoria.board.profile import BOARD_FILE, left_out, load, profiles, small_profiles
from marcoria.errors import TableError

SMALL = small_profiles()


def _made(profile: str) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(generate(load(profile=profile)), names)
    return {name: names[name] for name in names if name.isupper()}


def _parts(profile: str) -> Counter[str]:
    return Counter(part.article.name for part in Circuit(load(profile=profile)).parts)


# --- building files of small tables -------------------------------------------------------------


@pytest.mark.parametrize("profile", SMALL)
def test_a_small_table_can_be_built_and_costs_less(profile: str) -> None:
    board = load(profile=profile)
    small, whole = Circuit(board), Circuit(load(profile=board.like))
    assert check(board) == []
    assert all(one < two for one, two in zip(bom.total(small), bom.total(whole), strict=True))
    assert total(small, "5V") <= total(whole, "5V")
    rows = list(csv.reader(io.StringIO(cables.table(small))))
    assert {row[0] for row in rows[1:]} == {plug.name for plug in plugs(small)}
    assert not any("free" in row[4] for row in rows[1:] if row[0].startswith(("keys", "director")))


@pytest.mark.soak
@pytest.mark.parametrize("profile", SMALL)
def test_the_rule_check_finds_no_fault_in_a_small_table(profile: str) -> None:
    assert netlist(Circuit(load(profile=profile)))[1] == []


# Articles of the profile s3 that a small profile lacks, counted by hand. Resistors and capacitors
# are not counted.
_LESS = {
    "no-display": {"SSD1683": 1, "plug": 1},
    "no-lights": {"WS2812B": 4, "74AHCT125": 1, "plug": 4},
    "no-buzzer": {"piezo": 1},
    "no-raps": {"rap": 4},
    "three-readers": {"MFRC522": 1, "plug": 1},
    "one-expander": {"MCP23017": 1, "rap": 4, "key": 12},
    "smallest": {
        **{"MCP23017": 1, "rap": 4, "key": 12, "SSD1683": 1, "piezo": 1, "MFRC522": 3},
        "plug": 4,
    },
}


def test_every_small_table_is_in_the_list() -> None:
    assert list(_LESS) == SMALL and not set(SMALL) & set(profiles())


@pytest.mark.parametrize("profile", SMALL)
def test_omitted_parts_are_not_in_the_shopping_list(profile: str) -> None:
    whole, small = Circuit(load()), Circuit(load(profile=profile))
    less = _parts("s3") - _parts(profile)
    less["plug"] = len(list(plugs(whole))) - len(list(plugs(small)))
    bought = {name: count for name, count in less.items() if count and name not in ("R", "C")}
    assert bought == _LESS[profile] and not _parts(profile) - _parts("s3")


def test_the_firmware_gets_the_parts_of_a_small_table() -> None:
    assert "LIKE" not in _made("s3") and _made("s3")["TOUCHED"][4] == 0b1111  # type: ignore[index]
    display = _made("no-display")
    assert display["DISPLAY_SPI"] is None and "DISPLAY_CS" not in display
    assert (display["PROFILE"], display["LIKE"]) == ("no-display", "s3")
    lights = _made("no-lights")
    assert lights["LIGHTS_PIN"] is None
    assert _made("no-buzzer")["BUZZER_PIN"] is None
    assert _made("three-readers")["READERS_CS"] == (10, 9, 14, None)
    one = _made("one-expander")
    assert one["KEYS_ADDRESSES"] == (0x20,) and one["KEYS_INT"] == (6,) and len(one["KEYS"]) == 16
    smallest = _made("smallest")
    assert smallest["TOUCHED"] == bytes((0xB0, 0xB0, 0xBF, 0xB0, 0b0100))
    assert smallest["READERS_CS"] == (None, None, 14, None)


def test_either_expander_may_be_the_only_one(tmp_path: Path) -> None:
    text = BOARD_FILE.read_text(encoding="utf-8")
    one = text[text.index("[profile.one-expander]") : text.index("[profile.smallest]")]
    other = one.replace('"expander 1"', '"expander 0"').replace('= "0 ', '= "1 ')
    path = tmp_path / "board.toml"
    path.write_text(text.replace(one, other), encoding="utf-8")
    board = load(path, "one-expander")
    assert check(board) == [] and board.pins["expanders"]["int"] == [7]
    assert "KEYS_ADDRESSES = (33,)" in generate(board)
    assert left_out("one-expander", path) == ["expander 0", "raps"]
    assert left_out("nobody's", path) == left_out("s3", path) == []


# --- refusals of wrong profiles -----------------------------------------------------------------

_HEAD = "[profile.no-display]"
_CALL = 'call = "0 GPA5"\n\n[profile.one-expander.keys.d'
_MUTATIONS = {
    "part-unknown": (
        'without = ["display"]',
        'without = ["displays"]',
        "'profile.no-display.without' has 'displays': the parts that can be left out are "
        "display, lights, buzzer, raps, reader N, reader E, reader S, reader W, expander 0, "
        "expander 1",
    ),
    "reader-of-nobody": (
        'without = ["reader W"]',
        'without = ["reader X"]',
        "'profile.three-readers.without' has 'reader X': the parts that can be left out are",
    ),
    "twice": (
        'without = ["display"]',
        'without = ["display", "display"]',
        "'profile.no-display.without' has 'display', which is left out already",
    ),
    "again": (
        'without = ["display", "buzzer"',
        'without = ["raps", "buzzer"',
        "'profile.smallest.without' has 'raps', which is left out already",
    ),
    "nothing": (
        'without = ["display"]',
        "without = []",
        "'profile.no-display.without' leaves nothing out",
    ),
    "no-list": (
        'without = ["display"]',
        'without = "display"',
        "'profile.no-display.without' must be a list of texts",
    ),
    "without-missing": (
        'without = ["display"]\n',
        "",
        "'profile.no-display.without' is missing",
    ),
    "then-missing": (
        'then = "Players press PASS to salt a belote."\n',
        "",
        "'profile.no-raps.then' is missing",
    ),
    "like-nobody": (
        f'{_HEAD}\nlike = "s3"',
        f'{_HEAD}\nlike = "s4"',
        "'profile.no-display.like' leads to 's4', and there is no such profile",
    ),
    "like-itself": (
        f'{_HEAD}\nlike = "s3"',
        f'{_HEAD}\nlike = "no-display"',
        "'profile.no-display.like' leads in a circle: no-display, no-display",
    ),
    "circle": (
        '[profile.one-expander]\nlike = "s3"',
        '[profile.one-expander]\nlike = "smallest"',
        "'profile.one-expander.like' leads in a circle: one-expander, smallest, one-expander",
    ),
    "like-no-text": (
        f'{_HEAD}\nlike = "s3"',
        f"{_HEAD}\nlike = 3",
        "'profile.no-display.like' must be text, not 3",
    ),
    "pins-of-its-own": (
        'without = ["display"]',
        'without = ["display"]\nbuzzer = { pin = 17 }',
        "'profile.no-display.buzzer' is not a key of a board file",
    ),
    "like-left-out": (
        f'{_HEAD}\nlike = "s3"',
        _HEAD,
        "'profile.no-display.without' is not a key of a board file",
    ),
    "reference": (
        'reference = "s3"',
        'reference = "no-display"',
        "'reference' is 'no-display': name a profile without 'like'",
    ),
    "key-unknown": (
        'pass = "0 GPA0"',
        'fold = "0 GPA0"',
        "'profile.one-expander.keys.N.fold' is not a key of a board file",
    ),
    "seat-unknown": (
        "[profile.one-expander.keys.N]",
        "[profile.one-expander.keys.X]",
        "'profile.one-expander.keys.X' is not a key of a board file",
    ),
    "key-on-what-is-not-there": (
        'pass = "0 GPA0"',
        'pass = "1 GPA0"',
        "keys.N.pass is '1 GPA0': it must be the number of an expander (0) and a pin",
    ),
    "keys-of-the-whole-table": (
        'without = ["display"]',
        'without = ["display", "expander 1"]',
        "keys.S.clubs is '1 GPA0': it must be the number of an expander (0) and a pin",
    ),
    "key-twice": (
        'pass = "0 GPA2"',
        'pass = "0 GPA0"',
        "'0 GPA0' is used twice: by keys.N.pass and keys.E.pass",
    ),
    "seats-key-on-bit-7": (
        'pass = "0 GPA0"',
        'pass = "0 GPA7"',
        "keys.N.pass is '0 GPA7': an edge on bit 7 can spoil a read",
    ),
    "held-key-left-out": (
        _CALL,
        _CALL[16:],
        "keys.W.call is missing: players hold this key",
    ),
    "no-reader": (
        'without = ["reader W"]',
        'without = ["reader N", "reader E", "reader S", "reader W"]',
        "'without' lists every reader: the table could see no card",
    ),
    "nothing-to-see": (
        'without = ["lights"]',
        'without = ["lights", "display"]',
        "'without' lists display and lights: nobody could see whose turn it is",
    ),
}


def _refusals(path: Path) -> list[str]:
    try:
        return [found for name in small_profiles(path) for found in check(load(path, name))]
    except TableError as error:
        return [error.detail]


@pytest.mark.parametrize("name", _MUTATIONS)
def test_a_mistake_in_a_small_profile_is_refused_by_name(name: str, tmp_path: Path) -> None:
    old, new, sentence = _MUTATIONS[name]
    text = BOARD_FILE.read_text(encoding="utf-8")
    at = 0 if name == "reference" else text.index("# Small tables")
    assert old in text[at:]
    path = tmp_path / "board.toml"
    path.write_text(text[:at] + text[at:].replace(old, new, 1), encoding="utf-8")
    refused = _refusals(path)
    assert refused and refused[0].startswith(sentence), refused
