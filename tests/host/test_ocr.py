"""The text recognition for pictures of the display, tested with pages drawn by the firmware."""

from typing import Any

import pytest

from marcoria.paths import FIRMWARE
from marcoria.sim.chips.ssd1683.glass import WIDTH
from marcoria.sim.view.ocr import PageReader, ScreenPage
from marcoria.sim.view.shapes import Picture, mask, places
from ui.type import Type

_TEXT, _TITLE, _SCORE = 0, 1, 2
_PIXELS = WIDTH * 150  # pixels of one half of the display


@pytest.fixture(scope="module")
def reader() -> PageReader:
    return PageReader()


class _Paper:
    """Page on which the firmware's class `Type` draws text."""

    def __init__(self) -> None:
        self.buffer = bytearray(_PIXELS // 8)
        self.type: Any = Type(self.buffer, str(FIRMWARE / "ui"))
        self.type.blank()

    def put(self, font: int, x: int, y: int, text: str, ink: int = 0) -> "_Paper":
        kind = self.type
        kind.clear()
        kind.literal(text.encode())
        kind.width(font)
        kind.draw(font, x, y, ink)
        while not kind.draw_some():
            pass
        return self

    def screen(self) -> bytes:
        """Return the pixels of a display that shows the page on both halves.

        Each pixel is one byte. On the upper half the page is upside down.
        """
        bits = self.buffer
        half = bytes(255 if bits[i >> 3] >> (7 - (i & 7)) & 1 else 0 for i in range(_PIXELS))
        return half[::-1] + half

    def read(self, reader: PageReader) -> ScreenPage:
        return reader.page(self.screen())


@pytest.mark.parametrize(
    "text",
    [
        "North: lay a card, 10♥ 7♠ J♦ K♣!",
        "È così, perché là c'è già Piergiò.",
        "Où ça? « Belote » et rebelote…",
        "¿Quién juega? ¡Mañana!",
        "Играе Север: вземи картата.",
        "jj fjord, (80) −10 · 100 %",
    ],
)
def test_text_of_every_language_is_read(reader: PageReader, text: str) -> None:
    page = _Paper().put(_TEXT, 8, 50, text).read(reader)
    assert text in page
    assert len(page.lines) == 1
    assert page.mirrored


def test_all_sizes_are_read_at_once(reader: PageReader) -> None:
    paper = _Paper().put(_SCORE, 5, 0, "720").put(_SCORE, 230, 0, "−85")
    paper.put(_TITLE, 10, 82, "♥ South").put(_TEXT, 10, 122, "North plays").put(
        _TEXT, 250, 90, "trick 2"
    )
    page = paper.read(reader)
    found = {(line.text, line.size) for line in page.lines}
    assert found == {
        ("720", 76),
        ("−85", 76),
        ("♥ South", 36),
        ("North plays", 24),
        ("trick 2", 24),
    }


def test_a_short_line_close_to_a_longer_one_is_read(reader: PageReader) -> None:
    for before, after in ((22, 23), (23, 22)):
        paper = _Paper().put(_TEXT, 8, 40, "♣ I do")
        paper.put(_TEXT, 8, 40 - before, "♦ Draw for it")
        paper.put(_TEXT, 8, 40 + after, "♥ and draw again for it")
        assert paper.read(reader).line_with("I do")


def test_words_are_found_across_lines(reader: PageReader) -> None:
    page = (
        _Paper().put(_TEXT, 8, 10, "West: show the").put(_TEXT, 8, 36, "card again.").read(reader)
    )
    assert "show the card again" in page
    assert "show a card" not in page
    assert page.line_with("card again") is not None
    assert page.line_with("nothing") is None


def test_white_on_black_is_read(reader: PageReader) -> None:
    paper = _Paper()
    paper.type.frame.fill_rect(0, 40, WIDTH, 40, 0)
    page = paper.put(_TEXT, 20, 48, "Your turn", 1).read(reader)
    assert [line.text for line in page.lines] == ["Your turn"]


def test_a_difference_between_the_two_sides_is_seen(reader: PageReader) -> None:
    screen = bytearray(_Paper().put(_TEXT, 8, 50, "East").screen())
    screen[5] = 0
    assert not reader.page(bytes(screen)).mirrored


@pytest.mark.parametrize("ink", [0, 1])
def test_the_search_finds_a_letter_wherever_a_look_at_every_place_finds_it(
    reader: PageReader, ink: int
) -> None:
    paper = _Paper()
    if ink:
        paper.type.box(0, 0, WIDTH, 150)
    for y, text in ((2, "ITL-|Щ'ijl ("), (30, "ΩIl|T-7J"), (60, "Т|Г[]П 10 :")):
        paper.put(_TEXT, y, y, text, ink)
    # The strokes of some of these letters touch the right edge.
    for row, end in enumerate((3, 4, 5, 6)):
        paper.put(_TEXT, WIDTH - end, 2 + 30 * row, "l", ink)
    paper.put(_TITLE, 4, 100, "П-IL|T1", ink)
    half = paper.screen()[_PIXELS:]
    picture = Picture(bytes(b"10"[(pixel > 0) ^ ink] for pixel in half))
    for size in (24, 36):
        for shape in reader.shapes[size]:
            if shape.letter in "-|TIlLJПГ'1i":
                whole = mask(shape, size)
                everywhere = [(y, x) for y in range(150) for x in range(WIDTH)]
                seen = [place for place in everywhere if picture.has(whole, *place)]
                assert sorted(places(picture, shape, size)) == seen, (size, shape.letter)
