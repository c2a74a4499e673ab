"""Compiles words, `firmware/ui/words/NAME.words`, to what the table reads, `NAME.text`.

The sources have a text a line, `NNN key: text`, with keys in English alone. Compiled they take
less than half the room. A text is codes of one byte each, from the last to the first:

- 0 separates the items of a list, 1 to 8 stand for what is filled in: %s %c %o %d %n %t %m %b;
- from 9 on there is a code for each character that the language needs;
- the codes behind those stand for two others each, which may be such pairs themselves.

The file:

- a byte, and so many bytes of UTF-8: the language's own name, which is text 0 in the source;
- a byte, and so many bytes: how many codes each text has, from text 0 on, none if it is not there;
- half the number of bytes of the part that follows;
- the first code of a pair; 8 bytes without a meaning; the glyphs of the characters, as
  `marcoria.build.fonts` numbers them; the pairs, in each what comes first; a byte if they are odd;
- the texts.
"""

import re
from collections import Counter
from itertools import pairwise

from marcoria.build.fonts import characters
from marcoria.errors import TableError

TEXTS = 255
CODES = 256
PAIRS = 150  # the table keeps them in memory
LONGEST = 128  # what the table has room for, in codes
_OPEN = "|scodntmb"
_LINE = re.compile(r"(\d{3})(?: [a-z0-9-]+)?: (.*)")
_SIGN = re.compile(r"%(.)|(.)")
_RARE = 3  # a pair costs two bytes and saves one at each place

Codes = list[int]


def compile_words(source: str) -> bytes:
    """The file of the table for the lines of a language."""
    spoken = _lines(source)
    name = spoken.pop(0, "").encode()
    lines = {number: _signs(text) for number, text in spoken.items()}
    letters = sorted({sign for signs in lines.values() for sign in signs if len(sign) == 1})
    code_of = {f"%{sign}": code for code, sign in enumerate(_OPEN)}
    code_of |= {letter: len(_OPEN) + at for at, letter in enumerate(letters)}
    texts = {number: [code_of[sign] for sign in signs] for number, signs in lines.items()}
    first = len(code_of)
    pairs = _pair_up(texts, first)
    table = bytes([first, *bytes(len(_OPEN) - 1), *map(characters().index, letters)])
    table += bytes(code for pair in pairs for code in pair)
    table += bytes(len(table) % 2)
    sizes = bytes(len(texts.get(number, ())) for number in range(max(texts, default=-1) + 1))
    codes = b"".join(bytes(reversed(texts[number])) for number in sorted(texts))
    head = bytes([len(name)]) + name + bytes([len(sizes)]) + sizes
    return head + bytes([len(table) // 2]) + table + codes


def _lines(source: str) -> dict[int, str]:
    """The texts by their numbers."""
    found: dict[int, str] = {}
    for line in source.splitlines():
        parts = _LINE.fullmatch(line)
        if not parts or int(parts[1]) >= TEXTS or int(parts[1]) in found:
            raise TableError("bad-words", f"this is no line of words, or not the only one: {line}")
        found[int(parts[1])] = parts[2]
    return found


def _signs(text: str) -> list[str]:
    """The characters of a text; what is filled in, and the bar, begin with a percent sign."""
    signs = []
    for opened, letter in _SIGN.findall(text):
        if letter == "|" or opened:
            signs.append(f"%{opened or letter}")
        else:
            signs.append(letter)
        if not set(opened) <= set(_OPEN[1:]) or letter not in characters():
            raise TableError("bad-words", f"the table cannot say {signs[-1]!r}: {text}")
    return signs


def _pair_up(texts: dict[int, Codes], first: int) -> list[tuple[int, int]]:
    """Replaces the pair of codes that is there most often by a new code, again and again."""
    pairs: list[tuple[int, int]] = []
    while len(pairs) < min(PAIRS, CODES - first):
        counts = Counter(pair for codes in texts.values() for pair in _pairs(codes))
        pair, count = max(counts.items(), key=lambda one: (one[1], one[0]), default=((0, 0), 0))
        if count < _RARE:
            break
        code = first + len(pairs)
        pairs.append(pair)
        for number in texts:
            texts[number] = _replaced(texts[number], pair, code)
    if any(len(codes) > LONGEST for codes in texts.values()):
        raise TableError("bad-words", f"a text of more than {LONGEST} codes is too long")
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
