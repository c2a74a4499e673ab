"""Sentences that say what is wrong with a house file and what may stand there."""

from collections.abc import Sequence
from difflib import get_close_matches

from marcoria.firmware.belote.housefile import HouseFile, Mistake
from marcoria.firmware.belote.housekeys import BY_NAME, KEYS, NAME, Excludes, Needs, Number

_SHOWN = 60  # letters of what stands in the file
_SENTENCES = {
    "byte-order-mark": "the file begins with a byte order mark (BOM), which the table does not"
    " read: save it as UTF-8 without one",
    "not-a-line": "'{value}' is not of the form 'key: value'",
    "unknown-key": "'{value}' is no key of a house: {meant}",
    "key-twice": "'{key}' stands there a second time, it is on line {line} already: remove one",
    "bad-value": "'{key}' cannot be '{value}': it is {one_of}",
    "not-open": "'{key}' cannot be left to the players: {open_keys} can; say one value",
    "bad-choice": "'{key}' cannot leave '{value}' to the players: it is {open_words}",
    "choice-twice": "'{key}' leaves '{value}' to the players twice: say it once",
    "missing-key": "the key '{key}' is missing: add a line '{key}: ...' with {one_of}",
}


def sentences(file: HouseFile) -> list[str]:
    """Return all mistakes of a `HouseFile`, each with its line."""
    return [sentence(file, mistake) for mistake in file.check()]


def sentence(file: HouseFile, mistake: Mistake) -> str:
    """Return what is wrong and what to write instead, with the line if there is one."""
    conflict = mistake.conflict
    said = _contradiction(file, mistake.key, conflict) if conflict else _of_one_line(file, mistake)
    return f"line {mistake.line}: {said}" if mistake.line else said


def _of_one_line(file: HouseFile, mistake: Mistake) -> str:
    key = mistake.key
    return _SENTENCES[mistake.code].format(
        key=key,
        value=_short(mistake.value),
        line=file.lines.get(key),
        one_of=_one_of(key),
        open_keys=_listed(sorted(one.name for one in KEYS if one.left_open), "and"),
        open_words=_listed(BY_NAME[key].left_open, "or") if key in BY_NAME else "",
        meant=_meant(mistake.value),
    )


def _contradiction(file: HouseFile, key: str, conflict: Needs | Excludes) -> str:
    this, other = f"'{key}: {conflict.word}'", _where(file, conflict.other)
    if isinstance(conflict, Needs):
        wanted = f"'{conflict.other}: {conflict.wanted}'"
        return f"{this} needs {wanted}, not {other}: change one of them"
    return f"{this} does not go with {other}: change one of them"


def _where(file: HouseFile, key: str) -> str:
    """Return a key with its value and its line."""
    said = f"'{key}: {' | '.join(file.words[key])}'"
    return f"{said} (line {file.lines[key]})" if key in file.lines else f"{said}, as is usual"


def _meant(word: str) -> str:
    """Return which key a word that is none may stand for."""
    alike = get_close_matches(word[:_SHOWN], [NAME] + list(BY_NAME), 1)
    return f"is '{alike[0]}' meant?" if alike else "docs/houses.md lists them"


def _short(text: str) -> str:
    """Return the beginning of a text that is too long to be repeated in a sentence."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _one_of(name: str) -> str:
    """Return what a key may be, in words."""
    if name not in BY_NAME:
        return "any text"
    choices = BY_NAME[name].choices
    if isinstance(choices, Number):
        return f"a number from {choices.least} to {choices.most}"
    return _listed(choices.words, "or")


def _listed(words: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if words else ""
