"""Houses: the command `marcoria houses`, the choices of the players, and equal marks.

A mark is a hash of a house's rules.
"""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import testenv
from belote.housefile import HouseError, HouseFile, load
from belote.housekeys import KEYS, Number, Words
from marcoria.bdn.rulebooks import Rulebooks
from marcoria.cli import main
from marcoria.errors import Exit, TableError
from marcoria.game import houses as houses_of_host
from marcoria.game.bar import Bar
from marcoria.game.explain import _PAGES, explain
from marcoria.game.houses import (
    alternatives,
    check,
    check_apart,
    check_text,
    left_out,
    names,
    open_house,
    sentence,
    sentences,
    text_of,
)
from marcoria.game.rule_sheet import rule_sheet
from marcoria.paths import HOUSES
from table.files import houses as table_houses


def test_the_list_has_the_seven_houses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["houses"]) == main(["houses", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    assert [line.split()[0] for line in lines] == names() * 2


def test_every_value_of_every_key_has_its_words() -> None:
    said = {key: sentences for page in _PAGES.values() for key, sentences in page.items()}
    silent = {"capot_melds", "capot_belote", "reverse_melds"}
    for key in KEYS:
        if key.name in silent:
            continue
        if isinstance(key.choices, Number):
            assert "{}" in said[key.name][0], key.name
        else:
            assert len(said[key.name]) == len(key.choices.words), key.name


def test_houses_that_differ_in_one_rule_read_differently(tmp_path: Path) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "piedicavallo.house").read_text()
    own.write_text(text.replace("no_rise: lowest", "no_rise: any"))
    lowest, other = (
        " ".join(explain(open_house(at)).split()) for at in ("piedicavallo", str(own))
    )
    assert "the others their lowest." in lowest
    assert "the others any trump." in other


@pytest.mark.parametrize("name", names())
def test_a_house_is_shown_in_words(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["houses", "show", name]) == 0
    out = capsys.readouterr().out
    assert out.startswith(open_house(name).name + "\n==")
    assert "{}" not in out and "None" not in out
    assert all(len(line) <= 78 for line in out.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("king: 4", "king: 5", "line 13: 'king' cannot be '5': it is 4 or 10"),
        (
            "upcard: taken\n",
            "",
            "the key 'upcard' is missing: add a line 'upcard: ...' with taken, stays or none",
        ),
        ("king: 4", "kimg: 4", "line 13: 'kimg' is no key of a house: is 'king' meant?"),
        (
            "king: 4",
            "king: 4\nking: 4",
            "line 14: 'king' is there twice, first on line 13",
        ),
        (
            "fine: 10",
            "fine: 1000",
            "line 56: 'fine' cannot be '1000': it is a number",
        ),
        ("fine: 10", "fine: " + "1" * 5000, "it is a number from 0 to 999"),
        ("name: Bel", "\ufeffname: Bel", "line 1: the file begins with a byte order mark (BOM)"),
        ("name: Bel", "name: The house of the bar of Bel", "too long for the display, which has"),
        ("name: Bel", "name: ☃ Bel", "the display cannot show '☃' in the name"),
        ("name: Bel", "#" * 4000 + "\nname: Bel", "bytes, and the table reads 4096 at most"),
        ("king: 4", "king 4", "line 13: 'king 4' is not of the form 'key: value'"),
        (
            "success: more",
            "success: none",
            "line 34: 'success: none' does not go with 'capot_as: value' (line 39)",
        ),
        (
            "target: 1000",
            "target: 0",
            "line 51: 'target' cannot be '0': it is a number from 1 to 9999",
        ),
    ],
)
def test_a_wrong_file_gets_one_sentence_that_names_the_key(
    old: str, new: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "french.house").read_text("utf-8")
    assert old in text
    own.write_text(text.replace(old, new), "utf-8")
    assert main(["houses", "check", str(own)]) == 1
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1


