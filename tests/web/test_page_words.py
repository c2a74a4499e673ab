"""The .words files of the page: complete in each language, and without unused texts."""

import re
from collections import Counter
from pathlib import Path

import pytest

from marcoria.bots import company
from marcoria.paths import ROOT

_PAGE = ROOT / "host_tools" / "marcoria" / "web" / "page"
_LANGUAGES = ["en", "it", "fr", "es", "bg"]
_PLACE = re.compile(r"\{(\w+)\}")
# Patterns for names of texts in the sources: words("name"), and words(`speed-${value}`).
_STRING = re.compile(r'"([a-z]+(?:-\w+)*)"')
_HEAD = re.compile(r"`([a-z]+-(?:[a-z]+-)*)\$\{")


# Words that must not occur, because players found them vulgar, wrong or clumsy.
_NEVER = {
    "en": r"\bthe own\b",
    "it": r"\bpisci|briscola",
    "fr": r"\bpiss|\bpress(e|er|é)\b|Ranger",
    "es": r"\bvalet\b|Guardar la ayuda|Mesa real",
    "bg": r"Истинско време",
}


def _lines(language: str) -> list[tuple[str, str]]:
    text = (_PAGE / "words" / f"{language}.words").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all(": " in row for row in rows), [row for row in rows if ": " not in row]
    return [(name, text) for name, text in (row.split(": ", 1) for row in rows)]


def _shape(text: str) -> tuple[list[str], int]:
    """Return the placeholders of a text, and the number of the "|" that separate its parts."""
    return sorted(set(_PLACE.findall(text))), text.count("|")


def _sources() -> str:
    files: list[Path] = sorted(_PAGE.rglob("*.mjs"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_there_is_a_file_for_each_language() -> None:
    there = sorted(file.stem for file in (_PAGE / "words").glob("*.words"))
    assert there == sorted(_LANGUAGES)


@pytest.mark.parametrize("language", _LANGUAGES)
def test_a_language_has_every_line_once(language: str) -> None:
    twice = [name for name, count in Counter(dict_names(language)).items() if count > 1]
    assert not twice
    # All files have the same order, so that they can be compared line by line.
    assert dict_names(language) == dict_names("en")


@pytest.mark.parametrize("language", _LANGUAGES)
def test_each_line_has_the_places_of_the_english_one(language: str) -> None:
    english = dict(_lines("en"))
    differ = [
        name for name, text in _lines(language) if _shape(text) != _shape(english.get(name, ""))
    ]
    assert not differ


@pytest.mark.parametrize("language", [one for one in _LANGUAGES if one != "en"])
def test_long_lines_are_translated(language: str) -> None:
    english = dict(_lines("en"))
    same = [name for name, text in _lines(language) if text == english.get(name)]
    assert not [name for name in same if len(english[name].split()) > 3]


def test_every_line_is_used_and_every_used_line_exists() -> None:
    sources, names = _sources(), dict_names("en")
    strings, heads = set(_STRING.findall(sources)), tuple(_HEAD.findall(sources))
    unread = [name for name in names if name not in strings and not name.startswith(heads)]
    assert not unread
    asked = re.findall(r'\bwords\("([^"]+)"', sources)
    assert not sorted(set(asked) - set(names))


def test_keys_have_the_names_that_the_display_says() -> None:
    source = (_PAGE / "key_names.mjs").read_text(encoding="utf-8")
    rows = re.findall(r'\["(\w+)", \["(.+)", "(.+)", "(.+)"\]\]', source)
    files = (ROOT / "firmware" / "ui" / "words").glob("*.words")
    assert sorted(language for language, *_ in rows) == sorted(path.stem for path in files)
    for language, *named in rows:
        said = company.words(language)
        touched = [one.strip() for one in said["touched"].split("|")]
        assert named == [touched[4], touched[5], touched[7]]
        assert said["call-more"].startswith(named[1])
        assert named[2] in said["no-match"] and named[0] in said["set-up"]


@pytest.mark.parametrize("language", _LANGUAGES)
def test_sentences_name_keys_as_they_are_labelled(language: str) -> None:
    """Texts of the page use placeholders for keys; the display names keys in its language."""
    on_page = [text for name, text in _lines(language) if not name.startswith("rank")]
    assert not [text for text in on_page if re.search(r"(?<!{)\b(PASS|CALL)\b", text)]
    if language != "en":
        said = company.words(language).values()
        assert not [text for text in said if re.search(r"\b(PASS|CALL)\b", text)]


def dict_names(language: str) -> list[str]:
    """Return the names of all texts of a language, in the order of the file."""
    return [name for name, _ in _lines(language)]


@pytest.mark.parametrize("language", _LANGUAGES)
def test_no_line_has_a_word_that_players_found_wrong(language: str) -> None:
    table = (ROOT / "firmware" / "ui" / "words" / f"{language}.words").read_text("utf-8")
    page = [text for _, text in _lines(language)]
    found = [text for text in [*page, *table.splitlines()] if re.search(_NEVER[language], text)]
    assert not found
