"""BDN as text is read: tags in brackets, sections behind theirs."""

import re
from collections.abc import Iterator
from typing import BinaryIO

from marcoria.bdn import checks
from marcoria.bdn.document import HASH, KNOWN, NOTE, SECTIONS, Deal, Row
from marcoria.bdn.faults import PaperError
from marcoria.bdn.lines import Chunk, chunks

MOST_WORDS = 4000

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\]|\\["\\])*)"\s*\][ \t]*')
_STRICT = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9_]*)?")
_ESCAPED = re.compile(r'\\(["\\])')


def deals(file: BinaryIO) -> Iterator[Deal]:
    """The deals of a file, one after the other; PaperError at the first that is wrong."""
    hashed = False
    for chunk in chunks(file):
        verified = checks.verify(chunk)
        deal = _Reader(chunk).read()
        if deal.hash and not verified:
            raise deal.wrong_tag(HASH, "Hash stands alone on its line, from the first column on")
        if hashed and not deal.hash:
            last = chunk.lines[-1]
            told = "this deal has no Hash, and those before it have: is the file cut off here?"
            raise PaperError(told, deal.end, 1 if HASH in last else len(last))
        hashed = bool(deal.hash)
        yield deal


class _Reader:
    """Reads one deal."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.deal = Deal(line=chunk.first, end=chunk.first + len(chunk.lines) - 1)
        self.section = ""
        self.words = 0

    def read(self) -> Deal:
        for number, text in enumerate(self.chunk.lines, self.chunk.first):
            if not text or (text.startswith(";") and not self.deal.hash):
                continue
            at = 0
            stripped = text.lstrip()
            if stripped.startswith("["):
                at = len(text) - len(stripped)
                while text.startswith("[", at):
                    at = self._tag(text, at, number)
            if at < len(text):
                self._words(text, at, number)
            if self.words > MOST_WORDS:
                told = f"this deal has more than {MOST_WORDS} words: no table has so long a one"
                raise PaperError(told, number, 1)
        return self.deal

    def _tag(self, text: str, at: int, number: int) -> int:
        """Reads the tag there; where it ends."""
        found = _TAG.match(text, at)
        if not found:
            raise _not_a_tag(text, at, number)
        name, value = found.groups()
        if "\\" in value:
            value = _ESCAPED.sub(r"\1", value)
        deal = self.deal
        if name not in KNOWN:
            _check_slip(name, number, found.start(1))
        if deal.hash:
            raise PaperError(
                "behind Hash nothing more belongs to a deal: leave a line empty before the next",
                number,
                at + 1,
            )
        if name == NOTE:
            deal.notes.append(value)
        elif name in deal.tags_at:
            first = deal.tags_at[name][0]
            raise PaperError(f"the tag {name} stands twice, first in line {first}", number, at + 1)
        elif name in SECTIONS:
            deal.sections[name] = (value, [])
            deal.rows[name] = []
        elif name == HASH:
            deal.hash = value
        else:
            deal.tags[name] = value
        deal.tags_at.setdefault(name, (number, found.start(2) + 1))
        self.section = name if name in SECTIONS else ""
        return found.end()

    def _words(self, text: str, at: int, number: int) -> None:
        """What stands on a line behind its tags; a line that begins with a blank goes on with
        the one before."""
        words = text[at:].split()
        for place, word in enumerate(words):
            if word.startswith(";") and not self.deal.hash:
                words = words[:place]
                break
        if not words:
            return
        if not self.section:
            column = at + len(text[at:]) - len(text[at:].lstrip()) + 1
            told = (
                f"'{words[0][:40]}' belongs to no section: [Auction ...] or [Play ...] is missing"
            )
            if self.deal.hash:
                told = "behind Hash nothing more belongs to a deal"
            raise PaperError(told, number, column)
        lines = self.deal.sections[self.section][1]
        rows = self.deal.rows[self.section]
        self.words += len(words)
        row: Row = (number, text, at, len(words))
        if at == 0 and text[0] in " \t" and lines:
            lines[-1] += words
            rows[-1].append(row)
        else:
            lines.append(words)
            rows.append([row])


def _not_a_tag(text: str, at: int, number: int) -> PaperError:
    """What is wrong with something that begins like a tag."""
    found = _STRICT.match(text, at)
    name = found.group(1) if found else None
    if not name:
        return PaperError('a tag begins with its name, like [House "french"]', number, at + 2)
    quote = text.find('"', at)
    if quote < 0 or text[at + 1 : quote].strip() != name:
        column = at + text[at:].index(name) + len(name) + 1
        return PaperError(f'the value of {name} stands in quotes: [{name} "..."]', number, column)
    end = text.find('"', quote + 1)
    if end < 0:
        return PaperError(f"the quotes of {name} are not closed", number, len(text) + 1)
    told = f'the tag {name} ends with a quote and a bracket; a quote inside is written \\"'
    return PaperError(told, number, end + 2)


def _check_slip(name: str, number: int, at: int) -> None:
    """A tag that nobody knows is kept; but one letter beside a known one it is a slip."""
    for known in KNOWN:
        if _is_near(name, known):
            column = next(
                (i for i, pair in enumerate(zip(name, known)) if pair[0] != pair[1]),
                min(len(name), len(known)) - 1,
            )
            told = f"there is no tag {name}: write {known}"
            raise PaperError(told, number, at + column + 1)


def _is_near(name: str, known: str) -> bool:
    """Whether they are the same but for capitals, or for one letter."""
    if name.lower() == known.lower():
        return True
    shorter, longer = sorted((len(name), len(known)))
    same = next((i for i in range(shorter) if name[i] != known[i]), shorter)
    end = next((i for i in range(shorter - same) if name[-1 - i] != known[-1 - i]), shorter - same)
    return longer - same - end <= 1
