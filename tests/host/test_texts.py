"""The numbers of texts in the code are those of the words files, by name."""

import re

import pytest

import texts
from codes import answers, offences
from marcoria.build import text_names
from marcoria.cli import main
from marcoria.errors import TableError
from marcoria.paths import FIRMWARE
from table import sentences

_LINE = re.compile(r"(\d+) ([a-z0-9-]+): (.+)")


def _keys() -> dict[int, str]:
    lines = (FIRMWARE / "ui" / "words" / "en.words").read_text(encoding="utf-8").splitlines()
    found = [_LINE.fullmatch(line) for line in lines if line and not line.startswith("#")]
    return {int(match[1]): match[2] for match in found if match}


def test_the_code_has_the_names_of_the_words():
    assert text_names.check() == []
    names = {name: value for name, value in vars(texts).items() if name.isupper()}
    assert names == {text_names.constant(name): number for number, name in _keys().items()}


def test_names_that_are_not_up_to_date_are_found(tmp_path, monkeypatch, capsys):
    old = tmp_path / "texts.py"
    old.write_text(text_names.generate().replace("const(201)", "const(99)"))
    monkeypatch.setattr(text_names, "GENERATED", old)
    assert text_names.check() == ["texts.py is not what en.words makes of it: generate it again"]
    assert main(["words", "check"]) == 1 and "generate it again" in capsys.readouterr().err
    assert main(["words", "generate"]) == 0 and main(["words", "check"]) == 0


@pytest.mark.parametrize(
    "line", ["001: no name", "001 Title: x", "1 one: x", "001 a: b\n002 a: c"]
)
def test_a_line_without_a_name_of_its_own_is_refused(line):
    with pytest.raises(TableError, match=r"line [12]"):
        text_names.numbers(line)


def test_every_offence_and_every_answer_has_its_text():
    known = {value for name, value in vars(offences).items() if name.isupper()}
    assert sentences.OFFENCE_TEXTS.keys() == known - {offences.PARDONED}
    refused = {value for name, value in vars(answers).items() if name.isupper()}
    refused |= {code for code in known if code <= offences.FALSE_BELOTE}
    assert sentences.ANSWER_TEXTS.keys() == refused - {answers.NOTED}