def test_all_mistakes_of_a_file_are_reported_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "french.house").read_text("utf-8")
    for old, new in (("king: 4", "king: 5"), ("melds: on", "melts: on"), ("fail: 162\n", "")):
        text = text.replace(old, new)
    own.write_text(text, "utf-8")
    assert main(["houses", "check", str(own)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.removeprefix(f"marcoria: {own}: ").split(":")[0] for line in told] == [
        "line 13",
        "line 23",
        "the key 'fail' is missing",
    ]
    assert main(["houses", "show", str(own)]) == 1
    assert f"2 more: marcoria houses check {own}" in capsys.readouterr().err


_WORDS = [word for key in KEYS if isinstance(key.choices, Words) for word in key.choices.words]
_WORDS += ["9", "99", "999", "9999"]
_WORDS += ["", "007", "on | off", "on|of", "no | x8", "0 |10 # x", "4 | 10", "none | none", "|"]


def spoiled(dice: Random, text: str) -> str:
    """Return the text of a house file after 0 to 3 random changes.

    Each change replaces a line and inserts another.
    """
    lines = text.splitlines()
    for _ in range(dice.randrange(4)):
        at = dice.randrange(len(lines))
        key = lines[at].partition(":")[0]
        lines[at] = dice.choice([*(f"{key}: {dice.choice(_WORDS)}" for _ in range(8)), "", key])
        lines.insert(dice.randrange(len(lines)), dice.choice(["", "# x", lines[at], "\u00a0"]))
    return "\n".join(lines)


def test_the_check_finds_the_mistakes_of_all_agreements() -> None:
    dice = Random(testenv.SEED)
    houses = [(HOUSES / f"{name}.house").read_text("utf-8") for name in names()]
    right = 0
    for _ in range(20_000 if testenv.SOAK else 500):
        text = spoiled(dice, dice.choice(houses))
        file = HouseFile(text)
        found = set(sentences(file))
        told = set()
        for agreed in file.agreements():
            try:
                load(text, agreed)
            except HouseError as error:
                told |= {sentence(file, one) for one in error.mistakes}
        assert told == found, text
        right += not found
    assert right


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "melds: on",
            "melds: on | of",
            "line 23: 'melds' cannot leave 'of' to the players, only on or off",
        ),
        (
            "melds: on",
            "melds: on |",
            "line 23: 'melds' cannot leave '' to the players, only on or off",
        ),
        ("melds: on", "melds: on | on", "line 23: 'melds' leaves 'on' to the players twice"),
        ("third: no", "third: x8|x9", "cannot leave 'x9' to the players, only no, x8 or match"),
        ("kirtik: 0", "kirtik: 0 | 5", "cannot leave '5' to the players, only 0 or 10"),
        (
            "king: 4",
            "king: 4 | 10",
            "line 13: 'king' cannot be left to the players: kirtik, melds, no_trump and third can",
        ),
        (
            "third: no",
            "third: no | x8",
            "line 8: 'third: x8' needs 'bidding: auction', not 'bidding: suit' (line 7)",
        ),
    ],
)
def test_a_wrong_choice_gets_one_sentence_that_names_the_words(
    old: str, new: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "french.house").read_text("utf-8")
    assert f"{old}\n" in text
    own.write_text(text.replace(f"{old}\n", f"{new}\n"), "utf-8")
    assert main(["houses", "check", str(own)]) == 1
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1


def test_a_name_may_have_a_bar_in_it(tmp_path: Path) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "libre.house").read_text("utf-8")
    own.write_text(text.replace("Belote libre", "Da | Piero"), "utf-8")
    assert main(["houses", "check", str(own)]) == 0
    assert open_house(str(own)).name == "Da | Piero"


def test_all_choices_left_to_players_are_explained() -> None:
    for key in KEYS:
        words = [word for word in key.left_open if key.choices.parse(word) is not None]
        assert tuple(words) == key.left_open
        if words and isinstance(key.choices, Words):
            assert sorted(words) == sorted(key.choices.words)
    shown = explain(open_house("bulgarian"), alternatives("bulgarian"))
    assert "Left to the players" in shown and "four aces count" in shown.split("Left to")[1]
    assert "Left to the players" not in explain(open_house("french"), alternatives("french"))


def test_a_rule_that_players_may_drop_is_explained(tmp_path: Path) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "bulgarian.house").read_text("utf-8")
    own.write_text(text.replace("kirtik: 0 | 10", "kirtik: 10 | 0"), "utf-8")
    shown = explain(open_house(str(own)), alternatives(str(own)))
    assert "There is no kirtik." in shown.split("Left to")[1]


def test_a_duty_that_only_partner_asks_for_is_explained() -> None:
    text = text_of("french").replace("overcut: must", "overcut: free")
    both = text.replace("partner: free", "partner: over")
    assert text != text_of("french") and both != text
    for words, is_said in ((text, False), (both, True)):
        sheet: Any = rule_sheet(words, text_of("french"))
        keys = [row["key"] for group in sheet["groups"] for row in group["rows"]]
        assert ("under" in keys) == is_said
        told = " ".join(explain(load(words)).split())
        assert ("A player without a higher trump" in told) == is_said


def test_players_agree_only_on_what_is_left_open() -> None:
    assert open_house("libre", ["melds: off"]).mark != open_house("libre").mark
    for agreed in ("melds: of", "third: x8", ""):
        with pytest.raises(TableError, match="only melds: on; melds: off"):
            open_house("libre", [agreed])
    with pytest.raises(TableError, match="only nothing"):
        open_house("french", ["melds: off"])


def test_the_table_reads_as_many_bytes_as_are_checked() -> None:
    assert table_houses._WHOLE_HOUSE == houses_of_host._LONGEST


