"""What the host's code asks of CPython's `re`: MicroPython's own does not tell where something
stands. Single letters, classes, groups and | are known, each perhaps with * + or ? behind it; what
has matched within a group stays as it is."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    # Where groups begin and end; what is wanted: letters and whether others than those, or rows
    # and the number of their group; how often, at least and at most.
    Spans = list[tuple[int, int] | None]
    Atom = tuple[str | list[list["Part"]], int]
    Part = tuple[Atom, int, int]
    Rows = list[list[Part]]

_MANY = 1 << 20
_TIMES = {"*": (0, _MANY), "+": (1, _MANY), "?": (0, 1)}
_BLANKS = " \t\n\r\f\v"
_ESCAPES = {"s": _BLANKS, "n": "\n", "t": "\t", "r": "\r"}


class _Match:
    """What was found."""

    def __init__(self, text: str, spans: "Spans") -> None:
        self._text = text
        self._spans = spans

    def start(self, group: int = 0) -> int:
        """Where it begins."""
        return self._span(group)[0]

    def end(self, group: int = 0) -> int:
        """Where it ends."""
        return self._span(group)[1]

    def _span(self, group: int) -> tuple[int, int]:
        return self._spans[group] or (-1, -1)

    def group(self, group: int = 0) -> str | None:
        """What it is; None if the group has none."""
        span = self._spans[group]
        return self._text[span[0] : span[1]] if span else None

    def groups(self) -> tuple[str | None, ...]:
        """Of all groups."""
        return tuple([self.group(i) for i in range(1, len(self._spans))])


class Pattern:
    """An expression, taken apart."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._groups = 1
        self._whole = self._choices()

    # --- the expression ---------------------------------------------------------------------

    def _choices(self) -> "Rows":
        """Up to a bracket or the end: rows of (what, least, most)."""
        rows: Rows = [[]]
        while self._at < len(self._pattern) and self._pattern[self._at] != ")":
            if self._pattern[self._at] == "|":
                self._at += 1
                rows.append([])
                continue
            what = self._atom()
            least, most = _TIMES.get(self._pattern[self._at : self._at + 1], (0, 0))
            self._at += most > 0
            rows[-1].append((what, least, most) if most else (what, 1, 1))
        return rows

    def _atom(self) -> "Atom":
        letter = self._next()
        if letter == "(":
            return self._group()
        if letter == "[":
            return self._class()
        if self._pattern[self._at - 1 : self._at + 1] == "\\S":
            self._at += 1
            return _BLANKS, True
        return self._letters(letter), False

    def _group(self) -> "Atom":
        number = self._groups
        if self._pattern[self._at : self._at + 2] == "?:":
            self._at += 2
            number = 0
        else:
            self._groups += 1
        rows = self._choices()
        self._at += 1
        return rows, number

    def _class(self) -> "Atom":
        unlike = self._pattern[self._at] == "^"
        self._at += unlike
        found = ""
        while self._pattern[self._at] != "]":
            first = self._letters(self._next())
            if self._pattern[self._at] == "-" and self._pattern[self._at + 1] != "]":
                self._at += 1
                first = "".join(map(chr, range(ord(first), ord(self._next()) + 1)))
            found += first
        self._at += 1
        return found, unlike

    def _letters(self, letter: str) -> str:
        """Those that a letter of the expression stands for."""
        if letter != "\\":
            return letter
        meant = self._next()
        return _ESCAPES.get(meant, meant)

    def _next(self) -> str:
        self._at += 1
        return self._pattern[self._at - 1]

    # --- a text -----------------------------------------------------------------------------

    def match(self, text: str, at: int = 0) -> _Match | None:
        """From there on, None if it does not begin so."""
        spans: Spans = [None] * self._groups
        end = _any(self._whole, text, at, spans)
        spans[0] = at, end
        return _Match(text, spans) if end >= 0 else None

    def search(self, text: str, at: int = 0) -> _Match | None:
        """The first place where it is, None if there is none."""
        for start in range(at, len(text) + 1):
            found = self.match(text, start)
            if found:
                return found
        return None

    def finditer(self, text: str, at: int = 0) -> "Iterator[_Match]":
        """All places."""
        found = self.search(text, at)
        while found:
            yield found
            found = self.search(text, max(found.end(), found.start() + 1))

    def sub(self, wanted: str, text: str) -> str:
        """The first group instead of each."""
        if wanted != "\\1":
            raise ValueError(wanted)
        told, at = "", 0
        for found in self.finditer(text):
            told += text[at : found.start()] + (found.group(1) or "")
            at = found.end()
        return told + text[at:]


def compile(pattern: str) -> Pattern:
    """An expression."""
    return Pattern(pattern)


def _any(rows: "Rows", text: str, at: int, spans: "Spans") -> int:
    """Where the first of the rows that is there ends, -1 if none is."""
    for row in rows:
        end = _row(row, 0, text, at, spans)
        if end >= 0:
            return end
    return -1


def _row(row: "list[Part]", place: int, text: str, at: int, spans: "Spans") -> int:
    if place == len(row):
        return at
    what, least, most = row[place]
    ends = [at]
    while len(ends) <= most:
        end = _one(what, text, ends[-1], spans)
        if end < 0:
            break
        ends.append(end)
        if end == ends[-2]:
            break
    for count in range(len(ends) - 1, least - 1, -1):
        if not isinstance(what[0], str) and what[1] and count:
            spans[what[1]] = ends[count - 1], ends[count]
        end = _row(row, place + 1, text, ends[count], spans)
        if end >= 0:
            return end
    return -1


def _one(what: "Atom", text: str, at: int, spans: "Spans") -> int:
    """Where one letter or group ends, -1 if it is not there."""
    found, unlike = what
    if not isinstance(found, str):
        return _any(found, text, at, spans)
    there = at < len(text) and (text[at] in found) != bool(unlike)
    return at + 1 if there else -1
