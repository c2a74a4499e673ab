"""The texts have names: those of the English words, in the code too."""

import ast

import pytest

import texts as names
from codes import answers, offences
from marcoria.build import texts, words, words_page
from marcoria.cli import main
from marcoria.paths import FIRMWARE
from table import sentences

_SOURCES = [path for path in sorted(FIRMWARE.rglob("*.py")) if path != texts.GENERATED]


def _public(module):
    return {name: value for name, value in vars(module).items() if name.isupper()}


def test_the_code_has_the_names_of_the_words():
    assert words.names_file().check() == []
    english = list(texts.read(texts.FOLDER / texts.ENGLISH))
    assert english[0] == "language"
    numbers = {texts.constant(name): number for number, name in enumerate(english[1:], 1)}
    assert _public(names) == {"NONE": 0, **numbers}


def test_names_that_are_not_up_to_date_are_found(tmp_path, monkeypatch, capsys):
    old = tmp_path / "texts.py"
    old.write_text(texts.generate().replace("SEATS", "STOOLS"))
    monkeypatch.setattr(texts, "GENERATED", old)
    monkeypatch.setattr(words_page, "GENERATED", tmp_path / "words.md")
    (tmp_path / "words.md").write_text("")
    found = words.names_file().check()
    assert found == ["texts.py is not what en.words makes of it: generate it again"]
    assert main(["words", "check"]) == 1 and "generate it again" in capsys.readouterr().err
    assert main(["words", "generate"]) == 0 and main(["words", "check"]) == 0


def test_the_page_of_all_words_is_up_to_date():
    assert words_page.page_file().check() == []
    page = words_page.GENERATED.read_text(encoding="utf-8")
    assert "| `yes` | Yes | " in page and r"North\|East\|South\|West" in page
    for path in texts.FOLDER.glob("*.words"):
        for name, one in texts.read(path).items():
            row = next(line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
            assert one.text.replace("|", r"\|") in row, path.name


def test_what_is_wrong_with_a_language_is_said(tmp_path, monkeypatch, capsys):
    for path in texts.FOLDER.glob("*.words"):
        (tmp_path / path.name).write_text(path.read_text())
    line = (tmp_path / "it.words").read_text().count("\n") + 1
    with (tmp_path / "it.words").open("a") as file:
        file.write("yes: Sì\n")
    monkeypatch.setattr(texts, "FOLDER", tmp_path)
    assert main(["words", "check"]) == 1
    assert f"it.words, line {line}: 'yes' is in line" in capsys.readouterr().err


def _counts_with_texts(node: ast.AST) -> bool:
    """Return whether this is a sum, a comparison by size or a range of texts."""
    parts = []
    if isinstance(node, ast.BinOp):
        parts = [node.left, node.right]
    elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.Eq | ast.NotEq):
        parts = [node.left, *node.comparators]
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "range":
        parts = node.args
    return any(ast.unparse(part).startswith("texts.") for part in parts)


def test_no_code_counts_with_texts():
    assert [
        f"{path.relative_to(FIRMWARE)}: {ast.unparse(node)}"
        for path in _SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if _counts_with_texts(node)
    ] == []


@pytest.mark.parametrize("code", ["texts.YES + 1", "1 < texts.YES", "range(texts.YES, 3)"])
def test_code_that_counts_with_texts_is_found(code):
    assert any(_counts_with_texts(node) for node in ast.walk(ast.parse(code)))


def test_every_offence_and_every_answer_has_its_text():
    known = {value for name, value in vars(offences).items() if name.isupper()}
    assert sentences.OFFENCE_TEXTS.keys() == known - {offences.PARDONED}
    refused = {value for name, value in vars(answers).items() if name.isupper()}
    refused |= {code for code in known if code <= offences.FALSE_BELOTE}
    assert sentences.ANSWER_TEXTS.keys() == refused - {answers.NOTED}
