"""Every page of every menu fits the display, in every language and with the longest names."""

import ast
import importlib
import itertools
from collections.abc import Iterator
from functools import cache

import pytest

import texts
from belote.housekeys import KEYS
from marcoria.bots.company import words
from marcoria.bots.screen import MORE
from marcoria.paths import FIRMWARE
from scenes import HEIGHT, LANGUAGES, WIDTH, Line, Screen
from table import sentences
from table.menus.options import Options
from table.setup import agreement

_FOLDERS = ("table/menus", "table/play", "table/setup")
_ON_A_PAGE = 4
_ROWS = (-4, 22)  # first and last row with ink of a line in the small font
_NAME = "Massimiliano Bernardotti"  # 24 letters, the most that a name may have
_OFFENCES = {*sentences.OFFENCE_TEXTS.values()}
# `Options` are the answers to a question. Most of them are passed to a function together with the
# question. Here are the names of the others, with the function that gets their questions.
_ELSEWHERE = {
    "AGREE": "_propose",
    "_BEFORE": "offer",
    "_WITH_ALL_DECKS": "offer",
    "_DURING": "offer",
    "_NOTHING": "_refuse",
    "_LAST": "_refuse",
    "_NEXT": "_refuse",
}
_OF_THE_LOCK = {texts.WRONG_PIN, texts.PIN_WAITS, texts.PIN_UNWRITTEN}
_BY_CODE = {
    "_WHICH_TO_PARDON": _OFFENCES,
    "_WHICH_TO_NOTE": _OFFENCES,
    "_INJURED": _OFFENCES,
    **dict.fromkeys(("_BEFORE", "_WITH_ALL_DECKS", "_DURING"), _OF_THE_LOCK),
    "_NEWS": {texts.WRONG_TRIES, texts.PIN_GONE},
}


@cache
def _trees() -> dict[str, ast.Module]:
    """Return the syntax trees of the modules that ask questions, by module name."""
    return {
        ".".join(path.relative_to(FIRMWARE).with_suffix("").parts): ast.parse(path.read_text())
        for folder in _FOLDERS
        for path in sorted((FIRMWARE / folder).glob("*.py"))
    }


def _calls(tree: ast.Module) -> Iterator[tuple[str, set[str], set[str]]]:
    """Yield for each call the name of the function, and two sets from its positional arguments.

    The first set has the names of `texts`, and the second has the names of variables.
    """
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            parts = [*itertools.chain(*map(ast.walk, call.args))]
            said = {ast.unparse(one) for one in parts if isinstance(one, ast.Attribute)}
            names = {one.id for one in parts if isinstance(one, ast.Name)}
            called = ast.unparse(call.func).rpartition(".")[2]
            yield called, {one[6:] for one in said if one.startswith("texts.")}, names


def _questions(name: str, module: str) -> set[int]:
    """Return the questions that are asked with the options `name` of a module."""
    found = set[str]()
    for other, tree in _trees().items():
        for called, said, names in _calls(tree):
            beside = name in names and (other == module or not name.startswith("_"))
            found |= said if beside or called == _ELSEWHERE.get(name) else set()
    return {getattr(texts, one) for one in found} | _BY_CODE.get(name, set())


def _menus() -> Iterator[tuple[int, bytes]]:
    """Yield each question with the texts of its answers."""
    for module, tree in _trees().items():
        for name, options in vars(importlib.import_module(module)).items():
            if isinstance(options, Options) and f"\n{name} = " in ast.unparse(tree):
                questions = _questions(name, module)
                assert questions, f"no question is found for {module}.{name}"
                yield from ((one, options.texts) for one in sorted(questions))
    for question, answers in agreement.QUESTIONS.values():
        yield question, bytes(answers.values())


def _pages(screen: Screen) -> Iterator[list[Line]]:
    """Yield the lines of each page of the open menu."""
    for first in range(0, max(len(screen.table.dialogue.options), 1), _ON_A_PAGE):
        screen.table.dialogue.page = first
        screen.draw()
        yield [line for line in screen.type.lines if line[0].strip()]


def _faults(lines: list[Line]) -> Iterator[str]:
    """Yield a sentence for each fault of a line.

    A fault is that the line leaves the page, or touches the next line or the black band.
    """
    asked = [line for line in lines if line[5]]
    band = max(line[3] for line in asked) + _ROWS[1]
    for line in lines:
        text, _, x, y, width, white = line
        top = min(y, y + _ROWS[0]) if text != text.lower() else y
        if x < 0 or x + width > WIDTH or top < 0 or y + _ROWS[1] >= HEIGHT:
            yield f"{text!r} at {x}, {y}, {width} wide"
        if not white and top <= band + 1:
            yield f"{text!r} at {y} touches the question"
    for one, other in itertools.pairwise(lines):
        if other[3] - one[3] < _ROWS[1]:
            yield f"{one[0]!r} touches {other[0]!r}"


def test_questions_of_the_menus_are_found():
    menus = {*_menus()}
    assert len(menus) > 60
    asked = {question for question, _ in menus}
    assert asked >= {texts.RULINGS, texts.SEAT_MENU, texts.SET_UP, texts.IS_IT, texts.WHICH_HANDS}


def test_every_open_rule_of_a_house_can_be_asked():
    words = {key: (*answers,) for key, (_, answers) in agreement.QUESTIONS.items()}
    assert words == {key.name: key.left_open for key in KEYS if key.left_open}


@pytest.mark.soak(keep=2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_every_menu_fits_with_the_longest_names(language):
    screen = Screen(language)
    screen.type.speech.speak(language, [_NAME] * 4)
    screen.table.voice.label = _NAME.encode()
    faults = []
    for question, options in _menus():
        screen.table.voice.say(
            question, 1, 27, 2, 26, 9000 if question == texts.WHICH_TARGET else 2
        )
        screen.ask(question, *options)
        for page, lines in enumerate(_pages(screen)):
            faults += [f"{question}, page {page + 1}: {fault}" for fault in _faults(lines)]
            keys = [line[0][0] for line in lines if line[2] == 8 and not line[5]]
            assert keys == [*"♣♦♥♠"][: len(options) - page * _ON_A_PAGE], lines
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hint_of_more_answers_is_one_line(language):
    screen = Screen(language).ask(texts.RULINGS, *[texts.AGREE] * 5)
    screen.draw()
    lines = [line[0].replace("\u00a0", " ") for line in screen.type.lines]
    more = words(language)["call-more"].replace("\u00a0", " ")
    told = [line for line in lines if line.endswith(more)]
    assert len(told) == 1
    assert any(sign in told[0] for sign in MORE), "bots look for this sign"
