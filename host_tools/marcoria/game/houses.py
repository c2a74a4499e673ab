"""House files on the host: find, load and check them, and describe their mistakes."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from os.path import isfile
from typing import TypeAlias

from marcoria.errors import TableError
from marcoria.firmware.belote.house import House
from marcoria.firmware.belote.housefile import HouseError, HouseFile, Mistake, is_confused
from marcoria.firmware.belote.housekeys import BY_NAME, KEYS, NAME, Excludes, Needs, Number
from marcoria.firmware.codes.display import Sheet
from marcoria.firmware.framebuf import MONO_HLSB, FrameBuffer
from marcoria.firmware.table.files.houses import both
from marcoria.firmware.ui.glyphs import SMALL, Glyphs
from marcoria.named_files import read_text
from marcoria.paths import FIRMWARE, HOUSES

_LINE = Sheet.WIDTH - 6  # pixels of a line of text on the display, as WIDEST in `ui.pen`
_SHOWN = 60  # an error message quotes at most this many letters of a wrong value
_SENTENCES = {
    "byte-order-mark": "the file begins with a byte order mark (BOM), which the table does not"
    " read: save it as UTF-8 without one",
    "not-a-line": "'{value}' is not of the form 'key: value'",
    "unknown-key": "'{value}' is no key of a house: {meant}",
    "key-twice": "'{key}' is there twice, first on line {line}: remove one",
    "bad-value": "'{key}' cannot be '{value}': it is {one_of}",
    "not-open": "'{key}' cannot be left to the players: {open_keys} can; give one value",
    "bad-choice": "'{key}' cannot leave '{value}' to the players, only {open_words}",
    "choice-twice": "'{key}' leaves '{value}' to the players twice: say it once",
    "missing-key": "the key '{key}' is missing: add a line '{key}: ...' with {one_of}",
}
ENDING = ".house"
OPEN_KEYS = tuple(sorted(key.name for key in KEYS if key.left_open))
Agreed: TypeAlias = "Sequence[str]"  # a line `key: word` for each key that the players agreed on
_LONGEST = 4096  # bytes of the longest house file that the table reads
_FAR_TOO_LONG = 8 * _LONGEST  # a file with more letters is refused without parsing


@cache
def _glyphs() -> Glyphs:
    return Glyphs(
        str(FIRMWARE / "ui" / "fonts" / "type.font"), FrameBuffer(bytearray(8), 8, 8, MONO_HLSB)
    )


def _glyph(letter: str) -> int:
    """Return a letter's glyph; like `ui.type`, look it up by the last two bytes of its UTF-8."""
    *before, last = letter.encode()
    return _glyphs().find(before[-1] if before else 0, last)


def too_wide(name: str) -> str:
    """Return the end of a name that does not fit on a line of the display, "" if it all fits."""
    width = 0
    for at, letter in enumerate(name):
        width += _glyphs().width(SMALL, _glyph(letter))
        if width > _LINE:
            return name[at:]
    return ""


def unknown_letters(name: str) -> str:
    """Return the letters of a name that the display cannot draw."""
    nothing = _glyph("\u2603")
    return "".join(letter for letter in name if _glyph(letter) == nothing)


def sentences(file: HouseFile) -> list[str]:
    """Return a sentence for each mistake in a `HouseFile`, with the line of the mistake."""
    return [sentence(file, mistake) for mistake in file.check()]


def sentence(file: HouseFile, mistake: Mistake) -> str:
    """Describe a mistake and how to correct it, with the line if there is one."""
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
    """Return a key with its value and its line, or a note that the value is the default."""
    said = f"'{key}: {' | '.join(file.words[key])}'"
    return f"{said} (line {file.lines[key]})" if key in file.lines else f"{said}, the default"


def _meant(word: str) -> str:
    """Suggest the known key most similar to an unknown word, or the page that lists all keys."""
    alike = get_close_matches(word[:_SHOWN], [NAME] + list(BY_NAME), 1)
    return f"is '{alike[0]}' meant?" if alike else "docs/houses.md lists the keys"


def _short(text: str) -> str:
    """Return a text, shortened if it is too long for an error message."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _one_of(name: str) -> str:
    """Describe the values that a key may have."""
    if name not in BY_NAME:
        return "any text"
    choices = BY_NAME[name].choices
    if isinstance(choices, Number):
        return f"a number from {choices.least} to {choices.most}"
    return _listed(choices.words, "or")


def _listed(words: Sequence[str], last: str) -> str:
    """Join words with commas, the last with `last`: "a, b or c"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if words else ""


def names() -> list[str]:
    """Return the names of the houses that come with the table."""
    return sorted(path.stem for path in HOUSES.glob(f"*{ENDING}"))


def open_house(name: str, agreed: Agreed = ()) -> House:
    """Load a house; `agreed` has the players' choices.

    `name` is the name of a house that comes with the table, or the path of a file if it ends in
    `.house`. Raise TableError if the house is unknown or wrong, or does not allow these choices.
    """
    if name.endswith(ENDING):
        return house_of(text_of(name), name, agreed)
    _check_known(name)
    return _built_in(name, tuple(agreed))


def check(name: str) -> House:
    """Check a house and return it.

    Raise TableError that lists all mistakes, one on each line. Also raise TableError if a journal
    could confuse the house with one that comes with the table (see `check_apart`).
    """
    text = text_of(name)
    house = check_text(text, name)
    if name.endswith(ENDING):
        check_apart({name.replace("\\", "/").split("/")[-1][: -len(ENDING)]: text})
    return house


