"""Scenario files: valid files are parsed, and a mistake gives one sentence with its line."""

import os
from pathlib import Path

import pytest

from marcoria.cli import main
from marcoria.errors import TableError
from marcoria.paths import HOUSES
from marcoria.scenarios.files import parse, read
from marcoria.scenarios.scene import Verb
from marcoria.scenarios.verbs import VERBS

_GOOD = """
about: A card too early.
table: {house: french, hands: scanned, seed: 7, discipline: points, target: 300, pace: calm}
people: {all: wild, W: {kind: revoke, often: 100}}
deal:
  hands: {N: 7c 8C 9C TC JC QC KC AC, E: [7D, 8D, 9D, TD, JD, QD, KD, TH]}
  upcard: TH
  taker: E
steps:
- put: 7H S
- put: 04A1B2 N 0.5
- lift: S
- press: S ♥
- press: MENU
- hold: N PASS
- release: N PASS
- rap: E
- wait: 250
- answer: S Start the match
- play: 3 cards
- play: match
- order: [readers.S.wedge, hard]
- set: [fields.S.noise, 0.5]
- cut_power
- boot
- expect: {lights: {S: off, N: turn}, text: trick 2, within: 50, score: {NS: -10}, agree: true}
- expect: {pads: {S: 7H 8H, N: []}, journal: [card S 7H], no_journal: crash, no_text: [a, b],
    sound: refused}
files: {/bar/houses/moon.house: "name: Moon\\n"}
"""


def _values(step: Verb) -> tuple[object, ...]:
    return tuple(value for name, value in vars(step).items() if name != "line")


def test_every_verb_says_what_it_takes() -> None:
    for name, verb in VERBS.items():
        text = f"steps:\n- {name}: 1\n" if not verb.takes else f"steps:\n- {name}\n"
        with pytest.raises(TableError) as error:
            parse(text, "x.yaml")
        told = f"x.yaml: line 2: '{name}' takes {verb.takes or 'nothing'}"
        assert error.value.detail == told


def test_a_scenario_is_read() -> None:
    scenario = parse(_GOOD)
    assert (scenario.house, scenario.hands, scenario.seed) == ("french", "scanned", 7)
    assert (scenario.discipline, scenario.target, scenario.pace) == ("points", 300, "calm")
    assert scenario.people == {"all": ("wild", None), "W": ("revoke", 100)}
    assert scenario.deal["hands"]["N"] == ["7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC"]
    assert scenario.deal["hands"]["E"][::7] == ["7D", "TH"]
    assert (scenario.deal["upcard"], scenario.deal["taker"]) == ("TH", "E")
    assert [step.verb for step in scenario.steps][4:7] == ["press", "hold", "release"]
    assert [_values(step) for step in scenario.steps[:16]] == [
        ("7H", "S", 1.0),
        ("04A1B2", "N", 0.5),
        ("S",),
        ("H", "S", 120),
        ("MENU", None, 120),
        ("PASS", "N", 120),
        ("PASS", "N", 120),
        ("E",),
        (250.0,),
        ("S", "Start the match"),
        ("cards", 3),
        ("deals", 1000),
        ("readers.S.wedge", ["hard"]),
        ("fields.S.noise", 0.5),
        (),
        (),
    ]
    assert [_values(step) for step in scenario.steps[16:]] == [
        (
            {
                "lights": {"S": "off", "N": "turn"},
                "text": ["trick 2"],
                "score": {"NS": -10},
                "agree": True,
            },
            50,
        ),
        (
            {
                "pads": {"S": ["7H", "8H"], "N": []},
                "journal": ["card S 7H"],
                "no_journal": ["crash"],
                "no_text": ["a", "b"],
                "sound": "refused",
            },
            3000,
        ),
    ]
    assert scenario.files == {"/bar/houses/moon.house": "name: Moon\n"}
    assert scenario.steps[0].line == 10


