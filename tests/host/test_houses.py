"""`marcoria houses`: the list, a house in words, and a file checked."""

from pathlib import Path

import pytest

from belote.housekeys import KEYS
from marcoria.cli import main
from marcoria.game.explain import _PAGES, explain
from marcoria.game.houses import left_out, names, open_house
from marcoria.paths import HOUSES


def test_the_list_has_the_seven_houses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["houses"]) == main(["houses", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 14
    assert [line.split()[0] for line in lines[:7]] == names()


def test_every_value_of_every_key_has_its_words() -> None:
    said = {key: sentences for page in _PAGES.values() for key, sentences in page.items()}
    silent = {"name", "capot_melds", "capot_belote", "reverse_melds"}
    for line in KEYS.decode().strip().split("\n"):
        key, *values = line.split()
        if key in silent:
            continue
        if values[0] == "#":
            assert "{}" in said[key][0], key
        else:
            assert len(said[key]) == len(values), key


def test_houses_that_differ_in_one_rule_read_differently(tmp_path: Path) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "piedicavallo.house").read_text()
    own.write_text(text.replace("no_rise: lowest", "no_rise: any"))
    assert "else his lowest trump" in explain(open_house("piedicavallo"))
    assert "else any trump" in explain(open_house(str(own)))


@pytest.mark.parametrize("name", names())
def test_a_house_in_words(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["houses", "show", name]) == 0
    out = capsys.readouterr().out
    assert out.startswith(open_house(name).name + "\n==")
    assert "{}" not in out and "None" not in out
    assert all(len(line) <= 78 for line in out.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("king: 4", "king: 5", "'king' cannot be '5'"),
        ("upcard: taken\n", "", "the key 'upcard' is missing"),
        ("king: 4", "kimg: 4", "line 13: 'kimg' is no key of a house"),
        ("king: 4", "king: 4\nking: 4", "line 14: the key 'king' stands there a second time"),
        ("king: 4", "king 4", "line 13: 'king 4' is not of the form 'key: value'"),
        ("target: 1000", "target: 0", "'target' contradicts"),
    ],
)
def test_a_wrong_file_gets_one_sentence_that_names_the_key(
    old: str, new: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.house"
    text = (HOUSES / "french.house").read_text()
    assert old in text
    own.write_text(text.replace(old, new))
    assert main(["houses", "check", str(own)]) == 1
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1


def complete(name: str) -> str:
    """The file of a house, with what it leaves out."""
    return "\n".join([(HOUSES / f"{name}.house").read_text(), *left_out(name), ""])


def test_a_right_file_is_confirmed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.house"
    own.write_text(complete("libre"))
    assert main(["houses", "check", str(own)]) == 0
    out = capsys.readouterr().out
    assert "complete and without contradiction" in out and "left out" not in out


def test_what_a_file_leaves_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.house"
    text = complete("libre")
    own.write_text(text.replace("king: 4\n", "").replace("fine: 10\n", "# no fine\n"))
    assert main(["houses", "check", str(own)]) == 0
    told = capsys.readouterr().out.splitlines()[1:]
    assert told == ["  left out, so king: 4", "  left out, so fine: 10"]


def test_an_unknown_house_and_an_unreadable_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["houses", "show", "nowhere"]) == 1
    assert "it is one of bulgarian" in capsys.readouterr().err
    assert main(["houses", "check", str(tmp_path / "none.house")]) == 1
    assert "cannot read" in capsys.readouterr().err
    (tmp_path / "bad.house").write_bytes(b"\xff\xfe")
    assert main(["houses", "check", str(tmp_path / "bad.house")]) == 1
    assert "not a text file" in capsys.readouterr().err
