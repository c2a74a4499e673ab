"""Words of the display: each language has all texts, and the texts fit the display."""

from functools import cache

import pytest

import texts as names
from marcoria.build import words
from scenes import LANGUAGES, Screen
from table.notice import Notice

_WIDEST = 394
_BELOW = (
    "leads",
    "took",
    "first-round",
    "second-round",
    "to-speak",
    "deals",
    "deals-unshuffled",
    "target",
    "lay-upcard",
    "scan-hands",
    "agree-side",
    "agree-all",
    "no-match",
)


@cache
def said(language: str) -> dict[str, str]:
    """Return the texts of a language by name."""
    found = words.read(words.FOLDER / f"{language}.words")
    return {name: one.text for name, one in found.items() if name != words.LANGUAGE}


def number(name: str) -> int:
    """Return the number of a text in the firmware's `texts` module."""
    found: int = getattr(names, words.constant(name))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_can_be_drawn(language):
    type = Screen(language).type
    type.clear()
    type.literal("☃".encode())
    missing = type.line[0]
    for text in said(language).values():
        for character in text:
            type.clear()
            type.literal(character.encode())
            assert type.line[0] != missing, f"{character!r} in {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_fits_with_long_names_in_it(language):
    screen = Screen(language)
    type = screen.type
    type.speech.speak(language, ["Ferdinando"] * 4)
    notice = Notice(0, 0, 27, 1, 27, 2)
    for name, text in said(language).items():
        if "|" in text:
            continue
        type.clear()
        type.sentence(number(name), notice, b"Piedicavallo")
        lines = 0
        while width := type.wrap(0, _WIDEST):
            assert width <= _WIDEST, text
            lines += 1
        assert lines <= 5, text


def test_a_word_longer_than_a_line_goes_on_in_the_next():
    type = Screen("en").type
    type.clear()
    type.sentence(names.OTHER_PACK, Notice(), b"MutuoSoccorso" * 6)
    chosen = ""
    while width := type.wrap(0, _WIDEST):
        assert width <= _WIDEST
        chosen += "".join("." if glyph else " " for glyph in type.line[type.start : type.stop])
    assert chosen.count(".") == sum(glyph > 0 for glyph in type.line[: type.length])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_below_the_scores_is_one_line(language):
    type = Screen(language).type
    for first in range(4):
        notice = Notice(0, first, 0x13, first ^ 1, 0, 8)
        for name in _BELOW:
            type.clear()
            type.sentence(number(name), notice, b"")
            assert type.width(0) <= _WIDEST, said(language)[name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_winner_of_a_trick_fits_between_the_points(language):
    type = Screen(language).type
    for seat in range(4):
        notice = Notice(0, seat, 0, 0, 0, 7)
        for name in ("leads", "took"):
            type.clear()
            type.sentence(number(name), notice, b"")
            assert type.width(0) <= _WIDEST - 2 * 62, said(language)[name]


_IN_WIDE_HALF = (0, 1, 2, 4)  # labels that are always in the left, wider half of the score sheet


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_keep_clear_of_their_numbers(language):
    type = Screen(language).type
    for place in range(9):
        type.clear()
        type.text(names.DETAILS, place)
        wide = type.width(0)
        most = 114 if place in _IN_WIDE_HALF else 82
        assert 0 < wide <= most, (said(language)["details"], place)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_for_the_end_of_a_match_is_one_line(language):
    type = Screen(language).type
    for place in range(7):
        type.clear()
        type.text(names.ENDED, place)
        assert 0 < type.width(0) <= _WIDEST, (said(language)["ended"], place)