_HAND = "7D 8D 9D TD JD QD KD"
# An earlier version followed this path in the step `order`, and so ran a command on the host.
_RUNS = "on_reset.__func__.__globals__.sys.modules.os.system"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: a scenario has the keys"),
        ("- put: 7H S", "line 1: a scenario has the keys"),
        ("about: nothing", "line 1: a scenario needs steps"),
        ("steps: []", "line 1: a scenario needs steps"),
        ("steps:\n- dance: N", "line 2: there is no step 'dance'"),
        ("steps:\n- put: 7X S", "line 2: '7X' is not a card"),
        ("steps:\n- put: 7H Q", "line 2: 'Q' is not a seat"),
        ("steps:\n- put: 04A S", "line 2: '04A' is neither a card nor a UID"),
        ("steps:\n- put: 7H", "line 2: expected 2 to 3 words here"),
        ("steps:\n- boot: now", "line 2: 'boot' takes nothing"),
        ("steps:\n- wait", "line 2: 'wait' takes milliseconds: 'wait: 500'"),
        ("steps:\n- wait: long", "line 2: 'long' is not a number"),
        ("steps:\n- press: MENU 100 200", "line 2: '200' is too much: only a time in ms may"),
        ("steps:\n- press: S DOOR", "line 2: a key is a seat and one of"),
        ("steps:\n- play: 3 songs", "line 2: play is 'match'"),
        ("steps:\n- play: ² cards", "line 2: play is 'match'"),
        ("steps:\n- play: 10000000 cards", "line 2: play is 'match'"),
        ("steps:\n- expect: {light: {}}", "line 2: 'light' is not one of within"),
        ("steps:\n- expect: {lights: {S: red}}", "line 2: 'red' is not one of off"),
        ("steps:\n- expect: {sound: loud}", "line 2: 'loud' is not one of over, trick"),
        ("steps:\n- boot\ntable: {house: moon}", "line 3: there is no house 'moon': choose"),
        ("steps:\n- lift: 04A", "line 2: '04A' is neither a card nor a UID"),
        ("steps:\n- set: [fields.S.nois, 1]", "line 2: there is no 'fields.S.nois'"),
        ("steps:\n- boot\ndeal: {upcard: TH}", "line 3: the key 'hands' is missing"),
        (f"steps:\n- boot\ndeal: {{hands: {{N: {_HAND}}}}}", "line 3: N has 7 cards: a hand of"),
        (
            f"steps:\n- boot\ndeal: {{hands: {{N: {_HAND} AD}}, upcard: TH, taker: N}}",
            "line 3: N takes TH: it must be in the hand of N",
        ),
        (
            f"steps:\n- boot\ndeal: {{hands: {{N: {_HAND} AD}}, upcard: AD, taker: S}}",
            "line 3: S takes AD: it cannot be in the hand of N",
        ),
        (
            "steps:\n- boot\ntable: {house: bulgarian}\n"
            f"deal: {{hands: {{N: {_HAND} AD}}, upcard: AD}}",
            "line 4: no card is turned up in Българска белот",
        ),
        (
            "steps:\n- boot\ntable: {house: espanola-2}\n"
            f"deal: {{hands: {{N: {_HAND} AD AC}}, upcard: AD}}",
            "line 4: AD stays on the table",
        ),
        (
            f"steps:\n- boot\ntable: {{house: espanola-2}}\ndeal: {{hands: {{E: {_HAND}}}}}",
            "line 4: nobody sits at E",
        ),
        (
            "steps:\n- boot\ntable: {house: moon}\nfiles: {/bar/houses/moon.house: 'name: Moon'}",
            "line 3: /bar/houses/moon.house: the key",
        ),
        ("steps:\n- boot\ntable: {seed: x}", "line 3: 'x' is not a whole number"),
        ("steps:\n- boot\ntable: {seed: -1}", "line 3: -1 is less than 0"),
        ("steps:\n- boot\npeople: {N: ghost}", "line 3: 'ghost' is not one of beginner"),
        ("steps:\n- boot\ndeal: {hands: {N: 7H 7H}}", "line 3: a card is dealt twice"),
        ("steps:\n- boot\ndeal: {hands: {N: 10H TH}}", "line 3: a card is dealt twice"),
        (
            "table: {house: espanola-2}\nsteps:\n- boot\ndeal: {taker: E, hands: {}}",
            "line 4: nobody sits at E",
        ),
        ("steps:\n- boot\nsteps:\n- boot", "line 3: the key 'steps' is given twice"),
        ("steps:\n- order: readers.S.wedge", "line 2: expected a list here"),
        ("steps:\n- order: []", "line 2: expected a list here: a name such as"),
        (
            "steps:\n- order: [readers.S.wedge]",
            "line 2: 'readers.S.wedge' takes 1 value, not 0",
        ),
        ("steps:\n- order: [readers.S.wedge, now]", "line 2: 'now' is not one of soft, hard"),
        (
            "steps:\n- order: [readers.SEAT.wedge, soft]",
            "line 2: there is no 'readers.SEAT.wedge'",
        ),
        (
            "steps:\n- order: [readers.S.sync]",
            "line 2: there is no 'readers.S.sync': choose one of",
        ),
        ("steps:\n- order: [keys.stick, S DOOR]", "line 2: 'S DOOR' is not a key"),
        ("steps:\n- order: [flash.write, 1, 0, 'x!']", "line 2: this is not base64"),
        ("steps:\n- order: [flash.worn.add, 64]", "line 2: 64 is more than 63"),
        ("steps:\n- order: [pads.bleed, 7H, W, 2]", "line 2: 2.0 is more than 1"),
        ("steps:\n- set: [fields.S.noise, nan]", "line 2: nan is out of range"),
        ("steps:\n- set: [clock.now, 0]", "line 2: there is no 'clock.now'"),
        (f"steps:\n- order: [{_RUNS}, id]", "line 2: there is no 'on_reset.__func__"),
        (f"steps:\n- set: [{_RUNS}, id]", "line 2: there is no 'on_reset.__func__"),
        ("steps:\n- order: [!!python/object/apply:os.system id]", "line 2: there is no 'id'"),
        ("steps:\n- picture: ../x.png", "line 2: '../x.png' is not a name for a picture"),
        ("steps:\n- picture: .bashrc", "line 2: '.bashrc' is not a name for a picture"),
        ("steps: " + "[" * 5000, "this is nested too deeply"),
        ("steps: [", "line 1:"),
        ("steps:\n\t- boot", "line 2:"),
    ],
)
def test_a_mistake_in_a_scenario_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TableError) as error:
        parse(text, "x.yaml")
    assert error.value.detail.startswith(f"x.yaml: {sentence}"), error.value.detail
    assert "\n" not in error.value.detail


