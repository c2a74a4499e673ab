"""A deal as it stands on paper: tags with values, sections with words, the four hands, and where
each stands.
"""

from collections.abc import Iterator
from typing import TypeAlias

from marcoria.errors import Exit, TableError
from marcoria.firmware.belote.match import Match
from marcoria.firmware.codes.game import RANKS, SEATS

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
AS_PLAYED = "as played"  # of Announce: the play tells it
UNKNOWN = "-"  # a card or a hand
NOBODY = 4  # in the place of a seat

Words: TypeAlias = "list[str]"
# The line, its text, where the words begin, how many words.
Row: TypeAlias = "tuple[int, str, int, int]"
_SUITS = (3, 2, 1, 0)  # as they are written: spades, hearts, diamonds, clubs
_HIGH_FIRST = range(7, -1, -1)


Hands: TypeAlias = "list[bytearray]"  # ranks, a mask for each suit
_WRITTEN = [
    "".join(RANKS[rank] for rank in _HIGH_FIRST if mask >> rank & 1) for mask in range(256)
]
_COUNT = [bin(mask).count("1") for mask in range(256)]


class PaperError(TableError):
    """Line and column count from 1; 0 where the whole file is meant."""

    def __init__(self, detail: str, line: int = 0, column: int = 0) -> None:
        where: dict[str, int] = {"line": line, "column": column} if line else {}
        super().__init__("bad-deal", detail, Exit.UNVERIFIED, **where)
        self.line = line
        self.column = column

    def of(self, path: str) -> TableError:
        """Return the error of a file: who reads the sentence alone finds the place too."""
        where = f"line {self.line}, column {self.column}: " if self.line else ""
        told = f"{path}: {where}{self.detail}"
        return TableError("bad-deal", told, Exit.UNVERIFIED, **self.facts)


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
        """Return an error at the value of a tag, so many letters into it; or where the deal
        begins."""
        line, column = self.tags_at.get(name, (self.line, 1))
        return PaperError(detail, line, column + more)

    def wrong_word(self, section: str, line: int, word: int, detail: str) -> PaperError:
        """Return an error at a word of a section; behind the last one, if it has not so many."""
        column, at = 1, self.line
        for at, text, start, count in self.rows.get(section, [[]] * (line + 1))[line]:
            found = list(_placed_words(text, start))[:count]
            if word < len(found):
                return PaperError(detail, at, found[word][0] + 1)
            word -= count
            column = found[-1][0] + len(found[-1][1]) + 1 if found else start + 1
        return PaperError(detail, at, column)

    def words(self) -> Iterator[tuple[str, int, int, str]]:
        """Return all words of all sections: the section, the line, the place in it, the word."""
        for section in SECTIONS:
            if section in self.sections:
                for line, words in enumerate(self.sections[section][1]):
                    for place, word in enumerate(words):
                        yield section, line, place, word

    @property
    def is_dealt(self) -> bool:
        """Return whether the deal has cards, not only what was agreed or lost."""
        return "Deal" in self.tags

    @property
    def is_empty(self) -> bool:
        """Return whether nothing happened in the deal: only notes."""
        return not (self.is_dealt or any(lines for _, lines in self.sections.values()))


def _placed_words(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield the words of a text from there on, each with its place."""
    for word in text[at:].split():
        at = text.index(word, at)
        yield at, word
        at += len(word)


def known_hands(game: Match) -> Hands:
    """Return what is known of the hands at the end of a deal."""
    audit = game.audit
    return [
        bytearray(held | laid for held, laid in zip(audit.hands[seat], audit.laid[seat]))[:4]
        for seat in range(4)
    ]


def hands_value(hands: Hands, size: int) -> str:
    """Return the value of the tag, North first."""
    return f"{SEATS[0]}:{' '.join(_hand(hand, size) for hand in hands)}"


def _hand(hand: bytearray, size: int) -> str:
    count = sum(_COUNT[mask] for mask in hand)
    if not count:
        return UNKNOWN
    return ".".join(_WRITTEN[hand[suit]] for suit in _SUITS) + UNKNOWN * (size - count)


class Owners:
    """Whose each card is as Deal says: `of` by card, 4 for nobody's that is known; `whole` tells
    of which seats every card is known."""

    def __init__(self, deal: Deal, seats: tuple[int, ...], size: int) -> None:
        self.deal = deal
        self.of = bytearray([NOBODY] * 32)
        self.whole = [False] * 4
        value = deal.tags["Deal"]
        if value == UNKNOWN:
            return
        first, colon, rest = value.partition(":")
        start = SEATS.find(first.upper()) if len(first) == 1 else -1
        if start < 0 or not colon:
            raise self._wrong("Deal begins with a seat and a colon, like N:AK9.T87.J.8 ...", 0)
        at, found = len(first) + 1, list(_placed_words(rest, 0))
        if len(found) != 4:
            raise self._wrong(f"Deal has four hands, - for an unknown one, not {len(found)}", at)
        for turn, (place, hand) in enumerate(found):
            self._read(start + turn & 3, hand, at + place, seats, size)

    def _wrong(self, told: str, at: int) -> PaperError:
        return self.deal.wrong_tag("Deal", told, at)

    def _read(self, seat: int, text: str, at: int, seats: tuple[int, ...], size: int) -> None:
        """One hand."""
        who, bare = SEATS[seat], text.rstrip(UNKNOWN)
        if not bare:
            if text not in (UNKNOWN, UNKNOWN * size):
                raise self._wrong(f"an unknown hand is -, not '{text}'", at)
            return
        if seat not in seats:
            raise self._wrong(f"nobody sits at {who} at a table of two: its hand is -", at)
        if bare.count(".") != 3:
            told = f"the hand of {who} has four suits, S.H.D.C, with points between them"
            raise self._wrong(told, at)
        suit = 0
        count = len(text) - len(bare)
        for letter in bare:
            if letter == ".":
                suit += 1
            else:
                self._give(seat, letter, _SUITS[suit], at)
                count += 1
            at += 1
        if count != size:
            told = f"{who} has {count} cards and needs {size}"
            raise self._wrong(f"{told}: an unknown card is {UNKNOWN}", at - len(bare))
        self.whole[seat] = text == bare

    def _give(self, seat: int, letter: str, suit: int, at: int) -> None:
        rank = RANKS.find(letter.upper())
        if rank < 0:
            told = f"'{letter}' is no card: {' '.join(RANKS)}, and - for an unknown one"
            raise self._wrong(told, at)
        card = suit << 3 | rank
        if self.of[card] < NOBODY:
            named = RANKS[rank] + "CDHS"[suit]
            told = f"{named} stands twice: {SEATS[self.of[card]]} and {SEATS[seat]}"
            raise self._wrong(told, at)
        self.of[card] = seat

    def hand(self, seat: int) -> list[int]:
        """Return the cards that are known of a seat."""
        return [card for card in range(32) if self.of[card] == seat]
