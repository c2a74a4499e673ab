"""Sentences that say what is wrong with a house file and what may stand there."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from belote.housekeys import BY_NAME, KEYS, NAME, Needs, Number

_SHOWN = 60  # letters of what stands in the file


def sentences(file: Any) -> list[str]:
    """Return all mistakes of a `HouseFile`, each with its line."""
    return [sentence(file, mistake) for mistake in file.check()]


def sentence(file: Any, mistake: Any) -> str:
    """Return what is wrong and what to write instead, with the line if there is one."""
    said = SENTENCES[mistake.code](file, mistake)
    return f"line {mistake.line}: {said}" if mistake.line else said


def _byte_order_mark(file: Any, mistake: Any) -> str:
    return (
        "the file begins with a byte order mark (BOM), which the table does not read:"
        " save it as UTF-8 without one"
    )


def _not_a_line(file: Any, mistake: Any) -> str:
    return f"'{_short(mistake.value)}' is not of the form 'key: value'"


def _unknown_key(file: Any, mistake: Any) -> str:
    alike = get_close_matches(mistake.value[:_SHOWN], [NAME, *BY_NAME], 1)
    meant = f"is '{alike[0]}' meant?" if alike else "docs/houses.md lists them"
    return f"'{_short(mistake.value)}' is no key of a house: {meant}"


def _key_twice(file: Any, mistake: Any) -> str:
    key = mistake.key
    before = f"it is on line {file.lines[key]} already"
    return f"'{key}' stands there a second time, {before}: remove one"


def _bad_value(file: Any, mistake: Any) -> str:
    key = mistake.key
    return f"'{key}' cannot be '{_short(mistake.value)}': it is {_one_of(key)}"


def _not_open(file: Any, mistake: Any) -> str:
    open_keys = _listed(sorted(key.name for key in KEYS if key.left_open), "and")
    return f"'{mistake.key}' cannot be left to the players: {open_keys} can; say one value"


def _bad_choice(file: Any, mistake: Any) -> str:
    one_of = _listed(BY_NAME[mistake.key].left_open, "or")
    return f"'{mistake.key}' cannot leave '{_short(mistake.value)}' to the players: it is {one_of}"


def _choice_twice(file: Any, mistake: Any) -> str:
    return f"'{mistake.key}' leaves '{mistake.value}' to the players twice: say it once"


def _missing_key(file: Any, mistake: Any) -> str:
    key = mistake.key
    return f"the key '{key}' is missing: add a line '{key}: ...' with {_one_of(key)}"


def _contradiction(file: Any, mistake: Any) -> str:
    conflict = mistake.conflict
    this, other = f"'{mistake.key}: {conflict.word}'", _where(file, conflict.other)
    if isinstance(conflict, Needs):
        wanted = f"'{conflict.other}: {conflict.wanted}'"
        return f"{this} needs {wanted}, not {other}: change one of them"
    return f"{this} does not go with {other}: change one of them"


SENTENCES: dict[str, Callable[[Any, Any], str]] = {
    "byte-order-mark": _byte_order_mark,
    "not-a-line": _not_a_line,
    "unknown-key": _unknown_key,
    "key-twice": _key_twice,
    "bad-value": _bad_value,
    "not-open": _not_open,
    "bad-choice": _bad_choice,
    "choice-twice": _choice_twice,
    "missing-key": _missing_key,
    "contradiction": _contradiction,
}


def _where(file: Any, key: str) -> str:
    """Return a key with its value and its line."""
    said = f"'{key}: {' | '.join(file.words[key])}'"
    return f"{said} (line {file.lines[key]})" if key in file.lines else f"{said}, as is usual"


def _short(text: str) -> str:
    """Return the beginning of a text that is too long to be repeated in a sentence."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _one_of(name: str) -> str:
    """Return what a key may be, in words."""
    if name == NAME:
        return "any text"
    choices = BY_NAME[name].choices
    if isinstance(choices, Number):
        return f"a number from {choices.least} to {choices.most}"
    return _listed(choices.words, "or")


def _listed(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]])
