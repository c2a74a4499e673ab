"""The words: every text in every language, whole, and small enough for the display."""

import re
from functools import cache

import pytest

from scenes import LANGUAGES, WORDS, Screen
from table.notice import Notice

_LINE = re.compile(r"(\d{3})( [a-z0-9-]+)?: (.+)")
_PLACEHOLDER = re.compile(r"%(.)")
_WIDEST = 394
_LISTS = range(16)


@cache
def texts(language: str) -> dict[int, str]:
    """The texts of a language by number."""
    found: dict[int, str] = {}
    for line in (WORDS / f"{language}.words").read_text(encoding="utf-8").splitlines():
        match = _LINE.fullmatch(line)
        assert match, line
        assert int(match[1]) not in found, line
        found[int(match[1])] = match[3]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_order(language):
    assert list(texts(language)) == sorted(texts("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_is_left_open_in_every_language(language):
    for number, text in texts(language).items():
        english = texts("en")[number]
        assert set(_PLACEHOLDER.findall(text)) == set(_PLACEHOLDER.findall(english)), text
        assert text.count("|") == english.count("|"), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_can_be_drawn(language):
    type = Screen(language).type
    type.clear()
    type.literal("☃".encode())
    missing = type.line[0]
    for text in texts(language).values():
        for character in text:
            type.clear()
            type.literal(character.encode())
            assert type.line[0] != missing, f"{character!r} in {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_fits_with_long_names_in_it(language):
    screen = Screen(language)
    type = screen.type
    type.speak(language, ["Ferdinando"] * 4)
    notice = Notice()
    notice.set(0, 0, 27, 1, 27, 2)
    for number in texts(language):
        if number in _LISTS:
            continue
        type.clear()
        type.sentence(number, notice, b"Piedicavallo")
        lines = 0
        while width := type.wrap(0, _WIDEST):
            assert width <= _WIDEST, texts(language)[number]
            lines += 1
        assert lines <= 5, texts(language)[number]


def test_a_word_longer_than_a_line_goes_on_in_the_next():
    type = Screen("en").type
    type.clear()
    type.sentence(86, Notice(), b"MutuoSoccorso" * 6)
    chosen = ""
    while width := type.wrap(0, _WIDEST):
        assert width <= _WIDEST
        chosen += "".join("." if glyph else " " for glyph in type.line[type.start : type.stop])
    assert chosen.count(".") == sum(glyph > 0 for glyph in type.line[: type.length])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_below_the_scores_is_one_line(language):
    type = Screen(language).type
    notice = Notice()
    for first in range(4):
        notice.set(0, first, 0x13, first ^ 1, 0, 8)
        for number in (*range(230, 236), *range(237, 240), *range(247, 250)):
            type.clear()
            type.sentence(number, notice, b"")
            assert type.width(0) <= _WIDEST, texts(language)[number]


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_keep_clear_of_their_numbers(language):
    type = Screen(language).type
    for number in (240, 241, 242, 244):
        type.clear()
        type.text(number)
        assert type.width(0) <= 100, texts(language)[number]