def check_apart(own: Mapping[str, str]) -> None:
    """Raise TableError if a journal could confuse two sets of rules.

    A journal stores only a mark (a hash) of the rules, which depend on the house and on the
    choices of the players. Two sets of rules may have the same mark, even two of one house. `own`
    maps the names of a table's own houses to their texts. Each of them is compared with itself,
    with the others in `own`, and with the houses that come with the table. A house in `own`
    replaces one of the same name.
    """
    others = {name: text_of(name) for name in names()} if own else {}
    others.update(own)
    variants = {name: HouseFile(text).variants() for name, text in others.items()}
    for name in own:
        for other in sorted(others):
            if is_confused(variants[name], variants[other]):
                raise alike(name, other)


def alike(name: str, other: str) -> TableError:
    """Return the error for two houses with the same mark but different rules.

    `name` and `other` are equal if these are one house with two different choices of the players.
    """
    which = both(name, other).replace(", ", " and ")
    return TableError(
        "houses-alike",
        f"{which}: the rules differ but have the same mark, so that a table's journal cannot tell"
        " them apart: change a value in one of the files, such as target or fine",
    )


def check_text(text: str, name: str) -> House:
    """Check the text of a house file and return the house.

    Raise TableError that lists all mistakes, with `name` before each. The length of the text,
    and a name that the display cannot show, are listed only if there are no other mistakes. A
    text of more than 32,768 letters is refused without parsing.
    """
    wrong = _too_long(text) if len(text) > _FAR_TOO_LONG else sentences(HouseFile(text))
    if not wrong:
        house = house_of(text, name)
        wrong = _unshown(house.name) + _too_long(text)
    if wrong:
        raise TableError("bad-house", "\nmarcoria: ".join(f"{name}: {one}" for one in wrong))
    return house


def text_of(name: str) -> str:
    """Return the text of a house's file; `name` is as for `open_house`."""
    if name.endswith(ENDING):
        return read_text(name, "no-house-file")
    _check_known(name)
    return read_text(HOUSES / f"{name}{ENDING}", "no-house-file")


def left_open(name: str) -> list[tuple[str, list[str]]]:
    """Return the keys that a house leaves to the players, with the values to choose from.

    The first value of a key is the house's own.
    """
    return HouseFile(text_of(name)).left_open()


def alternatives(name: str) -> list[tuple[str, House]]:
    """Return the variants of a house in which players chose another value for one open key.

    Each variant is a pair of that key and the resulting house.
    """
    return [
        (key, open_house(name, [f"{key}: {word}"]))
        for key, words in left_open(name)
        for word in words[1:]
    ]


def left_out(name: str) -> list[str]:
    """Return `key: default` for the keys that a house file leaves out."""
    given = HouseFile(text_of(name)).lines
    return [f"{key.name}: {key.default}" for key in KEYS if key.default and key.name not in given]


def _check_known(name: str) -> None:
    if name not in names():
        raise TableError("unknown-house", _unknown(name))


def _unknown(name: str) -> str:
    """Return an error message that suggests what to write instead of an unknown house name."""
    if name.lower() in names():
        return f"there is no house '{name}': write '{name.lower()}'"
    if isfile(f"{name}{ENDING}"):
        return f"there is no house '{name}': for your own file write '{name}{ENDING}'"
    if isfile(name):
        return f"'{name}' is not a house file: its name does not end in {ENDING}"
    known = ", ".join(names())
    return f"there is no house '{name}': choose one of {known}, or a file NAME{ENDING}"


def _unshown(name: str) -> list[str]:
    """Return an error message for each part of a house's name that the display cannot show."""
    wide, letters = too_wide(name), unknown_letters(name)
    wrong = []
    if wide:
        wrong.append(f"the name is too long for the display, which has no room for '{wide}'")
    if letters:
        wrong.append(f"the display cannot show '{letters}' in the name")
    return wrong


def _too_long(text: str) -> list[str]:
    """Return one error message if the text is too long for the table, else an empty list."""
    size = len(text.encode())
    long = (
        f"the file has {size} bytes, and the table reads {_LONGEST} at most: shorten its comments"
    )
    return [long] * (size > _LONGEST)


@cache
def _built_in(name: str, agreed: Agreed) -> House:
    return house_of(text_of(name), str(HOUSES / f"{name}{ENDING}"), agreed)


def house_of(text: str, path: str, agreed: Agreed = ()) -> House:
    """Parse the text of a house file and return the house; `agreed` has the players' choices.

    Raise TableError for the first mistake, or for a choice that the house does not leave to the
    players. `path` appears in error messages.
    """
    file = HouseFile(text)
    known = [f"{key}: {word}" for key, words in file.left_open() for word in words]
    for line in agreed:
        if line not in known:
            left = "; ".join(known) or "nothing"
            raise TableError("not-left-open", f"{path}: '{line}' cannot be chosen, only {left}")
    try:
        return file.load(agreed)
    except HouseError:
        first, *others = file.check()
        more = f"; {len(others)} more: marcoria houses check {path}" if others else ""
        detail = f"{path}: {sentence(file, first)}{more}"
        raise TableError(f"house-{first.code}", detail)
