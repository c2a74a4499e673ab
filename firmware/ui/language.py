"""The words of the language that the display speaks.

`marcoria.build.words` says what is in their file.
"""

from array import array

from micropython import const

# Codes of texts: what separates the items of a list, and what is left open; from LETTERS on they
# are characters.
BAR = const(0)
SEAT = const(1)
CARD = const(2)
OTHER_SEAT = const(3)
OTHER_CARD = const(4)
NUMBER = const(5)
LABEL = const(6)
MELD = const(7)
SIDE = const(8)
SEATS = const(9)
ANY_OF_SEATS = const(10)
POINTS = const(11)
OTHER_POINTS = const(12)
LETTERS = const(13)
END = const(-1)  # no code: there is no more

_SUFFIX = ".text"
_ENGLISH = "en"
_DEPTH = const(384)  # codes of texts within texts that are still to be said


class Language:
    """Takes texts apart to codes: `begin` one, then `next` until END. A text may begin another
    one before it ends."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._codes = self._table = b""
        self._starts = array("H")  # of each text in the codes
        self._stack = bytearray(_DEPTH)  # what is still to be said
        self._depth = 0

    def open(self, code: str) -> None:
        """Reads the words of a language, or else of English. Takes some 6 KB of heap."""
        try:
            words = open(self._path(code), "rb")
        except OSError:
            words = open(self._path(_ENGLISH), "rb")
        with words:
            words.read(words.read(1)[0])
            sizes = words.read(words.read(1)[0])
            self._table = words.read(words.read(1)[0] * 2)
            self._codes = words.read()
        starts = array("H", bytearray(2 * len(sizes) + 2))
        for text in range(len(sizes)):
            starts[text + 1] = starts[text] + sizes[text]
        self._starts = starts

    def _path(self, code: str) -> str:
        return self._folder + "/" + code + _SUFFIX

    def begin(self, text: int) -> int:
        """Begins a text by its number; returns where, for `next`."""
        codes = self._codes
        stack = self._stack
        depth = bottom = self._depth
        for at in range(self._starts[text], self._starts[text + 1]):
            stack[depth] = codes[at]
            depth += 1
        self._depth = depth
        return bottom

    def next(self, bottom: int) -> int:
        """The next code of the text that began there, or END."""
        depth = self._depth
        if depth == bottom:
            return END
        stack = self._stack
        table = self._table
        first = table[0]  # of the codes that stand for two others
        depth -= 1
        code = stack[depth]
        while code >= first:
            pair = code + code - first
            stack[depth] = table[pair + 1]
            depth += 1
            code = table[pair]
        self._depth = depth
        return code

    def glyph(self, code: int) -> int:
        """The glyph of a code that is a character."""
        return self._table[code]
