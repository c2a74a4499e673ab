"""Compiled words: the same texts as in the sources, small enough, and read as the format says."""

from random import Random

import pytest

from marcoria.build import words
from marcoria.build.fonts import characters
from marcoria.build.mpy import compile_tree, content
from marcoria.errors import TableError
from marcoria.paths import FIRMWARE

SOURCES = sorted((FIRMWARE / "ui" / "words").glob("*.words"))
KIB = 1024
_OPEN = ("|", "%s", "%c", "%o", "%d", "%n", "%t", "%m", "%b")


def _parts(data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The language's name, the sizes of its texts, what their codes stand for, the codes."""
    name, data = data[1 : 1 + data[0]], data[1 + data[0] :]
    sizes, data = data[1 : 1 + data[0]], data[1 + data[0] :]
    size = data[0] * 2
    return name, sizes, data[1 : 1 + size], data[1 + size :]


def _texts(data: bytes) -> dict[int, str]:
    """The texts of a file, read by the description in `marcoria.build.words`."""
    name, sizes, table, codes = _parts(data)
    assert len(codes) == sum(sizes)

    def said(code: int) -> str:
        if code < 9:
            return _OPEN[code]
        if code < table[0]:
            return characters()[table[code]]
        at = table[0] + 2 * (code - table[0])
        return said(table[at]) + said(table[at + 1])

    found, at = {0: name.decode()} if name else {}, 0
    for number, count in enumerate(sizes):
        if count:
            found[number] = "".join(map(said, reversed(codes[at : at + count])))
        at += count
    return found


def _lines(source: str) -> dict[int, str]:
    return {int(line[:3]): line.partition(": ")[2] for line in source.splitlines()}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_what_is_compiled_says_what_its_source_says(source):
    assert _texts(content(source)) == _lines(source.read_text(encoding="utf-8"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_what_the_table_keeps_in_memory_is_small(source):
    _, _, table, _ = _parts(content(source))
    assert len(table) - table[0] <= 2 * words.PAIRS + 1  # the pairs
    assert table[0] <= 110


def test_all_words_together_are_small():
    assert len(SOURCES) == 6
    assert sum(len(content(source)) for source in SOURCES) <= 24 * KIB


def test_words_lie_on_the_table_under_their_language():
    names = {path.rpartition("/")[2] for path in compile_tree(FIRMWARE / "ui" / "words", "/lib")}
    assert names == {f"{source.stem}.text" for source in SOURCES}


@pytest.mark.parametrize(
    "text",
    ["a", "aaaaaaaaaaaaaaaaaaaaaaaa", "%s: %c, %o %d|%n%t%m%b", "ab" * 200, ""],
)
def test_any_text_comes_back(text):
    assert _texts(words.compile_words(f"007: {text}\n")) == ({7: text} if text else {})


def test_the_same_words_always_make_the_same_file():
    text = SOURCES[0].read_text(encoding="utf-8")
    assert words.compile_words(text) == words.compile_words(text)


@pytest.mark.parametrize(
    "source",
    [
        "7: a number of one digit",
        "255: more than a byte",
        "001 no colon",
        "001: once\n001: and again",
        "001: what is %x?",
        "001: ☃",
        "001: 50 % of it",
        "001: " + "".join(Random(1).choices(characters()[40:100], k=200)),
    ],
)
def test_what_the_table_cannot_read_is_refused(source):
    with pytest.raises(TableError):
        words.compile_words(source)
