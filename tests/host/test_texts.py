"""The numbers of texts in the code are those of the words files, by name."""

import re

import pytest

from marcoria.paths import FIRMWARE

_LINE = re.compile(r"(\d+) ([a-z0-9-]+): (.+)")
_CONSTANT = re.compile(r"^_([A-Z0-9_]+) = const\((\d+)\)  # text\b", re.MULTILINE)
_SOURCES = [
    path for path in sorted(FIRMWARE.rglob("*.py")) if "# text\n" in path.read_text("utf-8")
]


def _keys() -> dict[int, str]:
    lines = (FIRMWARE / "ui" / "words" / "en.words").read_text(encoding="utf-8").splitlines()
    found = [_LINE.fullmatch(line) for line in lines if line and not line.startswith("#")]
    return {int(match[1]): match[2] for match in found if match}


def test_there_are_texts_in_the_code():
    assert len(_SOURCES) >= 3


@pytest.mark.parametrize("source", _SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_a_text_is_named_as_its_key(source):
    keys = _keys()
    for name, number in _CONSTANT.findall(source.read_text(encoding="utf-8")):
        assert keys.get(int(number)) == name.lower().replace("_", "-"), f"{name} = {number}"


@pytest.mark.parametrize("source", _SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_every_constant_marked_as_a_text_is_seen(source):
    text = source.read_text(encoding="utf-8")
    assert text.count("# text\n") == len(_CONSTANT.findall(text))
