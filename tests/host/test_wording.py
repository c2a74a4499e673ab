"""Files of the display's words: mistakes are reported, and the table gets the files unchanged."""

from collections.abc import Callable
from pathlib import Path

import pytest

from marcoria.build import words
from marcoria.build.mpy import DEPLOYED, compile_tree
from marcoria.errors import TableError
from table.files import languages

SOURCES = sorted(words.FOLDER.glob("*.words"))
Language = Callable[..., Path]

_FONTS = "host_tools/marcoria/build/fonts.py, then run marcoria fonts"


def test_words_go_to_the_table_unchanged() -> None:
    for opt in (0, DEPLOYED):
        files = compile_tree(words.FOLDER, "/words", opt)
        assert files == {f"/words/{path.name}": path.read_bytes() for path in SOURCES}
    assert len(SOURCES) >= 6


def test_the_table_finds_its_languages_by_their_files(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "ui" / "words"
    folder.mkdir(parents=True)
    for path in SOURCES:
        (folder / path.name).write_bytes(path.read_bytes())
    own = {path.stem: words.read(path)[words.LANGUAGE].text for path in SOURCES}
    assert languages.find(str(tmp_path)) == own and own["pms"] == "Piedicavallo"


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("language: Română\n", "Română"),
        ("\ufefflanguage: Română\r\nyes: Da\r\n", "Română"),
        ("language: Română", "Română"),
        ("", "ro"),
        ("language: \n", "ro"),
        ("yes: Da\nlanguage: Română\n", "ro"),
        (b"language: \xff\n", "ro"),
        (b"language: Rom\xc4", "ro"),
        ("language: " + "ă" * 99, "ă" * 27),
        ("language: x" + "ă" * 99, "ro"),
        (bytes(range(256)), "ro"),
    ],
)
def test_a_language_without_a_name_has_that_of_its_file(
    data: str | bytes, name: str, tmp_path: Path
) -> None:
    folder = tmp_path / "a" / "ui" / "words"
    folder.mkdir(parents=True)
    (folder / "ro.words").write_bytes(data if isinstance(data, bytes) else data.encode())
    assert languages.find(str(tmp_path)) == {"ro": name}


@pytest.fixture
def language(tmp_path: Path) -> Language:
    """Return a function that writes the words of a language, and English words beside them."""

    def make(source: str | bytes, english: str = "language: English\none: the first\n") -> Path:
        (tmp_path / "en.words").write_text(english)
        path = tmp_path / "xx.words"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return path

    return make


def test_a_language_may_have_its_texts_in_any_order(language: Language) -> None:
    english = "language: English\none: 1\ntwo: 2\n"
    path = language("language: xx\ntwo: zwei\none: eins\n", english)
    assert [text.text for text in words.read(path).values()] == ["xx", "eins", "zwei"]
    assert words.check(path) == []


def test_lines_may_end_as_they_do_on_windows(language: Language) -> None:
    assert words.check(language("language: xx\r\none: eins\r\n")) == []


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("one: x\n", "line 1: the first text must be 'language', the language's own name"),
        ("", "line 1: the first text must be 'language', the language's own name"),
        ("language: xx\none no colon\n", "line 2: this is not `name: text`: 'one no colon'"),
        ("language: xx\none:\n", "line 2: this is not `name: text`: 'one:'"),
        ("language: xx\n\none: x\n", "line 2: this is not `name: text`: ''"),
        ("language: xx\n001: x\n", "line 2: this is not `name: text`: '001: x'"),
        ("language: xx\none: x\none: y\n", "line 3: 'one' is in line 2 already"),
        ("language: xx\none: x\nmore: y\n", "line 3: English has no 'more'"),
        ("language: xx\n", "line 1: 'one' is missing (en.words, line 2)"),
        ("language: xx\none: x", "line 2: the last line has no line break: is the file complete?"),
        (b"language: xx\none: \xe9t\xe9\n", "line 2: this is not UTF-8: save the file as UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(
    source: str | bytes, sentence: str, language: Language
) -> None:
    with pytest.raises(TableError) as refused:
        words.check(language(source))
    assert refused.value.detail == f"xx.words, {sentence}"


@pytest.mark.parametrize(
    ("text", "english", "fault"),
    [
        ("what is %x?", "what?", "there is no placeholder %x"),
        ("50 % of it", "half of it", "there is no placeholder % "),
        ("all of it: %", "all of it", "there is no placeholder %"),
        (
            "%s, %n",
            "%s, %c",
            "'one' does not have the placeholders of the English text: %s, %c",
        ),
        ("all", "%s", "'one' does not have the placeholders of the English text: %s"),
        ("a|b", "a|b|c", "'one' has another number of items than the English list: a|b|c"),
        ("%s|%c", "%s|%c", "'one' is a list, which cannot have placeholders"),
        ("☃", "x", f"the fonts have no '☃': add it to _RANGES in {_FONTS}"),
        ("não", "x", f"titles have no 'ã': remove it from _NOT_IN_TITLES in {_FONTS}"),
        ("x" * 129, "x", "a text of more than 128 characters is too long for the display"),
        (
            "x|" + "y" * 129,
            "x|y",
            "a text of more than 128 characters is too long for the display",
        ),
    ],
)
def test_a_text_that_the_table_cannot_show_is_a_fault(
    text: str, english: str, fault: str, language: Language
) -> None:
    path = language(f"language: xx\none: {text}\n", f"language: English\none: {english}\n")
    assert words.check(path) == [f"xx.words, line 2: {fault}"]


def test_all_faults_of_all_texts_are_reported(language: Language) -> None:
    english = "language: English\none: 1\ntwo: %s\n"
    path = language("language: %n\none: ☃%x\ntwo: zwei\n", english)
    assert [fault.partition(":")[0] for fault in words.check(path)] == [
        "xx.words, line 1",
        "xx.words, line 2",
        "xx.words, line 2",
        "xx.words, line 3",
    ]


def test_long_texts_and_all_placeholders_are_allowed(language: Language) -> None:
    for text in ("x" * 128, "%s: %c, %o %d%n%t%m%b%w%e%p%q%l", "|".join(["y" * 128] * 3)):
        path = language(f"language: xx\none: {text}\n", f"language: English\none: {text}\n")
        assert words.check(path) == []


def test_a_language_has_any_number_of_texts_in_32768_bytes(language: Language) -> None:
    lines = "".join(f"t{number}: {'x' * 100}\n" for number in range(300))
    path = language("language: xx\n" + lines, "language: English\n" + lines)
    assert path.stat().st_size < 32768 and words.check(path) == []
    lines += "".join(f"u{number}: x\n" for number in range(200))
    assert words.check(language("language: xx\n" + lines, "language: English\n" + lines)) == [
        "xx.words: the file has more than 32768 bytes: shorten its texts"
    ]