def complete(name: str) -> str:
    """Return the text of a house's file, followed by all keys that the file leaves out."""
    return "\n".join([(HOUSES / f"{name}.house").read_text(), *left_out(name), ""])


def test_a_right_file_is_confirmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.house"
    own.write_text(complete("libre"))
    assert main(["houses", "check", str(own)]) == 0
    out = capsys.readouterr().out
    assert "complete and without contradiction" in out and "left out" not in out


def test_keys_that_a_file_leaves_out_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.house"
    text = complete("libre")
    own.write_text(text.replace("king: 4\n", "").replace("fine: 10\n", "# no fine\n"))
    assert main(["houses", "check", str(own)]) == 0
    told = capsys.readouterr().out.splitlines()[1:]
    assert told == [
        "  left out, so king: 4",
        "  left out, so fine: 10",
        "  left to the players: melds: on or off (default on)",
    ]


def test_an_unknown_house_and_an_unreadable_file_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["houses", "show", "nowhere"]) == 1
    assert "choose one of bulgarian" in capsys.readouterr().err
    assert main(["houses", "check", "nowhere"]) == 1
    assert "choose one of bulgarian" in capsys.readouterr().err
    assert main(["houses", "check", str(tmp_path)]) == 1
    assert "choose one of bulgarian" in capsys.readouterr().err
    assert main(["houses", "show", "Piedicavallo"]) == 1
    assert "write 'piedicavallo'" in capsys.readouterr().err
    assert main(["houses", "check", str(tmp_path / "none.house")]) == 1
    assert "cannot read" in capsys.readouterr().err
    (tmp_path / "bad.house").write_bytes(b"\xff\xfe")
    assert main(["houses", "check", str(tmp_path / "bad.house")]) == 1
    assert "not a text file" in capsys.readouterr().err


def test_a_file_that_is_too_long_gets_one_short_line() -> None:
    for text in (":\n" * 500_000, "A" * 1_000_000, "melds: on" + "|on" * 300_000):
        with pytest.raises(TableError) as error:
            check_text(text, "bar.house")
        assert "and the table reads 4096 at most" in error.value.detail
        assert len(error.value.detail) < 200
    long = HouseFile("A" * 4000 + "\n" + "C" * 4000 + ": 1\nking: " + "B" * 4000)
    assert all(len(one) < 200 for one in sentences(long))


def _alike(tmp_path: Path, **changed: int) -> Path:
    """Write a copy of the French house's file with these values changed, and return its path."""
    text = text_of("french")
    for key, value in changed.items():
        text = re.sub(rf"(?m)^{key}:.*$", f"{key}: {value}", text)
    path = tmp_path / "mybar.house"
    path.write_text(text, "utf-8")
    return path


def test_a_house_with_the_mark_of_another_and_other_rules_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _alike(tmp_path, target=1702, fine=143)
    assert open_house(str(path)).mark == open_house("french").mark
    assert main(["houses", "check", str(path)]) == Exit.WRONG
    told = capsys.readouterr().err
    assert "french and mybar" in told and "cannot tell" in told and "Traceback" not in told
    for right in ({}, {"target": 1702}, {"fine": 143}, {"target": 1702, "fine": 142}):
        path = _alike(tmp_path, **right)
        assert main(["houses", "check", str(path)]) == 0, right


def test_an_own_house_replaces_a_house_of_the_same_name(tmp_path: Path) -> None:
    path = _alike(tmp_path, target=1702, fine=143)
    assert check(str(path.rename(tmp_path / "french.house"))).target == 1702


def test_the_marks_of_all_houses_differ() -> None:
    check_apart({name: text_of(name) for name in names()})


def test_a_bar_has_no_two_houses_with_one_mark(tmp_path: Path) -> None:
    one = _alike(tmp_path, target=1702, fine=143).read_bytes()
    two = one.replace(b"1702", b"5102").replace(b"143", b"215")
    other = one.replace(b"143", b"144")
    files = {"/bar/houses/french.house": other, "/bar/houses/one.house": one}
    Bar(files).check()
    assert b'"one"' in Bar(files).change(["house=one"])
    files["/bar/houses/two.house"] = two
    for refused in (Bar(files).check, lambda: Bar(files).change(["house=one"])):
        with pytest.raises(TableError, match="one and two"):
            refused()
    assert Bar(files).change(["volume=1"])


def test_a_match_of_two_houses_with_one_mark_is_not_guessed(tmp_path: Path) -> None:
    path = _alike(tmp_path, target=1702, fine=143)
    mark = open_house("french").mark
    found = Rulebooks().with_mark(mark)
    assert found and found.name == "french"
    with pytest.raises(TableError, match="french and mybar"):
        Rulebooks([str(path)]).with_mark(mark)
