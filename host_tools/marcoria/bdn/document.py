"""A deal as it stands on paper: tags with values, sections with words, and where each stands."""

import re
from collections.abc import Iterator
from typing import TypeAlias

from marcoria.bdn.faults import PaperError

VERSION = "1.0"
SECTIONS = ("Start", "Auction", "Play", "After")
NOTE = "Note"
HASH = "Hash"

# All tags that this version knows, in the order in which they are written.
ABOUT = ("BDN", "Event", "Site", "Date", "Table", "Board", "House", "Agreed", "Rules", "Mark")
PLAYERS = ("North", "East", "South", "West", "Deck")
BEFORE = ("Dealer", "Points", "Hanging", "ThrownIn", "Target", "Discipline", "Won")
CARDS = ("Hands", "Announce", "Deal")
_OF_PLAY = ("Contract", "Taker", "Factor", "Outcome", "Tricks", "Cards", "Melds", "Belote")
RESULTS = _OF_PLAY + ("Offences", "Suspects", "Score", "Hangs", "Total", "Winner")
TAGS = ABOUT + PLAYERS + BEFORE + CARDS + RESULTS
KNOWN = frozenset(TAGS + SECTIONS + (NOTE, HASH))

_WORD = re.compile(r"\S+")

Words: TypeAlias = "list[str]"
# The line, its text, where the words begin, how many words.
Row: TypeAlias = "tuple[int, str, int, int]"


class Deal:
    """`tags` has all but notes, sections and the hash; `sections` the logical lines of each, a
    list of words, after the value of its tag."""

    def __init__(
        self,
        tags: dict[str, str] | None = None,
        sections: dict[str, tuple[str, list[Words]]] | None = None,
        notes: list[str] | None = None,
        hash: str = "",
        line: int = 1,
        end: int = 1,
        tags_at: dict[str, tuple[int, int]] | None = None,
        rows: dict[str, list[list[Row]]] | None = None,
    ) -> None:
        self.tags: dict[str, str] = {} if tags is None else tags
        self.sections: dict[str, tuple[str, list[Words]]] = {} if sections is None else sections
        self.notes: list[str] = [] if notes is None else notes
        self.hash = hash
        self.line = line  # where it begins
        self.end = end  # and ends
        self.tags_at: dict[str, tuple[int, int]] = {} if tags_at is None else tags_at
        self.rows: dict[str, list[list[Row]]] = (
            {} if rows is None else rows
        )  # of each logical line

    def wrong_tag(self, name: str, detail: str, more: int = 0) -> PaperError:
        """An error at the value of a tag, so many letters into it; or where the deal begins."""
        line, column = self.tags_at.get(name, (self.line, 1))
        return PaperError(detail, line, column + more)

    def wrong_word(self, section: str, line: int, word: int, detail: str) -> PaperError:
        """An error at a word of a section; behind the last one, if it has not so many."""
        column, at = 1, self.line
        for at, text, start, count in self.rows.get(section, [[]] * (line + 1))[line]:
            found = list(_WORD.finditer(text, start))[:count]
            if word < len(found):
                return PaperError(detail, at, found[word].start() + 1)
            word -= count
            column = found[-1].end() + 1 if found else start + 1
        return PaperError(detail, at, column)

    def words(self) -> Iterator[tuple[str, int, int, str]]:
        """All words of all sections: the section, the line, the place in it, the word."""
        for section in SECTIONS:
            if section in self.sections:
                for line, words in enumerate(self.sections[section][1]):
                    for place, word in enumerate(words):
                        yield section, line, place, word

    @property
    def is_dealt(self) -> bool:
        """Whether it has cards, not only what was agreed or lost."""
        return "Deal" in self.tags

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened in it: only notes."""
        return not (self.is_dealt or any(lines for _, lines in self.sections.values()))
