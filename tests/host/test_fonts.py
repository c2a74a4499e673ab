"""The committed font file: complete, legible, and small enough."""

import sys
from pathlib import Path

import pytest

from marcoria.build import font_file, fonts
from marcoria.cli import main
from marcoria.paths import FIRMWARE

LARGEST = 19 * 1024
LONGEST_GLYPH, LONGEST_ROWS = (128, 128, 384), 432  # the sizes of the buffers in Glyphs
WORDS = sorted((FIRMWARE / "ui" / "words").glob("*.words"))
_ACCENTS = "àâçèéêëîïñóöôùúûüœÀÇÈÉÊÎÑÓÙÚ¡¿«»’–—…"
_CYRILLIC = "".join(chr(code) for code in range(0x410, 0x450)) + "Ёёѝ"
_ASCII = "".join(chr(code) for code in range(0x20, 0x7F))


class _File:
    """Font file, parsed as `marcoria.build.fonts` describes its format."""

    def __init__(self, data: bytes) -> None:
        self.codes = data[1 : 1 + data[0]]
        at = 1 + data[0]
        self.counts = data[at : at + 3]
        at += 3
        self.fonts = []
        for count in self.counts:
            entries = [data[at + i * 3 : at + i * 3 + 3] for i in range(count)]
            self.fonts.append(
                [(advance & 0x7F, data[high << 8 | low :]) for advance, high, low in entries]
            )
            at += count * 3

    def record(self, font: int, glyph: int) -> bytes:
        """Return the bytes of a glyph's record."""
        record = self.fonts[font][glyph][1]
        width, height = record[:2]
        rows = 3 + (height + 7) // 8
        new = sum(byte.bit_count() for byte in record[3:rows])
        return record[: rows + (width + 7) // 8 * new]

    def boxes(self, font: int) -> set[str]:
        """Return the characters that a font lacks: they have the glyph for missing characters."""
        missing = self.record(font, self.counts[font] - 1)
        names = fonts.characters()
        return {one for at, one in enumerate(names) if self.record(font, at) == missing}


@pytest.fixture(scope="module")
def file() -> _File:
    return _File(font_file.FILE.read_bytes())


def test_all_fonts_together_are_small() -> None:
    assert font_file.FILE.stat().st_size <= LARGEST


def test_the_font_file_has_the_characters_of_its_generator(file: _File) -> None:
    assert file.codes == bytes(number for span in fonts._RANGES for number in span)
    names = fonts.characters()
    assert len(set(names)) == len(names) == file.counts[0] - 1 == file.counts[1] - 1
    assert set(_ASCII + _CYRILLIC + _ACCENTS + "♣♦♥♠−") <= set(names)


def test_text_has_every_character(file: _File) -> None:
    assert not file.boxes(0)


def test_titles_have_all_letters_of_the_six_languages(file: _File) -> None:
    letters = "abcdefghijklmnopqrstuvwxyzàâçèéêëîïñóöôùúûüìòœ"
    capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÇÈÉÊÑ"
    bulgarian = "абвгдежзийклмнопрстуфхцчшщъьюя"
    wanted = letters + capitals + bulgarian + bulgarian.upper() + "♣♦♥♠−0123456789 ().,:!?'’-–/+¿¡"
    assert not set(wanted) & file.boxes(1)


def test_scores_have_digits_signs_and_suits(file: _File) -> None:
    names = fonts.characters()[: file.counts[2]]
    drawn = {one for at, one in enumerate(names) if file.record(2, at)[0] > 1}
    assert drawn == set("0123456789-−()♣♦♥♠")
    for digit in "0123456789":
        width, height, top = file.record(2, names.index(digit))[:3]
        assert height >= 72 and top - font_file.ABOVE >= 0 and top - font_file.ABOVE + height <= 76
        assert width <= 50


@pytest.mark.parametrize("font", [0, 1, 2])
def test_glyphs_fit_their_place(file: _File, font: int) -> None:
    for glyph in range(file.counts[font]):
        record = file.record(font, glyph)
        width, height, top = record[:3]
        rise, fall = ((4, 0), (6, 0), (0, 0))[font]
        assert len(record) <= LONGEST_GLYPH[font] and width and height
        assert (width + 7) // 8 * height <= LONGEST_ROWS
        assert -rise <= top - font_file.ABOVE
        assert top - font_file.ABOVE + height <= (24, 36, 76)[font] + fall
        assert 0 < file.fonts[font][glyph][0] >= width - 3  # 3 pixels may overlap


@pytest.mark.parametrize("font", [0, 1])
def test_no_two_characters_of_a_script_look_alike(file: _File, font: int) -> None:
    names = fonts.characters()
    for script in (_ASCII.replace("l", ""), _CYRILLIC, _ACCENTS):  # an I may look like an l
        there = [one for one in script if one not in file.boxes(font) | {"\u00a0"}]
        records = {file.record(font, names.index(one)) for one in there}
        assert len(records) == len(there)


@pytest.mark.parametrize("words", WORDS, ids=lambda path: path.stem)
def test_the_fonts_have_all_characters_of_the_words(words: Path) -> None:
    assert not set(words.read_text(encoding="utf-8")) - set(fonts.characters()) - {"\n"}


def test_there_are_words() -> None:
    assert len(WORDS) >= 6


def test_without_freetype_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = font_file.FILE.read_bytes()
    monkeypatch.setitem(sys.modules, "freetype", None)
    assert main(["fonts"]) == 1
    assert "freetype-py" in capsys.readouterr().err
    assert font_file.FILE.read_bytes() == before
