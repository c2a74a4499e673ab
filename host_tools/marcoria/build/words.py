"""Compiles words, `firmware/ui/words/NAME.words`, to what the table reads, `NAME.text`.

Compiled they take less than half the room. A text is codes of one byte each, from the last to the
first:

- 0 separates the items of a list, 1 to 12 stand for what is filled in: %s %c %o %d %n %t %m %b
  %w %e %p %q;
- from 13 on there is a code for each character that the language needs;
- the codes behind those stand for two others each, which may be such pairs themselves.

The file:

- a byte, and so many bytes of UTF-8: the language's own name, the first text of the source;
- a byte, and so many bytes: how many codes each text has, from 0 on, which has none;
- half the number of bytes of the part that follows;
- the first code of a pair; 12 bytes without a meaning; the glyphs of the characters, as
  `marcoria.build.fonts` numbers them; the pairs, in each what comes first; a byte if they are odd;
- the texts.
"""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

from marcoria.build import texts
from marcoria.build.fonts import characters, in_titles
from marcoria.build.made import MadeFile
from marcoria.build.texts import LANGUAGE, MOST, TextLine, read, wrong
from marcoria.errors import TableError

CODES = 256
PAIRS = 150  # the table keeps them in memory
LONGEST = 128  # what the table has room for, in codes
_OPEN = "|scodntmbwepq"
_SIGN = re.compile(r"%(.)|(.)")
_RARE = 3  # a pair costs two bytes and saves one at each place

Codes = list[int]


def compile_words(path: Path) -> bytes:
    """The file of the table for a language."""
    lines = read(path)
    title = lines.pop(LANGUAGE)
    if _signs(title, path.name) != list(title.text):
        raise wrong(path.name, title.line, "the name of a language leaves nothing open")
    if len(lines) >= MOST:
        raise wrong(path.name, len(lines), f"there is room for {MOST} texts at most")
    signs = [_signs(text, path.name) for text in lines.values()]
    letters = sorted({sign for text in signs for sign in text if len(sign) == 1})
    code_of = {f"%{sign}": code for code, sign in enumerate(_OPEN)}
    code_of |= {letter: len(_OPEN) + at for at, letter in enumerate(letters)}
    said: list[Codes] = [[], *([code_of[sign] for sign in text] for text in signs)]
    first = len(code_of)
    pairs = _pair_up(said, first)
    for codes, text in zip(said[1:], lines.values(), strict=True):
        if len(codes) > LONGEST:
            raise wrong(path.name, text.line, f"a text of more than {LONGEST} codes is too long")
    table = bytes([first, *bytes(len(_OPEN) - 1), *map(characters().index, letters)])
    table += bytes(code for pair in pairs for code in pair)
    table += bytes(len(table) % 2)
    name = title.text.encode()
    head = bytes([len(name)]) + name + bytes([len(said), *map(len, said)])
    head += bytes([len(table) // 2])
    return head + table + b"".join(bytes(reversed(codes)) for codes in said)


def names_file() -> MadeFile:
    """firmware/texts.py: the names of their texts."""
    return MadeFile(texts.GENERATED, texts.FOLDER / texts.ENGLISH, texts.generate, _faults)


def _faults() -> list[str]:
    """What is wrong with the words of any language."""
    found = []
    for path in texts.languages():
        try:
            compile_words(path)
        except TableError as error:
            found.append(error.detail)
    return found


def _signs(text: TextLine, where: str) -> list[str]:
    """The characters of a text; what is filled in, and the bar, begin with a percent sign."""
    signs = []
    for opened, letter in _SIGN.findall(text.text):
        if not set(opened) <= set(_OPEN[1:]):
            raise wrong(where, text.line, f"nothing is filled in for %{opened}")
        if letter not in characters():
            raise wrong(where, text.line, f"the fonts have no {letter!r}: marcoria fonts")
        if letter.islower() and not in_titles(letter):
            raise wrong(where, text.line, f"titles have no {letter!r}: marcoria fonts")
        signs.append(f"%{opened or letter}" if opened or letter == "|" else letter)
    return signs


def _pair_up(said: list[Codes], first: int) -> list[tuple[int, int]]:
    """Replaces the pair of codes that is there most often by a new code, again and again."""
    pairs: list[tuple[int, int]] = []
    while len(pairs) < min(PAIRS, CODES - first):
        counts = Counter(pair for codes in said for pair in _pairs(codes))
        pair, count = max(counts.items(), key=lambda one: (one[1], one[0]), default=((0, 0), 0))
        if count < _RARE:
            break
        code = first + len(pairs)
        pairs.append(pair)
        said[:] = [_replaced(codes, pair, code) for codes in said]
    return pairs


def _pairs(codes: Codes) -> list[tuple[int, int]]:
    """What stands side by side; of three that are the same only the first two."""
    found: list[tuple[int, int]] = []
    for pair in pairwise(codes):
        if found and found[-1] == pair and pair[0] == pair[1]:
            found.append((-1, -1))
        else:
            found.append(pair)
    return [pair for pair in found if pair[0] >= 0]


def _replaced(codes: Codes, pair: tuple[int, int], code: int) -> Codes:
    replaced: Codes = []
    for one in codes:
        replaced.append(one)
        if tuple(replaced[-2:]) == pair:
            replaced[-2:] = [code]
    return replaced
