"""Constants of the texts: they have the names in en.words, and no code calculates with them."""

import ast

import pytest

import texts as names
from belote.conduct import DUTIES
from codes.game import Answers, Offences
from marcoria.build import words
from marcoria.cli import main
from marcoria.paths import FIRMWARE
from table import sentences
from ui.text_names import NAMES

_SOURCES = [path for path in sorted(FIRMWARE.rglob("*.py")) if path.name != "texts.py"]


def _public(module):
    return {name: value for name, value in vars(module).items() if name.isupper()}


def test_the_code_has_the_names_of_the_words():
    english = list(words.read(words.FOLDER / words.ENGLISH))
    assert english[0] == "language" and NAMES.decode().split() == english
    numbers = {words.constant(name): number for number, name in enumerate(english[1:], 1)}
    assert _public(names) == {"NONE": 0, **numbers}


def test_generated_files_of_the_words_are_up_to_date():
    assert [fault for made in words.made_files() for fault in made.check()] == []


def test_outdated_files_of_the_words_are_found(tmp_path, monkeypatch, capsys):
    made = [one._replace(path=tmp_path / one.path.name) for one in words.made_files()]
    for one in made:
        one.path.write_text("old")
    monkeypatch.setattr("marcoria.commands.made._texts", lambda: made)
    assert main(["words", "check"]) == 1
    complaint = capsys.readouterr().err
    for one in made:
        assert f"{one.path.name} is out of date with en.words: generate it again" in complaint
    assert main(["words", "generate"]) == 0 and main(["words", "check"]) == 0


def test_the_page_of_all_words_shows_all_of_them():
    page = words.page()
    assert "| `yes` | Yes | " in page and r"North\|East\|South\|West" in page
    for path in words.languages():
        for name, one in words.read(path).items():
            row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
            assert one.text.replace("|", r"\|") in row, path.name


def test_mistakes_of_all_languages_are_reported(tmp_path, monkeypatch, capsys):
    for path in words.languages():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    line = (tmp_path / "it.words").read_text().count("\n") + 1
    with (tmp_path / "it.words").open("a") as file:
        file.write("yes: Sì\n")
    french = (tmp_path / "fr.words").read_text()
    (tmp_path / "fr.words").write_text(french.replace("\nno: Non\n", "\nno: Non %s\n"))
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert main(["words", "check"]) == 1
    complaint = capsys.readouterr().err
    assert f"it.words, line {line}: 'yes' is in line" in complaint
    assert "'no' does not have the placeholders of the English text: No" in complaint


def _counts_with_texts(node: ast.AST) -> bool:
    """Return whether the node uses a text's number in arithmetic, `range`, or a comparison.

    Comparisons with == and != do not count.
    """
    parts = []
    if isinstance(node, ast.BinOp):
        parts = [node.left, node.right]
    elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
        parts = [node.left, *node.comparators]
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        parts = node.args
    return any(ast.unparse(part).startswith("texts.") for part in parts)


def test_no_code_calculates_with_texts():
    assert [
        f"{path.relative_to(FIRMWARE)}: {ast.unparse(node)}"
        for path in _SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if _counts_with_texts(node)
    ] == []


@pytest.mark.parametrize("code", ["texts.YES + 1", "1 < texts.YES", "range(texts.YES, 3)"])
def test_code_that_calculates_with_texts_is_found(code):
    assert any(_counts_with_texts(node) for node in ast.walk(ast.parse(code)))


def test_every_offence_and_every_answer_has_its_text():
    known = {value for name, value in vars(Offences).items() if name.isupper()}
    assert sentences.OFFENCE_TEXTS.keys() == known
    refused = {value for name, value in vars(Answers).items() if name.isupper()}
    refused |= {*DUTIES, Offences.OUT_OF_TURN, Offences.FALSE_MELD, Offences.FALSE_BELOTE}
    assert sentences.ANSWER_TEXTS.keys() == refused - {Answers.NOTED}
