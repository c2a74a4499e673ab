"""Compiled words: the same texts as in the sources, small enough, and read as the format says."""

import string
from pathlib import Path
from random import Random

import pytest

from marcoria.build import texts, words
from marcoria.build.fonts import characters
from marcoria.build.mpy import compile_tree, content
from marcoria.errors import TableError
from marcoria.paths import FIRMWARE
from table.files import languages

SOURCES = sorted((FIRMWARE / "ui" / "words").glob("*.words"))
NAMES = texts.read(texts.FOLDER / texts.ENGLISH)
KIB = 1024
_LONG = "".join(Random(1).choices(string.ascii_letters, k=200))
_OPEN = ("|", "%s", "%c", "%o", "%d", "%n", "%t", "%m", "%b", "%w", "%e", "%p", "%q")


def _parts(data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The language's name, the sizes of its texts, what their codes stand for, the codes."""
    name, data = data[1 : 1 + data[0]], data[1 + data[0] :]
    sizes, data = data[1 : 1 + data[0]], data[1 + data[0] :]
    size = data[0] * 2
    return name, sizes, data[1 : 1 + size], data[1 + size :]


def _texts(data: bytes) -> list[str]:
    """The texts of a file, read by the description in `marcoria.build.words`."""
    name, sizes, table, codes = _parts(data)
    assert len(codes) == sum(sizes) and not sizes[0]

    def said(code: int) -> str:
        if code < len(_OPEN):
            return _OPEN[code]
        if code < table[0]:
            return characters()[table[code]]
        at = table[0] + 2 * (code - table[0])
        return said(table[at]) + said(table[at + 1])

    found, at = [name.decode()], 0
    for count in sizes[1:]:
        found.append("".join(map(said, reversed(codes[at : at + count]))))
        at += count
    return found


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_what_is_compiled_says_what_its_source_says(source):
    lines = source.read_text(encoding="utf-8").splitlines()
    said = dict(line.split(": ", 1) for line in lines)
    assert _texts(content(source)) == [said[name] for name in NAMES]


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_what_the_table_keeps_in_memory_is_small(source):
    _, _, table, _ = _parts(content(source))
    assert len(table) - table[0] <= 2 * words.PAIRS + 1  # the pairs
    assert table[0] <= 110


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_words_of_a_language_are_small(source):
    assert len(SOURCES) >= 6
    assert len(content(source)) <= 6 * KIB


def test_words_lie_on_the_table_under_their_language():
    names = {path.rpartition("/")[2] for path in compile_tree(FIRMWARE / "ui" / "words", "/lib")}
    assert names == {f"{source.stem}.text" for source in SOURCES}


def test_the_table_finds_its_languages_by_their_files(tmp_path):
    for path, data in compile_tree(FIRMWARE / "ui" / "words", "a/ui/words").items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    own = {source.stem: texts.read(source)[texts.LANGUAGE].text for source in SOURCES}
    assert languages.find(str(tmp_path)) == own and own["pms"] == "Piedicavallo"


@pytest.fixture
def language(tmp_path):
    """Makes the words of a language, beside English ones that have one text."""

    def make(source: str, english: str = "language: English\none: the first\n") -> Path:
        (tmp_path / "en.words").write_text(english)
        path = tmp_path / "xx.words"
        path.write_text(source)
        return path

    return make


@pytest.mark.parametrize(
    "text", ["a", "aaaaaaaaaaaaaaaaaaaaaaaa", "%s: %c, %o %d|%n%t%m%b%w%e%p%q", "ab" * 200, "|"]
)
def test_any_text_comes_back(text, language):
    path = language(f"language: xx\none: {text}\n")
    assert _texts(words.compile_words(path)) == ["xx", text]


def test_a_language_may_have_its_texts_in_any_order(language):
    english = "language: English\none: 1\ntwo: 2\n"
    path = language("language: xx\ntwo: zwei\none: eins\n", english)
    assert _texts(words.compile_words(path)) == ["xx", "eins", "zwei"]


def test_the_same_words_always_make_the_same_file():
    assert words.compile_words(SOURCES[0]) == words.compile_words(SOURCES[0])


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("one: x", "line 1: the first text is 'language', the language's own name"),
        ("language: xx\none no colon", "line 2: this is not `name: text`: one no colon"),
        ("language: xx\none:", "line 2: this is not `name: text`: one:"),
        ("language: xx\n001: x", "line 2: this is not `name: text`: 001: x"),
        ("language: xx\none: x\none: y", "line 3: 'one' is in line 2 already"),
        ("language: xx\none: x\nmore: y", "line 3: English has no 'more'"),
        ("language: xx", "line 1: 'one' is missing (en.words, line 2)"),
        ("language: x%n\none: x", "line 1: the name of a language leaves nothing open"),
        ("language: xx\none: what is %x?", "line 2: nothing is filled in for %x"),
        ("language: xx\none: 50 % of it", "line 2: nothing is filled in for % "),
        ("language: xx\none: ☃", "line 2: the fonts have no '☃': marcoria fonts"),
        ("language: xx\none: não", "line 2: titles have no 'ã': marcoria fonts"),
        (f"language: xx\none: {_LONG}", "line 2: a text of more than 128 codes is too long"),
    ],
)
def test_what_the_table_cannot_say_is_refused_in_a_sentence(source, sentence, language):
    with pytest.raises(TableError) as refused:
        words.compile_words(language(source))
    assert refused.value.detail == f"xx.words, {sentence}"


def test_there_is_room_for_so_many_texts(language):
    lines = "".join(f"t{number}: x\n" for number in range(255))
    path = language("language: xx\n" + lines, "language: English\n" + lines)
    with pytest.raises(TableError, match="255 texts at most"):
        words.compile_words(path)