def test_a_house_may_be_a_file_beside_the_scenario(tmp_path: Path) -> None:
    text = (HOUSES / "french.house").read_text("utf-8")
    (tmp_path / "mybar.house").write_text(text, "utf-8")
    for name in ("mybar", "mybar.house", str(tmp_path / "mybar.house")):
        (tmp_path / "x.yaml").write_text(f"table: {{house: {name}}}\nsteps:\n- boot\n", "utf-8")
        found = read(str(tmp_path / "x.yaml"))
        assert found.house == "mybar" and found.files == {"/bar/houses/mybar.house": text}


def test_special_files_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo.yaml")
    for path in (tmp_path / "fifo.yaml", Path("/dev/zero")):
        with pytest.raises(TableError, match="it is not a file"):
            read(str(path))
    with pytest.raises(TableError, match="cannot read"):
        read(str(tmp_path))
    (tmp_path / "long.yaml").write_bytes(b"#" * (1 << 20) + b"\n")
    with pytest.raises(TableError, match="larger than 1 MiB"):
        read(str(tmp_path / "long.yaml"))
    with pytest.raises(TableError, match="no file can have that name"):
        read("a\0b.yaml")


def test_a_missing_or_binary_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="cannot read"):
        read(str(tmp_path / "none.yaml"))
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(TableError, match="not a text file"):
        read(str(tmp_path / "b.yaml"))


def test_the_command_refuses_a_bad_file_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.yaml").write_text("steps:\n- dance: N\n")
    assert main(["sim", str(tmp_path / "bad.yaml")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["sim"]) == 2
    assert "--demo" in capsys.readouterr().err
